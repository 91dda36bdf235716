package musubi.conformance.pt2pt;

import static musubi.conformance.Expect.await;
import static musubi.conformance.Expect.signal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import mpi.Intracomm;
import mpi.MPI;
import mpi.Request;
import mpi.Status;

import musubi.conformance.Calls;
import musubi.conformance.Calls.Side;
import musubi.conformance.Case;
import musubi.conformance.Form;
import musubi.conformance.Ints;
import musubi.conformance.Mode;

/** Sections 3.2 to 3.5 and 3.10: blocking sends and receives. */
public final class Blocking {
    private Blocking() {}

    @Case(
            section = "3.2.1",
            calls = {"Comm.send", "Comm.recv"},
            says = "A message is received with the values that were sent.",
            ranks = 2)
    static void delivers(Intracomm comm, Form form) {
        if (comm.getRank() == 0) {
            form.calls().send(comm, Mode.STANDARD, form.ints(1, -2, 3), 3, 1, 5);
        } else if (comm.getRank() == 1) {
            Ints in = form.zeros(3);
            form.calls().recv(comm, in, 3, 0, 5);
            in.expect(1, -2, 3);
        }
    }

    @Case(
            section = "3.2.1",
            calls = {"Comm.send", "Comm.recv"},
            says = "Every rank can send to every other one.",
            ranks = 2)
    static void allPairs(Intracomm comm, Form form) {
        int me = comm.getRank();
        int size = comm.getSize();
        Request[] sends = new Request[size];
        for (int to = 0; to < size; to++) {
            Ints out = form.ints(me * 1000 + to);
            sends[to] = form.calls().isend(comm, Mode.STANDARD, out, 1, to, 1);
        }
        for (int from = 0; from < size; from++) {
            Ints in = form.zeros(1);
            form.calls().recv(comm, in, 1, from, 1);
            in.expect(from * 1000 + me);
        }
        form.calls().waitAll(sends);
    }

    @Case(
            section = "3.2.4",
            calls = {"Comm.recv"},
            says = "A message shorter than the buffer does not change the rest of it.",
            ranks = 2)
    static void leavesTheRest(Intracomm comm, Form form) {
        if (comm.getRank() == 0) {
            form.calls().send(comm, Mode.STANDARD, form.ints(7, 8), 2, 1, 0);
        } else if (comm.getRank() == 1) {
            Ints in = form.zeros(5).fill(-1);
            Status status = form.calls().recv(comm, in, 5, 0, 0);
            in.expect(7, 8, -1, -1, -1);
            assertEquals(2, form.calls().count(status));
        }
    }

    @Case(
            section = "3.2.5",
            calls = {"Comm.recv", "Status.getSource", "Status.getTag", "Status.getCount"},
            says = "The status has the source, the tag and the number of entries.",
            ranks = 2)
    static void fillsTheStatus(Intracomm comm, Form form) {
        int last = comm.getSize() - 1;
        if (comm.getRank() == last) {
            form.calls().send(comm, Mode.STANDARD, form.zeros(4), 4, 0, 77);
        } else if (comm.getRank() == 0) {
            Status status = form.calls().recv(comm, form.zeros(9), 9, last, 77);
            assertEquals(last, status.getSource());
            assertEquals(77, status.getTag());
            assertEquals(4, form.calls().count(status));
            assertEquals(last, status.source);
            assertEquals(77, status.tag);
            assertEquals(4, status.count);
        }
    }

    @Case(
            section = "3.2.4",
            calls = {"Comm.recv", "MPI.ANY_SOURCE"},
            says = "ANY_SOURCE matches a message of any rank, and the status has its source.",
            ranks = 2)
    static void anySource(Intracomm comm, Form form) {
        if (comm.getRank() > 0) {
            form.calls().send(comm, Mode.STANDARD, form.ints(comm.getRank()), 1, 0, 3);
            return;
        }
        boolean[] seen = new boolean[comm.getSize()];
        for (int i = 1; i < comm.getSize(); i++) {
            Ints in = form.zeros(1);
            Status status = form.calls().recv(comm, in, 1, MPI.ANY_SOURCE, 3);
            in.expect(status.getSource());
            assertTrue(!seen[status.getSource()]);
            seen[status.getSource()] = true;
        }
    }

    @Case(
            section = "3.2.4",
            calls = {"Comm.recv", "MPI.ANY_TAG"},
            says = "ANY_TAG receives the messages of one source in the order of sending.",
            ranks = 2)
    static void anyTag(Intracomm comm, Form form) {
        int[] tags = {9, 2, 30000, 0, 2};
        if (comm.getRank() == 0) {
            for (int tag : tags) {
                form.calls().send(comm, Mode.STANDARD, form.ints(tag), 1, 1, tag);
            }
        } else if (comm.getRank() == 1) {
            for (int tag : tags) {
                Ints in = form.zeros(1);
                assertEquals(tag, form.calls().recv(comm, in, 1, 0, MPI.ANY_TAG).getTag());
                in.expect(tag);
            }
        }
    }

    @Case(
            section = "3.2.4",
            calls = {"Comm.recv", "MPI.ANY_SOURCE", "MPI.ANY_TAG"},
            says = "Source and tag may both be wildcards.",
            ranks = 2)
    static void anything(Intracomm comm, Form form) {
        int last = comm.getSize() - 1;
        if (comm.getRank() == last) {
            form.calls().send(comm, Mode.STANDARD, form.ints(4), 1, 0, 12);
        } else if (comm.getRank() == 0) {
            Ints in = form.zeros(1);
            Status status = form.calls().recv(comm, in, 1, MPI.ANY_SOURCE, MPI.ANY_TAG);
            assertEquals(last, status.getSource());
            assertEquals(12, status.getTag());
            in.expect(4);
        }
    }

    @Case(
            section = "3.2.3",
            calls = {"Comm.send", "Comm.recv"},
            says =
                    "A receive matches the message with its tag, also if other messages arrived"
                            + " before.",
            ranks = 2)
    static void selectsByTag(Intracomm comm, Form form) {
        if (comm.getRank() == 0) {
            for (int tag = 0; tag < 4; tag++) {
                form.calls().send(comm, Mode.STANDARD, form.ints(100 + tag), 1, 1, tag);
            }
        } else if (comm.getRank() == 1) {
            for (int tag = 3; tag >= 0; tag--) {
                Ints in = form.zeros(1);
                form.calls().recv(comm, in, 1, 0, tag);
                in.expect(100 + tag);
            }
        }
    }

    @Case(
            section = "3.5",
            calls = {"Comm.send", "Comm.recv"},
            says =
                    "Messages with the same source and tag do not overtake each other, whatever"
                            + " their size.",
            ranks = 2)
    static void keepsOrder(Intracomm comm, Form form) {
        int[] sizes = {1, 20_000, 3, 60_000, 0, 1500, 1};
        if (comm.getRank() == 0) {
            Request[] sends = new Request[sizes.length];
            for (int i = 0; i < sizes.length; i++) {
                Ints out = form.zeros(sizes[i]).ramp(i);
                sends[i] = form.calls().isend(comm, Mode.STANDARD, out, sizes[i], 1, 0);
            }
            form.calls().waitAll(sends);
        } else if (comm.getRank() == 1) {
            for (int i = 0; i < sizes.length; i++) {
                Ints in = form.zeros(sizes[i]);
                Status status = form.calls().recv(comm, in, sizes[i], 0, 0);
                assertEquals(sizes[i], form.calls().count(status));
                in.expectRamp(i);
            }
        }
    }

    @Case(
            section = "3.2.2",
            calls = {"Comm.send", "Comm.recv"},
            says = "A count of zero is a message without entries, for which no buffer is needed.",
            ranks = 2)
    static void empty(Intracomm comm, Form form) {
        if (comm.getRank() == 0) {
            form.calls().send(comm, Mode.STANDARD, null, 0, 1, 1);
        } else if (comm.getRank() == 1) {
            Status status = form.calls().recv(comm, null, 0, 0, 1);
            assertEquals(0, form.calls().count(status));
            assertEquals(0, status.getSource());
        }
    }

    @Case(
            section = "3.11",
            calls = {"Comm.send", "MPI.PROC_NULL"},
            says = "A send to PROC_NULL returns at once, in every mode.")
    static void sendsToProcNull(Intracomm comm, Form form) {
        for (Mode mode : Mode.values()) {
            form.calls().send(comm, mode, form.ints(1), 1, MPI.PROC_NULL, 0);
        }
    }

    @Case(
            section = "3.11",
            calls = {"Comm.recv", "MPI.PROC_NULL"},
            says = "A receive from PROC_NULL returns source PROC_NULL, tag ANY_TAG and count 0.")
    static void receivesFromProcNull(Intracomm comm, Form form) {
        Ints in = form.ints(5);
        Status status = form.calls().recv(comm, in, 1, MPI.PROC_NULL, 4);
        in.expect(5);
        assertEquals(MPI.PROC_NULL, status.getSource());
        assertEquals(MPI.ANY_TAG, status.getTag());
        assertEquals(0, form.calls().count(status));
    }

    @Case(
            section = "3.2.4",
            calls = {"Comm.send", "Comm.recv"},
            says = "A rank can send to itself once the receive is posted.")
    static void toItself(Intracomm comm, Form form) {
        int me = comm.getRank();
        Ints in = form.zeros(2);
        Request request = form.calls().irecv(comm, in, 2, me, 8);
        form.calls().send(comm, Mode.STANDARD, form.ints(me, 9), 2, me, 8);
        assertEquals(me, form.calls().await(request).getSource());
        in.expect(me, 9);
    }

    @Case(
            section = "3.4",
            calls = {"Comm.isSend"},
            says = "A synchronous send is complete only after its receive has started.",
            ranks = 2)
    static void synchronousWaits(Intracomm comm, Form form) {
        if (comm.getRank() == 0) {
            Ints out = form.ints(6);
            Request request = form.calls().isend(comm, Mode.SYNCHRONOUS, out, 1, 1, 0);
            for (int i = 0; i < 100; i++) {
                assertNull(form.calls().test(request));
            }
            signal(comm, 1);
            form.calls().await(request);
        } else if (comm.getRank() == 1) {
            await(comm, 0);
            Ints in = form.zeros(1);
            form.calls().recv(comm, in, 1, 0, 0);
            in.expect(6);
        }
    }

    @Case(
            section = "3.4",
            calls = {"Comm.sSend"},
            says = "A blocking synchronous send returns after its receive has started.",
            ranks = 2)
    static void synchronousReturns(Intracomm comm, Form form) {
        if (comm.getRank() == 0) {
            form.calls().send(comm, Mode.SYNCHRONOUS, form.ints(1), 1, 1, 0);
        } else if (comm.getRank() == 1) {
            Ints in = form.zeros(1);
            form.calls().recv(comm, in, 1, 0, 0);
            in.expect(1);
        }
    }

    @Case(
            section = "3.4",
            calls = {"Comm.rSend"},
            says = "A ready send matches a posted receive.",
            ranks = 2)
    static void ready(Intracomm comm, Form form) {
        if (comm.getRank() == 0) {
            await(comm, 1);
            form.calls().send(comm, Mode.READY, form.ints(3, 4), 2, 1, 0);
        } else if (comm.getRank() == 1) {
            Ints in = form.zeros(2);
            Request request = form.calls().irecv(comm, in, 2, 0, 0);
            signal(comm, 0);
            form.calls().await(request);
            in.expect(3, 4);
        }
    }

    @Case(
            section = "3.4",
            calls = {"Comm.send", "Comm.sSend", "Comm.bSend", "Comm.rSend"},
            says = "A receive matches a send of any mode.",
            ranks = 2)
    static void anyMode(Intracomm comm, Form form) {
        Mode[] modes = Mode.values();
        if (comm.getRank() == 0) {
            MPI.attachBuffer(new byte[1000]);
            await(comm, 1);
            for (Mode mode : modes) {
                form.calls().send(comm, mode, form.ints(mode.ordinal()), 1, 1, mode.ordinal());
            }
            MPI.detachBuffer();
        } else if (comm.getRank() == 1) {
            Ints[] in = new Ints[modes.length];
            Request[] requests = new Request[modes.length];
            for (int i = 0; i < in.length; i++) {
                in[i] = form.zeros(1);
                requests[i] = form.calls().irecv(comm, in[i], 1, 0, i);
            }
            signal(comm, 0);
            form.calls().waitAll(requests);
            for (int i = 0; i < in.length; i++) {
                in[i].expect(i);
            }
        }
    }

    @Case(
            section = "3.2.1",
            calls = {"Comm.send", "Comm.recv"},
            says = "Messages of all sizes arrive complete, around the limits of all protocols.",
            ranks = 2)
    static void sizes(Intracomm comm, Form form) {
        int[] sizes = {
            1, 2, 3, 13, 14, 15, 16, 17, 255, 256, 257, 1023, 1024, 1025, 4095, 4096, 16_383,
            16_384, 16_385, 65_537, 262_145
        };
        for (int size : sizes) {
            if (comm.getRank() == 0) {
                form.calls().send(comm, Mode.STANDARD, form.zeros(size).ramp(size), size, 1, 0);
            } else if (comm.getRank() == 1) {
                Ints in = form.zeros(size);
                form.calls().recv(comm, in, size, 0, 0);
                in.expectRamp(size);
            }
        }
    }

    @Case(
            section = "3.2.3",
            calls = {"Comm.send", "Comm.recv", "Comm.dup"},
            says = "A message is received only in the communicator in which it was sent.",
            ranks = 2)
    static void staysInItsCommunicator(Intracomm comm, Form form) {
        Intracomm other = comm.dup();
        if (comm.getRank() == 0) {
            form.calls().send(other, Mode.STANDARD, form.ints(2), 1, 1, 0);
            form.calls().send(comm, Mode.STANDARD, form.ints(1), 1, 1, 0);
        } else if (comm.getRank() == 1) {
            Ints in = form.zeros(1);
            form.calls().recv(comm, in, 1, 0, 0);
            in.expect(1);
            form.calls().recv(other, in, 1, MPI.ANY_SOURCE, MPI.ANY_TAG);
            in.expect(2);
        }
        other.free();
    }

    @Case(
            section = "3.2.3",
            calls = {"Comm.send", "Comm.getAttr", "MPI.TAG_UB"},
            says = "The largest tag is at least 32767 and can be used, as can 0.",
            ranks = 2)
    static void largestTag(Intracomm comm, Form form) {
        int largest = (Integer) MPI.COMM_WORLD.getAttr(MPI.TAG_UB);
        assertTrue(largest >= 32_767, "TAG_UB=" + largest);
        for (int tag : new int[] {0, largest}) {
            if (comm.getRank() == 0) {
                form.calls().send(comm, Mode.STANDARD, form.ints(1), 1, 1, tag);
            } else if (comm.getRank() == 1) {
                assertEquals(tag, form.calls().recv(comm, form.zeros(1), 1, 0, tag).getTag());
            }
        }
    }

    @Case(
            section = "3.10",
            calls = {"Comm.sendRecv"},
            says = "All ranks of a ring exchange with their neighbours in one call.")
    static void ring(Intracomm comm, Form form) {
        int me = comm.getRank();
        int size = comm.getSize();
        int right = (me + 1) % size;
        int left = (me + size - 1) % size;
        Ints in = form.zeros(2);
        Status status =
                form.calls()
                        .sendrecv(
                                comm,
                                new Side(form.ints(me, -me), 2, right, 4),
                                new Side(in, 2, left, 4));
        in.expect(left, -left);
        assertEquals(left, status.getSource());
        assertEquals(4, status.getTag());
    }

    @Case(
            section = "3.10",
            calls = {"Comm.sendRecv", "MPI.PROC_NULL"},
            says = "At the ends of a chain PROC_NULL stands for the missing neighbour.")
    static void chain(Intracomm comm, Form form) {
        int me = comm.getRank();
        int right = me + 1 < comm.getSize() ? me + 1 : MPI.PROC_NULL;
        int left = me > 0 ? me - 1 : MPI.PROC_NULL;
        Ints in = form.ints(-1);
        Status status =
                form.calls()
                        .sendrecv(
                                comm,
                                new Side(form.ints(me), 1, right, 0),
                                new Side(in, 1, left, 0));
        in.expect(left == MPI.PROC_NULL ? -1 : left);
        assertEquals(left, status.getSource());
    }

    @Case(
            section = "3.10",
            calls = {"Comm.sendRecv"},
            says = "The numbers of entries and the tags of the two messages may differ.",
            ranks = 2)
    static void unequalSides(Intracomm comm, Form form) {
        int me = comm.getRank();
        if (me > 1) {
            return;
        }
        Ints in = form.zeros(10);
        Status status =
                form.calls()
                        .sendrecv(
                                comm,
                                new Side(form.zeros(3 + me).ramp(me), 3 + me, 1 - me, me),
                                new Side(in, 10, 1 - me, 1 - me));
        assertEquals(4 - me, form.calls().count(status));
        assertEquals(1 - me, in.get(0));
    }

    @Case(
            section = "3.10",
            calls = {"Comm.sendRecv", "Comm.send", "Comm.recv"},
            says = "The messages of a send-receive match plain receives and sends.",
            ranks = 2)
    static void matchesPlainCalls(Intracomm comm, Form form) {
        if (comm.getRank() == 0) {
            Ints in = form.zeros(1);
            form.calls().sendrecv(comm, new Side(form.ints(1), 1, 1, 5), new Side(in, 1, 1, 6));
            in.expect(2);
        } else if (comm.getRank() == 1) {
            Ints in = form.zeros(1);
            form.calls().recv(comm, in, 1, 0, 5);
            in.expect(1);
            form.calls().send(comm, Mode.STANDARD, form.ints(2), 1, 0, 6);
        }
    }

    @Case(
            section = "3.10",
            calls = {"Comm.sendRecv"},
            says = "A rank can send to and receive from itself.")
    static void exchangeWithItself(Intracomm comm, Form form) {
        int me = comm.getRank();
        Ints in = form.zeros(1);
        form.calls().sendrecv(comm, new Side(form.ints(31), 1, me, 0), new Side(in, 1, me, 0));
        in.expect(31);
    }

    @Case(
            section = "3.10",
            calls = {"Comm.sendRecvReplace"},
            says = "Send-receive-replace replaces the sent data by the received data.")
    static void replaces(Intracomm comm, Form form) {
        int me = comm.getRank();
        int size = comm.getSize();
        Ints buf = form.zeros(1500).ramp(me);
        Status status =
                form.calls()
                        .sendrecvReplace(
                                comm,
                                new Side(buf, 1500, (me + 1) % size, 2),
                                (me + size - 1) % size,
                                2);
        buf.expectRamp((me + size - 1) % size);
        assertEquals(1500, form.calls().count(status));
    }

    @Case(
            section = "3.10",
            calls = {"Comm.sendRecvReplace"},
            says = "A shorter message replaces only the beginning of the buffer.",
            ranks = 2)
    static void replacesTheBeginning(Intracomm comm, Form form) {
        if (comm.getRank() == 0) {
            Ints buf = form.ints(1, 2, 3);
            Calls calls = form.calls();
            Status status = calls.sendrecvReplace(comm, new Side(buf, 3, 1, 0), 1, 1);
            buf.expect(9, 2, 3);
            assertEquals(1, calls.count(status));
        } else if (comm.getRank() == 1) {
            Ints in = form.zeros(3);
            form.calls().recv(comm, in, 3, 0, 0);
            form.calls().send(comm, Mode.STANDARD, form.ints(9), 1, 0, 1);
            in.expect(1, 2, 3);
        }
    }

    @Case(
            section = "3.5",
            calls = {"Comm.recv", "MPI.ANY_SOURCE"},
            says = "Messages of one sender are also received in order with ANY_SOURCE.",
            ranks = 3)
    static void orderThroughWildcard(Intracomm comm, Form form) {
        int each = 20;
        if (comm.getRank() == 1 || comm.getRank() == 2) {
            for (int i = 0; i < each; i++) {
                form.calls().send(comm, Mode.STANDARD, form.ints(i), 1, 0, 0);
            }
        } else if (comm.getRank() == 0) {
            int[] next = new int[3];
            for (int i = 0; i < 2 * each; i++) {
                Ints in = form.zeros(1);
                Status status = form.calls().recv(comm, in, 1, MPI.ANY_SOURCE, 0);
                in.expect(next[status.getSource()]++);
            }
        }
    }

    @Case(
            section = "3.5",
            calls = {"Comm.iRecv", "Comm.send"},
            says = "Receives that match the same messages receive them in the order of posting.",
            ranks = 2)
    static void receivesInOrder(Intracomm comm, Form form) {
        if (comm.getRank() == 0) {
            await(comm, 1);
            for (int i = 0; i < 3; i++) {
                form.calls().send(comm, Mode.STANDARD, form.ints(i), 1, 1, 4);
            }
        } else if (comm.getRank() == 1) {
            Ints[] in = {form.zeros(1), form.zeros(1), form.zeros(1)};
            Request[] requests = {
                form.calls().irecv(comm, in[0], 1, 0, MPI.ANY_TAG),
                form.calls().irecv(comm, in[1], 1, MPI.ANY_SOURCE, 4),
                form.calls().irecv(comm, in[2], 1, 0, 4)
            };
            signal(comm, 0);
            form.calls().waitAll(requests);
            for (int i = 0; i < 3; i++) {
                in[i].expect(i);
            }
        }
    }
}
