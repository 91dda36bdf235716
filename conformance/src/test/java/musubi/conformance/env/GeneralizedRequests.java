package musubi.conformance.env;

import static musubi.conformance.Expect.fails;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import mpi.Grequest;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;
import mpi.Status;

import musubi.conformance.Case;

/** Section 13.2: generalized requests. */
public final class GeneralizedRequests {
    private GeneralizedRequests() {}

    /** Counts how often the functions of a request are called. */
    private static final class Calls {
        private int queries;
        private int frees;
        private int cancels;
        private boolean wasComplete;

        Grequest start() {
            return Grequest.start(
                    status -> {
                        queries++;
                        status.setElements(MPI.INT, 4);
                        status.setCancelled(cancels > 0);
                    },
                    () -> frees++,
                    complete -> {
                        cancels++;
                        wasComplete = complete;
                    });
        }

        void expect(int queriesExpected, int freesExpected, int cancelsExpected) {
            assertArrayEquals(
                    new int[] {queriesExpected, freesExpected, cancelsExpected},
                    new int[] {queries, frees, cancels});
        }
    }

    @Case(
            section = "13.2",
            calls = {"Grequest.start", "Grequest.complete", "Request.waitStatus"},
            says = "Wait returns the status that the query function filled, and frees once.")
    static void waits(Intracomm comm) {
        Calls calls = new Calls();
        Grequest request = calls.start();
        assertFalse(request.isNull());
        request.complete();
        Status status = request.waitStatus();
        assertEquals(4, status.getCount(MPI.INT));
        assertFalse(status.isCancelled());
        assertTrue(request.isNull());
        calls.expect(1, 1, 0);
    }

    @Case(
            section = "13.2",
            calls = {"Request.testStatus", "Request.test"},
            says = "Test returns null and calls no function until the request is complete.")
    static void tests(Intracomm comm) {
        Calls calls = new Calls();
        Grequest request = calls.start();
        assertNull(request.testStatus());
        assertFalse(request.test());
        assertNull(request.Test());
        calls.expect(0, 0, 0);
        request.complete();
        assertNotNull(request.testStatus());
        calls.expect(1, 1, 0);
    }

    @Case(
            section = "13.2",
            calls = {"Request.waitFor", "Request.test"},
            says = "The functions are also called when no status is requested.")
    static void withoutStatus(Intracomm comm) {
        Calls calls = new Calls();
        Grequest request = calls.start();
        request.complete();
        request.waitFor();
        calls.expect(1, 1, 0);
        Grequest other = calls.start();
        other.complete();
        assertTrue(other.test());
        calls.expect(2, 2, 0);
    }

    @Case(
            section = "13.2",
            calls = {"Request.getStatus"},
            says = "Get_status calls the query function and does not free the request.")
    static void getStatus(Intracomm comm) {
        Calls calls = new Calls();
        Grequest request = calls.start();
        assertNull(request.getStatus());
        request.complete();
        assertEquals(4, request.getStatus().getElements(MPI.INT));
        calls.expect(1, 0, 0);
        assertFalse(request.isNull());
        request.waitFor();
        calls.expect(2, 1, 0);
        assertEquals(0, request.getStatus().getCount(MPI.INT));
        calls.expect(2, 1, 0);
    }

    @Case(
            section = "13.2",
            calls = {"Request.free", "Grequest.complete"},
            says = "A request freed before its completion is freed when it completes.")
    static void freedBefore(Intracomm comm) {
        Calls calls = new Calls();
        Grequest request = calls.start();
        request.free();
        assertTrue(request.isNull());
        calls.expect(0, 0, 0);
        request.complete();
        calls.expect(0, 1, 0);
    }

    @Case(
            section = "13.2",
            calls = {"Request.free"},
            says = "A completed request is freed at once.")
    static void freedAfter(Intracomm comm) {
        Calls calls = new Calls();
        Grequest request = calls.start();
        request.complete();
        calls.expect(0, 0, 0);
        request.Free();
        calls.expect(0, 1, 0);
        request.free();
        calls.expect(0, 1, 0);
    }

    @Case(
            section = "13.2",
            calls = {"Request.cancel", "Status.isCancelled"},
            says = "Cancel calls the cancel function, which reports its success in the status.")
    static void cancel(Intracomm comm) {
        Calls calls = new Calls();
        Grequest request = calls.start();
        request.cancel();
        calls.expect(0, 0, 1);
        assertFalse(calls.wasComplete);
        request.complete();
        assertTrue(request.waitStatus().isCancelled());
    }

    @Case(
            section = "13.2",
            calls = {"Request.cancel"},
            says = "The cancel function is passed whether the request is already complete.")
    static void cancelLate(Intracomm comm) {
        Calls calls = new Calls();
        Grequest request = calls.start();
        request.complete();
        request.Cancel();
        assertTrue(calls.wasComplete);
        request.waitFor();
    }

    @Case(
            section = "13.2",
            calls = {"Grequest.complete"},
            says = "The cancel function may complete the request.")
    static void completedByCancel(Intracomm comm) {
        Grequest[] request = new Grequest[1];
        request[0] =
                Grequest.start(
                        status -> status.setCancelled(true),
                        () -> {},
                        complete -> request[0].complete());
        request[0].cancel();
        assertTrue(request[0].waitStatus().isCancelled());
    }

    @Case(
            section = "13.2",
            calls = {"Request.waitAll", "Request.waitAny", "Request.waitSome", "Request.testAll"},
            says =
                    "Generalized requests can be completed with others in calls for several"
                            + " requests.")
    static void amongOthers(Intracomm comm) {
        Calls calls = new Calls();
        int me = comm.getRank();
        int[] in = new int[1];
        Request[] requests = {calls.start(), comm.iRecv(in, 1, MPI.INT, me, 0), calls.start()};
        assertNull(Request.testAllStatus(requests));
        assertEquals(MPI.UNDEFINED, Request.testAny(requests));
        ((Grequest) requests[2]).complete();
        assertEquals(2, Request.waitAny(requests));
        calls.expect(1, 1, 0);
        comm.send(new int[] {5}, 1, MPI.INT, me, 0);
        assertArrayEquals(new int[] {1}, Request.waitSome(requests));
        ((Grequest) requests[0]).complete();
        Status[] statuses = Request.waitAllStatus(requests);
        assertEquals(4, statuses[0].getCount(MPI.INT));
        assertEquals(5, in[0]);
        calls.expect(2, 2, 0);
        assertTrue(Request.testAll(requests));
    }

    @Case(
            section = "13.2",
            calls = {"Request.waitAll"},
            says = "Waitall without statuses calls the functions of each request.")
    static void allWithoutStatus(Intracomm comm) {
        Calls calls = new Calls();
        Grequest[] requests = {calls.start(), calls.start()};
        requests[0].complete();
        assertFalse(Request.testAll(requests));
        requests[1].complete();
        Request.waitAll(requests);
        calls.expect(2, 2, 0);
    }

    @Case(
            section = "13.2",
            calls = {"Grequest.start", "Request.waitStatus"},
            says =
                    "An exception of the query function is the error of the wait, and the request"
                            + " is freed.")
    static void queryFails(Intracomm comm) {
        int[] frees = new int[1];
        Grequest request =
                Grequest.start(
                        status -> {
                            throw new MPIException("broken");
                        },
                        () -> frees[0]++,
                        complete -> {});
        request.complete();
        MPIException e = fails(MPI.ERR_OTHER, request::waitStatus);
        assertTrue(e.getMessage().contains("broken"), e.getMessage());
        assertTrue(request.isNull());
        assertEquals(1, frees[0]);
    }

    @Case(
            section = "13.2",
            calls = {"Grequest.start", "Request.waitAll"},
            says = "In Waitall a failing query function is ERR_IN_STATUS.")
    static void queryFailsAmongOthers(Intracomm comm) {
        Calls calls = new Calls();
        Grequest bad =
                Grequest.start(
                        status -> {
                            throw new MPIException("broken");
                        },
                        () -> {},
                        complete -> {});
        Grequest good = calls.start();
        bad.complete();
        good.complete();
        Request[] requests = {bad, good};
        MPIException e = fails(MPI.ERR_IN_STATUS, () -> Request.waitAll(requests));
        assertEquals(MPI.ERR_OTHER, e.getStatuses()[0].getError());
        assertEquals(MPI.SUCCESS, e.getStatuses()[1].getError());
        calls.expect(1, 1, 0);
    }

    @Case(
            section = "13.2",
            calls = {"Grequest.complete"},
            says = "Completing twice fails with ERR_REQUEST.")
    static void completeTwice(Intracomm comm) {
        Grequest request = new Calls().start();
        request.complete();
        fails(MPI.ERR_REQUEST, request::complete);
        request.waitFor();
    }

    @Case(
            section = "13.2",
            calls = {"Grequest.start"},
            says = "Null functions are ERR_ARG.")
    static void nullFunctions(Intracomm comm) {
        fails(MPI.ERR_ARG, () -> Grequest.start(null, () -> {}, complete -> {}));
    }

    @Case(
            section = "13.2",
            calls = {"Grequest.complete", "Comm.recv"},
            says = "A thread may complete a request also with the level THREAD_SINGLE.")
    static void completedByAThread(Intracomm comm) throws InterruptedException {
        Calls calls = new Calls();
        Grequest request = calls.start();
        Thread worker = Thread.ofPlatform().start(request::complete);
        request.waitFor();
        worker.join();
        calls.expect(1, 1, 0);
    }
}
