package musubi.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import mpi.Comm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;

import org.junit.jupiter.api.function.Executable;

/** Common assertions and actions of cases. */
public final class Expect {
    private Expect() {}

    /** Asserts that the call throws an exception of this error class. */
    public static MPIException fails(int errorClass, Executable call) {
        MPIException failure = assertThrows(MPIException.class, call);
        assertEquals(errorClass, failure.getErrorClass(), failure.getMessage());
        return failure;
    }

    /** Signals the other rank to continue; tag 32000. */
    public static void signal(Comm comm, int dest) {
        comm.send(null, 0, MPI.BYTE, dest, 32_000);
    }

    /** Waits until the other rank has called {@link #signal}. */
    public static void await(Comm comm, int source) {
        comm.recv(null, 0, MPI.BYTE, source, 32_000);
    }

    /** Makes progress until the request is complete, without freeing it. */
    public static void untilComplete(Request request) {
        while (request.getStatus() == null) {
            Thread.onSpinWait();
        }
    }
}
