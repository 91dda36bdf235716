package mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** MPI in a JVM that mpiexec has not started: it throws and never ends the JVM. */
class LibraryJvmTest {
    @BeforeEach
    void initialise() {
        MPI.Init(new String[0]);
    }

    @AfterEach
    void leave() {
        if (MPI.Initialized()) {
            MPI.Finalize();
        }
    }

    @Test
    void shouldThrowWhenTheProgramAborts() {
        MPIException thrown = assertThrows(MPIException.class, () -> MPI.COMM_WORLD.abort(3));

        assertEquals(MPI.ERR_PROC_ABORTED, thrown.getErrorClass());
        assertTrue(thrown.getMessage().contains("abort(3): code=3"), thrown.getMessage());
    }

    @Test
    void shouldSayWhyMpiHasEndedWhenItIsUsedAfterAnAbort() {
        Intracomm copy = MPI.COMM_WORLD.dup();
        assertThrows(MPIException.class, () -> MPI.COMM_WORLD.Abort(3));

        MPIException thrown = assertThrows(MPIException.class, copy::getRank);

        assertEquals("MPI was aborted and has to be initialised again.", thrown.getMessage());
        assertTrue(thrown.getCause().getMessage().contains("code=3"), "" + thrown.getCause());
        assertFalse(MPI.Initialized());
    }

    @Test
    void shouldWorkAgainWhenItIsInitialisedAfterAnAbort() {
        assertThrows(MPIException.class, () -> MPI.COMM_WORLD.abort(3));

        MPI.Init(new String[0]);

        assertEquals(1, MPI.COMM_WORLD.getSize());
    }

    @Test
    void shouldThrowWhenTheErrorHandlerIsFatal() {
        int[] one = new int[1];

        MPIException thrown =
                assertThrows(MPIException.class, () -> MPI.COMM_WORLD.send(one, 1, MPI.INT, 5, 0));

        assertEquals(MPI.ERR_RANK, thrown.getErrorClass());
        assertFalse(MPI.Initialized());
    }

    @Test
    void shouldEndTheWaitAndKeepTheMessageWhenTheThreadIsInterrupted() {
        int[] received = new int[1];
        Thread.currentThread().interrupt();

        MPIException thrown =
                assertThrows(
                        MPIException.class,
                        () -> MPI.COMM_WORLD.Recv(new int[1], 0, 1, MPI.INT, 0, 0));

        assertTrue(Thread.interrupted());
        assertTrue(thrown.getMessage().contains("interrupted"), thrown.getMessage());
        MPI.COMM_WORLD.Send(new int[] {7}, 0, 1, MPI.INT, 0, 0);
        MPI.COMM_WORLD.Recv(received, 0, 1, MPI.INT, 0, 0);
        assertEquals(7, received[0]);
    }
}
