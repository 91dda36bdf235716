package misuse;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import mpi.Comm;
import mpi.Info;
import mpi.Intercomm;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;

import musubi.job.IsolatedJob;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.Map;

/** Wrong collective calls between two groups, and among neighbours. */
class CheckedRolesTest {
    private static IsolatedJob job(int ranks) {
        return IsolatedJob.of(ranks, Map.of("transport", "self,memory", "check", "true"));
    }

    private static void assertDisagree(Comm comm, Runnable call, String what) {
        comm.setErrhandler(MPI.ERRORS_RETURN);
        MPIException failure = assertThrows(MPIException.class, call::run);
        assertEquals(MPI.ERR_NOT_SAME, failure.getErrorClass(), failure.getMessage());
        assertTrue(failure.getMessage().contains(what), failure.getMessage());
    }

    private static int[] ints(int... numbers) {
        return numbers;
    }

    /** World ranks 0 and 2 on one side, 1 and 3 on the other. */
    private static Intercomm evenAndOdd() {
        Intracomm world = MPI.COMM_WORLD;
        boolean odd = world.getRank() % 2 == 1;
        Intracomm half = world.split(odd ? 1 : 0, 0);
        return world.createIntercomm(half, 0, odd ? 0 : 1, 3);
    }

    private static void callBetweenGroups(Intercomm c, String how) {
        int me = MPI.COMM_WORLD.getRank();
        boolean odd = me % 2 == 1;
        int root = odd ? 0 : me == 0 ? MPI.ROOT : MPI.PROC_NULL;
        int[] a = new int[8];
        int[] b = new int[8];
        switch (how) {
            case "operation" -> {
                if (odd) {
                    c.barrier();
                } else {
                    c.iBarrier().waitFor();
                }
            }
            case "no root" -> c.bcast(a, 1, MPI.INT, odd ? 0 : MPI.PROC_NULL);
            case "two roots" -> c.bcast(a, 1, MPI.INT, odd ? 0 : MPI.ROOT);
            case "other root" -> c.bcast(a, 1, MPI.INT, me == 3 ? 1 : root);
            case "not beside" -> c.bcast(a, 1, MPI.INT, me == 2 ? 1 : root);
            case "bcast" -> c.bcast(a, me == 3 ? 2 : 1, MPI.INT, root);
            case "gather" -> c.gather(a, me == 1 ? 2 : 1, MPI.INT, b, 1, MPI.INT, root);
            case "scatterv" -> c.scatterv(a, ints(1, 2), ints(0, 1), MPI.INT, b, 1, MPI.INT, root);
            case "reduce" -> c.reduce(a, b, 1, MPI.INT, me == 3 ? MPI.MAX : MPI.SUM, root);
            case "allreduce" -> c.allReduce(a, b, 1, MPI.INT, me == 2 ? MPI.MAX : MPI.SUM);
            case "alltoall" -> c.allToAll(a, odd ? 2 : 1, MPI.INT, b, odd ? 1 : 3, MPI.INT);
            case "blocks" -> c.reduceScatterBlock(a, b, odd ? 2 : 1, MPI.INT, MPI.SUM);
            case "creation" -> {
                if (odd) {
                    c.merge(true);
                } else {
                    c.split(0, 0);
                }
            }
            default -> throw new IllegalArgumentException(how);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "operation|world rank 0: non-blocking BARRIER, world rank 1: BARRIER",
                "no root|no rank passes MPI.ROOT",
                "two roots|world rank 0 and world rank 2 pass MPI.ROOT",
                "other root|world rank 3 of the other group 1 instead of 0",
                "not beside|world rank 2 of the same group 1 instead of MPI.PROC_NULL",
                "bcast|world rank 0: 1 x MPI.INT, world rank 3: 2 x MPI.INT",
                "gather|world rank 1 sends world rank 0 2 x MPI.INT, which expects 1 x MPI.INT",
                "scatterv|world rank 0 sends world rank 3 2 x MPI.INT, which expects 1 x MPI.INT",
                "reduce|disagree on the reduction",
                "allreduce|disagree on the reduction",
                "alltoall|world rank 1 sends world rank 0 2 x MPI.INT, which expects 3 x MPI.INT",
                "blocks|world rank 0: 2 x (1 x MPI.INT), world rank 1: 2 x (2 x MPI.INT)",
                "creation|world rank 0: SPLIT, world rank 1: MERGE"
            })
    void shouldCompareTheCallsOfBothGroups(String howAndWhat) {
        int bar = howAndWhat.indexOf('|');
        String how = howAndWhat.substring(0, bar);
        String what = howAndWhat.substring(bar + 1);
        job(4).runUnfinished(
                        () -> {
                            Intercomm c = evenAndOdd();
                            assertDisagree(c, () -> callBetweenGroups(c, how), what);
                        });
    }

    @Test
    void shouldPermitDifferentTypesByDirectionAndReductionsByGroup() {
        job(4).run(
                        () -> {
                            Intercomm c = evenAndOdd();
                            boolean odd = MPI.COMM_WORLD.getRank() % 2 == 1;
                            int[] a = {1, 1};
                            long[] b = new long[2];
                            if (odd) {
                                c.allGather(a, 1, MPI.INT, b, 1, MPI.LONG);
                                c.allReduce(b, b.clone(), 1, MPI.LONG, MPI.MAX);
                            } else {
                                c.allGather(b, 1, MPI.LONG, a, 1, MPI.INT);
                                c.allReduce(b, b.clone(), 1, MPI.LONG, MPI.SUM);
                            }
                        });
    }

    private static void callAmongNeighbours(Comm ring, String how) {
        boolean odd = ring.getRank() == 1;
        int[] a = new int[8];
        int[] b = new int[8];
        switch (how) {
            case "count" -> ring.neighborAllGather(a, odd ? 2 : 1, MPI.INT, b, 1, MPI.INT);
            case "block" ->
                    ring.neighborAllToAllv(
                            a,
                            ints(1, odd ? 2 : 1),
                            ints(0, 1),
                            MPI.INT,
                            b,
                            ints(1, 1),
                            ints(0, 1),
                            MPI.INT);
            case "later" ->
                    ring.iNeighborAllToAll(a, 1, MPI.INT, b, odd ? 2 : 1, MPI.INT).waitFor();
            case "operation" -> {
                if (odd) {
                    ring.neighborAllToAll(a, 1, MPI.INT, b, 1, MPI.INT);
                } else {
                    ring.neighborAllGather(a, 1, MPI.INT, b, 1, MPI.INT);
                }
            }
            default -> throw new IllegalArgumentException(how);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "count|rank 1 sends rank 0 2 x MPI.INT, which expects 1 x MPI.INT",
                "block|rank 1 sends rank 2 2 x MPI.INT, which expects 1 x MPI.INT",
                "later|rank 0 sends rank 1 1 x MPI.INT, which expects 2 x MPI.INT",
                "operation|rank 0: NEIGHBOR_ALLGATHER, rank 1: NEIGHBOR_ALLTOALL"
            })
    void shouldCompareWhatNeighboursExchange(String howAndWhat) {
        int bar = howAndWhat.indexOf('|');
        String how = howAndWhat.substring(0, bar);
        String what = howAndWhat.substring(bar + 1);
        job(3).runUnfinished(
                        () -> {
                            Comm ring =
                                    MPI.COMM_WORLD.createCart(ints(3), new boolean[] {true}, false);
                            assertDisagree(ring, () -> callAmongNeighbours(ring, how), what);
                        });
    }

    @Test
    void shouldMatchParallelEdgesInTheirOrder() {
        job(2).run(
                        () -> {
                            Intracomm w = MPI.COMM_WORLD;
                            int other = 1 - w.getRank();
                            Comm graph =
                                    w.createDistGraphAdjacent(
                                            ints(other, other),
                                            ints(5, 6),
                                            ints(other, other),
                                            ints(6, 5),
                                            MPI.INFO_NULL,
                                            false);
                            int[] counts = {1, 2};
                            int[] at = {0, 1};
                            int[] out = {1, 2, 3};
                            int[] in = new int[3];
                            graph.neighborAllToAllv(
                                    out, counts, at, MPI.INT, in, counts, at, MPI.INT);
                            assertEquals(3, in[2]);
                        });
    }

    private static void makeGraph(String how) {
        Intracomm w = MPI.COMM_WORLD;
        Info none = MPI.INFO_NULL;
        int me = w.getRank();
        int next = (me + 1) % 3;
        int before = (me + 2) % 3;
        int[] from = me == 2 && "missing".equals(how) ? ints() : ints(before);
        int[] to = me == 2 && "twice".equals(how) ? ints(next, next) : ints(next);
        if ("weight".equals(how)) {
            int out = me == 0 ? 8 : 7;
            w.createDistGraphAdjacent(from, ints(7), to, ints(out), none, false);
        } else if ("unweighted".equals(how) && me == 1) {
            w.createDistGraphAdjacent(from, ints(7), to, ints(7), none, false);
        } else {
            w.createDistGraphAdjacent(from, to, none, false);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "missing|rank 1 gives 1 edge to rank 2, which gives no edge from there",
                "twice|rank 2 gives 2 edges to rank 0, which gives 1 edge from there",
                "weight|for the edge from rank 0 to rank 1: its start gives [8], its end [7]",
                "unweighted|rank 0: CREATE_DIST_GRAPH_ADJACENT without weights, rank 1:"
            })
    void shouldNameTheEdgeThatItsEndsDoNotGiveAlike(String howAndWhat) {
        int bar = howAndWhat.indexOf('|');
        String how = howAndWhat.substring(0, bar);
        String what = howAndWhat.substring(bar + 1);
        job(3).runUnfinished(() -> assertDisagree(MPI.COMM_WORLD, () -> makeGraph(how), what));
    }
}
