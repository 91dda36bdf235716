package musubi.tcp.frame;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.tcp.memory.PagePool;
import musubi.tcp.socket.TcpStream;

import org.junit.jupiter.api.Test;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.Random;

/** Comparison of the buffer with a model, a list of all bytes. */
final class ReplayBufferTest {
    private static final long SEED = Long.getLong("replay.seed", System.nanoTime());
    private static final int LIMIT = 1 << 19;

    /** Accepts and stores random parts. */
    private static final class Sink extends TcpStream {
        private final Random random;
        private final ByteArrayOutputStream taken = new ByteArrayOutputStream();

        Sink(Random random) {
            this.random = random;
        }

        @Override
        protected boolean finishConnecting() {
            return true;
        }

        @Override
        protected int receive(MemorySegment memory, long offset, int bytes) {
            return 0;
        }

        @Override
        protected long send(MemorySegment memory, long offset, int bytes) {
            int n = random.nextInt(bytes + 1);
            taken.writeBytes(memory.asSlice(offset, n).toArray(ValueLayout.JAVA_BYTE));
            return n;
        }

        @Override
        protected long send(
                MemorySegment a, long from, int bytes, MemorySegment b, long at, int more) {
            long n = send(a, from, bytes);
            return n < bytes ? n : n + send(b, at, more);
        }

        @Override
        protected void requestWritable() {}

        @Override
        protected void shutdownOutput() {}

        @Override
        public void close() {}
    }

    @Test
    void shouldResendTheSameBytes() throws IOException {
        System.out.println("replay.seed=" + SEED);
        Random random = new Random(SEED);
        for (int round = 0; round < 30; round++) {
            sendAndLose(random, random.nextInt(3) == 0 ? 3000 : 60_000);
        }
    }

    private static void sendAndLose(Random random, int largest) throws IOException {
        ReplayBuffer buffer = new ReplayBuffer(new PagePool(Long.MAX_VALUE), LIMIT, 0);
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        Deque<Long> ends = new ArrayDeque<>();
        long acked = 0;
        long sentTo = 0;
        for (int step = 0; step < 500; step++) {
            int bytes = 1 + random.nextInt(largest);
            if (buffer.room() >= bytes + 16) {
                append(buffer, all, random, bytes);
                ends.add((long) all.size());
            }
            Sink sink = new Sink(random);
            boolean allSent = buffer.flush(sink);
            byte[] expected = Arrays.copyOfRange(all.toByteArray(), (int) sentTo, all.size());
            byte[] seen = sink.taken.toByteArray();
            assertArrayEquals(Arrays.copyOf(expected, seen.length), seen);
            sentTo += seen.length;
            assertEquals(allSent, sentTo == all.size());
            assertEquals(all.size() - sentTo, buffer.unsentBytes());
            while (!ends.isEmpty() && ends.peek() <= sentTo && random.nextInt(3) > 0) {
                acked = ends.remove();
            }
            assertTrue(buffer.acknowledge(acked));
            assertEquals(acked, buffer.acknowledged());
            assertEquals(all.size(), buffer.end());
            if (random.nextInt(10) == 0) {
                buffer.rewind();
                sentTo = acked;
            }
        }
    }

    /** A header in the ring, and a payload in the ring or a zero-copy payload. */
    private static void append(
            ReplayBuffer buffer, ByteArrayOutputStream all, Random random, int bytes) {
        byte[] content = new byte[16 + bytes];
        random.nextBytes(content);
        MemorySegment memory = Arena.ofAuto().allocate(content.length);
        memory.copyFrom(MemorySegment.ofArray(content));
        long at = buffer.reserve(16);
        if (at < 0) {
            buffer.put(memory, 0, 16);
        } else {
            MemorySegment.copy(memory, 0, buffer.ring(), at, 16);
        }
        if (buffer.hasZeroCopySlot() && random.nextBoolean()) {
            buffer.putZeroCopy(memory, 16, bytes);
        } else {
            buffer.put(memory, 16, bytes);
        }
        all.writeBytes(content);
    }

    @Test
    void shouldRefuseImpossibleAcknowledgements() throws IOException {
        Random random = new Random(1);
        ReplayBuffer buffer = new ReplayBuffer(new PagePool(Long.MAX_VALUE), LIMIT, 0);
        MemorySegment memory = Arena.ofAuto().allocate(100);
        buffer.put(memory, 0, 10);
        assertFalse(buffer.acknowledge(1), "nothing was sent");
        buffer.putZeroCopy(memory, 0, 50);
        while (!buffer.flush(new Sink(random))) {
            assertTrue(buffer.unsentBytes() <= 60);
        }
        assertFalse(buffer.acknowledge(61), "more than there is");
        assertFalse(buffer.acknowledge(30), "the middle of a zero-copy payload");
        assertTrue(buffer.acknowledge(60));
        assertTrue(buffer.acknowledge(10), "old news");
        assertEquals(1, buffer.zeroCopyCompletions());
    }

    @Test
    void shouldKeepMoreOnALongPath() {
        ReplayBuffer buffer = new ReplayBuffer(new PagePool(Long.MAX_VALUE), LIMIT, 0);
        MemorySegment memory = Arena.ofAuto().allocate(LIMIT);
        buffer.put(memory, 0, LIMIT);
        assertEquals(0, buffer.room());
        buffer.raiseLimit(2 * LIMIT - 1);
        assertEquals(0, buffer.room());
        buffer.raiseLimit(2 * LIMIT);
        assertEquals(LIMIT, buffer.room());
        buffer.put(memory, 0, LIMIT);
        buffer.raiseLimit(Long.MAX_VALUE);
        buffer.raiseLimit(LIMIT);
        assertEquals(2 * LIMIT, buffer.room());
    }

    @Test
    void shouldFailWhenAZeroCopyBufferWasFreed() {
        ReplayBuffer buffer = new ReplayBuffer(new PagePool(Long.MAX_VALUE), LIMIT, 0);
        try (Arena arena = Arena.ofConfined()) {
            buffer.put(arena.allocate(10), 0, 10);
            buffer.putZeroCopy(arena.allocate(10), 0, 10);
        }
        assertThrows(UnrecoverableException.class, () -> buffer.flush(new Sink(new Random(1))));
    }
}
