package musubi.conformance.env;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import mpi.Grequest;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Status;

import musubi.conformance.Case;
import musubi.conformance.Phase;

import org.junit.jupiter.api.function.Executable;

import java.util.List;

/** Sections 11.2 and 11.4: Init and Finalize. */
public final class StartAndEnd {
    private StartAndEnd() {}

    private static List<Executable> calls() {
        return List.of(
                () -> MPI.COMM_WORLD.getRank(),
                () -> MPI.COMM_WORLD.Size(),
                () -> MPI.COMM_WORLD.send(new int[1], 1, MPI.INT, 0, 0),
                () -> MPI.COMM_WORLD.Recv(new int[1], 0, 1, MPI.INT, 0, 0),
                () -> MPI.COMM_WORLD.barrier(),
                () -> MPI.COMM_SELF.dup(),
                () -> MPI.REQUEST_NULL.waitFor(),
                () -> MPI.attachBuffer(new byte[10]),
                () -> MPI.queryThread(),
                () -> MPI.getProcessorName(),
                () -> Grequest.start(s -> {}, () -> {}, c -> {}),
                MPI::Finalize);
    }

    @Case(
            section = "11.4.1",
            calls = {"MPI.isInitialized", "MPI.isFinalized", "MPI.Initialized"},
            says = "Before Init MPI is neither initialised nor finalised.",
            phase = Phase.BEFORE)
    static void askedBefore() {
        assertFalse(MPI.isInitialized());
        assertFalse(MPI.Initialized());
        assertFalse(MPI.isFinalized());
    }

    @Case(
            section = "11.4.1",
            calls = {"Comm.getRank", "Comm.send", "Comm.barrier", "MPI.Finalize"},
            says = "Calls before Init throw an exception that reports the missing Init.",
            phase = Phase.BEFORE)
    static void calledBefore() {
        for (Executable call : calls()) {
            MPIException e = assertThrows(MPIException.class, call);
            assertTrue(e.getMessage().contains("not initialized"), e.getMessage());
        }
    }

    @Case(
            section = "2.5.4",
            calls = {"MPI.COMM_WORLD", "MPI.INT", "MPI.SUM"},
            says = "Constants exist before Init.",
            phase = Phase.BEFORE)
    static void constantsBefore() {
        assertNotNull(MPI.COMM_WORLD);
        assertNotNull(MPI.COMM_SELF);
        assertNotNull(MPI.INT);
        assertNotNull(MPI.SUM);
        assertNotNull(MPI.GROUP_EMPTY);
    }

    @Case(
            section = "9.1.1",
            calls = {"MPI.getVersion", "MPI.getLibVersion", "MPI.wtime"},
            says = "Versions and clocks can be queried before Init.",
            phase = Phase.BEFORE)
    static void versionsBefore() {
        assertEquals(MPI.VERSION, MPI.getVersion().getVersion());
        assertNotNull(MPI.getLibVersion());
        assertTrue(MPI.wtime() <= MPI.wtime());
    }

    @Case(
            section = "11.2.1",
            calls = {"MPI.Init", "MPI.InitThread"},
            says = "A second Init throws and has no effect.")
    static void initTwice(Intracomm comm) {
        MPIException e = assertThrows(MPIException.class, () -> MPI.Init(new String[0]));
        assertTrue(e.getMessage().contains("already initialized"), e.getMessage());
        assertThrows(MPIException.class, () -> MPI.InitThread(null, MPI.THREAD_SINGLE));
        comm.barrier();
    }

    @Case(
            section = "11.6.2",
            calls = {"MPI.queryThread", "MPI.isThreadMain"},
            says = "After a plain Init the level is SINGLE, and this is the main thread.")
    static void levelOfInit(Intracomm comm) {
        assertEquals(MPI.THREAD_SINGLE, MPI.queryThread());
        assertTrue(MPI.isThreadMain());
        assertTrue(MPI.isMainThread());
    }

    @Case(
            section = "11.4.1",
            calls = {"MPI.isInitialized", "MPI.isFinalized", "MPI.Initialized"},
            says = "After Finalize MPI is finalised, and it was initialised.",
            phase = Phase.AFTER)
    static void askedAfter() {
        assertTrue(MPI.isInitialized());
        assertFalse(MPI.Initialized());
        assertTrue(MPI.isFinalized());
        assertTrue(MPI.Finalized());
    }

    @Case(
            section = "11.4.1",
            calls = {"Comm.getRank", "Comm.send", "Comm.barrier", "MPI.Finalize"},
            says = "Calls after Finalize throw an exception that reports the earlier Finalize.",
            phase = Phase.AFTER)
    static void calledAfter() {
        for (Executable call : calls()) {
            MPIException e = assertThrows(MPIException.class, call);
            assertTrue(e.getMessage().contains("finalized"), e.getMessage());
        }
    }

    @Case(
            section = "11.2.2",
            calls = {"Status.getSource"},
            says = "Statuses can be read after Finalize.",
            phase = Phase.AFTER)
    static void statusAfter() {
        Status status = new Status();
        assertEquals(MPI.ANY_SOURCE, status.getSource());
    }
}
