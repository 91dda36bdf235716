package mpi;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.job.IsolatedJob;

import org.junit.jupiter.api.Test;

import java.util.Map;

/** Forces algorithms by hints of a communicator, and queries the algorithms that ran. */
class AlgorithmHintsTest {
    private static final int COUNT = 5000;

    private static IsolatedJob job(int ranks, Map<String, String> settings) {
        return IsolatedJob.of(ranks, settings);
    }

    private static void broadcast(Intracomm comm) {
        int[] data = new int[COUNT];
        int[] expected = new int[COUNT];
        for (int i = 0; i < COUNT; i++) {
            expected[i] = 3 * i + 1;
            data[i] = comm.getRank() == 0 ? expected[i] : 0;
        }
        comm.bcast(data, COUNT, MPI.INT, 0);
        assertArrayEquals(expected, data);
    }

    private static Info hint(String key, String value) {
        Info info = new Info();
        info.set(key, value);
        return info;
    }

    private static String ran(Comm comm, String kind) {
        return comm.getInfo().get("musubi_ran_" + kind);
    }

    @Test
    void shouldUseTheAlgorithmOfAHintOnItsCommunicatorOnly() {
        job(4, Map.of("transport", "self,shm"))
                .run(
                        () -> {
                            Intracomm world = MPI.COMM_WORLD;
                            Intracomm forced = world.dup();
                            assertNull(ran(world, "bcast"));
                            broadcast(world);
                            String free = ran(world, "bcast");
                            forced.setInfo(hint("musubi_coll_bcast", "chain:segment=4096"));
                            broadcast(forced);
                            assertEquals("chain:segment=4096", ran(forced, "bcast"));
                            broadcast(world);
                            assertEquals(free, ran(world, "bcast"));
                            forced.setInfo(hint("musubi_coll_bcast", "auto"));
                            broadcast(forced);
                            assertEquals(free, ran(forced, "bcast"));
                        });
    }

    @Test
    void shouldSendMessagesWhenAHintOverridesFlags() {
        job(3, Map.of("transport", "self,shm"))
                .run(
                        () -> {
                            Intracomm comm = MPI.COMM_WORLD.dup();
                            comm.barrier();
                            comm.allReduce(new int[] {1}, 1, MPI.INT, MPI.SUM);
                            assertEquals("flags", ran(comm, "barrier"));
                            assertEquals("flags", ran(comm, "allreduce"));
                            comm.setInfo(hint("musubi_coll_barrier", "tree"));
                            comm.setInfo(hint("musubi_coll_allreduce", "ring"));
                            comm.barrier();
                            int[] sum = {comm.getRank()};
                            comm.allReduce(sum, 1, MPI.INT, MPI.SUM);
                            assertEquals(3, sum[0]);
                            assertEquals("tree", ran(comm, "barrier"));
                            assertEquals("ring", ran(comm, "allreduce"));
                            assertEquals("tree", comm.getInfo().get("musubi_coll_barrier"));
                        });
    }

    @Test
    void shouldPadBlocksWhenAHintNamesAnAlgorithmForEqualOnes() {
        job(3, Map.of("coll.alltoallw", "bruck"))
                .run(
                        () -> {
                            Intracomm comm = MPI.COMM_WORLD.dup();
                            comm.setInfo(hint("musubi_coll_alltoallv", "bruck"));
                            int me = comm.getRank();
                            int[] counts = {me, me + 1, me + 2};
                            int[] places = {0, 4, 8};
                            int[] out = {me, me, 0, 0, me, me, me, 0, me, me, me, me};
                            int[] in = new int[12];
                            comm.iAllToAllv(
                                            out, counts, places, MPI.INT, in, counts, places,
                                            MPI.INT)
                                    .waitFor();
                            assertEquals("bruck", ran(comm, "alltoallv"));
                            int[] bytes = {0, 16, 32};
                            Datatype[] ints = {MPI.INT, MPI.INT, MPI.INT};
                            int[] same = new int[12];
                            comm.allToAllw(out, counts, bytes, ints, same, counts, bytes, ints);
                            assertEquals("bruck", ran(comm, "alltoallw"));
                            for (int from = 0; from < 3; from++) {
                                for (int i = 0; i < 4; i++) {
                                    int wanted = i < me + from ? from : 0;
                                    assertEquals(wanted, in[4 * from + i]);
                                    assertEquals(wanted, same[4 * from + i]);
                                }
                            }
                        });
    }

    @Test
    void shouldUseHintsOfADuplicateAndOfSettings() {
        job(2, Map.of("coll", "bcast=binary-tree:segment=1024"))
                .run(
                        () -> {
                            broadcast(MPI.COMM_WORLD);
                            assertEquals("binary-tree:segment=1024", ran(MPI.COMM_WORLD, "bcast"));
                            Info linear = hint("musubi_coll_bcast", "linear");
                            Intracomm copy = MPI.COMM_WORLD.dupWithInfo(linear);
                            broadcast(copy);
                            assertEquals("linear", ran(copy, "bcast"));
                        });
    }

    @Test
    void shouldRunAnotherAlgorithmWhenTheForcedOneCannot() {
        job(3, Map.of("coll", "bcast=scatter-doubling"))
                .run(
                        () -> {
                            broadcast(MPI.COMM_WORLD);
                            String ran = ran(MPI.COMM_WORLD, "bcast");
                            assertTrue(ran != null && !ran.equals("scatter-doubling"), ran);
                        });
    }

    @Test
    void shouldNameTheAlternativesWhenAHintIsUnknown() {
        job(1, Map.of())
                .run(
                        () -> {
                            Intracomm comm = MPI.COMM_WORLD;
                            comm.setErrhandler(MPI.ERRORS_RETURN);
                            Info kind = hint("musubi_coll_bcst", "chain");
                            MPIException wrongKind =
                                    assertThrows(MPIException.class, () -> comm.setInfo(kind));
                            assertEquals(MPI.ERR_INFO_KEY, wrongKind.getErrorClass());
                            assertTrue(wrongKind.getMessage().contains("allreduce"));
                            Info name = hint("musubi_coll_bcast", "chian");
                            MPIException wrongName =
                                    assertThrows(MPIException.class, () -> comm.setInfo(name));
                            assertEquals(MPI.ERR_INFO_VALUE, wrongName.getErrorClass());
                            assertTrue(wrongName.getMessage().contains("binomial"));
                            assertNull(comm.getInfo().get("musubi_coll_bcast"));
                        });
    }
}
