package musubi.conformance.pt2pt;

import static musubi.conformance.Expect.fails;
import static musubi.conformance.Expect.signal;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import mpi.Datatype;
import mpi.Intracomm;
import mpi.MPI;
import mpi.Message;
import mpi.Request;
import mpi.Status;

import musubi.conformance.Case;
import musubi.conformance.Form;
import musubi.conformance.Ints;
import musubi.conformance.Mode;

import java.nio.IntBuffer;

/** Section 3.8: probes and matched probes. */
public final class Probes {
    private Probes() {}

    @Case(
            section = "3.8.1",
            calls = {"Comm.iProbe"},
            says = "Iprobe returns null when there is no message.")
    static void nothing(Intracomm comm, Form form) {
        assertNull(form.calls().iprobe(comm, MPI.ANY_SOURCE, MPI.ANY_TAG));
        assertNull(form.calls().iprobe(comm, 0, 3));
    }

    @Case(
            section = "3.8.1",
            calls = {"Comm.probe", "Comm.recv"},
            says =
                    "A probe returns source, tag and size of a message, which can still be"
                            + " received.",
            ranks = 2)
    static void leavesTheMessage(Intracomm comm, Form form) {
        if (comm.getRank() == 1) {
            form.calls().send(comm, Mode.STANDARD, form.ints(1, 2, 3), 3, 0, 21);
        } else if (comm.getRank() == 0) {
            Status status = form.calls().probe(comm, MPI.ANY_SOURCE, MPI.ANY_TAG);
            assertEquals(1, status.getSource());
            assertEquals(21, status.getTag());
            assertEquals(3, form.calls().count(status));
            Ints in = form.zeros(3);
            form.calls().recv(comm, in, 3, status.getSource(), status.getTag());
            in.expect(1, 2, 3);
        }
    }

    @Case(
            section = "3.8.1",
            calls = {"Comm.iProbe"},
            says = "Iprobe eventually finds a message, and again until it is received.",
            ranks = 2)
    static void becomesTrue(Intracomm comm, Form form) {
        if (comm.getRank() == 1) {
            form.calls().send(comm, Mode.STANDARD, form.ints(5), 1, 0, 2);
        } else if (comm.getRank() == 0) {
            Status status = null;
            while (status == null) {
                status = form.calls().iprobe(comm, 1, 2);
            }
            assertEquals(1, form.calls().count(status));
            assertNotNull(form.calls().iprobe(comm, 1, MPI.ANY_TAG));
            form.calls().recv(comm, form.zeros(1), 1, 1, 2);
            assertNull(form.calls().iprobe(comm, 1, 2));
        }
    }

    @Case(
            section = "3.8.1",
            calls = {"Comm.Probe", "Comm.Iprobe", "Status.count"},
            says =
                    "After a probe, the field count has the elements sent, as in MPJ Express: of"
                            + " the basic type, or objects; bytes when there are several types.")
    static void countsElements(Intracomm comm) {
        int me = comm.Rank();
        Request[] sent = {
            comm.Isend(new double[5], 0, 5, MPI.DOUBLE, me, 0),
            comm.Isend(new int[20], 0, 2, Datatype.Vector(2, 1, 2, MPI.INT), me, 1),
            comm.Isend(new Object[] {"a", "b", "c"}, 0, 3, MPI.OBJECT, me, 2),
            comm.Isend(new char[20_000], 0, 20_000, MPI.CHAR, me, 3),
            comm.Isend(new byte[32], 0, 2, MPI.DOUBLE_INT, me, 4)
        };
        int[] counts = {5, 4, 3, 20_000, 24};
        Object[] in = {new double[5], new int[4], new Object[3], new char[20_000], new byte[32]};
        Datatype[] types = {MPI.DOUBLE, MPI.INT, MPI.OBJECT, MPI.CHAR, MPI.DOUBLE_INT};
        for (int i = 0; i < counts.length; i++) {
            assertEquals(counts[i], comm.Probe(me, i).count);
            assertEquals(counts[i], comm.Iprobe(MPI.ANY_SOURCE, i).count);
            comm.Recv(in[i], 0, i == 4 ? 2 : counts[i], types[i], me, i);
        }
        Request.Waitall(sent);
    }

    @Case(
            section = "3.8.1",
            calls = {"Comm.probe"},
            says = "A probe with a tag ignores messages with other tags.",
            ranks = 2)
    static void selects(Intracomm comm, Form form) {
        if (comm.getRank() == 1) {
            form.calls().send(comm, Mode.STANDARD, form.ints(1), 1, 0, 1);
            form.calls().send(comm, Mode.STANDARD, form.ints(1, 2), 2, 0, 2);
        } else if (comm.getRank() == 0) {
            assertEquals(2, form.calls().count(form.calls().probe(comm, 1, 2)));
            assertEquals(1, form.calls().count(form.calls().probe(comm, 1, 1)));
            assertEquals(1, form.calls().probe(comm, 1, MPI.ANY_TAG).getTag());
            form.calls().recv(comm, form.zeros(2), 2, 1, 2);
            form.calls().recv(comm, form.zeros(2), 2, 1, 1);
        }
    }

    @Case(
            section = "3.8.1",
            calls = {"Comm.probe"},
            says = "A probe returns the status of a large message before it is received.",
            ranks = 2)
    static void large(Intracomm comm, Form form) {
        int n = 300_000;
        if (comm.getRank() == 1) {
            form.calls().send(comm, Mode.STANDARD, form.zeros(n).ramp(3), n, 0, 0);
        } else if (comm.getRank() == 0) {
            assertEquals(n, form.calls().count(form.calls().probe(comm, 1, 0)));
            Ints in = form.zeros(n);
            form.calls().recv(comm, in, n, 1, 0);
            in.expectRamp(3);
        }
    }

    @Case(
            section = "3.8.1",
            calls = {"Comm.probe", "Comm.iProbe", "MPI.PROC_NULL"},
            says = "A probe of PROC_NULL returns source PROC_NULL, ANY_TAG and count 0.")
    static void procNull(Intracomm comm, Form form) {
        for (Status status :
                new Status[] {
                    form.calls().probe(comm, MPI.PROC_NULL, 1),
                    form.calls().iprobe(comm, MPI.PROC_NULL, MPI.ANY_TAG)
                }) {
            assertEquals(MPI.PROC_NULL, status.getSource());
            assertEquals(MPI.ANY_TAG, status.getTag());
            assertEquals(0, form.calls().count(status));
        }
    }

    @Case(
            section = "3.8.1",
            calls = {"Comm.iProbe", "Comm.dup"},
            says = "A probe does not match messages of another communicator.",
            ranks = 2)
    static void otherCommunicator(Intracomm comm, Form form) {
        Intracomm other = comm.dup();
        if (comm.getRank() == 1) {
            form.calls().send(other, Mode.STANDARD, form.ints(1), 1, 0, 0);
            signal(comm, 0);
        } else if (comm.getRank() == 0) {
            form.calls().probe(other, 1, 0);
            assertNull(form.calls().iprobe(comm, 1, 0));
            form.calls().recv(other, form.zeros(1), 1, 1, 0);
            musubi.conformance.Expect.await(comm, 1);
        }
        other.free();
    }

    @Case(
            section = "3.8.2",
            calls = {"Message.mProbe", "Message.mRecv", "Message.isNull"},
            says = "A matched message is received with Mrecv, after which the handle is null.",
            ranks = 2)
    static void matched(Intracomm comm) {
        if (comm.getRank() == 1) {
            comm.send(new int[] {4, 5}, 2, MPI.INT, 0, 6);
        } else if (comm.getRank() == 0) {
            Message message = new Message();
            assertTrue(message.isNull());
            Status status = message.mProbe(MPI.ANY_SOURCE, MPI.ANY_TAG, comm);
            assertEquals(1, status.getSource());
            assertEquals(2, status.getCount(MPI.INT));
            assertFalse(message.isNull());
            assertFalse(message.isNoProc());
            int[] in = new int[2];
            assertEquals(6, message.mRecv(in, 2, MPI.INT).getTag());
            assertArrayEquals(new int[] {4, 5}, in);
            assertTrue(message.isNull());
        }
    }

    @Case(
            section = "3.8.2",
            calls = {"Message.mProbe", "Comm.iProbe", "Comm.recv"},
            says = "A matched message is neither probed nor received by other calls.",
            ranks = 2)
    static void takenOut(Intracomm comm) {
        if (comm.getRank() == 1) {
            comm.send(new int[] {1}, 1, MPI.INT, 0, 0);
            comm.send(new int[] {2}, 1, MPI.INT, 0, 0);
        } else if (comm.getRank() == 0) {
            Message first = new Message();
            first.mProbe(1, 0, comm);
            int[] in = new int[1];
            comm.recv(in, 1, MPI.INT, 1, 0);
            assertEquals(2, in[0]);
            assertNull(comm.iProbe(1, 0));
            first.mRecv(in, 1, MPI.INT);
            assertEquals(1, in[0]);
        }
    }

    @Case(
            section = "3.8.2",
            calls = {"Message.imProbe"},
            says = "Improbe returns null and leaves the handle null when there is no message.")
    static void nothingToMatch(Intracomm comm) {
        Message message = new Message();
        assertNull(message.imProbe(MPI.ANY_SOURCE, MPI.ANY_TAG, comm));
        assertTrue(message.isNull());
    }

    @Case(
            section = "3.8.3",
            calls = {"Message.imProbe", "Message.imRecv"},
            says = "A matched message can be received without blocking.",
            ranks = 2)
    static void matchedNonBlocking(Intracomm comm) {
        if (comm.getRank() == 1) {
            comm.send(new int[] {8}, 1, MPI.INT, 0, 1);
        } else if (comm.getRank() == 0) {
            Message message = new Message();
            while (message.imProbe(1, 1, comm) == null) {
                Thread.onSpinWait();
            }
            IntBuffer in = MPI.newIntBuffer(1);
            Request request = message.imRecv(in, 1, MPI.INT);
            assertTrue(message.isNull());
            assertEquals(1, request.waitStatus().getCount(MPI.INT));
            assertEquals(8, in.get(0));
        }
    }

    @Case(
            section = "3.8.2",
            calls = {"Message.mProbe", "Message.mRecv", "Message.isNoProc"},
            says = "A matched probe of PROC_NULL returns a handle of an empty message.")
    static void matchedProcNull(Intracomm comm) {
        Message message = new Message();
        assertEquals(MPI.PROC_NULL, message.mProbe(MPI.PROC_NULL, 0, comm).getSource());
        assertTrue(message.isNoProc());
        Status status = message.mRecv(new int[1], 1, MPI.INT);
        assertEquals(MPI.PROC_NULL, status.getSource());
        assertEquals(0, status.getCount(MPI.INT));
        assertTrue(message.isNull());
    }

    @Case(
            section = "3.8.2",
            calls = {"Message.mProbe", "Message.mRecv"},
            says = "Matched messages can be received in any order.",
            ranks = 2)
    static void anyOrder(Intracomm comm) {
        if (comm.getRank() == 1) {
            for (int i = 0; i < 3; i++) {
                comm.send(new int[] {i}, 1, MPI.INT, 0, i);
            }
        } else if (comm.getRank() == 0) {
            Message[] messages = {new Message(), new Message(), new Message()};
            for (int i = 0; i < 3; i++) {
                messages[i].mProbe(1, i, comm);
            }
            for (int i = 2; i >= 0; i--) {
                int[] in = new int[1];
                messages[i].mRecv(in, 1, MPI.INT);
                assertEquals(i, in[0]);
            }
        }
    }

    @Case(
            section = "3.8.3",
            calls = {"Message.mRecv"},
            says = "Receiving without a matched message fails with ERR_REQUEST.")
    static void withoutMessage(Intracomm comm) {
        fails(MPI.ERR_REQUEST, () -> new Message().mRecv(new int[1], 1, MPI.INT));
    }
}
