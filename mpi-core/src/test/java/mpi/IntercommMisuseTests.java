package mpi;

import static mpi.InJob.assertFails;

import org.junit.jupiter.api.Test;

/**
 * Wrong calls of collectives on intercommunicators. Not for checked jobs: all ranks make the same
 * wrong call, so that no rank waits, and a checked job reports another fault then: no root.
 */
public interface IntercommMisuseTests extends InJob {
    @Test
    default void shouldNameTheErrorClassWhenACallBetweenGroupsIsWrong() {
        job(3).run(
                        () -> {
                            Intercomm c = IntercommTests.between(1);
                            c.setErrhandler(MPI.ERRORS_RETURN);
                            int n = c.getRemoteSize();
                            int[] b = new int[8];
                            assertFails(MPI.ERR_ROOT, () -> c.bcast(b, 1, MPI.INT, n));
                            assertFails(MPI.ERR_ROOT, () -> c.bcast(b, 1, MPI.INT, -1));
                            assertFails(MPI.ERR_ROOT, () -> c.gather(b, 1, MPI.INT, -7));
                            assertFails(MPI.ERR_TYPE, () -> c.bcast(b, 1, null, 0));
                            assertFails(MPI.ERR_COUNT, () -> c.bcast(b, -1, MPI.INT, MPI.ROOT));
                            assertFails(MPI.ERR_BUFFER, () -> c.bcast(b, 9, MPI.INT, 0));
                            assertFails(MPI.ERR_BUFFER, () -> c.allReduce(b, 1, MPI.INT, MPI.SUM));
                            assertFails(MPI.ERR_BUFFER, () -> c.allGather(b, 1, MPI.INT));
                            assertFails(
                                    MPI.ERR_ARG,
                                    () ->
                                            c.allGatherv(
                                                    b,
                                                    1,
                                                    MPI.INT,
                                                    b,
                                                    new int[n - 1],
                                                    new int[n],
                                                    MPI.INT));
                            assertFails(MPI.ERR_OP, () -> c.allReduce(b, b, 1, MPI.INT, null));
                            assertFails(
                                    MPI.ERR_ROOT, () -> MPI.COMM_WORLD.Bcast(b, 0, 1, MPI.INT, -4));
                            c.bcast(null, 1, MPI.INT, MPI.PROC_NULL);
                            c.barrier();
                        });
    }
}
