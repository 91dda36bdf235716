package musubi.conformance.pt2pt;

import static musubi.conformance.Expect.await;
import static musubi.conformance.Expect.fails;
import static musubi.conformance.Expect.signal;
import static musubi.conformance.Expect.untilComplete;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import mpi.Intracomm;
import mpi.MPI;
import mpi.Prequest;
import mpi.Request;
import mpi.Status;

import musubi.conformance.Case;
import musubi.conformance.Form;
import musubi.conformance.Ints;
import musubi.conformance.Mode;

/** Section 3.8.4: cancel. */
public final class Cancelling {
    private Cancelling() {}

    @Case(
            section = "3.8.4",
            calls = {"Request.cancel", "Status.isCancelled"},
            says =
                    "A receive without a matching message is cancelled, and its buffer is"
                            + " unchanged.")
    static void receive(Intracomm comm, Form form) {
        Ints in = form.ints(3);
        Request request = form.calls().irecv(comm, in, 1, MPI.ANY_SOURCE, 17);
        form.calls().cancel(request);
        assertFalse(request.isNull());
        Status status = form.calls().await(request);
        assertTrue(form.calls().isCancelled(status));
        assertTrue(request.isNull());
        in.expect(3);
    }

    @Case(
            section = "3.8.4",
            calls = {"Request.cancel"},
            says = "After a cancelled receive the message goes to the next receive.")
    static void messageGoesOn(Intracomm comm, Form form) {
        int me = comm.getRank();
        Request request = form.calls().irecv(comm, form.zeros(1), 1, me, 2);
        form.calls().cancel(request);
        assertTrue(form.calls().isCancelled(form.calls().await(request)));
        Ints in = form.zeros(1);
        Request next = form.calls().irecv(comm, in, 1, me, 2);
        form.calls().send(comm, Mode.STANDARD, form.ints(8), 1, me, 2);
        assertFalse(form.calls().isCancelled(form.calls().await(next)));
        in.expect(8);
    }

    @Case(
            section = "3.8.4",
            calls = {"Request.cancel", "Status.isCancelled"},
            says = "A receive that has matched its message is not cancelled.",
            ranks = 2)
    static void tooLate(Intracomm comm, Form form) {
        if (comm.getRank() == 0) {
            form.calls().send(comm, Mode.STANDARD, form.ints(1, 2), 2, 1, 0);
        } else if (comm.getRank() == 1) {
            Ints in = form.zeros(2);
            Request request = form.calls().irecv(comm, in, 2, 0, 0);
            untilComplete(request);
            form.calls().cancel(request);
            Status status = form.calls().await(request);
            assertFalse(form.calls().isCancelled(status));
            assertEquals(2, form.calls().count(status));
            in.expect(1, 2);
        }
    }

    @Case(
            section = "3.8.4",
            calls = {"Request.cancel", "Status.isCancelled"},
            says =
                    "A synchronous send without a matching receive can be cancelled and then never"
                            + " arrives.",
            ranks = 2)
    static void send(Intracomm comm, Form form) {
        if (comm.getRank() == 0) {
            Request request = form.calls().isend(comm, Mode.SYNCHRONOUS, form.ints(1), 1, 1, 3);
            form.calls().cancel(request);
            assertTrue(form.calls().isCancelled(form.calls().await(request)));
            signal(comm, 1);
        } else if (comm.getRank() == 1) {
            await(comm, 0);
            assertNull(form.calls().iprobe(comm, 0, 3));
        }
    }

    @Case(
            section = "3.8.4",
            calls = {"Request.cancel", "Status.isCancelled"},
            says = "A send is either cancelled or arrives, never both and never neither.",
            ranks = 2)
    static void eitherOr(Intracomm comm, Form form) {
        for (int n : new int[] {1, 2000, 100_000}) {
            if (comm.getRank() == 0) {
                Ints out = form.zeros(n).ramp(n);
                Request request = form.calls().isend(comm, Mode.STANDARD, out, n, 1, 3);
                form.calls().cancel(request);
                boolean cancelled = form.calls().isCancelled(form.calls().await(request));
                form.calls().send(comm, Mode.STANDARD, form.ints(cancelled ? 1 : 0), 1, 1, 4);
            } else if (comm.getRank() == 1) {
                Ints cancelled = form.zeros(1);
                form.calls().recv(comm, cancelled, 1, 0, 4);
                assertEquals(
                        cancelled.get(0) == 1, form.calls().iprobe(comm, 0, 3) == null, "n=" + n);
                if (cancelled.get(0) == 0) {
                    Ints in = form.zeros(n);
                    form.calls().recv(comm, in, n, 0, 3);
                    in.expectRamp(n);
                }
            }
        }
    }

    @Case(
            section = "3.8.4",
            calls = {"Request.cancel"},
            says = "Cancelling a null request fails with ERR_REQUEST.")
    static void nullRequest(Intracomm comm, Form form) {
        fails(MPI.ERR_REQUEST, () -> form.calls().cancel(MPI.REQUEST_NULL));
    }

    @Case(
            section = "3.8.4",
            calls = {"Request.cancel", "Comm.recvInit"},
            says = "A persistent receive that was cancelled can be started again.")
    static void persistent(Intracomm comm, Form form) {
        int me = comm.getRank();
        Ints in = form.zeros(1);
        Prequest request = form.calls().recvInit(comm, in, 1, me, 0);
        form.calls().start(request);
        form.calls().cancel(request);
        assertTrue(form.calls().isCancelled(form.calls().await(request)));
        form.calls().start(request);
        form.calls().send(comm, Mode.STANDARD, form.ints(6), 1, me, 0);
        assertFalse(form.calls().isCancelled(form.calls().await(request)));
        in.expect(6);
        form.calls().free(request);
    }

    @Case(
            section = "3.8.4",
            calls = {"Request.cancel", "Request.waitAll"},
            says = "Some of several receives can be cancelled; the others receive their messages.",
            ranks = 2)
    static void someOfSeveral(Intracomm comm, Form form) {
        if (comm.getRank() == 1) {
            await(comm, 0);
            form.calls().send(comm, Mode.STANDARD, form.ints(5), 1, 0, 1);
        } else if (comm.getRank() == 0) {
            Ints in = form.zeros(1);
            Request[] requests = {
                form.calls().irecv(comm, form.zeros(1), 1, 1, 0),
                form.calls().irecv(comm, in, 1, 1, 1),
                form.calls().irecv(comm, form.zeros(1), 1, MPI.ANY_SOURCE, 2)
            };
            form.calls().cancel(requests[0]);
            form.calls().cancel(requests[2]);
            signal(comm, 1);
            Status[] statuses = form.calls().waitAll(requests);
            assertTrue(form.calls().isCancelled(statuses[0]));
            assertFalse(form.calls().isCancelled(statuses[1]));
            assertTrue(form.calls().isCancelled(statuses[2]));
            in.expect(5);
        }
    }
}
