package musubi.conformance.pt2pt;

import static musubi.conformance.Expect.await;
import static musubi.conformance.Expect.fails;
import static musubi.conformance.Expect.signal;
import static musubi.conformance.Expect.untilComplete;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import mpi.Intracomm;
import mpi.MPI;
import mpi.Request;
import mpi.Status;

import musubi.conformance.Case;
import musubi.conformance.Form;
import musubi.conformance.Ints;
import musubi.conformance.Mode;

/** Section 3.7: one non-blocking operation. */
public final class Requests {
    private Requests() {}

    @Case(
            section = "3.7.2",
            calls = {"Comm.iSend", "Comm.ibSend", "Comm.isSend", "Comm.irSend", "Comm.iRecv"},
            says = "Non-blocking sends of all modes match non-blocking receives.",
            ranks = 2)
    static void allModes(Intracomm comm, Form form) {
        Mode[] modes = Mode.values();
        Request[] requests = new Request[modes.length];
        Ints[] data = new Ints[modes.length];
        if (comm.getRank() == 0) {
            MPI.attachBuffer(new byte[1000]);
            await(comm, 1);
            for (Mode mode : modes) {
                int i = mode.ordinal();
                data[i] = form.ints(50 + i, i);
                requests[i] = form.calls().isend(comm, mode, data[i], 2, 1, i);
            }
            form.calls().waitAll(requests);
            MPI.detachBuffer();
        } else if (comm.getRank() == 1) {
            for (int i = 0; i < modes.length; i++) {
                data[i] = form.zeros(2);
                requests[i] = form.calls().irecv(comm, data[i], 2, 0, i);
            }
            signal(comm, 0);
            form.calls().waitAll(requests);
            for (int i = 0; i < modes.length; i++) {
                data[i].expect(50 + i, i);
            }
        }
    }

    @Case(
            section = "3.7.3",
            calls = {"Request.waitStatus"},
            says = "Wait returns the status of the receive and makes the handle null.",
            ranks = 2)
    static void waits(Intracomm comm, Form form) {
        if (comm.getRank() == 0) {
            form.calls().send(comm, Mode.STANDARD, form.ints(6, 7), 2, 1, 9);
        } else if (comm.getRank() == 1) {
            Ints in = form.zeros(4);
            Request request = form.calls().irecv(comm, in, 4, MPI.ANY_SOURCE, MPI.ANY_TAG);
            assertFalse(request.isNull());
            Status status = form.calls().await(request);
            assertEquals(0, status.getSource());
            assertEquals(9, status.getTag());
            assertEquals(2, form.calls().count(status));
            assertTrue(request.isNull());
            in.expect(6, 7, 0, 0);
        }
    }

    @Case(
            section = "3.7.3",
            calls = {"Request.testStatus"},
            says = "Test returns null until the operation is complete, then the status.",
            ranks = 2)
    static void tests(Intracomm comm, Form form) {
        if (comm.getRank() == 0) {
            await(comm, 1);
            form.calls().send(comm, Mode.STANDARD, form.ints(1), 1, 1, 0);
        } else if (comm.getRank() == 1) {
            Request request = form.calls().irecv(comm, form.zeros(1), 1, 0, 0);
            assertNull(form.calls().test(request));
            assertFalse(request.isNull());
            signal(comm, 0);
            Status status = null;
            while (status == null) {
                status = form.calls().test(request);
            }
            assertEquals(1, form.calls().count(status));
            assertTrue(request.isNull());
        }
    }

    @Case(
            section = "3.7.3",
            calls = {"Request.waitFor", "Request.test"},
            says = "Wait and test without a status have the same effect.",
            ranks = 2)
    static void withoutStatus(Intracomm comm, Form form) {
        if (comm.getRank() == 0) {
            await(comm, 1);
            form.calls().send(comm, Mode.STANDARD, form.ints(1), 1, 1, 0);
            form.calls().send(comm, Mode.STANDARD, form.ints(2), 1, 1, 0);
        } else if (comm.getRank() == 1) {
            Ints first = form.zeros(1);
            Ints second = form.zeros(1);
            Request one = form.calls().irecv(comm, first, 1, 0, 0);
            Request two = form.calls().irecv(comm, second, 1, 0, 0);
            assertFalse(one.test());
            signal(comm, 0);
            two.waitFor();
            assertTrue(one.test());
            assertTrue(one.isNull() && two.isNull());
            first.expect(1);
            second.expect(2);
        }
    }

    @Case(
            section = "3.7.6",
            calls = {"Request.getStatus"},
            says =
                    "Get_status returns whether an operation is complete and does not free the"
                            + " request.",
            ranks = 2)
    static void getStatus(Intracomm comm, Form form) {
        if (comm.getRank() == 0) {
            await(comm, 1);
            form.calls().send(comm, Mode.STANDARD, form.ints(1), 1, 1, 3);
        } else if (comm.getRank() == 1) {
            Request request = form.calls().irecv(comm, form.zeros(1), 1, 0, MPI.ANY_TAG);
            assertNull(request.getStatus());
            signal(comm, 0);
            untilComplete(request);
            assertEquals(3, request.getStatus().getTag());
            assertFalse(request.isNull());
            assertEquals(3, form.calls().await(request).getTag());
        }
    }

    @Case(
            section = "3.7.3",
            calls = {"MPI.REQUEST_NULL", "Request.waitStatus", "Request.testStatus"},
            says = "A null request is complete, with an empty status.")
    static void nullRequest(Intracomm comm, Form form) {
        for (Status status :
                new Status[] {
                    form.calls().await(MPI.REQUEST_NULL),
                    form.calls().test(MPI.REQUEST_NULL),
                    MPI.REQUEST_NULL.getStatus()
                }) {
            assertEquals(MPI.ANY_SOURCE, status.getSource());
            assertEquals(MPI.ANY_TAG, status.getTag());
            assertEquals(0, form.calls().count(status));
            assertFalse(form.calls().isCancelled(status));
        }
        assertTrue(MPI.REQUEST_NULL.isNull());
    }

    @Case(
            section = "3.7.3",
            calls = {"Request.free"},
            says = "A send whose request is freed still completes.",
            ranks = 2)
    static void freedSend(Intracomm comm, Form form) {
        for (int n : new int[] {1, 100_000}) {
            if (comm.getRank() == 0) {
                Request request =
                        form.calls().isend(comm, Mode.STANDARD, form.zeros(n).ramp(n), n, 1, 0);
                form.calls().free(request);
                assertTrue(request.isNull());
                await(comm, 1);
            } else if (comm.getRank() == 1) {
                Ints in = form.zeros(n);
                form.calls().recv(comm, in, n, 0, 0);
                in.expectRamp(n);
                signal(comm, 0);
            }
        }
    }

    @Case(
            section = "3.7.3",
            calls = {"Request.free"},
            says = "A completed or freed request may be freed again, as in Open MPI's API.")
    static void freeTwice(Intracomm comm, Form form) {
        Request request = form.calls().isend(comm, Mode.STANDARD, null, 0, MPI.PROC_NULL, 0);
        form.calls().free(request);
        form.calls().free(request);
        Request done = form.calls().isend(comm, Mode.STANDARD, null, 0, MPI.PROC_NULL, 0);
        form.calls().await(done);
        form.calls().free(done);
        assertTrue(done.isNull());
        form.calls().free(MPI.REQUEST_NULL);
    }

    @Case(
            section = "3.11",
            calls = {"Comm.iSend", "Comm.iRecv", "MPI.PROC_NULL"},
            says = "Operations with PROC_NULL are complete at once.")
    static void withProcNull(Intracomm comm, Form form) {
        Ints in = form.ints(4);
        Request receive = form.calls().irecv(comm, in, 1, MPI.PROC_NULL, 0);
        Status status = form.calls().test(receive);
        assertNotNull(status);
        assertEquals(MPI.PROC_NULL, status.getSource());
        in.expect(4);
        Request send = form.calls().isend(comm, Mode.SYNCHRONOUS, in, 1, MPI.PROC_NULL, 0);
        assertNotNull(form.calls().test(send));
    }

    @Case(
            section = "3.7.4",
            calls = {"Comm.iSend", "Comm.iRecv"},
            says = "Large messages in both directions at once do not deadlock.",
            ranks = 2)
    static void bothWays(Intracomm comm, Form form) {
        int n = 200_000;
        int me = comm.getRank();
        if (me > 1) {
            return;
        }
        Ints in = form.zeros(n);
        Request receive = form.calls().irecv(comm, in, n, 1 - me, 0);
        Request send =
                form.calls().isend(comm, Mode.STANDARD, form.zeros(n).ramp(me), n, 1 - me, 0);
        form.calls().waitAll(send, receive);
        in.expectRamp(1 - me);
    }

    @Case(
            section = "3.7.4",
            calls = {"Comm.iRecv", "Comm.iSend"},
            says = "Many operations can be in flight at once.",
            ranks = 2)
    static void many(Intracomm comm, Form form) {
        int n = 200;
        Request[] requests = new Request[n];
        Ints[] data = new Ints[n];
        for (int i = 0; i < n && comm.getRank() < 2; i++) {
            data[i] = form.zeros(1);
            if (comm.getRank() == 0) {
                data[i].put(0, i);
                requests[i] = form.calls().isend(comm, Mode.STANDARD, data[i], 1, 1, i);
            } else {
                requests[i] = form.calls().irecv(comm, data[i], 1, 0, n - 1 - i);
            }
        }
        if (comm.getRank() < 2) {
            form.calls().waitAll(requests);
        }
        for (int i = 0; i < n && comm.getRank() == 1; i++) {
            data[i].expect(n - 1 - i);
        }
    }

    @Case(
            section = "3.7.2",
            calls = {"Comm.iSend", "Request.waitStatus"},
            says = "The buffer of a send can be changed when the send is complete.",
            ranks = 2)
    static void bufferIsFree(Intracomm comm, Form form) {
        int n = 5000;
        if (comm.getRank() == 0) {
            Ints out = form.zeros(n);
            for (int round = 0; round < 3; round++) {
                out.fill(round);
                form.calls().await(form.calls().isend(comm, Mode.STANDARD, out, n, 1, 0));
            }
        } else if (comm.getRank() == 1) {
            for (int round = 0; round < 3; round++) {
                Ints in = form.zeros(n);
                form.calls().recv(comm, in, n, 0, 0);
                assertEquals(round, in.get(0));
                assertEquals(round, in.get(n - 1));
            }
        }
    }

    @Case(
            section = "3.7.3",
            calls = {"Request.waitStatus"},
            says = "A receive that is too short fails with ERR_TRUNCATE in its wait.",
            ranks = 2)
    static void truncates(Intracomm comm, Form form) {
        if (comm.getRank() == 0) {
            form.calls().send(comm, Mode.STANDARD, form.ints(1, 2, 3), 3, 1, 0);
            form.calls().send(comm, Mode.STANDARD, form.ints(4), 1, 1, 0);
        } else if (comm.getRank() == 1) {
            Request request = form.calls().irecv(comm, form.zeros(2), 2, 0, 0);
            fails(MPI.ERR_TRUNCATE, () -> form.calls().await(request));
            Ints in = form.zeros(1);
            form.calls().recv(comm, in, 1, 0, 0);
            in.expect(4);
        }
    }
}
