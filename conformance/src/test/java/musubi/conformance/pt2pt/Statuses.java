package musubi.conformance.pt2pt;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import mpi.Count;
import mpi.Intracomm;
import mpi.MPI;
import mpi.Request;
import mpi.Status;

import musubi.conformance.Case;

/** Sections 3.2.5, 5.1.11 and 13.3: statuses. */
public final class Statuses {
    private Statuses() {}

    /** The status of a message of {@code bytes}. */
    private static Status ofBytes(Intracomm comm, int bytes) {
        int me = comm.getRank();
        Request request = comm.iRecv(new byte[bytes + 8], bytes + 8, MPI.BYTE, me, 0);
        comm.send(new byte[bytes], bytes, MPI.BYTE, me, 0);
        return request.waitStatus();
    }

    @Case(
            section = "3.2.5",
            calls = {"Status.getCount", "MPI.UNDEFINED"},
            says = "The count is UNDEFINED when the message is not a multiple of the entry size.")
    static void undefined(Intracomm comm) {
        Status status = ofBytes(comm, 6);
        assertEquals(6, status.getCount(MPI.BYTE));
        assertEquals(3, status.getCount(MPI.SHORT));
        assertEquals(MPI.UNDEFINED, status.getCount(MPI.INT));
        assertEquals(MPI.UNDEFINED, status.Get_count(MPI.DOUBLE));
    }

    @Case(
            section = "3.2.5",
            calls = {"Status.getCount"},
            says = "The count of an empty message is 0 for every type.")
    static void countOfNothing(Intracomm comm) {
        Status status = ofBytes(comm, 0);
        assertEquals(0, status.getCount(MPI.INT));
        assertEquals(0, status.getCount(MPI.DOUBLE));
        assertEquals(0, status.getElements(MPI.LONG));
    }

    @Case(
            section = "5.1.11",
            calls = {"Status.getElements", "Status.getElementsX"},
            says = "The number of elements of a predefined type is its count.")
    static void elements(Intracomm comm) {
        Status status = ofBytes(comm, 16);
        assertEquals(4, status.getElements(MPI.INT));
        assertEquals(2, status.Get_elements(MPI.LONG));
        assertEquals(8, status.getElementsX(MPI.CHAR).getCount());
    }

    @Case(
            section = "13.3",
            calls = {"Status.setElements", "Status.setElementsX"},
            says = "A number of elements that is set is returned as count and as elements.")
    static void setElements(Intracomm comm) {
        Status status = new Status();
        status.setElements(MPI.DOUBLE, 5);
        assertEquals(5, status.getCount(MPI.DOUBLE));
        assertEquals(5, status.getElements(MPI.DOUBLE));
        assertEquals(40, status.getCount(MPI.BYTE));
        status.setElementsX(MPI.INT, new Count(7));
        assertEquals(7, status.getElementsX(MPI.INT).getCount());
    }

    @Case(
            section = "13.3",
            calls = {"Status.setCancelled", "Status.isCancelled"},
            says = "The cancelled flag that is set is returned.")
    static void setCancelled(Intracomm comm) {
        Status status = new Status();
        assertFalse(status.isCancelled());
        status.setCancelled(true);
        assertTrue(status.isCancelled());
        assertTrue(status.Test_cancelled());
        status.setCancelled(false);
        assertFalse(status.isCancelled());
    }

    @Case(
            section = "13.3",
            calls = {"Status.setSource", "Status.setTag", "Status.setError"},
            says = "Source, tag and error can be set.")
    static void setOthers(Intracomm comm) {
        Status status = new Status();
        status.setSource(3);
        status.setTag(4);
        status.setError(MPI.ERR_TRUNCATE);
        assertEquals(3, status.getSource());
        assertEquals(4, status.getTag());
        assertEquals(MPI.ERR_TRUNCATE, status.getError());
    }

    @Case(
            section = "3.2.5",
            calls = {"Status.source", "Status.tag", "Status.index", "Status.count"},
            says = "The public fields of a status equal the results of its getters.")
    static void fields(Intracomm comm) {
        Status status = ofBytes(comm, 3);
        assertEquals(comm.getRank(), status.source);
        assertEquals(status.getSource(), status.source);
        assertEquals(status.getTag(), status.tag);
        assertEquals(status.getIndex(), status.index);
        assertEquals(3, status.count);
    }

    @Case(
            section = "3.2.5",
            calls = {"Status.getError"},
            says = "The error of a successful receive is SUCCESS.")
    static void noError(Intracomm comm) {
        assertEquals(MPI.SUCCESS, ofBytes(comm, 1).getError());
        assertEquals(0, MPI.SUCCESS);
    }

    @Case(
            section = "3.7.3",
            calls = {"MPI.EMPTY_STATUS"},
            says = "An empty status has ANY_SOURCE, ANY_TAG and count 0, and is not cancelled.")
    static void empty(Intracomm comm) {
        for (Status status : new Status[] {MPI.EMPTY_STATUS, new Status()}) {
            assertEquals(MPI.ANY_SOURCE, status.getSource());
            assertEquals(MPI.ANY_TAG, status.getTag());
            assertEquals(0, status.getCount(MPI.BYTE));
            assertFalse(status.isCancelled());
        }
    }
}
