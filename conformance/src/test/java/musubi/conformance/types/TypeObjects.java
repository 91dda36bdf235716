package musubi.conformance.types;

import static musubi.conformance.Expect.fails;
import static musubi.conformance.Ring.before;
import static musubi.conformance.Ring.behind;
import static musubi.conformance.Ring.committed;
import static musubi.conformance.Ring.items;
import static musubi.conformance.Ring.ramp;
import static musubi.conformance.Ring.shift;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import mpi.Datatype;
import mpi.Intracomm;
import mpi.MPI;
import mpi.Request;
import mpi.Status;
import mpi.TypeContents;

import musubi.conformance.Case;

import java.nio.IntBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Sections 5.1.9 to 5.1.13: commit, free, copies, contents; 5.1.11: partial receives. */
public final class TypeObjects {
    private TypeObjects() {}

    @Case(
            section = "5.1.9",
            calls = {"Datatype.commit"},
            says = "A type that is not committed cannot be sent or received (ERR_TYPE).")
    static void uncommitted(Intracomm comm) {
        Datatype type = Datatype.createContiguous(2, MPI.INT);
        fails(MPI.ERR_TYPE, () -> comm.send(new int[2], 1, type, MPI.PROC_NULL, 0));
        fails(MPI.ERR_TYPE, () -> comm.recv(new int[2], 1, type, MPI.PROC_NULL, 0));
        fails(MPI.ERR_TYPE, () -> comm.iSend(MPI.newIntBuffer(2), 1, type, MPI.PROC_NULL, 0));
        type.commit();
        comm.send(new int[2], 1, type, MPI.PROC_NULL, 0);
        type.free();
    }

    @Case(
            section = "5.1.9",
            calls = {"Datatype.commit"},
            says = "A type that is not committed can be queried and used in other types.")
    static void uncommittedPart(Intracomm comm) {
        Datatype part = Datatype.createVector(2, 1, 2, MPI.INT);
        assertEquals(3, part.getExtent());
        Datatype type = committed(Datatype.createContiguous(2, part));
        int[] in = new int[4];
        shift(comm, items(ramp(6, 0), 1, type), items(in, 4, MPI.INT));
        assertArrayEquals(new int[] {0, 2, 3, 5}, in);
        part.free();
        type.free();
    }

    @Case(
            section = "5.1.9",
            calls = {"Datatype.commit"},
            says = "Commit of a committed type does nothing.")
    static void commitAgain(Intracomm comm) {
        Datatype type = Datatype.createContiguous(2, MPI.INT);
        type.commit();
        type.commit();
        int[] in = new int[2];
        shift(comm, items(new int[] {1, 2}, 1, type), items(in, 1, type));
        assertArrayEquals(new int[] {1, 2}, in);
        MPI.INT.commit();
        type.free();
    }

    @Case(
            section = "5.1.9",
            calls = {"Datatype.free", "Datatype.isNull"},
            says = "A freed type is null and cannot be used (ERR_TYPE).")
    static void free(Intracomm comm) {
        Datatype type = committed(Datatype.createContiguous(2, MPI.INT));
        assertFalse(type.isNull());
        type.free();
        assertTrue(type.isNull());
        fails(MPI.ERR_TYPE, () -> comm.send(new int[2], 1, type, MPI.PROC_NULL, 0));
        fails(MPI.ERR_TYPE, type::getSize);
        fails(MPI.ERR_TYPE, type::free);
    }

    @Case(
            section = "5.1.9",
            calls = {"Datatype.free"},
            says = "Types derived from a freed type remain valid.")
    static void freedPart(Intracomm comm) {
        Datatype part = Datatype.createVector(2, 1, 3, MPI.INT);
        Datatype type = committed(Datatype.createContiguous(2, part));
        part.free();
        int[] in = new int[4];
        shift(comm, items(ramp(8, 0), 1, type), items(in, 4, MPI.INT));
        assertArrayEquals(new int[] {0, 3, 4, 7}, in);
        type.free();
    }

    @Case(
            section = "5.1.9",
            calls = {"Datatype.free", "Comm.iRecv"},
            says = "A message in flight completes normally when its type is freed.")
    static void freedUnderWay(Intracomm comm) {
        Datatype type = committed(Datatype.createVector(2, 1, 2, MPI.INT));
        IntBuffer in = MPI.newIntBuffer(3);
        Request receive = comm.iRecv(in, 1, type, before(comm), 4);
        type.free();
        comm.barrier();
        comm.send(new int[] {5, 6}, 2, MPI.INT, behind(comm), 4);
        receive.waitFor();
        assertEquals(5, in.get(0));
        assertEquals(0, in.get(1));
        assertEquals(6, in.get(2));
    }

    @Case(
            section = "5.1.9",
            calls = {"Datatype.free"},
            says = "Predefined types cannot be freed (ERR_TYPE).")
    static void freePredefined(Intracomm comm) {
        fails(MPI.ERR_TYPE, MPI.INT::free);
        fails(MPI.ERR_TYPE, MPI.DOUBLE_INT::free);
        assertFalse(MPI.INT.isNull());
    }

    @Case(
            section = "5.1.10",
            calls = {"Datatype.dup", "Datatype.clone"},
            says = "A duplicate of a committed type is committed and is freed separately.")
    static void dup(Intracomm comm) {
        Datatype type = committed(Datatype.createVector(2, 1, 2, MPI.INT));
        Datatype copy = type.dup();
        Datatype other = type.clone();
        type.free();
        assertEquals(3, copy.getExtent());
        assertEquals(2, other.getSize());
        int[] in = new int[3];
        shift(comm, items(new int[] {1, 2, 3}, 1, copy), items(in, 1, other));
        assertArrayEquals(new int[] {1, 0, 3}, in);
        copy.free();
        other.free();
    }

    @Case(
            section = "5.1.10",
            calls = {"Datatype.dup"},
            says = "A duplicate of a type that is not committed is not committed.")
    static void dupUncommitted(Intracomm comm) {
        Datatype type = Datatype.createContiguous(2, MPI.INT);
        Datatype copy = type.dup();
        fails(MPI.ERR_TYPE, () -> comm.send(new int[2], 1, copy, MPI.PROC_NULL, 0));
        type.free();
        copy.free();
    }

    @Case(
            section = "7.8",
            calls = {"Datatype.setName", "Datatype.getName"},
            says = "A type has the name that is set; a derived type has none initially.")
    static void names(Intracomm comm) {
        Datatype type = Datatype.createContiguous(2, MPI.INT);
        assertEquals("", type.getName());
        type.setName("pair of integers");
        assertEquals("pair of integers", type.getName());
        type.free();
    }

    @Case(
            section = "7.7.4",
            calls = {"Datatype.createKeyval", "Datatype.setAttr", "Datatype.getAttr"},
            says = "Types have attributes; the value of a key that is not set is null.")
    static void attributes(Intracomm comm) {
        int key = Datatype.createKeyval();
        Datatype type = Datatype.createContiguous(2, MPI.INT);
        assertNull(type.getAttr(key));
        type.setAttr(key, "five");
        assertEquals("five", type.getAttr(key));
        type.setAttr(key, 6);
        assertEquals(6, type.getAttr(key));
        type.deleteAttr(key);
        assertNull(type.getAttr(key));
        type.free();
        Datatype.freeKeyval(key);
    }

    @Case(
            section = "7.7.4",
            calls = {"Datatype.createKeyval", "Datatype.dup", "Datatype.free"},
            says = "Copying a type calls the copy callbacks, freeing it the delete callbacks.")
    static void callbacks(Intracomm comm) {
        List<String> seen = new ArrayList<>();
        int key =
                Datatype.createKeyval(
                        (type, k, value) -> {
                            seen.add("copy " + value);
                            return value + "'";
                        },
                        (type, k, value) -> seen.add("delete " + value));
        Datatype type = Datatype.createContiguous(2, MPI.INT);
        type.setAttr(key, "a");
        Datatype copy = type.dup();
        assertEquals("a'", copy.getAttr(key));
        type.free();
        copy.free();
        assertEquals(List.of("copy a", "delete a", "delete a'"), seen);
        Datatype.freeKeyval(key);
    }

    @Case(
            section = "5.1.13",
            calls = {"Datatype.getContents"},
            says =
                    "The contents of a type are its constructor and arguments; a predefined type is"
                            + " NAMED.")
    static void contents(Intracomm comm) {
        Datatype type = Datatype.createVector(3, 2, 4, MPI.INT);
        TypeContents contents = type.getContents();
        assertEquals(TypeContents.Combiner.VECTOR, contents.getCombiner());
        assertArrayEquals(new int[] {3, 2, 4}, contents.getIntegers());
        assertArrayEquals(new Datatype[] {MPI.INT}, contents.getDatatypes());
        assertEquals(TypeContents.Combiner.NAMED, MPI.INT.getContents().getCombiner());
        type.free();
    }

    @Case(
            section = "5.1.13",
            calls = {"Datatype.getContents"},
            says = "Contents of hindexed types have counts, lengths and addresses.")
    static void contentsOfHIndexed(Intracomm comm) {
        Datatype type = Datatype.createHIndexed(new int[] {1, 2}, new int[] {16, 4}, MPI.INT);
        TypeContents contents = type.getContents();
        assertEquals(TypeContents.Combiner.HINDEXED, contents.getCombiner());
        assertArrayEquals(new int[] {2, 1, 2}, contents.getIntegers());
        assertArrayEquals(new int[] {16, 4}, contents.getAddresses());
        type.free();
    }

    @Case(
            section = "5.1.11",
            calls = {"Status.getElements", "Status.getCount", "MPI.UNDEFINED"},
            says = "The count of a partial item is UNDEFINED, but its elements are returned.")
    static void partial(Intracomm comm) {
        Datatype type = committed(Datatype.createContiguous(2, MPI.INT));
        int[] in = new int[10];
        Status status = shift(comm, items(ramp(3, 1), 3, MPI.INT), items(in, 5, type));
        assertEquals(MPI.UNDEFINED, status.getCount(type));
        assertEquals(3, status.getElements(type));
        assertEquals(3, status.getCount(MPI.INT));
        assertArrayEquals(new int[] {1, 2, 3, 0}, Arrays.copyOf(in, 4));
        type.free();
    }

    @Case(
            section = "5.1.11",
            calls = {"Comm.recv", "Status.getElements"},
            says = "A partial receive with gaps writes only the received elements.")
    static void partialWithGaps(Intracomm comm) {
        Datatype type = committed(Datatype.createVector(3, 1, 2, MPI.INT));
        int[] in = ramp(10, 100);
        Status status = shift(comm, items(ramp(4, 1), 4, MPI.INT), items(in, 2, type));
        assertEquals(4, status.getElements(type));
        assertEquals(MPI.UNDEFINED, status.getCount(type));
        assertArrayEquals(new int[] {1, 101, 2, 103, 3, 4, 106, 107, 108, 109}, in);
        type.free();
    }

    @Case(
            section = "5.1.11",
            calls = {"Status.getElements", "Datatype.createStruct"},
            says = "Elements of a struct received in part are counted by basic type.")
    static void partialStruct(Intracomm comm) {
        Datatype[] parts = {MPI.INT, MPI.DOUBLE};
        int[] at = {0, 8};
        Datatype type = committed(Datatype.createStruct(new int[] {1, 1}, at, parts));
        Datatype more =
                committed(
                        Datatype.createStruct(
                                new int[] {1, 1, 1},
                                new int[] {0, 8, 16},
                                new Datatype[] {MPI.INT, MPI.DOUBLE, MPI.INT}));
        Status status = shift(comm, items(new byte[24], 1, more), items(new byte[32], 2, type));
        assertEquals(3, status.getElements(type));
        assertEquals(MPI.UNDEFINED, status.getCount(type));
        type.free();
        more.free();
    }

    @Case(
            section = "5.1.11",
            calls = {"Status.getCount", "Status.getElements"},
            says = "An empty message has 0 items and 0 elements of every type.")
    static void emptyMessage(Intracomm comm) {
        Datatype type = committed(Datatype.createVector(2, 1, 2, MPI.INT));
        Status status = shift(comm, items(new int[0], 0, MPI.INT), items(new int[3], 1, type));
        assertEquals(0, status.getCount(type));
        assertEquals(0, status.getElements(type));
        type.free();
    }

    @Case(
            section = "5.1.11",
            calls = {"Comm.recv", "MPI.ERR_TRUNCATE"},
            says = "A message with more elements than the derived items have is ERR_TRUNCATE.")
    static void truncated(Intracomm comm) {
        Datatype type = committed(Datatype.createVector(2, 1, 2, MPI.INT));
        Request send = comm.iSend(MPI.newIntBuffer(3), 3, MPI.INT, behind(comm), 9);
        fails(MPI.ERR_TRUNCATE, () -> comm.recv(new int[3], 1, type, before(comm), 9));
        send.waitFor();
        type.free();
    }
}
