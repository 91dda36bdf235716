package mpi;

import static mpi.InJob.assertFails;
import static mpi.InJob.returningWorld;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;

/** Error handlers of programs, and error classes and codes. MPI-4.1 sections 9.3 to 9.5. */
interface ErrorHandlerTests extends InJob {
    @Test
    default void shouldCallTheProgramsHandlerAndThrow() {
        job(1).run(
                        () -> {
                            List<String> calls = new ArrayList<>();
                            Intracomm comm = MPI.COMM_WORLD.dup();
                            Errhandler handler =
                                    Comm.createErrhandler(
                                            (where, code, message) -> {
                                                // Handlers may call MPI.
                                                calls.add(code + " of " + where.getSize());
                                                assertTrue(
                                                        message.contains("rank") || code > 92,
                                                        message);
                                            });
                            comm.setErrhandler(handler);
                            assertSame(handler, comm.getErrhandler());
                            handler.free();
                            assertTrue(handler.isNull());
                            int[] data = new int[1];
                            assertFails(MPI.ERR_RANK, () -> comm.send(data, 1, MPI.INT, 7, 0));
                            assertFails(MPI.ERR_RANK, () -> comm.Send(data, 0, 1, MPI.INT, 7, 0));
                            Intracomm child = comm.split(0, 0);
                            assertSame(handler, child.getErrhandler());
                            assertFails(MPI.ERR_RANK, () -> child.dup().probe(5, 0));
                            child.callErrhandler(MPI.addErrorClass());
                            String rank = MPI.ERR_RANK + " of 1";
                            assertEquals(List.of(rank, rank, rank), calls.subList(0, 3));
                            assertEquals(4, calls.size());
                            assertSame(MPI.ERRORS_ARE_FATAL, MPI.COMM_WORLD.getErrhandler());
                        });
    }

    @Test
    default void shouldThrowWhatTheHandlerThrows() {
        job(1).run(
                        () -> {
                            Intracomm world = MPI.COMM_WORLD;
                            world.setErrhandler(
                                    Comm.createErrhandler(
                                            (where, code, message) -> {
                                                throw new IllegalStateException(message);
                                            }));
                            assertThrows(
                                    IllegalStateException.class,
                                    () -> world.send(null, 1, MPI.INT, 0, 0));
                            // Errors without a communicator are raised on COMM_WORLD.
                            assertThrows(IllegalStateException.class, () -> new Info().get(""));
                            MPI.COMM_SELF.setErrhandler(MPI.ERRORS_RETURN);
                            assertFails(MPI.ERR_INFO_KEY, () -> new Info().get(""));
                            assertFails(MPI.ERR_ARG, () -> MPI.COMM_SELF.setErrhandler(null));
                            assertFails(MPI.ERR_ARG, () -> Comm.createErrhandler(null));
                            MPI.ERRORS_RETURN.free();
                            assertSame(MPI.ERRORS_RETURN, MPI.COMM_SELF.getErrhandler());
                        });
    }

    @Test
    default void shouldEndTheJobWhenTheHandlerIsErrorsAbort() {
        job(1).runUnfinished(
                        () -> {
                            MPI.COMM_SELF.setErrhandler(MPI.ERRORS_ABORT);
                            String text =
                                    InJob.fatalMessage(
                                            MPI.ERR_OTHER,
                                            () -> MPI.COMM_SELF.callErrhandler(MPI.ERR_OTHER));
                            assertTrue(text.contains("MPI.ERRORS_ABORT ends the job"), text);
                        });
    }

    @Test
    default void shouldAddClassesCodesAndStrings() {
        job(1).run(
                        () -> {
                            returningWorld();
                            int last = (Integer) MPI.COMM_WORLD.getAttr(MPI.LASTUSEDCODE);
                            assertTrue(last >= MPI.ERR_LASTCODE);
                            int kind = MPI.addErrorClass();
                            assertTrue(kind > last);
                            int code = MPI.addErrorCode(kind);
                            assertTrue(code > kind);
                            assertEquals(code, MPI.COMM_WORLD.getAttr(MPI.LASTUSEDCODE));
                            assertEquals("", MPI.getErrorString(code));
                            MPI.addErrorString(code, "the disk is full");
                            assertEquals("the disk is full", MPI.getErrorString(code));
                            assertEquals(kind, MPI.getErrorClass(code));
                            assertEquals(kind, MPI.getErrorClass(kind));
                            int known = MPI.addErrorCode(MPI.ERR_IO);
                            assertEquals(MPI.ERR_IO, MPI.getErrorClass(known));
                            assertEquals(MPI.ERR_TAG, MPI.getErrorClass(MPI.ERR_TAG));
                            assertTrue(MPI.getErrorString(MPI.ERR_TAG).startsWith("MPI_ERR_TAG: "));
                            assertTrue(MPI.getErrorString(MPI.SUCCESS).startsWith("MPI_SUCCESS: "));
                            assertFails(MPI.ERR_ARG, () -> MPI.addErrorCode(code));
                            assertFails(MPI.ERR_ARG, () -> MPI.addErrorString(MPI.ERR_TAG, "x"));
                            assertFails(MPI.ERR_ARG, () -> MPI.getErrorString(1 << 20));
                            assertFails(MPI.ERR_ARG, () -> MPI.getErrorClass(-5));
                            assertFails(MPI.ERR_ARG, () -> MPI.removeErrorClass(kind));
                            assertFails(MPI.ERR_ARG, () -> MPI.removeErrorCode(code));
                            MPI.removeErrorString(code);
                            MPI.removeErrorCode(code);
                            MPI.removeErrorClass(kind);
                            assertFails(MPI.ERR_ARG, () -> MPI.getErrorClass(kind));
                            MPI.COMM_WORLD.callErrhandler(known);
                        });
    }

    @Test
    default void shouldAddErrorsOutsideOfInitAndFinalize() {
        job(1).runBare(
                        () -> {
                            int kind = MPI.addErrorClass();
                            MPI.Init(null);
                            assertEquals(kind, MPI.COMM_WORLD.getAttr(MPI.LASTUSEDCODE));
                            MPI.Finalize();
                            assertEquals(kind, MPI.getErrorClass(kind));
                            assertFails(MPI.ERR_ARG, () -> MPI.getErrorClass(kind + 1));
                        });
    }
}
