package musubi.conformance.pt2pt;

import static musubi.conformance.Expect.await;
import static musubi.conformance.Expect.fails;
import static musubi.conformance.Expect.signal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import mpi.Intracomm;
import mpi.MPI;
import mpi.Prequest;
import mpi.Status;

import musubi.conformance.Case;
import musubi.conformance.Form;
import musubi.conformance.Ints;
import musubi.conformance.Mode;
import musubi.conformance.Statement;
import musubi.conformance.Table;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Section 3.9: persistent requests. */
public final class Persistent {
    private Persistent() {}

    @Table
    static List<Statement> modes() {
        List<Statement> rows = new ArrayList<>();
        String[] calls = {"sendInit", "bSendInit", "sSendInit", "rSendInit"};
        for (Mode mode : Mode.values()) {
            rows.add(
                    Statement.row(
                                    "Persistent.modes " + mode,
                                    "3.9",
                                    List.of("Comm." + calls[mode.ordinal()], "Comm.recvInit"),
                                    "A persistent send in mode "
                                            + mode.name().toLowerCase(Locale.ROOT)
                                            + " sends the buffer as it is at each start.",
                                    2,
                                    (comm, form) -> rounds(comm, form, mode))
                            .inAllForms());
        }
        return rows;
    }

    private static void rounds(Intracomm comm, Form form, Mode mode) {
        Ints data = form.zeros(3);
        if (comm.getRank() == 0) {
            MPI.attachBuffer(new byte[1000]);
            Prequest request = form.calls().sendInit(comm, mode, data, 3, 1, 7);
            for (int round = 0; round < 5; round++) {
                await(comm, 1);
                data.ramp(round * 10);
                form.calls().start(request);
                form.calls().await(request);
                assertFalse(request.isNull());
            }
            form.calls().free(request);
            assertTrue(request.isNull());
            MPI.detachBuffer();
        } else if (comm.getRank() == 1) {
            Prequest request = form.calls().recvInit(comm, data, 3, 0, 7);
            for (int round = 0; round < 5; round++) {
                form.calls().start(request);
                signal(comm, 0);
                Status status = form.calls().await(request);
                assertEquals(3, form.calls().count(status));
                data.expectRamp(round * 10);
            }
            form.calls().free(request);
        }
    }

    @Case(
            section = "3.9",
            calls = {"Prequest.startAll"},
            says = "Startall starts all requests of an array.",
            ranks = 2)
    static void startAll(Intracomm comm, Form form) {
        int me = comm.getRank();
        if (me > 1) {
            return;
        }
        Ints out = form.ints(me);
        Ints in = form.zeros(1);
        Prequest[] requests = {
            form.calls().recvInit(comm, in, 1, 1 - me, 0),
            form.calls().sendInit(comm, Mode.STANDARD, out, 1, 1 - me, 0)
        };
        for (int round = 0; round < 4; round++) {
            out.put(0, me + 2 * round);
            form.calls().startAll(requests);
            form.calls().waitAll(requests);
            in.expect(1 - me + 2 * round);
        }
        form.calls().free(requests[0]);
        form.calls().free(requests[1]);
    }

    @Case(
            section = "3.9",
            calls = {"Comm.sendInit", "Comm.recv", "Comm.send", "Comm.recvInit"},
            says = "Persistent operations match plain ones.",
            ranks = 2)
    static void matchesPlain(Intracomm comm, Form form) {
        if (comm.getRank() == 0) {
            Prequest send = form.calls().sendInit(comm, Mode.STANDARD, form.ints(5), 1, 1, 0);
            form.calls().start(send);
            form.calls().await(send);
            form.calls().free(send);
            form.calls().send(comm, Mode.STANDARD, form.ints(6), 1, 1, 0);
        } else if (comm.getRank() == 1) {
            Ints in = form.zeros(1);
            form.calls().recv(comm, in, 1, 0, 0);
            in.expect(5);
            Prequest receive = form.calls().recvInit(comm, in, 1, MPI.ANY_SOURCE, MPI.ANY_TAG);
            form.calls().start(receive);
            assertEquals(0, form.calls().await(receive).getSource());
            in.expect(6);
            form.calls().free(receive);
        }
    }

    @Case(
            section = "3.9",
            calls = {"Request.waitStatus", "Request.testStatus"},
            says = "Waiting for an inactive request returns an empty status at once.")
    static void inactive(Intracomm comm, Form form) {
        Prequest request = form.calls().recvInit(comm, form.zeros(1), 1, MPI.ANY_SOURCE, 0);
        for (Status status :
                new Status[] {form.calls().await(request), form.calls().test(request)}) {
            assertEquals(MPI.ANY_SOURCE, status.getSource());
            assertEquals(MPI.ANY_TAG, status.getTag());
            assertEquals(0, form.calls().count(status));
        }
        form.calls().free(request);
    }

    @Case(
            section = "3.9",
            calls = {"Prequest.start"},
            says = "Starting an active request fails with ERR_REQUEST.")
    static void startTwice(Intracomm comm, Form form) {
        int me = comm.getRank();
        Prequest request = form.calls().recvInit(comm, form.zeros(1), 1, me, 0);
        form.calls().start(request);
        fails(MPI.ERR_REQUEST, () -> form.calls().start(request));
        form.calls().send(comm, Mode.STANDARD, form.ints(1), 1, me, 0);
        form.calls().await(request);
        form.calls().free(request);
    }

    @Case(
            section = "3.9",
            calls = {"Prequest.start", "Request.free"},
            says = "Starting a freed request fails with ERR_REQUEST.")
    static void startFreed(Intracomm comm, Form form) {
        Prequest request =
                form.calls().sendInit(comm, Mode.STANDARD, form.ints(1), 1, MPI.PROC_NULL, 0);
        form.calls().free(request);
        assertTrue(request.isNull());
        fails(MPI.ERR_REQUEST, () -> form.calls().start(request));
    }

    @Case(
            section = "3.9",
            calls = {"Comm.sendInit", "Comm.recvInit", "MPI.PROC_NULL"},
            says = "Persistent operations with PROC_NULL are complete when started.")
    static void procNull(Intracomm comm, Form form) {
        Prequest send =
                form.calls().sendInit(comm, Mode.STANDARD, form.ints(1), 1, MPI.PROC_NULL, 0);
        Prequest receive = form.calls().recvInit(comm, form.zeros(1), 1, MPI.PROC_NULL, 0);
        form.calls().startAll(send, receive);
        form.calls().await(send);
        assertEquals(MPI.PROC_NULL, form.calls().await(receive).getSource());
        form.calls().free(send);
        form.calls().free(receive);
    }

    @Case(
            section = "3.9",
            calls = {"Request.free"},
            says = "A persistent send that is freed while active still completes.",
            ranks = 2)
    static void freedWhileActive(Intracomm comm, Form form) {
        int n = 50_000;
        if (comm.getRank() == 0) {
            Ints out = form.zeros(n).ramp(4);
            Prequest request = form.calls().sendInit(comm, Mode.STANDARD, out, n, 1, 0);
            form.calls().start(request);
            form.calls().free(request);
            await(comm, 1);
        } else if (comm.getRank() == 1) {
            Ints in = form.zeros(n);
            form.calls().recv(comm, in, n, 0, 0);
            in.expectRamp(4);
            signal(comm, 0);
        }
    }

    @Case(
            section = "3.9",
            calls = {"Request.waitAny"},
            says = "A completed persistent request can be started again among others.",
            ranks = 2)
    static void amongOthers(Intracomm comm, Form form) {
        int rounds = 6;
        if (comm.getRank() == 1) {
            for (int i = 0; i < rounds; i++) {
                form.calls().send(comm, Mode.STANDARD, form.ints(i), 1, 0, i % 2);
                await(comm, 0);
            }
        } else if (comm.getRank() == 0) {
            Ints[] in = {form.zeros(1), form.zeros(1)};
            Prequest[] requests = {
                form.calls().recvInit(comm, in[0], 1, 1, 0),
                form.calls().recvInit(comm, in[1], 1, 1, 1)
            };
            form.calls().startAll(requests);
            for (int i = 0; i < rounds; i++) {
                int place = form.calls().waitAny(requests).getIndex();
                assertEquals(i % 2, place);
                in[place].expect(i);
                form.calls().start(requests[place]);
                signal(comm, 1);
            }
            for (Prequest request : requests) {
                form.calls().cancel(request);
                assertTrue(form.calls().isCancelled(form.calls().await(request)));
                form.calls().free(request);
            }
        }
    }
}
