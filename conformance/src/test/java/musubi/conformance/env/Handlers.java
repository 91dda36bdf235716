package musubi.conformance.env;

import static musubi.conformance.Expect.fails;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import mpi.Comm;
import mpi.Errhandler;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;

import musubi.conformance.Case;
import musubi.conformance.Statement;
import musubi.conformance.Table;

import java.util.ArrayList;
import java.util.List;

/** Sections 9.3 to 9.5: error handlers of programs, and error classes and codes of their own. */
public final class Handlers {
    private Handlers() {}

    @Case(
            section = "9.3.1",
            calls = {"Comm.createErrhandler", "Comm.setErrhandler"},
            says = "A user-defined error handler gets communicator and code, then the call throws.")
    static void called(Intracomm comm) {
        List<Object> seen = new ArrayList<>();
        Errhandler handler =
                Comm.createErrhandler((c, code, text) -> seen.addAll(List.of(c, code)));
        comm.setErrhandler(handler);
        fails(MPI.ERR_TAG, () -> comm.send(new int[1], 1, MPI.INT, MPI.PROC_NULL, -9));
        comm.setErrhandler(MPI.ERRORS_RETURN);
        assertEquals(2, seen.size());
        assertSame(comm, seen.get(0));
        assertEquals(MPI.ERR_TAG, MPI.getErrorClass((Integer) seen.get(1)));
        handler.free();
    }

    @Case(
            section = "9.3",
            calls = {"Errhandler", "Comm.Errhandler_set", "Comm.Errorhandler_get"},
            says = "The predefined error handlers have numbers, as in mpiJava.")
    static void byNumber(Intracomm comm) {
        Errhandler returning = new Errhandler(Errhandler.RETURN);
        comm.Errhandler_set(returning);
        assertSame(returning, comm.Errorhandler_get());
        fails(MPI.ERR_TAG, () -> comm.send(new int[1], 1, MPI.INT, MPI.PROC_NULL, -9));
        comm.Errhandler_set(new Errhandler(Errhandler.FATAL));
        fails(MPI.ERR_TAG, () -> comm.Send(new int[1], 0, 1, MPI.INT, MPI.PROC_NULL, -9));
    }

    @Case(
            section = "9.3.1",
            calls = {"Comm.createErrhandler", "Comm.split", "Comm.dup"},
            says = "Derived communicators inherit the error handler, also a freed one.")
    static void handedOn(Intracomm comm) {
        List<Integer> seen = new ArrayList<>();
        Errhandler handler = Comm.createErrhandler((c, code, text) -> seen.add(code));
        comm.setErrhandler(handler);
        handler.free();
        assertTrue(handler.isNull());
        Intracomm part = comm.split(0, 0);
        fails(MPI.ERR_RANK, () -> part.send(new int[1], 1, MPI.INT, -9, 0));
        assertEquals(1, seen.size());
        part.free();
        comm.setErrhandler(MPI.ERRORS_RETURN);
        fails(MPI.ERR_RANK, () -> comm.send(new int[1], 1, MPI.INT, -9, 0));
        assertEquals(1, seen.size());
    }

    @Case(
            section = "9.3",
            calls = {"Comm.callErrhandler"},
            says = "A program can call the error handler, with any code.")
    static void callHandler(Intracomm comm) {
        List<Integer> seen = new ArrayList<>();
        Errhandler handler = Comm.createErrhandler((c, code, text) -> seen.add(code));
        comm.setErrhandler(handler);
        try {
            comm.callErrhandler(MPI.ERR_OTHER);
        } catch (MPIException e) {
            assertEquals(MPI.ERR_OTHER, e.getErrorClass());
        }
        assertEquals(List.of(MPI.ERR_OTHER), seen);
        comm.setErrhandler(MPI.ERRORS_RETURN);
    }

    @Case(
            section = "9.5",
            calls = {"MPI.addErrorClass", "MPI.getErrorClass", "MPI.LASTUSEDCODE"},
            says = "A new class is larger than all codes, is its own class, and is LASTUSEDCODE.")
    static void newClass(Intracomm comm) {
        int last = (Integer) MPI.COMM_WORLD.getAttr(MPI.LASTUSEDCODE);
        assertTrue(last >= MPI.ERR_LASTCODE);
        int own = MPI.addErrorClass();
        assertTrue(own > last);
        assertEquals(own, MPI.getErrorClass(own));
        assertEquals(own, MPI.COMM_WORLD.getAttr(MPI.LASTUSEDCODE));
        MPI.removeErrorClass(own);
    }

    @Case(
            section = "9.5",
            calls = {"MPI.addErrorCode", "MPI.getErrorClass"},
            says = "A new code belongs to its class, also to a predefined one.")
    static void newCodes(Intracomm comm) {
        int own = MPI.addErrorClass();
        int first = MPI.addErrorCode(own);
        int second = MPI.addErrorCode(MPI.ERR_IO);
        assertNotEquals(first, second);
        assertEquals(own, MPI.getErrorClass(first));
        assertEquals(MPI.ERR_IO, MPI.getErrorClass(second));
        fails(MPI.ERR_ARG, () -> MPI.addErrorCode(first));
        MPI.removeErrorCode(first);
        MPI.removeErrorCode(second);
        MPI.removeErrorClass(own);
    }

    @Case(
            section = "9.5",
            calls = {"MPI.addErrorString", "MPI.getErrorString", "MPI.removeErrorString"},
            says = "A new code has an empty text until one is set; the last one is returned.")
    static void strings(Intracomm comm) {
        int code = MPI.addErrorCode(MPI.ERR_OTHER);
        assertEquals("", MPI.getErrorString(code));
        MPI.addErrorString(code, "first");
        MPI.addErrorString(code, "second");
        assertEquals("second", MPI.getErrorString(code));
        MPI.removeErrorString(code);
        MPI.removeErrorCode(code);
    }

    @Case(
            section = "9.5",
            calls = {"MPI.addErrorString", "MPI.removeErrorClass", "MPI.getErrorClass"},
            says = "Predefined codes cannot be changed or removed; unknown ones are ERR_ARG.")
    static void wrongCodes(Intracomm comm) {
        fails(MPI.ERR_ARG, () -> MPI.addErrorString(MPI.ERR_TAG, "mine"));
        fails(MPI.ERR_ARG, () -> MPI.removeErrorClass(MPI.ERR_TAG));
        fails(MPI.ERR_ARG, () -> MPI.getErrorClass(-4));
        int own = MPI.addErrorClass();
        MPI.removeErrorClass(own);
        fails(MPI.ERR_ARG, () -> MPI.getErrorClass(own));
    }

    @Table
    static List<Statement> classes() {
        List<Statement> rows = new ArrayList<>();
        for (String name :
                List.of(
                        "BUFFER",
                        "COUNT",
                        "TYPE",
                        "TAG",
                        "COMM",
                        "RANK",
                        "REQUEST",
                        "ROOT",
                        "GROUP",
                        "OP",
                        "TOPOLOGY",
                        "DIMS",
                        "ARG",
                        "TRUNCATE",
                        "OTHER",
                        "INFO",
                        "KEYVAL")) {
            rows.add(
                    Statement.row(
                            "Handlers.classes " + name,
                            "9.4",
                            List.of("MPI.ERR_" + name, "MPI.getErrorString"),
                            "ERR_" + name + " is its own class, at most LASTCODE, and has a text.",
                            (comm, form) -> {
                                int its = MPI.class.getField("ERR_" + name).getInt(null);
                                assertTrue(its > MPI.SUCCESS && its <= MPI.ERR_LASTCODE);
                                assertEquals(its, MPI.getErrorClass(its));
                                assertFalse(MPI.getErrorString(its).isBlank());
                            }));
        }
        return rows;
    }
}
