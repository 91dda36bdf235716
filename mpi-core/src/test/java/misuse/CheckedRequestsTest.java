package misuse;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import mpi.Comm;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Prequest;
import mpi.Request;

import musubi.job.IsolatedJob;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.Map;

/** Misuse of requests, and of threads in calls on one object, found by the checks. */
class CheckedRequestsTest {
    private static final String HERE = " at misuse.CheckedRequestsTest.";

    private static IsolatedJob job(int ranks) {
        return IsolatedJob.of(ranks, Map.of("transport", "self,memory", "check", "true"));
    }

    private static Intracomm world() {
        MPI.COMM_WORLD.setErrhandler(MPI.ERRORS_RETURN);
        return MPI.COMM_WORLD;
    }

    private static Intracomm worldOfManyThreads() {
        MPI.InitThread(null, MPI.THREAD_MULTIPLE);
        return world();
    }

    private static void assertFails(int errorClass, Executable call, String... parts) {
        MPIException failure = assertThrows(MPIException.class, call);
        assertEquals(errorClass, failure.getErrorClass(), failure.getMessage());
        for (String part : parts) {
            assertTrue(failure.getMessage().contains(part), failure.getMessage());
        }
    }

    /** Starts a thread; returns when it waits in MPI. */
    private static Thread waiting(Runnable call) {
        Thread thread = Thread.ofPlatform().name("helper").daemon().start(call);
        while (thread.getState() != Thread.State.TIMED_WAITING) {
            assertTrue(thread.isAlive(), "the call has returned instead of waiting");
            Thread.onSpinWait();
        }
        return thread;
    }

    private static String printedBy(Runnable job) {
        PrintStream before = System.err;
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        System.setErr(new PrintStream(printed, true));
        try {
            job.run();
        } finally {
            System.setErr(before);
        }
        return printed.toString();
    }

    private static Request receive(Intracomm world, int tag) {
        return world.iRecv(MPI.newIntBuffer(1), 1, MPI.INT, 0, tag);
    }

    private static void send(Intracomm world, int dest, int tag) {
        world.send(new int[1], 1, MPI.INT, dest, tag);
    }

    @Test
    void shouldFailTheSecondThreadThatWaitsForARequest() {
        job(1).runBare(
                        () -> {
                            Intracomm world = worldOfManyThreads();
                            Request request = receive(world, 3);
                            Request other = receive(world, 4);
                            Thread first = waiting(() -> request.waitFor());
                            String[] what = {
                                "two threads wait for one request: thread=\"",
                                "other=\"helper\" in Request.waitFor" + HERE,
                                "request=Comm.iRecv" + HERE
                            };
                            assertFails(MPI.ERR_REQUEST, request::waitFor, what);
                            assertFails(MPI.ERR_REQUEST, request::Test, what);
                            Request[] both = {other, request};
                            assertFails(MPI.ERR_REQUEST, () -> Request.Waitany(both), what);
                            assertNull(request.getStatus());
                            Thread second = waiting(() -> other.waitFor());
                            send(world, 0, 3);
                            send(world, 0, 4);
                            first.join();
                            second.join();
                            Request.waitAll(both);
                            MPI.Finalize();
                        });
    }

    @Test
    void shouldFailWhenAnActiveRequestIsInAnArrayTwice() {
        job(1).run(
                        () -> {
                            Intracomm world = world();
                            Request request = receive(world, 3);
                            Request[] twice = {null, request, MPI.REQUEST_NULL, request};
                            String what = "in the array twice: indices=1 and 3";
                            int wrong = MPI.ERR_REQUEST;
                            assertFails(wrong, () -> Request.waitAll(twice), what, HERE);
                            assertFails(wrong, () -> Request.Testall(twice), what);
                            assertFails(wrong, () -> Request.testSome(twice), what);
                            assertFails(wrong, () -> Request.waitAny(twice), what);
                            send(world, 0, 3);
                            Request.waitAll(
                                    new Request[] {request, MPI.REQUEST_NULL, MPI.REQUEST_NULL});
                            Request.waitAll(twice);
                        });
    }

    @Test
    void shouldReportAWaitForAPersistentRequestThatNeverStarts() {
        String said = printedBy(() -> job(1).run(CheckedRequestsTest::waitWithoutStart));
        assertTrue(
                said.contains(
                        "at MPI.Finalize never started: a persistent request made by Comm.sendInit"
                                + HERE),
                said);
        assertTrue(said.contains(", for which Request.waitFor" + HERE), said);
        assertEquals(1, said.lines().count(), said);
    }

    private static void waitWithoutStart() {
        Intracomm world = world();
        Prequest never = world.sendInit(MPI.newIntBuffer(1), 1, MPI.INT, 0, 3);
        never.waitFor();
        never.free();
        Prequest later = world.Send_init(new int[1], 0, 1, MPI.INT, 0, 3);
        Prequest unused = world.Recv_init(new int[1], 0, 1, MPI.INT, 0, 4);
        for (int i = 0; i < 2; i++) {
            later.Wait();
            later.Start();
            Request.Waitall(new Request[] {later, unused});
            world.recv(new int[1], 1, MPI.INT, 0, 3);
        }
        later.Free();
        unused.Free();
    }

    @Test
    void shouldNoteThatAnActiveReceiveIsFreed() {
        String said = printedBy(() -> job(1).run(CheckedRequestsTest::freeActive));
        String[] lines = said.lines().toArray(String[]::new);
        assertEquals(1, lines.length, said);
        assertTrue(lines[0].startsWith("musubi: rank 0: note: Request.free" + HERE), said);
        assertTrue(lines[0].contains(" frees an active receive, whose buffer stays in use"), said);
        assertTrue(lines[0].contains("request of Comm.recvInit" + HERE), said);
    }

    private static void freeActive() {
        Intracomm world = world();
        Prequest receive = world.recvInit(MPI.newIntBuffer(1), 1, MPI.INT, 0, 3);
        receive.start();
        receive.free();
        Prequest send = world.sendInit(MPI.newIntBuffer(1), 1, MPI.INT, 0, 3);
        send.start();
        send.free();
        Request cancelled = receive(world, 4);
        cancelled.cancel();
        cancelled.free();
    }

    @Test
    void shouldFailWhenTwoThreadsMakeCollectiveCallsOnOneCommunicator() {
        job(2).runBare(
                        () -> {
                            Intracomm world = worldOfManyThreads();
                            Intracomm mine = world.dup();
                            if (world.getRank() == 0) {
                                Thread other = waiting(() -> world.dup().free());
                                assertFails(
                                        MPI.ERR_COMM,
                                        world::dup,
                                        "two threads make collective calls on one communicator",
                                        "communicator=COMM_WORLD",
                                        "other=\"helper\" in Intracomm.dup" + HERE);
                                mine.dup().free();
                                send(world, 1, 3);
                                other.join();
                            } else {
                                mine.dup().free();
                                world.recv(new int[1], 1, MPI.INT, 0, 3);
                                world.dup().free();
                            }
                            mine.free();
                            MPI.Finalize();
                        });
    }

    @Test
    void shouldFailFinalizeOfAnotherThreadThanThatOfInit() {
        job(1).runBare(
                        () -> {
                            worldOfManyThreads();
                            boolean[] failed = {false};
                            Runnable finish =
                                    () -> {
                                        assertFails(
                                                MPI.ERR_OTHER,
                                                MPI::Finalize,
                                                "another thread than that of Init calls Finalize",
                                                "thread=\"helper\"");
                                        failed[0] = true;
                                    };
                            Thread.ofPlatform().name("helper").start(finish).join();
                            assertTrue(failed[0]);
                            MPI.Finalize();
                        });
    }

    private static void receiveAndFinalize(boolean fails) {
        Intracomm world = worldOfManyThreads();
        Thread other = waiting(() -> world.recv(new int[1], 1, MPI.INT, 0, 3));
        if (fails) {
            assertFails(
                    MPI.ERR_OTHER,
                    MPI::Finalize,
                    "a thread is still in an MPI call at Finalize",
                    "\"helper\" in Comm.recv" + HERE);
            end(other);
        } else {
            // Deleted by Finalize, when it has looked at the threads.
            int key = Comm.createKeyval(null, (_, _, _) -> end(other));
            MPI.COMM_SELF.setAttr(key, "value");
        }
        MPI.Finalize();
    }

    private static void end(Thread receiver) {
        send(MPI.COMM_WORLD, 0, 3);
        try {
            receiver.join();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void shouldFailFinalizeWhileAThreadIsInACall() {
        job(1).runBare(() -> receiveAndFinalize(true));
    }

    @Test
    void shouldOnlyNoteWithoutChecksThatAThreadIsInACallAtFinalize() {
        IsolatedJob unchecked = IsolatedJob.of(1, Map.of("transport", "self,memory"));
        String said = printedBy(() -> unchecked.runBare(() -> receiveAndFinalize(false)));
        assertTrue(said.startsWith("musubi: rank 0: note: a thread is still in an MPI call"), said);
        assertTrue(said.contains("\"helper\" in Comm.recv" + HERE), said);
        assertTrue(said.contains("; MPI.Finalize" + HERE), said);
    }

    @Test
    void shouldEndTheJobAtACallOfAThreadThatMayNot() {
        String said =
                printedBy(
                        () ->
                                job(1).runBare(
                                                () -> {
                                                    MPI.InitThread(null, MPI.THREAD_FUNNELED);
                                                    callAndFail();
                                                }));
        assertTrue(said.contains("fatal error in Comm.send("), said);
        assertTrue(said.contains("on the communicator first"), said);
        assertTrue(said.contains(HERE.strip() + "send("), said);
        assertTrue(said.contains("thread=\"helper\" level=MPI.THREAD_FUNNELED"), said);
    }

    private static void callAndFail() throws InterruptedException {
        Runnable call = () -> assertThrows(MPIException.class, () -> send(MPI.COMM_WORLD, 0, 3));
        Thread.ofPlatform().name("helper").start(call).join();
        MPIException ended = assertThrows(MPIException.class, () -> send(MPI.COMM_WORLD, 0, 3));
        assertTrue(ended.getMessage().contains("MPI was aborted"), ended.getMessage());
        assertFalse(MPI.Initialized());
    }
}
