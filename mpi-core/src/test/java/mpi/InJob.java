package mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import musubi.job.IsolatedJob;

import org.junit.jupiter.api.function.Executable;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.Map;

/** Methods that the parts of the {@link MpiSuite} share. */
public interface InJob {
    /** Settings of the jobs, by name without the prefix; they select the transport. */
    Map<String, String> settings();

    /** A job of the given number of ranks. */
    default IsolatedJob job(int ranks) {
        return IsolatedJob.of(ranks, settings());
    }

    /** Asserts that the call throws an exception of this error class, and returns it. */
    static MPIException assertFails(int errorClass, Executable call) {
        MPIException failure = assertThrows(MPIException.class, call);
        assertEquals(errorClass, failure.getErrorClass(), failure.getMessage());
        return failure;
    }

    /** COMM_WORLD with ERRORS_RETURN, so that lower-case calls throw. */
    static Intracomm returningWorld() {
        MPI.COMM_WORLD.setErrhandler(MPI.ERRORS_RETURN);
        return MPI.COMM_WORLD;
    }

    /** Synchronises with the other ranks without collectives. */
    static void meet() {
        MPI.COMM_WORLD.dup().free();
    }

    /** Asserts that the call ends the job with this error class; returns its output. */
    static String fatalMessage(int errorClass, Executable call) {
        PrintStream before = System.err;
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        System.setErr(new PrintStream(printed, true));
        try {
            assertFails(errorClass, call);
            assertFalse(MPI.Initialized());
        } finally {
            System.setErr(before);
        }
        return printed.toString();
    }
}
