package musubi.conformance.rma;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import mpi.Comm;
import mpi.Errhandler;
import mpi.Group;
import mpi.Info;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Win;

import musubi.conformance.Case;
import musubi.conformance.Expect;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.IntBuffer;
import java.nio.LongBuffer;

/** Section 12.2: creation of windows, their memory, attributes, hints, names and error handlers. */
public final class Windows {
    private Windows() {}

    /** A window of longs, whose errors are thrown. */
    static Win longs(Intracomm comm, int count) {
        Win win = Win.allocate(8L * count, 8, MPI.INFO_NULL, comm);
        win.setErrhandler(MPI.ERRORS_RETURN);
        return win;
    }

    /** The memory of this rank. */
    static LongBuffer memory(Win win) {
        return ((ByteBuffer) win.getBase()).asLongBuffer();
    }

    /** A long in a direct buffer. */
    static LongBuffer one(long value) {
        return MPI.newLongBuffer(1).put(0, value);
    }

    @Case(
            section = "12.2.1",
            calls = {"Win.new", "Win.free", "Win.getBase"},
            says = "A window of a buffer is that memory, and size and unit count its elements.")
    static void ofBuffer(Intracomm comm) {
        IntBuffer buffer = MPI.newIntBuffer(10);
        Win win = new Win(buffer, 8, 2, MPI.INFO_NULL, comm);
        win.fence(0);
        win.put(IntBuffer.wrap(new int[] {7}), 1, MPI.INT, comm.getRank(), 3, 1, MPI.INT);
        win.fence(0);
        assertEquals(7, buffer.get(6));
        assertEquals(buffer, win.getBase());
        win.free();
    }

    @Case(
            section = "12.2.1",
            calls = "Win.new",
            says = "Sizes and displacement units may differ between ranks, and a size may be 0.",
            ranks = 2)
    static void differentSizes(Intracomm comm) {
        int me = comm.getRank();
        ByteBuffer buffer = MPI.newByteBuffer(8 * me);
        Win win = new Win(buffer, 8 * me, me + 1, MPI.INFO_NULL, comm);
        win.fence(0);
        if (me == 0) {
            win.put(ByteBuffer.wrap(new byte[] {5}), 1, MPI.BYTE, 1, 3, 1, MPI.BYTE);
        }
        win.fence(0);
        if (me == 1) {
            assertEquals(5, buffer.get(6));
        }
        win.free();
    }

    @Case(
            section = "12.2.2",
            calls = {"Win.allocate", "Win.getBase"},
            says = "Allocated memory is a direct buffer of zeros in native byte order.")
    static void allocated(Intracomm comm) {
        Win win = Win.allocate(100_000, 1, MPI.INFO_NULL, comm);
        ByteBuffer base = (ByteBuffer) win.getBase();
        assertEquals(100_000, base.capacity());
        assertEquals(ByteOrder.nativeOrder(), base.order());
        assertEquals(0, base.get(99_999));
        comm.barrier();
        win.free();
    }

    @Case(
            section = "12.2.3",
            calls = {"Win.allocateShared", "Win.sharedQuery"},
            says =
                    "All ranks of a shared window load and store its memory; its creation fails on"
                            + " all of them where they share none.")
    static void shared(Intracomm world) {
        Intracomm node = world.splitType(Comm.TYPE_SHARED, 0, MPI.INFO_NULL);
        Win win = allocatedShared(node);
        int[] failed = {win == null ? 1 : 0};
        int[] sum = new int[1];
        node.allReduce(failed, sum, 1, MPI.INT, MPI.SUM);
        assertEquals(failed[0] * node.getSize(), sum[0]);
        if (win != null) {
            storeAround(node, win);
        }
        node.free();
    }

    private static Win allocatedShared(Intracomm node) {
        try {
            return Win.allocateShared(8, 8, MPI.INFO_NULL, node);
        } catch (MPIException e) {
            int expected = node.getRank() == 0 ? MPI.ERR_NO_MEM : MPI.ERR_WIN;
            assertEquals(expected, e.getErrorClass(), e.getMessage());
            return null;
        }
    }

    private static void storeAround(Intracomm node, Win win) {
        int next = (node.getRank() + 1) % node.getSize();
        win.lockAll(0);
        win.sharedQuery(next).putLong(0, 10 + node.getRank());
        win.sync();
        node.barrier();
        win.sync();
        int before = (node.getRank() + node.getSize() - 1) % node.getSize();
        assertEquals(10 + before, memory(win).get(0));
        win.unlockAll();
        win.free();
    }

    @Case(
            section = "12.2.4",
            calls = {"Win.new", "Win.attach", "Win.detach", "Win.address"},
            says = "Memory attached to a dynamic window is accessed at its address until detached.",
            ranks = 2)
    static void dynamic(Intracomm comm) {
        int me = comm.getRank();
        Win win = new Win(MPI.INFO_NULL, comm);
        win.setErrhandler(MPI.ERRORS_RETURN);
        LongBuffer mine = MPI.newLongBuffer(4);
        long[] address = new long[1];
        if (me == 1) {
            win.attach(mine, 4);
            address[0] = Win.address(mine);
        }
        comm.bcast(address, 1, MPI.LONG, 1);
        win.fence(0);
        if (me == 0) {
            win.put(one(77), 1, MPI.LONG, 1, address[0] + 8, 1, MPI.LONG);
        }
        win.fence(0);
        if (me == 1) {
            assertEquals(77, mine.get(1));
            win.detach(mine);
            Expect.fails(MPI.ERR_BASE, () -> win.detach(mine));
        }
        win.free();
    }

    @Case(section = "12.2.5", calls = "Win.free", says = "A window is not used after it was freed.")
    static void freed(Intracomm comm) {
        Win win = longs(comm, 1);
        win.free();
        assertTrue(win.isNull());
        Expect.fails(MPI.ERR_WIN, () -> win.fence(0));
        Expect.fails(MPI.ERR_WIN, win::free);
    }

    @Case(
            section = "12.2.6",
            calls = "Win.getAttr",
            says = "Base, size and displacement unit are attributes of a window.")
    static void attributes(Intracomm comm) {
        Win win = longs(comm, 3);
        assertEquals(24L, win.getAttr(MPI.WIN_SIZE));
        assertEquals(8, win.getAttr(MPI.WIN_DISP_UNIT));
        assertEquals(24, ((ByteBuffer) win.getAttr(MPI.WIN_BASE)).capacity());
        win.free();
    }

    @Case(
            section = "12.2.6",
            calls = "Win.getGroup",
            says = "The group of a window is that of its communicator.")
    static void group(Intracomm comm) {
        Win win = longs(comm, 1);
        Group ofWindow = win.getGroup();
        Group ofComm = comm.getGroup();
        assertEquals(MPI.IDENT, Group.compare(ofWindow, ofComm));
        ofWindow.free();
        ofComm.free();
        win.free();
    }

    @Case(
            section = "12.2.7",
            calls = {"Win.setInfo", "Win.getInfo"},
            says = "The hints of a window are those that hold; no_locks forbids locks.")
    static void hints(Intracomm comm) {
        Info info = new Info();
        info.set("no_locks", "true");
        Win win = Win.allocate(8, 1, info, comm);
        win.setErrhandler(MPI.ERRORS_RETURN);
        info.free();
        Info used = win.getInfo();
        assertEquals("true", used.get("no_locks"));
        assertEquals("true", used.get("same_size"));
        used.free();
        Expect.fails(MPI.ERR_RMA_SYNC, () -> win.lockAll(0));
        Info more = new Info();
        more.set("same_op", "yes");
        win.setInfo(more);
        more.free();
        Info now = win.getInfo();
        assertEquals("yes", now.get("same_op"));
        now.free();
        win.free();
    }

    @Case(
            section = "7.8",
            calls = {"Win.setName", "Win.getName"},
            says = "A window has the name that was set last, and none at first.")
    static void names(Intracomm comm) {
        Win win = longs(comm, 1);
        assertEquals("", win.getName());
        win.setName("halo");
        assertEquals("halo", win.getName());
        win.free();
    }

    @Case(
            section = "7.7.3",
            calls = {
                "Win.createKeyval",
                "Win.freeKeyval",
                "Win.setAttr",
                "Win.getAttr",
                "Win.deleteAttr"
            },
            says = "Attributes are kept until they are deleted, or the window is freed.")
    static void keyvals(Intracomm comm) {
        Win win = longs(comm, 1);
        StringBuilder deleted = new StringBuilder();
        int key = Win.createKeyval(null, (of, number, value) -> deleted.append(value));
        assertNull(win.getAttr(key));
        win.setAttr(key, "a");
        assertEquals("a", win.getAttr(key));
        win.deleteAttr(key);
        win.setAttr(key, "b");
        Win.freeKeyval(key);
        win.free();
        assertEquals("ab", deleted.toString());
    }

    @Case(
            section = "9.3.2",
            calls = {
                "Win.createErrhandler",
                "Win.setErrhandler",
                "Win.getErrhandler",
                "Win.callErrhandler"
            },
            says = "Failures of a window go to its error handler, at first ERRORS_ARE_FATAL.")
    static void errhandlers(Intracomm comm) {
        Win win = Win.allocate(8, 1, MPI.INFO_NULL, comm);
        assertEquals(MPI.ERRORS_ARE_FATAL, win.getErrhandler());
        StringBuilder seen = new StringBuilder();
        Errhandler mine = Win.createErrhandler((of, code, text) -> seen.append(of == win));
        win.setErrhandler(mine);
        Expect.fails(MPI.ERR_RMA_SYNC, () -> win.unlock(0));
        win.callErrhandler(MPI.ERR_OTHER);
        assertEquals("truetrue", seen.toString());
        mine.free();
        win.free();
    }
}
