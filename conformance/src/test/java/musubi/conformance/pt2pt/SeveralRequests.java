package musubi.conformance.pt2pt;

import static musubi.conformance.Expect.await;
import static musubi.conformance.Expect.fails;
import static musubi.conformance.Expect.signal;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import mpi.Comm;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Prequest;
import mpi.Request;
import mpi.Status;

import musubi.conformance.Case;
import musubi.conformance.Form;
import musubi.conformance.Ints;
import musubi.conformance.Mode;

/** Section 3.7.5: waits and tests for several operations. */
public final class SeveralRequests {
    private SeveralRequests() {}

    /** Receives from rank 1, one for each tag. */
    private static Request[] receives(Comm comm, Form form, Ints in) {
        Request[] requests = new Request[in.length()];
        for (int i = 0; i < requests.length; i++) {
            requests[i] = form.calls().irecv(comm, form.zeros(1), 1, 1, i);
        }
        return requests;
    }

    /** Rank 1 sends one message after the other, with these tags, at a signal of rank 0. */
    private static void answer(Comm comm, Form form, int... tags) {
        for (int tag : tags) {
            await(comm, 0);
            form.calls().send(comm, Mode.STANDARD, form.ints(tag), 1, 0, tag);
        }
    }

    @Case(
            section = "3.7.5",
            calls = {"Request.waitAllStatus"},
            says = "Waitall returns a status for each request, in their order.",
            ranks = 2)
    static void all(Intracomm comm, Form form) {
        if (comm.getRank() == 0) {
            Request[] requests = receives(comm, form, form.zeros(4));
            for (int i = 0; i < 4; i++) {
                signal(comm, 1);
            }
            Status[] statuses = form.calls().waitAll(requests);
            for (int i = 0; i < 4; i++) {
                assertEquals(i, statuses[i].getTag());
                assertEquals(i, statuses[i].getIndex());
                assertTrue(requests[i].isNull());
            }
        } else if (comm.getRank() == 1) {
            answer(comm, form, 3, 1, 0, 2);
        }
    }

    @Case(
            section = "3.7.5",
            calls = {"Request.testAllStatus", "Request.testAll"},
            says = "Testall returns null until all are complete and then completes all.",
            ranks = 2)
    static void testsAll(Intracomm comm, Form form) {
        if (comm.getRank() == 0) {
            Request[] requests = receives(comm, form, form.zeros(2));
            signal(comm, 1);
            while (requests[1].getStatus() == null) {
                assertNull(form.calls().testAll(requests));
            }
            assertNull(form.calls().testAll(requests));
            assertFalse(Request.testAll(requests));
            assertFalse(requests[1].isNull());
            signal(comm, 1);
            Status[] statuses = null;
            while (statuses == null) {
                statuses = form.calls().testAll(requests);
            }
            assertEquals(1, statuses[1].getTag());
            assertTrue(requests[0].isNull() && requests[1].isNull());
        } else if (comm.getRank() == 1) {
            answer(comm, form, 1, 0);
        }
    }

    @Case(
            section = "3.7.5",
            calls = {"Request.waitAnyStatus", "Request.waitAny", "Status.getIndex"},
            says = "Waitany completes one request and returns its index.",
            ranks = 2)
    static void any(Intracomm comm, Form form) {
        if (comm.getRank() == 0) {
            Request[] requests = receives(comm, form, form.zeros(3));
            signal(comm, 1);
            Status status = form.calls().waitAny(requests);
            assertEquals(2, status.getIndex());
            assertEquals(2, status.index);
            assertEquals(2, status.getTag());
            assertTrue(requests[2].isNull());
            assertFalse(requests[0].isNull());
            signal(comm, 1);
            assertEquals(0, Request.waitAny(requests));
            signal(comm, 1);
            assertEquals(1, form.calls().waitAny(requests).getIndex());
            assertEquals(MPI.UNDEFINED, form.calls().waitAny(requests).getIndex());
        } else if (comm.getRank() == 1) {
            answer(comm, form, 2, 0, 1);
        }
    }

    @Case(
            section = "3.7.5",
            calls = {"Request.testAnyStatus", "Request.testAny"},
            says = "Testany returns null, or the index UNDEFINED, when none is complete.",
            ranks = 2)
    static void testsAny(Intracomm comm, Form form) {
        if (comm.getRank() == 0) {
            Request[] requests = receives(comm, form, form.zeros(2));
            assertNull(form.calls().testAny(requests));
            assertEquals(MPI.UNDEFINED, Request.testAny(requests));
            signal(comm, 1);
            Status status = null;
            while (status == null) {
                status = form.calls().testAny(requests);
            }
            assertEquals(1, status.getIndex());
            signal(comm, 1);
            form.calls().await(requests[0]);
        } else if (comm.getRank() == 1) {
            answer(comm, form, 1, 0);
        }
    }

    @Case(
            section = "3.7.5",
            calls = {"Request.waitSomeStatus", "Request.waitSome"},
            says = "Waitsome returns at least one completed request, until none is active.",
            ranks = 2)
    static void some(Intracomm comm, Form form) {
        if (comm.getRank() == 0) {
            int n = 5;
            Request[] requests = receives(comm, form, form.zeros(n));
            for (int i = 0; i < n; i++) {
                signal(comm, 1);
            }
            boolean[] seen = new boolean[n];
            int found = 0;
            while (found < n) {
                Status[] statuses = form.calls().waitSome(requests);
                assertTrue(statuses.length > 0);
                for (Status status : statuses) {
                    assertEquals(status.getTag(), status.getIndex());
                    assertFalse(seen[status.getIndex()]);
                    seen[status.getIndex()] = true;
                    found++;
                }
            }
            assertNoneActive(form, form.calls().waitSome(requests));
            assertNull(Request.waitSome(requests));
        } else if (comm.getRank() == 1) {
            answer(comm, form, 4, 0, 2, 1, 3);
        }
    }

    @Case(
            section = "3.7.5",
            calls = {"Request.testSomeStatus", "Request.testSome"},
            says =
                    "Testsome returns an empty array when none is complete; when none is active,"
                            + " null in Open MPI's dialect.",
            ranks = 2)
    static void testsSome(Intracomm comm, Form form) {
        if (comm.getRank() == 0) {
            Request[] requests = receives(comm, form, form.zeros(2));
            assertEquals(0, form.calls().testSome(requests).length);
            assertEquals(0, Request.testSome(requests).length);
            signal(comm, 1);
            Status[] found = form.calls().testSome(requests);
            while (found.length == 0) {
                found = form.calls().testSome(requests);
            }
            assertEquals(1, found[0].getIndex());
            signal(comm, 1);
            form.calls().await(requests[0]);
            assertNoneActive(form, form.calls().testSome(requests));
        } else if (comm.getRank() == 1) {
            answer(comm, form, 1, 0);
        }
    }

    @Case(
            section = "3.7.5",
            calls = {"Request.waitAny", "Request.waitSome", "Request.waitAll", "Request.testAll"},
            says = "Null requests and null entries are ignored.",
            ranks = 2)
    static void nullEntries(Intracomm comm, Form form) {
        if (comm.getRank() == 0) {
            for (int round = 0; round < 3; round++) {
                Ints in = form.zeros(1);
                Request[] requests = {
                    MPI.REQUEST_NULL, null, form.calls().irecv(comm, in, 1, 1, round)
                };
                signal(comm, 1);
                if (round == 0) {
                    assertEquals(2, form.calls().waitAny(requests).getIndex());
                } else if (round == 1) {
                    Status[] statuses = form.calls().waitSome(requests);
                    assertEquals(1, statuses.length);
                    assertEquals(2, statuses[0].getIndex());
                } else {
                    Status[] statuses = form.calls().waitAll(requests);
                    assertEquals(3, statuses.length);
                    assertEquals(MPI.ANY_SOURCE, statuses[0].getSource());
                    assertEquals(0, form.calls().count(statuses[1]));
                    assertEquals(1, statuses[2].getSource());
                }
                in.expect(round);
            }
        } else if (comm.getRank() == 1) {
            answer(comm, form, 0, 1, 2);
        }
    }

    @Case(
            section = "3.7.5",
            calls = {"Request.waitAny", "Request.testAny", "Request.waitSome", "Request.testSome"},
            says =
                    "Without an active request the index is UNDEFINED, and waitsome and testsome"
                            + " return null; in MPJ Express Testany returns null, and Waitsome and"
                            + " Testsome return an empty array.")
    static void noneActive(Intracomm comm, Form form) {
        Request[] none = {MPI.REQUEST_NULL, MPI.REQUEST_NULL};
        assertEquals(MPI.UNDEFINED, form.calls().waitAny(none).getIndex());
        Status any = form.calls().testAny(none);
        assertEquals(form.isUpper(), any == null);
        assertTrue(any == null || any.getIndex() == MPI.UNDEFINED);
        assertEquals(MPI.UNDEFINED, Request.waitAny(none));
        assertEquals(MPI.UNDEFINED, Request.testAny(none));
        assertNoneActive(form, form.calls().waitSome(none));
        assertNoneActive(form, form.calls().testSome(none));
        assertNotNull(form.calls().testAll(none));
        assertEquals(2, form.calls().waitAll(none).length);
    }

    @Case(
            section = "3.7.5",
            calls = {"Request.waitAll", "Request.waitAny", "Request.waitSome"},
            says = "An empty array is complete; Waitany returns null for it, as in MPJ Express.")
    static void emptyArray(Intracomm comm, Form form) {
        assertEquals(0, form.calls().waitAll().length);
        assertEquals(0, form.calls().testAll().length);
        Status any = form.calls().waitAny();
        assertEquals(form.isUpper(), any == null);
        assertTrue(any == null || any.getIndex() == MPI.UNDEFINED);
        assertNoneActive(form, form.calls().waitSome());
        Request.waitAll(new Request[0]);
        assertTrue(Request.testAll(new Request[0]));
    }

    private static void assertNoneActive(Form form, Status[] statuses) {
        assertEquals(form.isUpper(), statuses != null);
        assertTrue(statuses == null || statuses.length == 0);
    }

    @Case(
            section = "3.9",
            calls = {"Request.waitAny", "Request.waitSome", "Request.waitAll"},
            says = "Inactive persistent requests count as null ones.",
            ranks = 2)
    static void inactive(Intracomm comm, Form form) {
        Prequest idle = form.calls().recvInit(comm, form.zeros(1), 1, 1, 0);
        Request[] requests = {idle, MPI.REQUEST_NULL};
        assertEquals(MPI.UNDEFINED, form.calls().waitAny(requests).getIndex());
        assertNoneActive(form, form.calls().waitSome(requests));
        assertNoneActive(form, form.calls().testSome(requests));
        Status[] statuses = form.calls().waitAll(requests);
        assertEquals(MPI.ANY_SOURCE, statuses[0].getSource());
        assertFalse(idle.isNull());
        form.calls().free(idle);
    }

    @Case(
            section = "3.7.5",
            calls = {"Request.waitAll", "MPIException.getErrorClass"},
            says = "Waitall fails with ERR_IN_STATUS when one fails, after all are complete.",
            ranks = 2)
    static void oneFails(Intracomm comm, Form form) {
        if (comm.getRank() == 1) {
            form.calls().send(comm, Mode.STANDARD, form.ints(1, 2), 2, 0, 0);
            form.calls().send(comm, Mode.STANDARD, form.ints(3), 1, 0, 1);
        } else if (comm.getRank() == 0) {
            Ints good = form.zeros(1);
            Request[] requests = {
                form.calls().irecv(comm, form.zeros(1), 1, 1, 0),
                form.calls().irecv(comm, good, 1, 1, 1)
            };
            MPIException e = fails(MPI.ERR_IN_STATUS, () -> form.calls().waitAll(requests));
            assertEquals(MPI.ERR_TRUNCATE, e.getStatuses()[0].getError());
            assertEquals(MPI.SUCCESS, e.getStatuses()[1].getError());
            assertTrue(requests[0].isNull() && requests[1].isNull());
            good.expect(3);
        }
    }

    @Case(
            section = "3.7.5",
            calls = {"Request.waitAny"},
            says = "Waitany fails with the class of the request that failed.",
            ranks = 2)
    static void anyFails(Intracomm comm, Form form) {
        if (comm.getRank() == 1) {
            form.calls().send(comm, Mode.STANDARD, form.ints(1, 2), 2, 0, 0);
        } else if (comm.getRank() == 0) {
            Request[] requests = {form.calls().irecv(comm, form.zeros(1), 1, 1, 0)};
            fails(MPI.ERR_TRUNCATE, () -> form.calls().waitAny(requests));
        }
    }

    @Case(
            section = "3.7.6",
            calls = {"Request.getStatusAll", "Request.getStatusAny", "Request.getStatusSome"},
            says = "Get_status for several requests returns which are complete and frees none.",
            ranks = 2)
    static void getStatus(Intracomm comm, Form form) {
        if (comm.getRank() == 0) {
            Request[] requests = receives(comm, form, form.zeros(2));
            assertNull(Request.getStatusAll(requests));
            assertNull(Request.getStatusAny(requests));
            assertEquals(0, Request.getStatusSome(requests).length);
            signal(comm, 1);
            while (Request.getStatusAny(requests) == null) {
                Thread.onSpinWait();
            }
            assertEquals(1, Request.getStatusAny(requests).getIndex());
            assertEquals(1, Request.getStatusSome(requests)[0].getTag());
            assertNull(Request.getStatusAll(requests));
            signal(comm, 1);
            while (Request.getStatusAll(requests) == null) {
                Thread.onSpinWait();
            }
            assertFalse(requests[0].isNull() || requests[1].isNull());
            int[] tags = new int[2];
            for (Status status : form.calls().waitAll(requests)) {
                tags[status.getIndex()] = status.getTag();
            }
            assertArrayEquals(new int[] {0, 1}, tags);
            assertEquals(MPI.UNDEFINED, Request.getStatusAny(requests).getIndex());
            assertNull(Request.getStatusSome(requests));
        } else if (comm.getRank() == 1) {
            answer(comm, form, 1, 0);
        }
    }

    @Case(
            section = "3.7.5",
            calls = {"Request.waitAny"},
            says = "A worker farm with one receive for each worker receives from all.",
            ranks = 2)
    static void farm(Intracomm comm, Form form) {
        int size = comm.getSize();
        if (comm.getRank() > 0) {
            for (int i = 0; i < 5; i++) {
                form.calls().send(comm, Mode.STANDARD, form.ints(comm.getRank() * 10 + i), 1, 0, 1);
            }
            return;
        }
        Ints[] in = new Ints[size - 1];
        Request[] requests = new Request[size - 1];
        for (int w = 0; w < size - 1; w++) {
            in[w] = form.zeros(1);
            requests[w] = form.calls().irecv(comm, in[w], 1, w + 1, 1);
        }
        int[] heard = new int[size - 1];
        for (int left = 5 * (size - 1); left > 0; left--) {
            int w = form.calls().waitAny(requests).getIndex();
            in[w].expect((w + 1) * 10 + heard[w]++);
            if (heard[w] < 5) {
                requests[w] = form.calls().irecv(comm, in[w], 1, w + 1, 1);
            }
        }
        assertEquals(MPI.UNDEFINED, form.calls().waitAny(requests).getIndex());
    }
}
