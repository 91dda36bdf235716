package musubi.conformance.pt2pt;

import static musubi.conformance.Expect.fails;
import static musubi.conformance.Ring.before;
import static musubi.conformance.Ring.behind;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import mpi.Intracomm;
import mpi.MPI;
import mpi.Request;
import mpi.Status;

import musubi.conformance.Case;
import musubi.conformance.Form;
import musubi.conformance.Ints;

/** Section 3.10: a send and a receive started in one call. */
public final class SendAndReceive {
    private SendAndReceive() {}

    private static Request start(Intracomm comm, Form form, Ints out, Ints in) {
        int n = out.length();
        int to = behind(comm);
        int from = before(comm);
        Object o = out.argument();
        Object i = in.argument();
        return form.isUpper()
                ? comm.Isendrecv(
                        o, out.offset(), n, MPI.INT, to, 4, i, in.offset(), n, MPI.INT, from, 4)
                : comm.iSendRecv(o, n, MPI.INT, to, 4, i, n, MPI.INT, from, 4);
    }

    @Case(
            section = "3.10",
            calls = {"Comm.iSendRecv"},
            says = "Isendrecv exchanges data around a ring, and its status is that of the receive.")
    static void ring(Intracomm comm, Form form) {
        for (int n : new int[] {1, 1000, 50_000}) {
            Ints out = form.zeros(n).ramp(comm.getRank());
            Ints in = form.zeros(n);
            Request request = start(comm, form, out, in);
            Status status = form.calls().await(request);
            assertTrue(request.isNull());
            assertEquals(before(comm), status.getSource());
            assertEquals(4, status.getTag());
            assertEquals(n, form.calls().count(status));
            in.expectRamp(before(comm));
        }
    }

    @Case(
            section = "3.10",
            calls = {"Comm.iSendRecv", "Request.waitAll"},
            says = "Several can be in flight, beside other messages.")
    static void several(Intracomm comm, Form form) {
        Ints[] in = {form.zeros(2), form.zeros(2), form.zeros(2)};
        Request[] requests = new Request[3];
        for (int i = 0; i < 3; i++) {
            requests[i] = start(comm, form, form.ints(comm.getRank(), i), in[i]);
        }
        form.calls().waitAll(requests);
        for (int i = 0; i < 3; i++) {
            in[i].expect(before(comm), i);
        }
    }

    @Case(
            section = "3.10",
            calls = {"Comm.iSendRecvReplace"},
            says = "Isendrecv_replace sends the buffer as it was and receives into it.")
    static void replace(Intracomm comm, Form form) {
        for (int n : new int[] {1, 1000, 50_000}) {
            Ints buf = form.zeros(n).ramp(comm.getRank());
            int to = behind(comm);
            int from = before(comm);
            Object b = buf.argument();
            Request request =
                    form.isUpper()
                            ? comm.Isendrecv_replace(b, buf.offset(), n, MPI.INT, to, 1, from, 1)
                            : comm.iSendRecvReplace(b, n, MPI.INT, to, 1, from, 1);
            assertEquals(n, form.calls().count(form.calls().await(request)));
            buf.expectRamp(before(comm));
        }
    }

    @Case(
            section = "3.10",
            calls = {"Comm.iSendRecv", "MPI.PROC_NULL"},
            says = "With PROC_NULL on both sides it is complete when started.")
    static void procNull(Intracomm comm) {
        int none = MPI.PROC_NULL;
        Request request =
                comm.iSendRecv(new int[1], 1, MPI.INT, none, 0, new int[1], 1, MPI.INT, none, 0);
        assertEquals(MPI.PROC_NULL, request.testStatus().getSource());
    }

    @Case(
            section = "3.10",
            calls = {"Comm.iSendRecv", "Comm.iSendRecvReplace"},
            says = "Wrong arguments fail at once, and leave no operation behind.")
    static void arguments(Intracomm comm) {
        int n = comm.getSize();
        int me = comm.getRank();
        int[] a = new int[1];
        int[] b = new int[1];
        fails(MPI.ERR_RANK, () -> comm.iSendRecv(a, 1, MPI.INT, n, 0, b, 1, MPI.INT, me, 0));
        fails(MPI.ERR_BUFFER, () -> comm.iSendRecv(a, 2, MPI.INT, me, 0, b, 1, MPI.INT, me, 0));
        fails(MPI.ERR_TAG, () -> comm.iSendRecvReplace(a, 1, MPI.INT, me, -5, me, 0));
        b[0] = 6;
        int[] in = new int[1];
        comm.iSendRecv(b, 1, MPI.INT, me, 0, in, 1, MPI.INT, me, 0).waitFor();
        assertEquals(6, in[0]);
    }
}
