package misuse;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Message;

import musubi.job.IsolatedJob;

import org.junit.jupiter.api.Test;

import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** A deadlock is also detected in jobs that run in one JVM, without mpiexec. */
class DeadlockInJobTest {
    private static IsolatedJob job(int ranks) {
        return IsolatedJob.of(ranks, Map.of("transport", "self,memory", "deadlock.after", "100"));
    }

    private static void assertDeadlock(Intracomm comm, Runnable call, String... parts) {
        comm.setErrhandler(MPI.ERRORS_RETURN);
        MPIException failure = assertThrows(MPIException.class, call::run);
        assertTrue(failure.getMessage().contains("deadlock: "), failure.getMessage());
        for (String part : parts) {
            assertTrue(failure.getMessage().contains(part), failure.getMessage());
        }
    }

    @Test
    void shouldFailEachRankOfACycleOfReceives() {
        job(3).runUnfinished(
                        () -> {
                            Intracomm comm = MPI.COMM_WORLD;
                            int next = (comm.getRank() + 1) % 3;
                            assertDeadlock(
                                    comm,
                                    () -> comm.recv(new int[1], 1, MPI.INT, next, 1),
                                    "0 -> 1 -> 2 -> 0",
                                    "rank 2 in Comm.recv at misuse.DeadlockInJobTest");
                        });
    }

    @Test
    void shouldFailTheRanksOfACycleWhileAnotherOnePolls() {
        job(3).runUnfinished(
                        () -> {
                            Intracomm comm = MPI.COMM_WORLD;
                            int me = comm.getRank();
                            while (me == 2 && comm.iProbe(0, 9) == null) {
                                Thread.onSpinWait();
                            }
                            if (me < 2) {
                                assertDeadlock(
                                        comm,
                                        () -> comm.recv(new int[1], 1, MPI.INT, 1 - me, 1),
                                        "ranks 0-1 wait",
                                        "(ranks=2 of 3",
                                        "0 -> 1 -> 0");
                            }
                            if (me == 0) {
                                comm.send(new int[1], 1, MPI.INT, 2, 9);
                            }
                        });
    }

    @Test
    void shouldFailARankThatWaitsForItself() {
        job(1).runUnfinished(
                        () -> {
                            Intracomm comm = MPI.COMM_WORLD;
                            comm.send(new int[1], 1, MPI.INT, 0, 3);
                            assertDeadlock(
                                    comm,
                                    () -> new Message().mProbe(0, 4, comm),
                                    "the only rank waits",
                                    "probe source=0 tag=4",
                                    "source=0 tag=3 bytes=4");
                        });
    }

    @Test
    void shouldReportAllWaitingThreadsWhenSeveralMayCall() {
        job(1).runBare(
                        () -> {
                            MPI.InitThread(null, MPI.THREAD_MULTIPLE);
                            Intracomm comm = MPI.COMM_WORLD;
                            comm.setErrhandler(MPI.ERRORS_RETURN);
                            Runnable call =
                                    () ->
                                            assertDeadlock(
                                                    comm,
                                                    () -> comm.recv(new int[1], 1, MPI.INT, 0, 1),
                                                    "a thread in Comm.recv",
                                                    "tag=1",
                                                    "tag=2");
                            Thread other = Thread.ofPlatform().start(call);
                            assertDeadlock(
                                    comm, () -> comm.recv(new int[1], 1, MPI.INT, 0, 2), "tag=1");
                            other.join();
                        });
    }

    @Test
    void shouldReportWhenThreadsOfPoolsAreIdle() {
        job(1).runBare(
                        () -> {
                            MPI.InitThread(null, MPI.THREAD_MULTIPLE);
                            Intracomm comm = MPI.COMM_WORLD;
                            ExecutorService pool = Executors.newCachedThreadPool();
                            pool.submit(() -> {}).get();
                            assertDeadlock(comm, () -> comm.recv(new int[1], 1, MPI.INT, 0, 2));
                            pool.shutdown();
                        });
    }

    @Test
    void shouldNameAnExceptionThatAnExecutorHasKept() {
        job(1).runBare(
                        () -> {
                            MPI.InitThread(null, MPI.THREAD_MULTIPLE);
                            Intracomm comm = MPI.COMM_WORLD;
                            comm.setErrhandler(MPI.ERRORS_RETURN);
                            ExecutorService pool = Executors.newFixedThreadPool(1);
                            Future<?> unread =
                                    pool.submit(() -> comm.send(new int[1], 1, MPI.INT, 9, 2));
                            pool.submit(() -> {}).get();
                            assertThrows(
                                    MPIException.class,
                                    () -> comm.send(new int[1], 1, MPI.INT, 7, 2));
                            String said =
                                    assertThrows(
                                                    MPIException.class,
                                                    () -> comm.recv(new int[1], 1, MPI.INT, 0, 2))
                                            .getMessage();
                            assertTrue(unread.isDone());
                            assertTrue(said.contains("its thread \"pool-"), said);
                            assertTrue(
                                    said.contains("exception before, in COMM_WORLD.send at "),
                                    said);
                            assertTrue(said.contains("MPI.ERR_RANK: no such rank"), said);
                            assertTrue(said.contains("rank=9"), said);
                            assertFalse(said.contains("rank=7"), said);
                            pool.shutdown();
                        });
    }

    @Test
    void shouldNotReportALateRank() {
        job(2).run(
                        () -> {
                            Intracomm comm = MPI.COMM_WORLD;
                            if (comm.getRank() == 0) {
                                Thread.sleep(600);
                                comm.send(new int[1], 1, MPI.INT, 1, 0);
                            } else {
                                comm.recv(new int[1], 1, MPI.INT, 0, 0);
                            }
                        });
    }
}
