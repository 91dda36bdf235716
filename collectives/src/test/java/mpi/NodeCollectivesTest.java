package mpi;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.job.IsolatedJob;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Map;
import java.util.Random;

/** Barrier and short allReduce by the flags of a node. */
class NodeCollectivesTest {
    private static final int MOST_INTS = 12;

    private static IsolatedJob job(int ranks) {
        return IsolatedJob.of(ranks, Map.of("transport", "self,shm"));
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 8, 16})
    void shouldReduceOnWorldAndItsPartsWhenCallsMix(int ranks) {
        long seed = System.nanoTime();
        System.out.println("seed=" + seed);
        job(ranks).run(() -> mixCalls(seed));
    }

    private static void mixCalls(long seed) {
        Intracomm world = MPI.COMM_WORLD;
        Intracomm half = world.split(world.getRank() % 2, -world.getRank());
        Intracomm twin = world.dup();
        Random random = new Random(seed);
        for (int round = 0; round < 200; round++) {
            Intracomm comm =
                    switch (random.nextInt(3)) {
                        case 0 -> world;
                        case 1 -> half;
                        default -> twin;
                    };
            int count = random.nextInt(MOST_INTS + 3);
            boolean inPlace = random.nextBoolean();
            reduce(comm, count, inPlace, round, "seed=" + seed + " round=" + round);
            if (random.nextInt(4) == 0) {
                comm.barrier();
            }
        }
    }

    private static void reduce(Intracomm comm, int count, boolean inPlace, int round, String what) {
        int[] data = new int[count];
        int[] expected = new int[count];
        for (int i = 0; i < count; i++) {
            data[i] = value(comm.getRank(), i, round);
            for (int rank = 0; rank < comm.getSize(); rank++) {
                expected[i] += value(rank, i, round);
            }
        }
        int[] result = inPlace ? data : new int[count];
        if (inPlace) {
            comm.allReduce(data, count, MPI.INT, MPI.SUM);
        } else {
            comm.allReduce(data, result, count, MPI.INT, MPI.SUM);
        }
        assertArrayEquals(expected, result, what + " count=" + count + " inPlace=" + inPlace);
    }

    private static int value(int rank, int i, int round) {
        return 31 * rank + 7 * i + round;
    }

    @Test
    void shouldKeepTheOrderOfRanksWhenTheOperationDoesNotCommute() {
        job(5).run(
                        () -> {
                            Op last = new Op(new Digits(), false);
                            int[] digits = {MPI.COMM_WORLD.getRank() + 1, 10};
                            int[] joined = new int[2];
                            MPI.COMM_WORLD.allReduce(digits, joined, 2, MPI.INT, last);
                            assertArrayEquals(new int[] {12345, 100_000}, joined);
                        });
    }

    /** Counts for inline data, staging areas, and access by reference. */
    @ParameterizedTest
    @CsvSource({
        "2, 3, 2",
        "2, 500, 2",
        "2, 2048, 2",
        "2, 50000, 2",
        "3, 500, 2",
        "3, 50000, 2",
        "5, 20000, 2",
        "9, 1500, 1"
    })
    void shouldKeepTheOrderOfRanksWhenThereAreManyElements(int ranks, int count, int cores) {
        job(ranks).with("cores", Integer.toString(cores)).run(() -> composeMaps(count));
    }

    private static void composeMaps(int count) {
        Intracomm comm = MPI.COMM_WORLD;
        Op compose = new Op(new Composition(), false);
        long[] own = maps(comm.getRank(), count);
        long[] expected = maps(comm.getSize() - 1, count);
        for (int rank = comm.getSize() - 2; rank >= 0; rank--) {
            new Composition().call(maps(rank, count), expected, count, MPI.LONG);
        }
        long[] result = new long[count];
        comm.allReduce(own, result, count, MPI.LONG, compose);
        assertArrayEquals(expected, result, "allReduce");
        long[] room = new long[count + 1];
        comm.allReduce(own, MPI.slice(room, 1), count, MPI.LONG, compose);
        assertArrayEquals(
                expected, Arrays.copyOfRange(room, 1, count + 1), "allReduce with offset");
        for (int root = 0; root < comm.getSize(); root++) {
            Arrays.fill(result, 0);
            comm.reduce(own, result, count, MPI.LONG, compose, root);
            long[] reduced = comm.getRank() == root ? expected : new long[count];
            assertArrayEquals(reduced, result, "reduce to " + root);
        }
        assertArrayEquals(maps(comm.getRank(), count), own, "sent");
        comm.allReduce(own, count, MPI.LONG, compose);
        assertArrayEquals(expected, own, "allReduce in place");
        compose.free();
    }

    private static long[] maps(int rank, int count) {
        return new Random(rank).longs(count).toArray();
    }

    /** Maps x -> ax + b of ints, a in the upper half of a long: first the right, then the left. */
    private static final class Composition extends UserFunction {
        @Override
        public void call(Object in, Object inout, int count, Datatype type) {
            long[] left = (long[]) in;
            long[] right = (long[]) inout;
            for (int i = 0; i < count; i++) {
                int a = (int) (left[i] >> 32);
                int factor = a * (int) (right[i] >> 32);
                int summand = a * (int) right[i] + (int) left[i];
                right[i] = (long) factor << 32 | Integer.toUnsignedLong(summand);
            }
        }
    }

    /** (number, power of ten) pairs: puts the digits of the left one before the right one's. */
    private static final class Digits extends UserFunction {
        @Override
        public void call(Object in, Object inout, int count, Datatype type) {
            int[] left = (int[]) in;
            int[] right = (int[]) inout;
            right[0] = left[0] * right[1] + right[0];
            right[1] = left[1] * right[1];
        }
    }

    @Test
    void shouldReduceDirectBuffersAndPairs() {
        job(4).run(
                        () -> {
                            int me = MPI.COMM_WORLD.getRank();
                            ByteBuffer mine = ByteBuffer.allocateDirect(16);
                            ByteBuffer most = MPI.newByteBuffer(16);
                            mine.order(ByteOrder.nativeOrder()).putDouble(8, me);
                            most.order(ByteOrder.nativeOrder());
                            MPI.COMM_WORLD.allReduce(mine, most, 2, MPI.DOUBLE, MPI.MAX);
                            assertEquals(3.0, most.getDouble(8));
                            int[] pair = {7 - me / 2, me};
                            int[] least = new int[2];
                            MPI.COMM_WORLD.allReduce(pair, least, 1, MPI.INT2, MPI.MINLOC);
                            assertArrayEquals(new int[] {6, 2}, least);
                        });
    }

    @Test
    void shouldFailOnAllRanksWhenCountsDiffer() {
        job(3).run(
                        () -> {
                            MPI.COMM_WORLD.setErrhandler(MPI.ERRORS_RETURN);
                            int count = MPI.COMM_WORLD.getRank() == 2 ? 3 : 2;
                            MPIException e =
                                    assertThrows(
                                            MPIException.class,
                                            () -> sum(MPI.COMM_WORLD, new long[count]));
                            assertTrue(e.getMessage().contains("disagree"), e.getMessage());
                            long[] one = {1};
                            sum(MPI.COMM_WORLD, one);
                            assertEquals(3, one[0]);
                        });
    }

    /**
     * Ranks with different algorithms by their counts, 1500 collected, must report disagreement.
     */
    @ParameterizedTest
    @CsvSource({"0, 1500, 1400", "4, 1500, 1400", "0, 1500, 3", "4, 1500, 3", "4, 1500, 5000"})
    void shouldFailOnAllRanksWhenCountsOfManyDiffer(int other, int count, int otherCount) {
        job(9).with("cores", "1")
                .run(
                        () -> {
                            MPI.COMM_WORLD.setErrhandler(MPI.ERRORS_RETURN);
                            boolean isOther = MPI.COMM_WORLD.getRank() == other;
                            long[] data = new long[isOther ? otherCount : count];
                            assertThrows(MPIException.class, () -> sum(MPI.COMM_WORLD, data));
                            long[] again = new long[count];
                            Arrays.fill(again, 1);
                            sum(MPI.COMM_WORLD, again);
                            assertEquals(9, again[count - 1]);
                        });
    }

    private static void sum(Intracomm comm, long[] data) {
        comm.allReduce(data, data.length, MPI.LONG, MPI.SUM);
    }

    @Test
    void shouldFailOnTheRankWhoseOperationThrowsAndNoOther() {
        job(3).run(
                        () -> {
                            Op broken = new Op(new BrokenAtOne(), true);
                            int[] data = {1};
                            if (MPI.COMM_WORLD.getRank() == 1) {
                                assertThrows(
                                        IllegalStateException.class,
                                        () -> MPI.COMM_WORLD.allReduce(data, 1, MPI.INT, broken));
                            } else {
                                MPI.COMM_WORLD.allReduce(data, 1, MPI.INT, broken);
                                assertEquals(3, data[0]);
                            }
                            int[] again = {2};
                            MPI.COMM_WORLD.barrier();
                            MPI.COMM_WORLD.allReduce(again, 1, MPI.INT, MPI.SUM);
                            assertEquals(6, again[0]);
                        });
    }

    private static final class BrokenAtOne extends UserFunction {
        @Override
        public void call(Object in, Object inout, int count, Datatype type) {
            if (MPI.COMM_WORLD.getRank() == 1) {
                throw new IllegalStateException("broken");
            }
            ((int[]) inout)[0] += ((int[]) in)[0];
        }
    }

    /** Ranks that run ahead publish the next number while others still read the last one. */
    @ParameterizedTest
    @ValueSource(ints = {2, 7, 24})
    void shouldGiveAllRanksTheSameBitsWhenTheyRunAtDifferentSpeeds(int ranks) {
        long seed = System.nanoTime();
        System.out.println("seed=" + seed);
        job(ranks).run(() -> sumAtDifferentSpeeds(seed));
    }

    private static void sumAtDifferentSpeeds(long seed) {
        Intracomm comm = MPI.COMM_WORLD;
        Random pace = new Random(seed + comm.getRank());
        double[] data = new double[1];
        for (int round = 0; round < 300; round++) {
            double expected = 0;
            for (int rank = comm.getSize() - 1; rank >= 0; rank--) {
                expected = 1.0 / (1 + rank + round) + expected;
            }
            data[0] = 1.0 / (1 + comm.getRank() + round);
            comm.allReduce(data, 1, MPI.DOUBLE, MPI.SUM);
            assertEquals(expected, data[0], 0.0, "seed=" + seed + " round=" + round);
            for (int spins = pace.nextInt(2000); spins > 0; spins--) {
                Thread.onSpinWait();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 3})
    void shouldWakeSleepersWhenOneRankIsLate(int late) {
        job(4).run(
                        () -> {
                            for (int round = 0; round < 20; round++) {
                                if (MPI.COMM_WORLD.getRank() == late) {
                                    pause();
                                }
                                long[] one = {round};
                                sum(MPI.COMM_WORLD, one);
                                assertEquals(4L * round, one[0]);
                            }
                        });
    }

    private static void pause() {
        try {
            Thread.sleep(30);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** The root waits for free slots only, for inline data and staging. */
    @ParameterizedTest
    @ValueSource(ints = {1, 100})
    void shouldGetEachBroadcastWhenTheRootIsFarAhead(int count) {
        job(3).run(() -> broadcastAhead(count));
    }

    private static void broadcastAhead(int count) throws InterruptedException {
        int[] data = new int[count];
        for (int round = 0; round < 1000; round++) {
            if (MPI.COMM_WORLD.getRank() == 0) {
                Arrays.fill(data, round);
            } else if (round % 250 == 0) {
                Thread.sleep(20);
            }
            MPI.COMM_WORLD.bcast(data, count, MPI.INT, 0);
            assertEquals(round, data[0]);
            assertEquals(round, data[count - 1]);
        }
    }

    @Test
    void shouldReceiveMessagesWhileItWaits() {
        job(2).run(
                        () -> {
                            Intracomm comm = MPI.COMM_WORLD;
                            byte[] large = new byte[1 << 20];
                            if (comm.getRank() == 0) {
                                Request request = comm.iRecv(large, large.length, MPI.BYTE, 1, 0);
                                comm.barrier();
                                request.waitFor();
                                assertEquals(9, large[large.length - 1]);
                            } else {
                                large[large.length - 1] = 9;
                                comm.send(large, large.length, MPI.BYTE, 0, 0);
                                comm.barrier();
                            }
                        });
    }

    @Test
    void shouldGiveTheSameWhenSwitchedOff() {
        IsolatedJob.of(3, Map.of("transport", "self,shm", "coll.node", "false"))
                .run(
                        () -> {
                            long[] two = {2};
                            sum(MPI.COMM_WORLD, two);
                            MPI.COMM_WORLD.barrier();
                            assertEquals(6, two[0]);
                        });
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 100, 30_000})
    void shouldMoveTypesWithGapsWhenOnlyTheRootHasThem(int count) {
        for (String byReference : new String[] {"true", "false"}) {
            job(3).with("shm.by.reference", byReference).run(() -> broadcastGaps(count));
        }
    }

    private static void broadcastGaps(int count) {
        Intracomm comm = MPI.COMM_WORLD;
        Datatype spread = Datatype.createVector(count, 1, 2, MPI.INT);
        spread.commit();
        int[] data = new int[2 * count];
        if (comm.getRank() == 1) {
            for (int i = 0; i < count; i++) {
                data[2 * i] = i + 5;
            }
            comm.bcast(data, 1, spread, 1);
        } else {
            comm.bcast(data, count, MPI.INT, 1);
            for (int i = 0; i < count; i++) {
                assertEquals(i + 5, data[i]);
            }
        }
        int[] all = new int[3 * count];
        if (comm.getRank() == 1) {
            comm.allGather(data, 1, spread, all, count, MPI.INT);
        } else {
            comm.allGather(data, count, MPI.INT, all, count, MPI.INT);
        }
        for (int i = 0; i < all.length; i++) {
            assertEquals(i % count + 5, all[i]);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 5})
    void shouldGiveAllRanksTheSameBitsWhenManyAreReduced(int ranks) {
        for (String byReference : new String[] {"true", "false"}) {
            job(ranks).with("shm.by.reference", byReference).run(NodeCollectivesTest::sumMany);
        }
    }

    private static void sumMany() {
        Intracomm comm = MPI.COMM_WORLD;
        for (int count : new int[] {20, 1000, 100_003}) {
            double[] data = new double[count];
            double[] expected = new double[count];
            for (int rank = comm.getSize() - 1; rank >= 0; rank--) {
                for (int i = 0; i < count; i++) {
                    double own = 1.0 / (1 + rank + 3 * i);
                    expected[i] = rank == comm.getSize() - 1 ? own : own + expected[i];
                    data[i] = rank == comm.getRank() ? own : data[i];
                }
            }
            double[] sums = new double[count];
            comm.reduce(data, sums, count, MPI.DOUBLE, MPI.SUM, 1);
            if (comm.getRank() == 1) {
                assertArrayEquals(expected, sums, 0.0);
            }
            comm.allReduce(data, count, MPI.DOUBLE, MPI.SUM);
            assertArrayEquals(expected, data, 0.0);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2000})
    void shouldFailWhenARankIsLostThatIsWaitedFor(int count) {
        job(2).runUnfinished(
                        () -> {
                            Intracomm comm = MPI.COMM_WORLD;
                            comm.setErrhandler(MPI.ERRORS_RETURN);
                            long[] data = new long[count];
                            sum(comm, data);
                            if (comm.getRank() == 0) {
                                LostPeerTests.Loss.announce(1);
                                MPIException e =
                                        assertThrows(MPIException.class, () -> sum(comm, data));
                                assertEquals(MPI.ERR_PROC_ABORTED, e.getErrorClass());
                                assertThrows(MPIException.class, comm::barrier);
                            }
                        });
    }
}
