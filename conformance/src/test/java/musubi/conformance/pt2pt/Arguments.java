package musubi.conformance.pt2pt;

import static musubi.conformance.Expect.fails;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import mpi.Intracomm;
import mpi.MPI;
import mpi.Request;
import mpi.Status;

import musubi.conformance.Case;
import musubi.conformance.Form;
import musubi.conformance.Ints;
import musubi.conformance.Mode;
import musubi.conformance.Statement;
import musubi.conformance.Table;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.IntBuffer;
import java.util.ArrayList;
import java.util.List;

/** Wrong arguments of point-to-point calls, and the classes of their errors. */
public final class Arguments {
    private Arguments() {}

    /** An otherwise correct call with these arguments. */
    private interface Attempt {
        void call(Intracomm comm, Form form, Ints buf);
    }

    private record Wrong(String what, int errorClass, String name, int count, int peer, int tag) {}

    private static final int SIZE = -100;

    private static List<Wrong> wrongs() {
        return List.of(
                new Wrong("a negative count", MPI.ERR_COUNT, "ERR_COUNT", -1, 0, 0),
                new Wrong("a rank beyond the last", MPI.ERR_RANK, "ERR_RANK", 1, SIZE, 0),
                new Wrong("a negative rank", MPI.ERR_RANK, "ERR_RANK", 1, -7, 0),
                new Wrong("a negative tag", MPI.ERR_TAG, "ERR_TAG", 1, 0, -9),
                new Wrong(
                        "more entries than the buffer has", MPI.ERR_BUFFER, "ERR_BUFFER", 9, 0, 0));
    }

    @Table
    static List<Statement> wrongArguments() {
        List<Statement> rows = new ArrayList<>();
        for (Wrong wrong : wrongs()) {
            add(rows, wrong, "a send", "send", (c, f, b) -> send(c, f, b, wrong, Mode.STANDARD));
            add(
                    rows,
                    wrong,
                    "a synchronous send",
                    "sSend",
                    (c, f, b) -> send(c, f, b, wrong, Mode.SYNCHRONOUS));
            add(
                    rows,
                    wrong,
                    "a non-blocking send",
                    "iSend",
                    (c, f, b) ->
                            f.calls()
                                    .isend(
                                            c,
                                            Mode.STANDARD,
                                            b,
                                            wrong.count,
                                            peer(c, wrong),
                                            wrong.tag));
            add(
                    rows,
                    wrong,
                    "a receive",
                    "recv",
                    (c, f, b) -> f.calls().recv(c, b, wrong.count, peer(c, wrong), wrong.tag));
            add(
                    rows,
                    wrong,
                    "a non-blocking receive",
                    "iRecv",
                    (c, f, b) -> f.calls().irecv(c, b, wrong.count, peer(c, wrong), wrong.tag));
        }
        return rows;
    }

    private static int peer(Intracomm comm, Wrong wrong) {
        return wrong.peer == SIZE ? comm.getSize() : wrong.peer;
    }

    private static void send(Intracomm comm, Form form, Ints buf, Wrong wrong, Mode mode) {
        form.calls().send(comm, mode, buf, wrong.count, peer(comm, wrong), wrong.tag);
    }

    private static void add(
            List<Statement> rows, Wrong wrong, String what, String call, Attempt attempt) {
        rows.add(
                Statement.row(
                                "Arguments." + call + " " + wrong.what,
                                "3.2",
                                List.of("Comm." + call),
                                "Of " + what + ", " + wrong.what + " is " + wrong.name + ".",
                                (comm, form) -> {
                                    Ints buf = form.ints(1, 2, 3);
                                    fails(wrong.errorClass, () -> attempt.call(comm, form, buf));
                                    buf.expect(1, 2, 3);
                                })
                        .inAllForms());
    }

    @Case(
            section = "3.2.3",
            calls = {"Comm.send", "MPI.ANY_SOURCE", "MPI.ANY_TAG"},
            says = "Wildcards are errors as destination (ERR_RANK) and as tag (ERR_TAG) of a send.")
    static void wildcardsInSends(Intracomm comm, Form form) {
        Ints buf = form.ints(1);
        fails(
                MPI.ERR_RANK,
                () -> form.calls().send(comm, Mode.STANDARD, buf, 1, MPI.ANY_SOURCE, 0));
        fails(MPI.ERR_TAG, () -> form.calls().send(comm, Mode.STANDARD, buf, 1, 0, MPI.ANY_TAG));
    }

    @Case(
            section = "3.2.2",
            calls = {"Comm.send", "Comm.recv"},
            says = "A null buffer with entries is ERR_BUFFER.")
    static void nullBuffer(Intracomm comm, Form form) {
        fails(MPI.ERR_BUFFER, () -> form.calls().send(comm, Mode.STANDARD, null, 1, 0, 0));
        fails(MPI.ERR_BUFFER, () -> form.calls().recv(comm, null, 1, 0, 0));
        fails(MPI.ERR_BUFFER, () -> form.calls().irecv(comm, null, 2, 0, 0));
    }

    @Case(
            section = "3.2.2",
            calls = {"Comm.send", "Comm.recv", "MPI.DATATYPE_NULL"},
            says = "A null type and DATATYPE_NULL are ERR_TYPE.")
    static void nullType(Intracomm comm) {
        int[] buf = new int[1];
        fails(MPI.ERR_TYPE, () -> comm.send(buf, 1, null, 0, 0));
        fails(MPI.ERR_TYPE, () -> comm.Send(buf, 0, 1, MPI.DATATYPE_NULL, 0, 0));
        fails(MPI.ERR_TYPE, () -> comm.recv(buf, 1, MPI.DATATYPE_NULL, 0, 0));
        fails(MPI.ERR_TYPE, () -> comm.Irecv(buf, 0, 1, null, 0, 0));
    }

    @Case(
            section = "3.3.1",
            calls = {"Comm.Send", "Comm.Recv"},
            says = "In capitalised calls an array of other elements than the type's is ERR_TYPE.")
    static void otherArray(Intracomm comm) {
        fails(MPI.ERR_TYPE, () -> comm.Send(new int[2], 0, 1, MPI.DOUBLE, 0, 0));
        fails(MPI.ERR_TYPE, () -> comm.Recv(new float[2], 0, 1, MPI.INT, 0, 0));
        fails(MPI.ERR_TYPE, () -> comm.Send("text", 0, 1, MPI.OBJECT, 0, 0));
    }

    @Case(
            section = "3.3.1",
            calls = {"Comm.sendRecv", "Comm.allReduce", "MPI.BYTE"},
            says = "An array of bytes holds entries of any type, in the machine's order.")
    static void bytesOfAnyType(Intracomm comm) {
        int me = comm.getRank();
        ByteBuffer out = ByteBuffer.allocate(16).order(ByteOrder.nativeOrder());
        out.putDouble(0, me + 0.5).putDouble(8, -me);
        double[] in = new double[2];
        comm.sendRecv(out.array(), 2, MPI.DOUBLE, me, 7, in, 2, MPI.DOUBLE, me, 7);
        assertArrayEquals(new double[] {me + 0.5, -me}, in);
        byte[] sum = new byte[16];
        comm.allReduce(out.array(), sum, 2, MPI.DOUBLE, MPI.MAX);
        ByteBuffer found = ByteBuffer.wrap(sum).order(ByteOrder.nativeOrder());
        assertEquals(comm.getSize() - 0.5, found.getDouble(0));
        assertEquals(0.0, found.getDouble(8));
    }

    @Case(
            section = "3.2.2",
            calls = {"Comm.send", "Comm.recv"},
            says = "With a count of zero the buffer argument is ignored.")
    static void nothingOfAnything(Intracomm comm) {
        Integer number = 3;
        Request send = comm.iSend(new float[1], 0, MPI.INT, comm.getRank(), 0);
        Status status = comm.recv(number, 0, MPI.INT, comm.getRank(), 0);
        assertEquals(0, status.getCount(MPI.INT));
        send.waitFor();
        comm.bcast("text", 0, MPI.DOUBLE, 0);
    }

    @Case(
            section = "3.2.4",
            calls = {"Comm.recv"},
            says =
                    "A message longer than the buffer is ERR_TRUNCATE, and the next one arrives"
                            + " complete.",
            ranks = 2)
    static void truncation(Intracomm comm, Form form) {
        for (int n : new int[] {2, 300, 70_000}) {
            if (comm.getRank() == 0) {
                form.calls().send(comm, Mode.STANDARD, form.zeros(n).ramp(0), n, 1, 0);
                form.calls().send(comm, Mode.STANDARD, form.ints(n), 1, 1, 0);
            } else if (comm.getRank() == 1) {
                Ints in = form.zeros(1);
                fails(MPI.ERR_TRUNCATE, () -> form.calls().recv(comm, in, 1, 0, 0));
                form.calls().recv(comm, in, 1, 0, 0);
                in.expect(n);
            }
        }
    }

    @Case(
            section = "3.2.4",
            calls = {"Comm.recv"},
            says = "A read-only buffer can be sent, but not received into (ERR_BUFFER).")
    static void readOnly(Intracomm comm) {
        IntBuffer buffer = MPI.newIntBuffer(1).put(0, 4).asReadOnlyBuffer();
        int me = comm.getRank();
        fails(MPI.ERR_BUFFER, () -> comm.recv(buffer, 1, MPI.INT, me, 0));
        int[] in = new int[1];
        var request = comm.iRecv(in, 1, MPI.INT, me, 0);
        comm.send(buffer, 1, MPI.INT, me, 0);
        request.waitFor();
        assertEquals(4, in[0]);
    }

    @Case(
            section = "7.4.3",
            calls = {"Comm.free", "Comm.send", "Comm.recv"},
            says = "Calls with a freed communicator are ERR_COMM.")
    static void freedCommunicator(Intracomm comm, Form form) {
        Intracomm other = comm.dup();
        other.free();
        fails(MPI.ERR_COMM, () -> form.calls().send(other, Mode.STANDARD, form.ints(1), 1, 0, 0));
        fails(MPI.ERR_COMM, () -> form.calls().recv(other, form.ints(1), 1, 0, 0));
        fails(MPI.ERR_COMM, other::getRank);
        fails(MPI.ERR_COMM, other::Size);
    }

    @Case(
            section = "3.10",
            calls = {"Comm.sendRecv", "Comm.sendRecvReplace"},
            says =
                    "Wrong arguments of either side of a send-receive raise errors of their"
                            + " classes.")
    static void sendReceive(Intracomm comm) {
        int[] a = new int[2];
        int[] b = new int[2];
        int none = MPI.PROC_NULL;
        fails(MPI.ERR_COUNT, () -> comm.sendRecv(a, -1, MPI.INT, none, 0, b, 1, MPI.INT, none, 0));
        fails(MPI.ERR_RANK, () -> comm.sendRecv(a, 1, MPI.INT, none, 0, b, 1, MPI.INT, -9, 0));
        fails(
                MPI.ERR_TAG,
                () -> comm.Sendrecv(a, 0, 1, MPI.INT, none, -5, b, 0, 1, MPI.INT, none, 0));
        fails(MPI.ERR_TYPE, () -> comm.sendRecvReplace(a, 1, null, none, 0, none, 0));
        fails(MPI.ERR_BUFFER, () -> comm.Sendrecv_replace(a, 1, 2, MPI.INT, none, 0, none, 0));
    }

    @Case(
            section = "3.8.1",
            calls = {"Comm.probe", "Comm.iProbe"},
            says = "A probe of an invalid rank is ERR_RANK, of a negative tag ERR_TAG.")
    static void probes(Intracomm comm, Form form) {
        fails(MPI.ERR_RANK, () -> form.calls().probe(comm, comm.getSize(), 0));
        fails(MPI.ERR_RANK, () -> form.calls().iprobe(comm, -6, 0));
        fails(MPI.ERR_TAG, () -> form.calls().probe(comm, 0, -6));
        fails(MPI.ERR_TAG, () -> form.calls().iprobe(comm, 0, -6));
    }

    @Case(
            section = "3.9",
            calls = {"Comm.sendInit", "Comm.recvInit"},
            says =
                    "Wrong arguments of a persistent operation raise an error at the latest at its"
                            + " start.")
    static void persistent(Intracomm comm, Form form) {
        fails(
                MPI.ERR_RANK,
                () ->
                        form.calls()
                                .start(
                                        form.calls()
                                                .sendInit(
                                                        comm,
                                                        Mode.STANDARD,
                                                        form.ints(1),
                                                        1,
                                                        -8,
                                                        0)));
        fails(
                MPI.ERR_COUNT,
                () -> form.calls().start(form.calls().recvInit(comm, form.ints(1), -1, 0, 0)));
    }
}
