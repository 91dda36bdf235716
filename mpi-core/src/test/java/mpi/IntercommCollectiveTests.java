package mpi;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Collectives on intercommunicators; not in the {@link MpiSuite}, because they need the module of
 * collective algorithms. MPI-4.1 sections 6.2.2 and 6.2.3.
 */
public interface IntercommCollectiveTests extends InJob {
    @ParameterizedTest
    @CsvSource({"1, 1", "1, 3", "2, 2", "3, 5", "4, 3", "1, 7"})
    default void shouldFollowTheStandardBetweenGroups(int p, int q) {
        long seed = System.nanoTime();
        System.out.println("seed=" + seed);
        job(p + q).run(() -> runCalls(p, seed, 150));
    }

    private static void runCalls(int p, long seed, int rounds) {
        boolean isLow = MPI.COMM_WORLD.getRank() < p;
        Intercomm inter = IntercommTests.between(p);
        new IntercommCalls(inter, isLow, seed).run(rounds);
        Intercomm copy = inter.dup();
        new IntercommCalls(copy, isLow, seed + 1).run(rounds / 4);
        copy.disconnect();
        inter.merge(isLow).barrier();
    }

    @ParameterizedTest
    @CsvSource({"1, 2", "2, 2", "3, 5"})
    default void shouldKeepTheOrderOfRanksBetweenGroups(int p, int q) {
        job(p + q).run(() -> joinTexts(p, q));
    }

    private static void joinTexts(int p, int q) {
        Op join =
                new Op(
                        new User_function() {
                            @Override
                            public void Call(
                                    Object in, int i, Object inout, int j, int n, Datatype type) {
                                for (int k = 0; k < n; k++) {
                                    String first = (String) ((Object[]) in)[i + k];
                                    ((Object[]) inout)[j + k] = first + ((Object[]) inout)[j + k];
                                }
                            }
                        },
                        false);
        int me = MPI.COMM_WORLD.getRank();
        boolean low = me < p;
        Intercomm inter = IntercommTests.between(p);
        Object[] mine = {"" + (char) ('a' + me)};
        Object[] got = new Object[1];
        String all = "abcdefgh".substring(0, p + q);
        String theirs = low ? all.substring(p) : all.substring(0, p);
        inter.allReduce(mine, got, 1, MPI.OBJECT, join);
        assertEquals(theirs, got[0]);
        got[0] = null;
        int root = low ? inter.getRank() == p - 1 ? MPI.ROOT : MPI.PROC_NULL : p - 1;
        inter.reduce(mine, got, 1, MPI.OBJECT, join, root);
        assertEquals(root == MPI.ROOT ? theirs : null, got[0]);
        inter.iBcast(mine, 1, MPI.OBJECT, root).waitFor();
        assertEquals(low ? "" + (char) ('a' + me) : "" + (char) ('a' + p - 1), mine[0]);
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "2, 3", "4, 1"})
    default void shouldCarryObjectsOneWayAndNumbersWithGapsTheOther(int p, int q) {
        job(p + q).run(() -> exchangeUnlike(p));
    }

    private static void exchangeUnlike(int p) {
        boolean low = MPI.COMM_WORLD.getRank() < p;
        Intercomm inter = IntercommTests.between(p);
        int me = inter.getRank();
        int remote = inter.getRemoteSize();
        Datatype everySecond = Datatype.createVector(2, 1, 2, MPI.SHORT);
        everySecond.commit();
        Object[] texts = new Object[low ? 1 : remote];
        short[] numbers = new short[low ? 3 * remote : 3];
        if (low) {
            texts[0] = "text " + me;
            inter.iAllGather(texts, 1, MPI.OBJECT, numbers, 1, everySecond).waitFor();
        } else {
            numbers[0] = (short) me;
            numbers[2] = (short) -me;
            inter.iAllGather(numbers, 1, everySecond, texts, 1, MPI.OBJECT).waitFor();
        }
        for (int r = 0; r < remote; r++) {
            if (low) {
                assertEquals(r, numbers[3 * r]);
                assertEquals(0, numbers[3 * r + 1]);
                assertEquals(-r, numbers[3 * r + 2]);
            } else {
                assertEquals("text " + r, texts[r]);
            }
        }
        everySecond.free();
    }

    @Test
    default void shouldRunBesidePointToPointAndEachOther() {
        job(5).run(
                        () -> {
                            Intercomm inter = IntercommTests.between(2);
                            int me = inter.getRank();
                            int n = inter.getRemoteSize();
                            int[] any = new int[n];
                            Request[] requests = new Request[n + 4];
                            for (int r = 0; r < n; r++) {
                                Object cell = MPI.slice(any, r);
                                requests[r] = inter.iRecv(cell, 1, MPI.INT, r, MPI.ANY_TAG);
                            }
                            int[][] sums = new int[3][1];
                            for (int i = 0; i < 3; i++) {
                                int[] mine = {me + i};
                                requests[n + i] =
                                        inter.iAllReduce(mine, sums[i], 1, MPI.INT, MPI.SUM);
                            }
                            requests[n + 3] = inter.iBarrier();
                            for (int r = 0; r < n; r++) {
                                inter.send(new int[] {me}, 1, MPI.INT, r, 40 + r);
                            }
                            Request.waitAll(requests);
                            int base = n * (n - 1) / 2;
                            for (int i = 0; i < 3; i++) {
                                assertEquals(base + n * i, sums[i][0]);
                            }
                            int[] ranks = new int[n];
                            java.util.Arrays.setAll(ranks, i -> i);
                            assertArrayEquals(ranks, any);
                        });
    }
}
