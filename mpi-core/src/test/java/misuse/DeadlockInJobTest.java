package misuse;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Message;
import mpi.Request;
import mpi.Status;
import mpi.Win;

import musubi.job.IsolatedJob;

import org.junit.jupiter.api.Test;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** A deadlock is also detected in jobs that run in one JVM, without mpiexec. */
class DeadlockInJobTest {
    /** Several times as long as waits and polls that count as long. */
    private static final long LATE_NS = 400_000_000;

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

    /** The first two ranks fail in a call while rank 2 polls. */
    private static void failFirstTwo(Intracomm comm, Runnable call, String... parts) {
        int me = comm.getRank();
        while (me == 2 && comm.iProbe(0, 9) == null) {
            Thread.onSpinWait();
        }
        if (me < 2) {
            assertDeadlock(comm, call, parts);
        }
        if (me == 0) {
            comm.send(new int[1], 1, MPI.INT, 2, 9);
        }
    }

    @Test
    void shouldFailTheRanksOfACycleWhileAnotherOnePolls() {
        job(3).runUnfinished(
                        () -> {
                            Intracomm comm = MPI.COMM_WORLD;
                            int peer = 1 - comm.getRank();
                            failFirstTwo(
                                    comm,
                                    () -> comm.recv(new int[1], 1, MPI.INT, peer, 1),
                                    "ranks 0-1 wait",
                                    "(ranks=2 of 3",
                                    "0 -> 1 -> 0");
                        });
    }

    /** The first receive is from rank 2, which could send. */
    @Test
    void shouldFailAWaitForSeveralMessagesOfWhichOneCannotCome() {
        job(3).runUnfinished(
                        () -> {
                            Intracomm comm = MPI.COMM_WORLD;
                            Runnable call =
                                    () ->
                                            Request.waitAll(
                                                    new Request[] {
                                                        receive(comm, 2),
                                                        receive(comm, 1 - comm.getRank())
                                                    });
                            failFirstTwo(
                                    comm,
                                    call,
                                    "deadlock: ranks 0-1 wait",
                                    "rank 0 in Request.waitAll at",
                                    "recv source=2 tag=1 room=4 bytes in COMM_WORLD; and recv");
                        });
    }

    /** Rank 1 waits for the lock that rank 0 has, and rank 0 for a message of rank 1. */
    @Test
    void shouldFailAWaitForALockWhoseHolderWaits() {
        job(2).runUnfinished(
                        () -> {
                            Intracomm comm = MPI.COMM_WORLD;
                            Win win = Win.allocate(8, 1, MPI.INFO_NULL, comm);
                            win.setErrhandler(MPI.ERRORS_RETURN);
                            String cycle = "0 -> 1 -> 0";
                            if (comm.getRank() == 0) {
                                win.lock(MPI.LOCK_EXCLUSIVE, 0, 0);
                                comm.send(new int[1], 1, MPI.INT, 1, 0);
                                assertDeadlock(
                                        comm,
                                        () -> comm.recv(new int[1], 1, MPI.INT, 1, 1),
                                        cycle,
                                        "Win.lock");
                            } else {
                                comm.recv(new int[1], 1, MPI.INT, 0, 0);
                                assertDeadlock(comm, () -> win.lock(MPI.LOCK_SHARED, 0, 0), cycle);
                            }
                        });
    }

    private static Request receive(Intracomm comm, int source) {
        return comm.iRecv(new int[1], 1, MPI.INT, source, 1);
    }

    private static IsolatedJob polls(int ranks, boolean end) {
        return IsolatedJob.of(
                ranks,
                Map.of(
                        "transport",
                        "self,memory",
                        "deadlock.after",
                        "100",
                        "deadlock.polls.after",
                        "100",
                        "deadlock.polls.end",
                        "" + end));
    }

    @Test
    void shouldFailRanksThatTestForEverWhenPollsEnd() {
        polls(2, true)
                .runUnfinished(
                        () -> {
                            Intracomm comm = MPI.COMM_WORLD;
                            int peer = 1 - comm.getRank();
                            Request never = comm.iRecv(new int[1], 1, MPI.INT, peer, 1);
                            assertDeadlock(
                                    comm,
                                    () -> testUntilComplete(never),
                                    "rank 0 in Request.test at misuse.DeadlockInJobTest.test",
                                    "waits for rank 1: recv source=1 tag=1",
                                    "0 -> 1 -> 0");
                        });
    }

    private static void testUntilComplete(Request request) {
        while (!request.test()) {
            Thread.onSpinWait();
        }
    }

    @Test
    void shouldFailARankThatProbesForEverWhenTheOtherWaits() {
        polls(2, true)
                .runUnfinished(
                        () -> {
                            Intracomm comm = MPI.COMM_WORLD;
                            Runnable call =
                                    comm.getRank() == 0
                                            ? () -> comm.recv(new int[1], 1, MPI.INT, 1, 1)
                                            : () -> probeUntilFound(comm);
                            assertDeadlock(
                                    comm,
                                    call,
                                    "rank 0 in Comm.recv at",
                                    "probe source=0 tag=2 in COMM_WORLD; or probe source=any"
                                            + " tag=3");
                        });
    }

    private static void probeUntilFound(Intracomm comm) {
        while (comm.iProbe(0, 2) == null && comm.iProbe(MPI.ANY_SOURCE, 3) == null) {
            Thread.onSpinWait();
        }
    }

    /** They poll until they see the note, then they send: the program has gone on. */
    @Test
    void shouldOnlyNoteRanksThatPollAndGoOn() {
        PrintStream before = System.err;
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        System.setErr(new PrintStream(printed, true));
        try {
            polls(2, false)
                    .run(
                            () -> {
                                Intracomm comm = MPI.COMM_WORLD;
                                int peer = 1 - comm.getRank();
                                Request next = comm.iRecv(new int[1], 1, MPI.INT, peer, 1);
                                while (!next.test() && !printed.toString().contains("note")) {
                                    Thread.onSpinWait();
                                }
                                comm.send(new int[1], 1, MPI.INT, peer, 1);
                                next.waitFor();
                            });
        } finally {
            System.setErr(before);
        }
        String note = "musubi: note: all ranks wait or poll in MPI calls without success (ranks=2)";
        assertTrue(printed.toString().contains(note), printed.toString());
        assertTrue(printed.toString().contains("Request.test at misuse.DeadlockInJobTest"));
    }

    @Test
    void shouldFailStandardSendsThatMeetWhenTheyAreSynchronous() {
        Map<String, String> settings =
                Map.of(
                        "transport",
                        "self,memory",
                        "deadlock.after",
                        "100",
                        "send.synchronous",
                        "true");
        IsolatedJob.of(2, settings)
                .runUnfinished(
                        () -> {
                            Intracomm comm = MPI.COMM_WORLD;
                            int peer = 1 - comm.getRank();
                            assertDeadlock(
                                    comm,
                                    () -> comm.send(new int[1], 1, MPI.INT, peer, 0),
                                    "send mode=SYNCHRONOUS",
                                    "0 -> 1 -> 0");
                        });
    }

    private static void late() {
        long endNs = System.nanoTime() + LATE_NS;
        while (System.nanoTime() < endNs) {
            Thread.onSpinWait();
        }
    }

    /** Rank 0 computes; the others poll, for one rank and for any. */
    @Test
    void shouldNotReportRanksThatPollForOneThatComputes() {
        polls(3, true)
                .run(
                        () -> {
                            Intracomm comm = MPI.COMM_WORLD;
                            int me = comm.getRank();
                            if (me == 0) {
                                late();
                                comm.send(new int[1], 1, MPI.INT, 1, 1);
                                comm.send(new int[1], 1, MPI.INT, 2, 1);
                            } else {
                                int source = me == 1 ? 0 : MPI.ANY_SOURCE;
                                Request one = comm.iRecv(new int[1], 1, MPI.INT, source, 1);
                                testUntilComplete(one);
                            }
                        });
    }

    @Test
    void shouldNotReportAMasterThatPollsForAnyOfItsWorkers() {
        polls(3, true)
                .run(
                        () -> {
                            Intracomm comm = MPI.COMM_WORLD;
                            if (comm.getRank() > 0) {
                                late();
                                comm.send(new int[1], 1, MPI.INT, 0, 6);
                                comm.recv(new int[1], 1, MPI.INT, 0, 7);
                                return;
                            }
                            for (int served = 0; served < 2; served++) {
                                Status found = comm.iProbe(MPI.ANY_SOURCE, 6);
                                while (found == null) {
                                    found = comm.iProbe(MPI.ANY_SOURCE, 6);
                                }
                                int worker = found.getSource();
                                comm.recv(new int[1], 1, MPI.INT, worker, 6);
                                comm.send(new int[1], 1, MPI.INT, worker, 7);
                            }
                        });
    }

    @Test
    void shouldNotReportPollsWhenAnotherThreadCanSend() {
        polls(1, true)
                .runBare(
                        () -> {
                            MPI.InitThread(null, MPI.THREAD_MULTIPLE);
                            Intracomm comm = MPI.COMM_WORLD;
                            Request one = comm.iRecv(new int[1], 1, MPI.INT, 0, 8);
                            Thread other =
                                    Thread.ofPlatform()
                                            .start(
                                                    () -> {
                                                        late();
                                                        comm.send(new int[1], 1, MPI.INT, 0, 8);
                                                    });
                            testUntilComplete(one);
                            other.join();
                            MPI.Finalize();
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
