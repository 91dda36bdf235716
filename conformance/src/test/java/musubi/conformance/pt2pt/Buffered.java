package musubi.conformance.pt2pt;

import static musubi.conformance.Expect.await;
import static musubi.conformance.Expect.fails;
import static musubi.conformance.Expect.signal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import mpi.Intracomm;
import mpi.MPI;
import mpi.Request;

import musubi.conformance.Case;
import musubi.conformance.Form;
import musubi.conformance.Ints;
import musubi.conformance.Mode;

import java.nio.ByteBuffer;

/** Section 3.6: buffered sends and the buffer for them. */
public final class Buffered {
    /** Integers of a message that always takes room in the attached buffer. */
    private static final int LONG = 2_000;

    private Buffered() {}

    @Case(
            section = "3.6",
            calls = {"Comm.bSend", "MPI.attachBuffer", "MPI.detachBuffer"},
            says = "A buffered send returns without a receive, and its buffer can be reused.",
            ranks = 2)
    static void returnsAtOnce(Intracomm comm, Form form) {
        int n = 30_000;
        if (comm.getRank() == 0) {
            byte[] buffer = new byte[2 * (4 * n + MPI.BSEND_OVERHEAD)];
            MPI.attachBuffer(buffer);
            Ints out = form.zeros(n);
            for (int i = 0; i < 2; i++) {
                out.ramp(i);
                form.calls().send(comm, Mode.BUFFERED, out, n, 1, 0);
            }
            out.fill(-1);
            signal(comm, 1);
            assertSame(buffer, MPI.detachBuffer());
        } else if (comm.getRank() == 1) {
            await(comm, 0);
            Ints in = form.zeros(n);
            for (int i = 0; i < 2; i++) {
                form.calls().recv(comm, in, n, 0, 0);
                in.expectRamp(i);
            }
        }
    }

    @Case(
            section = "3.6",
            calls = {"Comm.bSend"},
            says = "Without an attached buffer a long buffered send fails with ERR_BUFFER.")
    static void withoutBuffer(Intracomm comm, Form form) {
        int me = comm.getRank();
        Ints out = form.zeros(LONG);
        fails(MPI.ERR_BUFFER, () -> form.calls().send(comm, Mode.BUFFERED, out, LONG, me, 0));
    }

    @Case(
            section = "3.6",
            calls = {"Comm.bSend", "Comm.ibSend", "Comm.Bsend", "Comm.Ibsend"},
            says =
                    "Short messages need no attached buffer in lower-case calls; capitalised calls"
                            + " fail with ERR_BUFFER.")
    static void shortWithoutBuffer(Intracomm comm) {
        int me = comm.getRank();
        int[] two = {8, 9};
        comm.bSend(two, 2, MPI.INT, me, 0);
        comm.ibSend(two, 1, MPI.INT, me, 1).waitFor();
        fails(MPI.ERR_BUFFER, () -> comm.Bsend(two, 0, 2, MPI.INT, me, 0));
        fails(MPI.ERR_BUFFER, () -> comm.Ibsend(two, 0, 2, MPI.INT, me, 0));
        int[] got = new int[3];
        comm.recv(got, 1, MPI.INT, me, 1);
        assertEquals(8, got[0]);
        comm.recv(got, 3, MPI.INT, me, 0);
        assertEquals(9, got[1]);
    }

    @Case(
            section = "3.6",
            calls = {"Comm.bSend", "Comm.ibSend"},
            says = "A message longer than the space in the attached buffer fails with ERR_BUFFER.")
    static void tooSmall(Intracomm comm, Form form) {
        int me = comm.getRank();
        MPI.attachBuffer(new byte[MPI.BSEND_OVERHEAD + 4 * LONG]);
        Ints longer = form.zeros(LONG + 1);
        fails(
                MPI.ERR_BUFFER,
                () -> form.calls().send(comm, Mode.BUFFERED, longer, LONG + 1, me, 0));
        fails(
                MPI.ERR_BUFFER,
                () -> form.calls().isend(comm, Mode.BUFFERED, longer, LONG + 1, me, 0));
        Ints in = form.zeros(LONG);
        var request = form.calls().irecv(comm, in, LONG, me, 0);
        Ints out = form.zeros(LONG);
        out.ramp(4);
        form.calls().send(comm, Mode.BUFFERED, out, LONG, me, 0);
        form.calls().await(request);
        in.expectRamp(4);
        MPI.detachBuffer();
    }

    @Case(
            section = "3.6",
            calls = {"MPI.attachBuffer"},
            says = "A second buffer cannot be attached with attachBuffer (ERR_BUFFER).")
    static void attachTwice(Intracomm comm) {
        MPI.attachBuffer(new byte[1000]);
        fails(MPI.ERR_BUFFER, () -> MPI.attachBuffer(new byte[1000]));
        MPI.detachBuffer();
    }

    @Case(
            section = "3.6",
            calls = {"MPI.Buffer_attach(ByteBuffer)", "MPI.Buffer_detach", "Comm.Pack_size"},
            says =
                    "As in MPJ Express, Buffer_attach replaces a buffer, one of Pack_size bytes is"
                            + " enough for a message, and Buffer_detach needs none.")
    static void replaced(Intracomm comm) {
        int me = comm.Rank();
        MPI.Buffer_attach(ByteBuffer.allocate(1));
        MPI.Buffer_attach(ByteBuffer.allocate(comm.Pack_size(10, MPI.DOUBLE)));
        Request request = comm.Irecv(new double[10], 0, 10, MPI.DOUBLE, me, 0);
        comm.Bsend(new double[10], 0, 10, MPI.DOUBLE, me, 0);
        fails(MPI.ERR_BUFFER, () -> comm.Bsend(new double[11], 0, 11, MPI.DOUBLE, me, 0));
        assertEquals(10, request.Wait().count);
        MPI.Buffer_detach();
        assertNull(MPI.Buffer_detach());
    }

    @Case(
            section = "3.6",
            calls = {"MPI.detachBuffer"},
            says = "Without an attached buffer detachBuffer fails with ERR_BUFFER.")
    static void detachNothing(Intracomm comm) {
        fails(MPI.ERR_BUFFER, MPI::detachBuffer);
    }

    @Case(
            section = "3.6",
            calls = {"MPI.Buffer_attach(ByteBuffer)", "MPI.Buffer_detach", "Comm.Bsend"},
            says = "A ByteBuffer can be attached, as in MPJ Express.",
            ranks = 2)
    static void byteBuffer(Intracomm comm) {
        if (comm.getRank() == 0) {
            MPI.Buffer_attach(ByteBuffer.allocateDirect(4 + MPI.BSEND_OVERHEAD));
            comm.Bsend(new int[] {0, 9}, 1, 1, MPI.INT, 1, 0);
            assertNull(MPI.Buffer_detach());
        } else if (comm.getRank() == 1) {
            int[] in = new int[1];
            comm.Recv(in, 0, 1, MPI.INT, 0, 0);
            assertEquals(9, in[0]);
        }
    }

    @Case(
            section = "3.6",
            calls = {"MPI.Buffer_attach(byte[])", "MPI.Buffer_detach"},
            says = "A byte array can be attached and is returned by detach, as in mpiJava.")
    static void byteArray(Intracomm comm) {
        byte[] buffer = new byte[500];
        MPI.Buffer_attach(buffer);
        assertSame(buffer, MPI.Buffer_detach());
    }

    @Case(
            section = "3.6",
            calls = {"Comm.bSend", "MPI.attachBuffer"},
            says = "Space in the buffer is reused after messages have been sent.",
            ranks = 2)
    static void roomComesBack(Intracomm comm, Form form) {
        int n = 100;
        if (comm.getRank() == 0) {
            MPI.attachBuffer(new byte[4 * n + MPI.BSEND_OVERHEAD]);
            for (int i = 0; i < 20; i++) {
                form.calls().send(comm, Mode.BUFFERED, form.zeros(n).ramp(i), n, 1, 0);
                await(comm, 1);
            }
            MPI.detachBuffer();
        } else if (comm.getRank() == 1) {
            Ints in = form.zeros(n);
            for (int i = 0; i < 20; i++) {
                form.calls().recv(comm, in, n, 0, 0);
                in.expectRamp(i);
                signal(comm, 0);
            }
        }
    }

    @Case(
            section = "3.6",
            calls = {"MPI.flushBuffer"},
            says = "Flush waits for the buffered messages; the buffer stays attached.",
            ranks = 2)
    static void flush(Intracomm comm, Form form) {
        if (comm.getRank() == 0) {
            fails(MPI.ERR_BUFFER, MPI::flushBuffer);
            MPI.attachBuffer(new byte[4 + MPI.BSEND_OVERHEAD]);
            for (int i = 0; i < 3; i++) {
                form.calls().send(comm, Mode.BUFFERED, form.ints(i), 1, 1, 0);
                MPI.flushBuffer();
            }
            MPI.detachBuffer();
        } else if (comm.getRank() == 1) {
            for (int i = 0; i < 3; i++) {
                Ints in = form.zeros(1);
                form.calls().recv(comm, in, 1, 0, 0);
                in.expect(i);
            }
        }
    }

    @Case(
            section = "3.6",
            calls = {"Comm.Bsend", "MPI.OBJECT"},
            says = "Objects can be sent in buffered mode.",
            ranks = 2)
    static void objects(Intracomm comm) {
        if (comm.getRank() == 0) {
            MPI.Buffer_attach(ByteBuffer.allocate(10_000));
            comm.Bsend(new Object[] {"buffered"}, 0, 1, MPI.OBJECT, 1, 0);
            MPI.Buffer_detach();
        } else if (comm.getRank() == 1) {
            Object[] in = new Object[1];
            comm.Recv(in, 0, 1, MPI.OBJECT, 0, 0);
            assertEquals("buffered", in[0]);
        }
    }
}
