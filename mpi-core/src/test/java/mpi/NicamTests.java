package mpi;

import static mpi.InJob.meet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import nicam.Copy;
import nicam.Half;
import nicam.Nicam;
import nicam.NicamException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/** The primitives of NICAM, on nodes that reach each other's memory and on those that do not. */
interface NicamTests extends InJob {
    int BYTES = 100_000;

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5})
    default void shouldNotifyWhenDataAreThere(int ranks) {
        job(ranks).run(() -> copyAround(ranks, 12));
    }

    private static void copyAround(int ranks, int rounds) {
        try (Nicam nicam = MPI.COMM_WORLD.nicam()) {
            int me = nicam.node();
            int next = (me + 1) % ranks;
            int before = (me + ranks - 1) % ranks;
            ByteBuffer memory = MPI.newByteBuffer(2 * BYTES + me);
            int region = nicam.lockMemory(memory);
            for (int round = 1; round <= rounds; round++) {
                for (int i = 0; i < BYTES; i += 997) {
                    memory.put(i, (byte) (i + me + round));
                }
                nicam.copyNotify(new Copy(me, region, 0, next, region, BYTES, BYTES), 7, round);
                nicam.await(7, round);
                for (int i = 0; i < BYTES; i += 997) {
                    assertEquals((byte) (i + before + round), memory.get(BYTES + i));
                }
                nicam.sync(8, round);
                nicam.await(8, round);
                nicam.barrier(9);
                nicam.await(9, round);
            }
        }
    }

    @Test
    default void shouldCopyWhenAThirdNodeIssuesIt() {
        job(3).run(NicamTests::copyForOthers);
    }

    private static void copyForOthers() {
        try (Nicam nicam = MPI.COMM_WORLD.nicam()) {
            int me = nicam.node();
            ByteBuffer memory = ByteBuffer.allocateDirect(BYTES);
            memory.put(10, (byte) (40 + me));
            int region = nicam.lockMemory(memory);
            if (me == 0) {
                nicam.copyNotify(new Copy(1, region, 10, 2, region, 20, 500), 3, 1);
                nicam.copyNotify(new Copy(2, region, 10, 0, region, 30, 1), 3, 1);
                nicam.await(3, 1);
                assertEquals(42, memory.get(30));
                nicam.sync(4, 1);
                nicam.await(4, 1);
                nicam.write(1, 5, 9);
            } else if (me == 1) {
                nicam.await(5, 9);
            } else {
                nicam.await(3, 1);
                assertEquals(41, memory.get(20));
            }
            nicam.barrier(6);
            nicam.await(6, 1);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 4})
    default void shouldRaiseTheFlagWhenAllArrivalsAreCounted(int ranks) {
        job(ranks).run(() -> countArrivals(ranks, 50));
    }

    private static void countArrivals(int ranks, int each) {
        try (Nicam nicam = MPI.COMM_WORLD.nicam()) {
            int me = nicam.node();
            ByteBuffer memory = MPI.newByteBuffer(BYTES);
            int region = nicam.lockMemory(memory);
            if (me == 0) {
                nicam.setCounter(11, (long) (ranks - 1) * each, 12, 5);
                nicam.await(12, 5);
                assertEquals((long) (ranks - 1) * each, nicam.counter(11));
                for (int node = 1; node < ranks; node++) {
                    assertEquals((byte) (each + node), memory.get(100 * node + each));
                }
                nicam.setCounter(11, 1, 12, 6);
                nicam.await(12, 6);
            } else {
                for (int i = 1; i <= each; i++) {
                    memory.put(i, (byte) (i + me));
                    nicam.copyCountUp(new Copy(me, region, i, 0, region, 100 * me + i, 1), 11);
                }
            }
            nicam.barrier(13);
            nicam.await(13, 1);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 5})
    default void shouldReachAllNodesWhenBroadcast(int ranks) {
        job(ranks).run(NicamTests::broadcastAndDiscard);
    }

    private static void broadcastAndDiscard() {
        try (Nicam nicam = MPI.COMM_WORLD.nicam()) {
            int me = nicam.node();
            ByteBuffer memory = MPI.newByteBuffer(BYTES);
            int region = nicam.lockMemory(memory);
            if (me == 1) {
                memory.put(50, (byte) 77).put(BYTES - 1, (byte) 78);
                nicam.broadcast(region, 50, BYTES - 50, 2, 1);
            }
            nicam.await(2, 1);
            assertEquals(77, memory.get(50));
            assertEquals(78, memory.get(BYTES - 1));
            nicam.discardBroadcasts(me == 0);
            nicam.barrier(3);
            nicam.await(3, 1);
            if (me == 1) {
                memory.put(50, (byte) 79);
                nicam.broadcast(region, 50, 1, 2, 2);
                nicam.sync(4, 1);
                nicam.await(4, 1);
            }
            nicam.barrier(3);
            nicam.await(3, 2);
            assertEquals(me == 0 ? 77 : 79, memory.get(50));
            assertEquals(me == 0 ? 1 : 2, nicam.flag(2));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 6})
    default void shouldCompleteInOrderWhenManyBarriersAreOutstanding(int ranks) {
        job(ranks).run(NicamTests::startManyBarriers);
    }

    private static void startManyBarriers() {
        try (Nicam nicam = MPI.COMM_WORLD.nicam()) {
            for (int round = 1; round <= 30; round++) {
                startSixteen(nicam, round);
            }
            for (int k = 0; k < 2000; k++) {
                nicam.barrier(100);
            }
            nicam.await(100, 2000);
            assertEquals(2000, nicam.flag(100));
        }
    }

    private static void startSixteen(Nicam nicam, int round) {
        for (int k = 0; k < 16; k++) {
            nicam.barrier(k);
        }
        nicam.await(15, round);
        for (int k = 0; k < 16; k++) {
            assertTrue(nicam.flag(k) >= round, "flag " + k);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3})
    default void shouldPairHalvesByKeyWhenTheyComeInAnyOrder(int ranks) {
        long seed = System.nanoTime();
        System.out.println("nicam.seed=" + seed);
        job(ranks).run(() -> pairHalves(ranks, seed));
    }

    /** Each node sends 60 items to the next one, with 10 keys; equal keys in order. */
    private static void pairHalves(int ranks, long seed) {
        int items = 60;
        int keys = 10;
        Random random = new Random(seed + MPI.COMM_WORLD.getRank());
        try (Nicam nicam = MPI.COMM_WORLD.nicam()) {
            int me = nicam.node();
            int next = (me + 1) % ranks;
            int before = (me + ranks - 1) % ranks;
            ByteBuffer memory = MPI.newByteBuffer(16 * items);
            int region = nicam.lockMemory(memory);
            int[] sent = new int[keys];
            int[] received = new int[keys];
            for (int pick : picks(random, keys, items / keys)) {
                int key = pick % keys;
                int turn = pick < keys ? sent[key]++ : received[key]++;
                int item = key * (items / keys) + turn;
                if (pick < keys) {
                    memory.putLong(8 * item, 1000L * me + item);
                    nicam.copySource(
                            key, next, new Half(region, 8L * item, 8, 200 + key, turn + 1));
                } else {
                    long at = 8L * (items + item);
                    nicam.copyDestination(
                            key, before, new Half(region, at, 8, 300 + key, turn + 1));
                }
            }
            for (int key = 0; key < keys; key++) {
                nicam.await(300 + key, items / keys);
                nicam.await(200 + key, items / keys);
            }
            for (int item = 0; item < items; item++) {
                assertEquals(1000L * before + item, memory.getLong(8 * (items + item)));
            }
            nicam.barrier(1);
            nicam.await(1, 1);
        }
    }

    /** In each turn, the halves of all keys in random order: the source's below {@code keys}. */
    private static List<Integer> picks(Random random, int keys, int turns) {
        List<Integer> picks = new ArrayList<>();
        for (int turn = 0; turn < turns; turn++) {
            List<Integer> order = new ArrayList<>();
            for (int pick = 0; pick < 2 * keys; pick++) {
                order.add(pick);
            }
            Collections.shuffle(order, random);
            picks.addAll(order);
        }
        return picks;
    }

    @Test
    default void shouldFailWhenARangeDoesNotExist() {
        job(2).run(NicamTests::passWrongRanges);
    }

    private static void passWrongRanges() {
        try (Nicam nicam = MPI.COMM_WORLD.nicam()) {
            int region = nicam.lockMemory(MPI.newByteBuffer(100));
            assertThrows(NicamException.class, () -> nicam.lockMemory(ByteBuffer.allocate(8)));
            for (Copy wrong :
                    List.of(
                            new Copy(0, region, 0, 1, region, 1, 100),
                            new Copy(0, region, -1, 1, region, 0, 1),
                            new Copy(0, region + 1, 0, 1, region, 0, 1),
                            new Copy(0, region, 0, 2, region, 0, 1),
                            new Copy(0, region, 0, 1, region, 0, -1))) {
                assertThrows(NicamException.class, () -> nicam.copy(wrong));
            }
            NicamException flag =
                    assertThrows(NicamException.class, () -> nicam.write(0, Nicam.FLAGS, 1));
            assertTrue(flag.getMessage().contains("flags=1024"), flag.getMessage());
            assertThrows(NicamException.class, () -> nicam.barrier(-1));
            assertThrows(NicamException.class, () -> nicam.write(-1, 0, 1));
            meet();
        }
    }

    @Test
    default void shouldTakeCommandsOfAllThreadsWhenTheyCallAtOnce() {
        job(2).runBare(NicamTests::callFromThreads);
    }

    private static void callFromThreads() throws InterruptedException {
        MPI.InitThread(new String[0], MPI.THREAD_MULTIPLE);
        int threads = 3;
        int rounds = 200;
        try (Nicam nicam = MPI.COMM_WORLD.nicam()) {
            int me = nicam.node();
            ByteBuffer memory = MPI.newByteBuffer(64 * threads);
            int region = nicam.lockMemory(memory);
            List<Throwable> failures = Collections.synchronizedList(new ArrayList<>());
            List<Thread> all = new ArrayList<>();
            for (int t = 0; t < threads; t++) {
                int own = t;
                Thread thread =
                        new Thread(() -> exchange(nicam, memory, region, own, rounds, failures));
                thread.start();
                all.add(thread);
            }
            for (Thread thread : all) {
                thread.join();
            }
            assertEquals(List.of(), failures);
            assertEquals(0, me - nicam.node());
        }
        MPI.Finalize();
    }

    private static void exchange(
            Nicam nicam,
            ByteBuffer memory,
            int region,
            int own,
            int rounds,
            List<Throwable> failures) {
        try {
            int me = nicam.node();
            for (int round = 1; round <= rounds; round++) {
                memory.putLong(64 * own, 10L * round + me);
                nicam.copyNotify(
                        new Copy(me, region, 64L * own, 1 - me, region, 64L * own + 8, 8),
                        own,
                        round);
                nicam.await(own, round);
                assertEquals(10L * round + 1 - me, memory.getLong(64 * own + 8));
                nicam.write(1 - me, 100 + own, round);
                nicam.await(100 + own, round);
            }
        } catch (RuntimeException | Error e) {
            failures.add(e);
        }
    }
}
