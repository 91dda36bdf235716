package musubi.adi;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import musubi.region.Region;

import org.junit.jupiter.api.Test;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;

/** The part of the contract in which ranks run at the same time, sleep, and share memory. */
public abstract class ConcurrentTransportContract extends ClosedEndpointContract {
    private static final long LONG_NS = 200_000_000_000L;

    protected ConcurrentTransportContract() {}

    /** Whether {@link RemoteMemory#remoteKey} has a key for all memory, by reference. */
    protected boolean hasKeysForAllMemory() {
        return false;
    }

    /** Whether an arrival wakes a sleeping rank. */
    protected boolean wakesOnArrival() {
        return true;
    }

    @Test
    void shouldKeepOrderFromOneSender() throws Exception {
        int messages = 20_000;
        try (ContractJob job = open(2)) {
            job.inThreads(
                    rank -> {
                        if (rank == 0) {
                            sendNumbered(job, 0, 1, messages);
                        } else {
                            receiveNumbered(job, 1, 1, messages);
                        }
                    });
        }
    }

    @Test
    void shouldKeepOrderOfEachOfEightSenders() throws Exception {
        int messages = 3000;
        try (ContractJob job = open(9)) {
            job.inThreads(
                    rank -> {
                        if (rank == 8) {
                            receiveNumbered(job, 8, 8, messages);
                        } else {
                            sendNumbered(job, rank, 8, messages);
                        }
                    });
        }
    }

    @Test
    void shouldCarryTrafficAmongAll() throws Exception {
        int messages = 2000;
        int ranks = 4;
        try (ContractJob job = open(ranks)) {
            job.inThreads(
                    rank -> {
                        Numbers arriving = new Numbers(ranks);
                        job.inbound(rank).deliverTo(arriving::check);
                        sendToAllOthers(job, rank, messages);
                        job.receive(rank, messages * (ranks - 1));
                    });
        }
    }

    private void sendToAllOthers(ContractJob job, int rank, int messages) {
        Random mine = new Random(seed + rank);
        for (int i = 0; i < messages * job.ranks(); i++) {
            int to = i % job.ranks();
            if (to != rank) {
                sendNumber(job, rank, to, i / job.ranks(), mine);
            }
        }
    }

    private void sendNumbered(ContractJob job, int from, int to, int messages) {
        Random mine = new Random(seed + from);
        for (int i = 0; i < messages; i++) {
            sendNumber(job, from, to, i, mine);
        }
    }

    /** A message whose content is determined by its sender, its number and its length. */
    private static void sendNumber(ContractJob job, int from, int to, int number, Random mine) {
        int eager = job.transport(from).traits().eagerLimitBytes();
        int most = Math.min(mine.nextInt(20) == 0 ? eager : 200, 1 << 16);
        byte[] content = Patterns.bytes(from * 31L + number, mine.nextInt(most + 1));
        Envelope envelope = new Envelope();
        envelope.set(2, from, from, number, content.length, to);
        job.send(from, to, envelope, Patterns.region(content));
    }

    private static void receiveNumbered(ContractJob job, int rank, int senders, int messages) {
        Numbers arriving = new Numbers(job.ranks());
        job.inbound(rank).deliverTo(arriving::check);
        job.receive(rank, senders * messages);
    }

    /** Checks that each sender's messages arrive whole and in order. */
    private static final class Numbers {
        private final int[] next;

        Numbers(int ranks) {
            next = new int[ranks];
        }

        void check(Received message) {
            int from = message.from();
            int number = next[from]++;
            assertEquals(number, message.envelope().tag, "from=" + from);
            byte[] expected = Patterns.bytes(from * 31L + number, message.payload().length);
            assertEquals(message.envelope().length, expected.length);
            assertArrayEquals(expected, message.payload());
        }
    }

    @Test
    void shouldWakeWhenAMessageArrives() throws Exception {
        assumeTrue(wakesOnArrival());
        try (ContractJob job = open(2)) {
            job.inThreads(
                    rank -> {
                        for (int i = 1; i <= 5; i++) {
                            if (rank == 0) {
                                LockSupport.parkNanos(30_000_000);
                                job.send(0, 1, envelope(i, 0), Patterns.region(new byte[8]));
                            } else {
                                receiveAsleep(job, 1, i, LONG_NS);
                            }
                        }
                    });
        }
    }

    private static void receiveAsleep(ContractJob job, int rank, int messages, long timeoutNs) {
        long start = System.nanoTime();
        while (job.inbound(rank).arrived() < messages) {
            if (job.transport(rank).poll(64) == 0) {
                job.transport(rank).sleep(timeoutNs);
            }
        }
        assertTrue(System.nanoTime() - start < LONG_NS / 2, "slept too long");
    }

    @Test
    void shouldNotSleepWhenSomethingHasArrived() {
        assumeTrue(wakesOnArrival());
        try (ContractJob job = open(2)) {
            job.drive(0, 1, envelope(0, 0), Patterns.region(new byte[8]));
            long start = System.nanoTime();
            job.transport(1).sleep(LONG_NS);
            assertTrue(System.nanoTime() - start < LONG_NS / 2, "slept too long");
            receiveAsleep(job, 1, 1, LONG_NS);
        }
    }

    @Test
    void shouldWakeWhenTheTimeoutExpires() {
        try (ContractJob job = open(2)) {
            long start = System.nanoTime();
            for (int i = 0; i < 10; i++) {
                job.transport(1).sleep(1_000_000);
            }
            assertTrue(System.nanoTime() - start < LONG_NS / 2, "slept too long");
        }
    }

    @Test
    void shouldWakeWhenAMessageRacesWithSleep() throws Exception {
        assumeTrue(wakesOnArrival());
        int rounds = 5000;
        try (ContractJob job = open(2)) {
            job.inThreads(
                    rank -> {
                        Random mine = new Random(seed + rank);
                        for (int i = 1; i <= rounds; i++) {
                            if (rank == 0) {
                                job.send(0, 1, envelope(i, 0), Patterns.region(new byte[8]));
                            }
                            receiveAsleep(job, rank, i, LONG_NS);
                            for (int spin = mine.nextInt(3000); spin > 0; spin--) {
                                Thread.onSpinWait();
                            }
                            if (rank == 1) {
                                job.send(1, 0, envelope(i, 0), Patterns.region(new byte[8]));
                            }
                        }
                    });
        }
    }

    @Test
    void shouldWakeWhenManySendersRace() throws Exception {
        assumeTrue(wakesOnArrival());
        int messages = 2000;
        try (ContractJob job = open(5)) {
            job.inThreads(
                    rank -> {
                        if (rank == 4) {
                            receiveAsleepFrom(job, 4, 4 * messages);
                        } else {
                            sendNumbered(job, rank, 4, messages);
                        }
                    });
        }
    }

    private static void receiveAsleepFrom(ContractJob job, int rank, int messages) {
        job.inbound(rank).deliverTo(new Numbers(job.ranks())::check);
        while (job.inbound(rank).arrived() < messages) {
            receiveAsleep(job, rank, job.inbound(rank).arrived() + 1, LONG_NS);
        }
    }

    private static RemoteMemory remoteMemory(ContractJob job, int from, int to) {
        return job.endpoint(from, to).capability(RemoteMemory.class);
    }

    @Test
    void shouldReachRemoteMemory() {
        assumeTrue(has(MemoryPool.class));
        try (ContractJob job = open(3)) {
            MemorySegment theirs = job.transport(1).capability(MemoryPool.class).allocate(5000);
            byte[] content = Patterns.bytes(seed, 3000);
            Region region = new Region().wrap(theirs, 100, 4000);
            long key = remoteMemory(job, 1, 0).remoteKey(region);
            assertTrue(key >= 0);
            assertEquals(key, remoteMemory(job, 1, 2).remoteKey(region), "the same for all peers");
            RemoteMemory remote = remoteMemory(job, 0, 1);
            Region source = Patterns.region(content);
            while (remote.tryPut(key, 50, source, 10, 2000) != SendOutcome.ACCEPTED) {
                job.pollAll();
            }
            byte[] seen = theirs.asSlice(150, 2000).toArray(ValueLayout.JAVA_BYTE);
            assertArrayEquals(java.util.Arrays.copyOfRange(content, 10, 2010), seen);
            double[] target = new double[300];
            Region into = new Region().wrapArray(target, 0, 2400);
            while (remote.tryGet(key, 50, into, 16, 1000) != SendOutcome.ACCEPTED) {
                job.pollAll();
            }
            byte[] got =
                    MemorySegment.ofArray(target).asSlice(16, 1000).toArray(ValueLayout.JAVA_BYTE);
            assertArrayEquals(java.util.Arrays.copyOfRange(content, 10, 1010), got);
            assertEquals(0, target[0]);
        }
    }

    @Test
    void shouldReachOrdinaryMemoryOrHaveNoKeyForIt() {
        assumeTrue(has(RemoteMemory.class) && !hasKeysForAllMemory());
        byte[] content = Patterns.bytes(seed, 200_000);
        try (ContractJob job = open(2)) {
            for (Region theirs : Patterns.inAllKinds(content, 1)) {
                long key = remoteMemory(job, 1, 0).remoteKey(theirs);
                if (key >= 0) {
                    reachOrdinaryMemory(job, key, content);
                }
                remoteMemory(job, 1, 0).forget(key);
            }
        }
    }

    /** Gets the contents, and puts others. */
    private void reachOrdinaryMemory(ContractJob job, long key, byte[] content) {
        int offset = 1 + random.nextInt(1000);
        int bytes = random.nextInt(content.length - 2 * offset);
        byte[] expected = java.util.Arrays.copyOfRange(content, offset, offset + bytes);
        for (Region into : Patterns.inAllKinds(new byte[content.length], 1)) {
            get(job, key, offset, into, bytes);
            byte[] got = new byte[bytes];
            into.copyTo(8, MemorySegment.ofArray(got), 0, bytes);
            assertArrayEquals(expected, got);
        }
        boolean[] flags = new boolean[99];
        Region source = Patterns.booleans(flags, 0, flags.length);
        while (remoteMemory(job, 0, 1).tryPut(key, offset, source, 0, 99) != SendOutcome.ACCEPTED) {
            job.pollAll();
        }
        boolean[] back = new boolean[content.length];
        get(job, key, offset, new Region().wrapArray(back, 0, back.length), 99);
        assertArrayEquals(flags, java.util.Arrays.copyOfRange(back, 8, 8 + 99));
    }

    private static void get(ContractJob job, long key, long offset, Region into, long bytes) {
        while (remoteMemory(job, 0, 1).tryGet(key, offset, into, 8, bytes)
                != SendOutcome.ACCEPTED) {
            job.pollAll();
        }
    }

    @Test
    void shouldGiveZeroedSeparateMemory() {
        assumeTrue(has(MemoryPool.class));
        try (ContractJob job = open(2)) {
            MemoryPool pool = job.transport(0).capability(MemoryPool.class);
            List<MemorySegment> pieces = new ArrayList<>();
            for (int i = 0; i < 2000; i++) {
                if (!pieces.isEmpty() && random.nextInt(3) == 0) {
                    MemorySegment old = pieces.remove(random.nextInt(pieces.size()));
                    assertTrue(isAll(old, (byte) old.byteSize()), "pieces overlap");
                } else {
                    MemorySegment piece = pool.allocate(random.nextInt(20_000));
                    assertTrue(isAll(piece, (byte) 0), "not zeroed");
                    piece.fill((byte) piece.byteSize());
                    pieces.add(piece);
                }
            }
            pieces.forEach(piece -> assertTrue(isAll(piece, (byte) piece.byteSize())));
        }
    }

    private static boolean isAll(MemorySegment memory, byte value) {
        for (long i = 0; i < memory.byteSize(); i++) {
            if (memory.get(ValueLayout.JAVA_BYTE, i) != value) {
                return false;
            }
        }
        return true;
    }
}
