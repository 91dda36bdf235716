package musubi.tcp.frame;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.adi.Envelope;
import musubi.adi.Inbound;
import musubi.adi.SendOutcome;
import musubi.region.Region;
import musubi.tcp.config.TcpOptions;
import musubi.tcp.memory.FrameMemory;
import musubi.tcp.socket.MemoryStream;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Random;

/** Writers and readers of frames, over connections in memory that break anywhere. */
final class FrameStreamTest {
    private static final long SEED = Long.getLong("frames.seed", System.nanoTime());

    /** Most bytes transferred before the next break. */
    private static final int MOST_BYTES = 256 << 10;

    private static final int LARGEST_BYTES = MOST_BYTES + 1024;
    private static final MemorySegment PATTERN = pattern();
    private static final byte[] PATTERN_ARRAY = PATTERN.toArray(ValueLayout.JAVA_BYTE);

    private static MemorySegment pattern() {
        byte[] bytes = new byte[LARGEST_BYTES];
        new Random(1).nextBytes(bytes);
        return Arena.ofAuto().allocate(bytes.length).copyFrom(MemorySegment.ofArray(bytes));
    }

    /** A reader of the only stream of a peer. */
    private static FrameReader reader(
            Inbound inbound, FrameWriter writer, FrameMemory memory, boolean checksums) {
        StripeOrder.Turn only = new StripeOrder.Turn(new StripeOrder(), 0);
        return new FrameReader(inbound, 1, writer, options(checksums), memory.reads(), only);
    }

    private static TcpOptions options(boolean checksums) {
        return new TcpOptions(FrameWriter.MIN_BUFFER_BYTES, checksums, 1, 1, 1, 0, 1, 1, 1, null);
    }

    /** One end of a session. */
    private static final class End implements Inbound {
        private final AckState receipt = new AckState();
        private final FrameWriter writer;
        private final FrameReader reader;
        private final PollCount polls = new PollCount();
        private final MemorySegment zoneMemory = Arena.ofAuto().allocate(LARGEST_BYTES);
        private final byte[] zoneArray = new byte[LARGEST_BYTES];
        private final Region zone = new Region();
        private MemoryStream stream;
        private int sent;
        private int received;

        End(boolean checksums, FrameMemory memory) {
            writer = new FrameWriter(receipt, options(checksums), memory.writes(), 0);
            writer.observe(polls);
            reader = reader(this, writer, memory, checksums);
        }

        void connect(MemoryStream connection, End other) {
            reader.detach();
            writer.detach();
            stream = connection;
            assertTrue(writer.attach(connection, other.receipt.received()));
            reader.attach(connection);
        }

        void send() {
            int bytes = bytesOf(sent);
            Region region =
                    sent % 4 < 2
                            ? new Region().wrap(PATTERN, sent % 1000, bytes)
                            : new Region().wrapArray(PATTERN_ARRAY, sent % 1000, bytes);
            boolean lends = bytes > 20_000 && sent % 2 == 0;
            Envelope envelope = new Envelope();
            envelope.set(1, 7, 0, sent, 0, 0);
            SendOutcome outcome =
                    lends
                            ? writer.trySendZeroCopy(envelope, region, 0, bytes, sent & 0x200)
                            : writer.trySend(envelope, region, 0, bytes);
            sent += outcome == SendOutcome.ACCEPTED ? 1 : 0;
        }

        /** Returns false when the connection has ended. */
        boolean poll(int limit) {
            stream.look();
            polls.increment();
            writer.flush();
            try {
                reader.poll(limit);
            } catch (IOException e) {
                return false;
            }
            if (receipt.isDue()) {
                writer.sendAck();
            }
            return !reader.hasEnded() && writer.failure() == null;
        }

        @Override
        public void onMessage(int from, Envelope envelope, Region payload) {
            check(envelope, payload.segment(), payload.base(), payload.length());
        }

        private void check(Envelope envelope, MemorySegment memory, long base, long bytes) {
            assertEquals(received, envelope.tag, "lost, doubled or reordered");
            assertEquals(bytesOf(received), bytes);
            long start = received % 1000;
            long difference =
                    MemorySegment.mismatch(
                            memory, base, base + bytes, PATTERN, start, start + bytes);
            assertEquals(-1, difference, "content");
            received++;
        }

        @Override
        public Region landingZone(int from, Envelope envelope, long bytes) {
            return switch (envelope.tag % 3) {
                case 0 -> null;
                case 1 -> zone.wrap(zoneMemory, 0, bytes);
                default -> zone.wrapArray(zoneArray, 5, bytes);
            };
        }

        @Override
        public void onLanded(int from, Envelope envelope, long bytes) {
            if (envelope.tag % 3 == 1) {
                check(envelope, zoneMemory, 0, bytes);
            } else {
                check(envelope, MemorySegment.ofArray(zoneArray), 5, bytes);
            }
        }

        @Override
        public void onPeerLost(int peer, String reason) {}
    }

    private static int bytesOf(int number) {
        int hash = number * 0x9e3779b1 >>> 8;
        return switch (hash % 20) {
            case 0 -> hash % (MOST_BYTES + 1);
            case 1, 2, 3 -> hash % 20_000;
            default -> hash % 100;
        };
    }

    private static void exchange(int messages, int breaksOneIn, boolean damages) {
        exchange(messages, breaksOneIn, damages, FrameMemory.of(0));
    }

    private static void exchange(
            int messages, int breaksOneIn, boolean damages, FrameMemory memory) {
        System.out.println("frames.seed=" + SEED);
        Random random = new Random(SEED);
        End[] ends = {new End(damages, memory), new End(damages, memory)};
        connect(ends, random);
        int connections = 1;
        for (long step = 0; ends[0].received + ends[1].received < 2 * messages; step++) {
            assertTrue(step < 1000L * messages, "no progress");
            End end = ends[random.nextInt(2)];
            if (end.sent < messages && random.nextBoolean()) {
                end.send();
            }
            boolean works = end.poll(random.nextInt(4));
            if (step % 16 == 0) {
                memory.tick();
            }
            if (random.nextInt(breaksOneIn) == 0) {
                if (damages) {
                    end.stream.damage();
                } else {
                    end.stream.cut();
                }
            }
            if (!works || damages && random.nextInt(2000) == 0) {
                connect(ends, random);
                connections++;
            }
        }
        assertTrue(connections > 10, "too few connections: " + connections);
    }

    private static void connect(End[] ends, Random random) {
        MemoryStream[] streams = MemoryStream.pair(random);
        long[] received = {ends[0].receipt.received(), ends[1].receipt.received()};
        ends[0].connect(streams[0], ends[1]);
        ends[1].connect(streams[1], ends[0]);
        assertEquals(received[0], ends[0].receipt.received());
    }

    @Test
    void shouldDeliverOnceAndInOrderOverManyConnections() {
        exchange(20_000, 100, false);
    }

    @Test
    void shouldDeliverOverAStableConnection() {
        exchange(5000, 4000, false);
    }

    /** Less than two of the longest messages need. */
    @Test
    void shouldDeliverWithLittleMemory() {
        FrameMemory memory = FrameMemory.of(1 << 20);
        exchange(2000, 100, false, memory);
        exchange(2000, 500, false, memory);
    }

    @Test
    void shouldDetectCorruption() {
        exchange(5000, 100, true);
    }

    @Test
    void shouldRefuseRandomBytes() {
        Random random = new Random(SEED);
        System.out.println("frames.seed=" + SEED);
        for (int round = 0; round < 20_000; round++) {
            byte[] content = new byte[random.nextInt(400)];
            random.nextBytes(content);
            if (random.nextBoolean() && content.length > 8) {
                // Starts like a valid frame.
                MemorySegment memory = MemorySegment.ofArray(content);
                memory.set(ValueLayout.JAVA_INT_UNALIGNED, 0, random.nextInt(90));
                memory.set(ValueLayout.JAVA_INT_UNALIGNED, 4, 1 + random.nextInt(3));
            }
            readAll(content, random, round % 2 == 0);
        }
    }

    private static void readAll(byte[] content, Random random, boolean checksums) {
        AckState receipt = new AckState();
        FrameMemory memory = FrameMemory.of(0);
        FrameWriter writer = new FrameWriter(receipt, options(checksums), memory.writes(), 0);
        Counting counting = new Counting();
        FrameReader reader = reader(counting, writer, memory, checksums);
        MemoryStream stream = MemoryStream.of(content, random);
        writer.attach(stream, 0);
        reader.attach(stream);
        try {
            while (!reader.hasEnded()) {
                reader.poll(10);
            }
        } catch (IOException e) {
            assertTrue(e.getMessage() != null);
        }
        assertTrue(counting.bytes <= content.length, "more than was sent");
        assertTrue(!checksums || counting.bytes == 0, "random bytes passed for a frame");
    }

    private static final class Counting implements Inbound {
        private long bytes;

        @Override
        public void onMessage(int from, Envelope envelope, Region payload) {
            bytes += FrameDescriptor.HEADER_BYTES + payload.length();
        }

        @Override
        public Region landingZone(int from, Envelope envelope, long length) {
            return null;
        }

        @Override
        public void onLanded(int from, Envelope envelope, long length) {}

        @Override
        public void onPeerLost(int peer, String reason) {}
    }

    @Test
    void shouldRefuseAPayloadLargerThanAFragment() {
        byte[] header = new byte[FrameDescriptor.HEADER_BYTES];
        MemorySegment memory = MemorySegment.ofArray(header);
        memory.set(
                ValueLayout.JAVA_INT_UNALIGNED,
                FrameDescriptor.LENGTH,
                FrameDescriptor.FRAGMENT_BYTES + 1);
        memory.set(
                ValueLayout.JAVA_INT_UNALIGNED, FrameDescriptor.KIND, FrameDescriptor.KIND_MESSAGE);
        FrameMemory pools = FrameMemory.of(0);
        FrameWriter writer = new FrameWriter(new AckState(), options(false), pools.writes(), 0);
        FrameReader reader = reader(new Counting(), writer, pools, false);
        MemoryStream stream = MemoryStream.of(header, new Random(1));
        reader.attach(stream);
        assertThrows(IOException.class, () -> readUntilEnd(reader));
    }

    private static void readUntilEnd(FrameReader reader) throws IOException {
        while (!reader.hasEnded()) {
            reader.poll(1);
        }
    }
}
