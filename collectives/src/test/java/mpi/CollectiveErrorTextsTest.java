package mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.job.IsolatedJob;

import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What errors of collective operations say. MPI-4.1 section 9.4. */
class CollectiveErrorTextsTest {
    private static IsolatedJob job(String transport) {
        return IsolatedJob.of(2, Map.of("transport", "self," + transport));
    }

    private static Intracomm world() {
        MPI.COMM_WORLD.setErrhandler(MPI.ERRORS_RETURN);
        return MPI.COMM_WORLD;
    }

    private static void assertSays(int errorClass, Executable call, String... parts) {
        MPIException e = assertThrows(MPIException.class, call);
        String text = e.getMessage();
        assertEquals(errorClass, e.getErrorClass(), text);
        assertFalse(text.contains("tag") || text.contains("larger count"), text);
        for (String part : parts) {
            assertTrue(text.contains(part), text);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"memory", "shm"})
    void shouldNameRankAndSizesWhenCountsDiffer(String transport) {
        job(transport)
                .run(
                        () -> {
                            Intracomm c = world();
                            boolean root = c.getRank() == 0;
                            for (int n : new int[] {4, 1000}) {
                                int[] data = new int[n];
                                if (root) {
                                    c.bcast(data, n, MPI.INT, 0);
                                    c.Bcast(data, 0, n, MPI.INT, 0);
                                    c.iBcast(data, n, MPI.INT, 0).waitFor();
                                    continue;
                                }
                                String sent = Integer.toString(4 * n);
                                String here = Integer.toString(2 * n);
                                int half = n / 2;
                                String[] parts = {"counts", sent, here, "rank=0", "on all ranks"};
                                int truncated = MPI.ERR_TRUNCATE;
                                assertSays(truncated, () -> c.bcast(data, half, MPI.INT, 0), parts);
                                assertSays(
                                        truncated, () -> c.Bcast(data, 0, half, MPI.INT, 0), parts);
                                Request request = c.iBcast(data, half, MPI.INT, 0);
                                assertSays(truncated, request::waitFor, parts);
                            }
                        });
    }

    private static Set<Object> bomb() {
        Set<Object> root = new HashSet<>();
        Set<Object> one = root;
        for (int i = 0; i < 60; i++) {
            Set<Object> nextOne = new HashSet<>();
            Set<Object> nextOther = new HashSet<>(Set.of("a"));
            one.addAll(List.of(nextOne, nextOther));
            nextOther.add(nextOne);
            one = nextOne;
        }
        return root;
    }

    @ParameterizedTest
    @ValueSource(strings = {"memory", "shm"})
    void shouldRefuseAHashBombInACollectiveAndContinue(String transport) {
        job(transport)
                .run(
                        () -> {
                            Intracomm c = world();
                            boolean root = c.getRank() == 0;
                            Object[] data = {root ? bomb() : null};
                            Object[] all = new Object[2];
                            String limit = "musubi.object.hash.limit";
                            if (root) {
                                c.bcast(data, 1, MPI.OBJECT, 0);
                                c.Bcast(data, 0, 1, MPI.OBJECT, 0);
                            } else {
                                int type = MPI.ERR_TYPE;
                                assertSays(type, () -> c.bcast(data, 1, MPI.OBJECT, 0), limit);
                                assertSays(type, () -> c.Bcast(data, 0, 1, MPI.OBJECT, 0), limit);
                            }
                            Object[] fine = {"fine" + c.getRank()};
                            c.allGather(fine, 1, MPI.OBJECT, all, 1, MPI.OBJECT);
                            assertEquals(List.of("fine0", "fine1"), List.of(all));
                        });
    }
}
