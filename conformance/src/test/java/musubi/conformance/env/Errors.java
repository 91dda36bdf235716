package musubi.conformance.env;

import static musubi.conformance.Expect.fails;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;

import musubi.conformance.Case;

/** Sections 9.3 and 9.4: error handlers, classes and exceptions. */
public final class Errors {
    private Errors() {}

    @Case(
            section = "9.3.1",
            calls = {"Comm.setErrhandler", "Comm.getErrhandler", "MPI.ERRORS_RETURN"},
            says = "The error handler last set is returned.")
    static void setAndGet(Intracomm comm) {
        comm.setErrhandler(MPI.ERRORS_ARE_FATAL);
        assertSame(MPI.ERRORS_ARE_FATAL, comm.getErrhandler());
        comm.Errhandler_set(MPI.ERRORS_RETURN);
        assertSame(MPI.ERRORS_RETURN, comm.Errorhandler_get());
    }

    @Case(
            section = "7.4.2",
            calls = {"Comm.dup", "Comm.getErrhandler"},
            says = "A duplicate has the error handler of its original.")
    static void inherited(Intracomm comm) {
        Intracomm copy = comm.dup();
        assertSame(MPI.ERRORS_RETURN, copy.getErrhandler());
        copy.free();
        Intracomm part = comm.split(0, 0);
        assertNotNull(part.getErrhandler());
        part.free();
    }

    @Case(
            section = "9.3",
            calls = {"MPI.ERRORS_RETURN", "MPIException.getErrorClass"},
            says = "With ERRORS_RETURN an error is an exception, and MPI remains usable.")
    static void goesOn(Intracomm comm) {
        MPIException e = fails(MPI.ERR_RANK, () -> comm.send(new int[1], 1, MPI.INT, -5, 0));
        assertEquals(MPI.ERR_RANK, e.getErrorCode());
        assertTrue(e.getMessage().contains("rank"), e.getMessage());
        int[] sum = {1};
        comm.allReduce(sum, 1, MPI.INT, MPI.SUM);
        assertEquals(comm.getSize(), sum[0]);
    }

    @Case(
            section = "9.3",
            calls = {"Comm.Send", "MPI.ERRORS_ARE_FATAL"},
            says = "Calls of the capitalised dialect throw, whatever the error handler.")
    static void capitalisedThrow(Intracomm comm) {
        comm.setErrhandler(MPI.ERRORS_ARE_FATAL);
        MPIException e =
                assertThrows(MPIException.class, () -> comm.Send(new int[1], 0, 1, MPI.INT, -5, 0));
        assertEquals(MPI.ERR_RANK, e.getErrorClass());
        comm.setErrhandler(MPI.ERRORS_RETURN);
    }

    @Case(
            section = "9.3.1",
            calls = {"MPI.Errorhandler_set", "MPI.Errorhandler_get"},
            says = "MPJ Express's calls set and return the error handler of COMM_WORLD.")
    static void ofTheLibrary(Intracomm comm) {
        assertSame(MPI.ERRORS_RETURN, MPI.Errorhandler_get());
        MPI.Errorhandler_set(MPI.ERRORS_ARE_FATAL);
        assertSame(MPI.ERRORS_ARE_FATAL, MPI.COMM_WORLD.getErrhandler());
        MPI.Errorhandler_set(MPI.ERRORS_RETURN);
        assertSame(MPI.ERRORS_RETURN, MPI.COMM_WORLD.getErrhandler());
    }

    @Case(
            section = "9.3",
            calls = {"MPIException.new"},
            says = "Programs can create exceptions, which are unchecked.")
    static void ownExceptions(Intracomm comm) {
        assertEquals("why", new MPIException("why").getMessage());
        Throwable cause = new IllegalStateException("cause");
        assertSame(cause, new MPIException(cause).getCause());
        assertTrue(RuntimeException.class.isAssignableFrom(MPIException.class));
        new MPIException();
    }
}
