package musubi.conformance.comm;

import static musubi.conformance.Expect.fails;
import static musubi.conformance.Ring.before;
import static musubi.conformance.Ring.behind;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import mpi.Comm;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;

import musubi.conformance.Case;

import java.nio.IntBuffer;
import java.util.ArrayList;
import java.util.List;

/** Section 7.7: attributes of communicators. */
public final class Attributes {
    private Attributes() {}

    @Case(
            section = "7.7.2",
            calls = {"Comm.createKeyval", "Comm.setAttr", "Comm.getAttr", "Comm.deleteAttr"},
            says =
                    "An attribute has the value last set, and is null before setting and after"
                            + " deletion.")
    static void setAndGet(Intracomm comm) {
        int key = Comm.createKeyval();
        assertNotEquals(MPI.KEYVAL_INVALID, key);
        assertNull(comm.getAttr(key));
        comm.setAttr(key, 41);
        comm.setAttr(key, 42);
        assertEquals(42, comm.getAttr(key));
        assertEquals(42, comm.Attr_get(key));
        comm.deleteAttr(key);
        assertNull(comm.getAttr(key));
        comm.setAttr(key, "again");
        comm.Attr_delete(key);
        assertNull(comm.getAttr(key));
        Comm.freeKeyval(key);
    }

    @Case(
            section = "7.7.2",
            calls = {"Comm.createKeyval", "Comm.setAttr"},
            says = "Keys are distinct, and each communicator has its own values.")
    static void separate(Intracomm comm) {
        int one = Comm.createKeyval();
        int two = Comm.createKeyval();
        assertNotEquals(one, two);
        Intracomm copy = comm.dup();
        comm.setAttr(one, "c");
        copy.setAttr(one, "d");
        assertEquals("c", comm.getAttr(one));
        assertEquals("d", copy.getAttr(one));
        assertNull(comm.getAttr(two));
        copy.free();
        comm.deleteAttr(one);
        Comm.freeKeyval(one);
        Comm.freeKeyval(two);
    }

    @Case(
            section = "7.7.2",
            calls = {"Comm.createKeyval", "Comm.dup"},
            says = "Without callbacks a duplicate gets copies of the values.")
    static void copied(Intracomm comm) {
        int key = Comm.createKeyval();
        comm.setAttr(key, new ArrayList<>(List.of(1, 2)));
        Intracomm copy = comm.dup();
        assertEquals(List.of(1, 2), copy.getAttr(key));
        comm.deleteAttr(key);
        assertEquals(List.of(1, 2), copy.getAttr(key));
        copy.free();
        Comm.freeKeyval(key);
    }

    @Case(
            section = "7.7.2",
            calls = {"Comm.split", "Comm.getAttr"},
            says = "Communicators created by split get no attributes.")
    static void notInherited(Intracomm comm) {
        int key = Comm.createKeyval();
        comm.setAttr(key, "here");
        Intracomm part = comm.split(0, 0);
        assertNull(part.getAttr(key));
        part.free();
        comm.deleteAttr(key);
        Comm.freeKeyval(key);
    }

    @Case(
            section = "7.7.2",
            calls = {"Comm.createKeyval", "Comm.dup", "Comm.free"},
            says = "Dup calls the copy callback, free the delete callback, with key and value.")
    static void callbacks(Intracomm comm) {
        List<Object> seen = new ArrayList<>();
        int key =
                Comm.createKeyval(
                        (c, k, value) -> {
                            seen.addAll(List.of("copy", k, value));
                            return value + "+";
                        },
                        (c, k, value) -> seen.addAll(List.of("delete", k, value)));
        Intracomm owner = comm.dup();
        owner.setAttr(key, "v");
        Intracomm copy = owner.dup();
        assertEquals("v+", copy.getAttr(key));
        copy.free();
        owner.free();
        assertEquals(List.of("copy", key, "v", "delete", key, "v+", "delete", key, "v"), seen);
        Comm.freeKeyval(key);
    }

    @Case(
            section = "7.7.2",
            calls = {"Comm.createKeyval", "Comm.dup"},
            says = "If the copy callback returns null, the duplicate does not get the attribute.")
    static void notCopied(Intracomm comm) {
        int key = Comm.createKeyval((c, k, value) -> null, (c, k, value) -> {});
        comm.setAttr(key, "v");
        Intracomm copy = comm.dup();
        assertNull(copy.getAttr(key));
        copy.free();
        comm.deleteAttr(key);
        Comm.freeKeyval(key);
    }

    @Case(
            section = "7.7.2",
            calls = {"Comm.createKeyval", "Comm.free"},
            says = "Free deletes attributes in the reverse order of setting.")
    static void reverseOrder(Intracomm comm) {
        List<Object> seen = new ArrayList<>();
        int[] keys = new int[4];
        for (int i = 0; i < 4; i++) {
            keys[i] = Comm.createKeyval((c, k, v) -> null, (c, k, v) -> seen.add(v));
        }
        Intracomm copy = comm.dup();
        for (int i : new int[] {2, 0, 3, 1}) {
            copy.setAttr(keys[i], i);
        }
        copy.free();
        assertEquals(List.of(1, 3, 0, 2), seen);
        for (int key : keys) {
            Comm.freeKeyval(key);
        }
    }

    @Case(
            section = "7.7.2",
            calls = {"Comm.setAttr", "Comm.deleteAttr"},
            says = "The delete callback is called once for a value that is replaced or deleted.")
    static void replaced(Intracomm comm) {
        List<Object> seen = new ArrayList<>();
        int key = Comm.createKeyval((c, k, v) -> null, (c, k, v) -> seen.add(v));
        comm.setAttr(key, "a");
        comm.setAttr(key, "b");
        assertEquals(List.of("a"), seen);
        comm.deleteAttr(key);
        assertEquals(List.of("a", "b"), seen);
        Comm.freeKeyval(key);
    }

    @Case(
            section = "7.7.2",
            calls = {"Comm.freeKeyval", "Comm.free"},
            says = "The callbacks of a freed key remain in effect for values that are set.")
    static void freedKey(Intracomm comm) {
        List<Object> seen = new ArrayList<>();
        int key = Comm.createKeyval((c, k, v) -> v, (c, k, v) -> seen.add(v));
        Intracomm copy = comm.dup();
        copy.setAttr(key, "v");
        Comm.freeKeyval(key);
        copy.free();
        assertEquals(List.of("v"), seen);
    }

    @Case(
            section = "7.7.2",
            calls = {"Comm.setAttr", "Comm.freeKeyval", "MPI.KEYVAL_INVALID"},
            says = "Keys that do not exist, and predefined ones, are errors (ERR_KEYVAL).")
    static void wrongKeys(Intracomm comm) {
        fails(MPI.ERR_KEYVAL, () -> comm.setAttr(MPI.KEYVAL_INVALID, 1));
        fails(MPI.ERR_KEYVAL, () -> comm.getAttr(MPI.KEYVAL_INVALID));
        fails(MPI.ERR_KEYVAL, () -> Comm.freeKeyval(MPI.KEYVAL_INVALID));
        assertThrows(MPIException.class, () -> comm.setAttr(MPI.TAG_UB, 1));
        assertThrows(MPIException.class, () -> MPI.COMM_WORLD.deleteAttr(MPI.TAG_UB));
        assertThrows(MPIException.class, () -> Comm.freeKeyval(MPI.TAG_UB));
    }

    @Case(
            section = "7.7.2",
            calls = {"MPI.TAG_UB", "Comm.send"},
            says = "TAG_UB is a valid tag, TAG_UB + 1 is an error (ERR_TAG).")
    static void tagUb(Intracomm comm) {
        int most = (Integer) MPI.COMM_WORLD.getAttr(MPI.TAG_UB);
        Request send = comm.iSend(IntBuffer.wrap(new int[] {3}), 1, MPI.INT, behind(comm), most);
        int[] in = new int[1];
        assertEquals(most, comm.recv(in, 1, MPI.INT, before(comm), most).getTag());
        send.waitFor();
        assertEquals(3, in[0]);
        if (most < Integer.MAX_VALUE) {
            fails(MPI.ERR_TAG, () -> comm.send(in, 1, MPI.INT, MPI.PROC_NULL, most + 1));
        }
    }
}
