package mpi;

import static mpi.InJob.assertFails;
import static mpi.InJob.returningWorld;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.error.ErrorClass;
import musubi.error.MpiFailure;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

import java.nio.ByteBuffer;
import java.util.List;

/** Error classes and handlers. MPI-4.1 sections 9.3 and 9.4. */
interface ErrorTests extends InJob {
    /** The calls of both dialects that take a buffer and a destination. */
    private static List<Executable> sends(Object buf, int count, Datatype type, int dest, int tag) {
        Intracomm c = MPI.COMM_WORLD;
        return List.of(
                () -> c.send(buf, count, type, dest, tag),
                () -> c.sSend(buf, count, type, dest, tag),
                () -> c.rSend(buf, count, type, dest, tag),
                () -> c.bSend(buf, count, type, dest, tag),
                () -> c.iSend(buf, count, type, dest, tag),
                () -> c.isSend(buf, count, type, dest, tag),
                () -> c.irSend(buf, count, type, dest, tag),
                () -> c.ibSend(buf, count, type, dest, tag),
                () -> c.sendInit(buf, count, type, dest, tag),
                () -> c.Send(buf, 0, count, type, dest, tag),
                () -> c.Ssend(buf, 0, count, type, dest, tag),
                () -> c.Rsend(buf, 0, count, type, dest, tag),
                () -> c.Bsend(buf, 0, count, type, dest, tag),
                () -> c.Isend(buf, 0, count, type, dest, tag),
                () -> c.Ssend_init(buf, 0, count, type, dest, tag),
                () -> c.sendRecv(buf, count, type, dest, tag, null, 0, MPI.INT, MPI.PROC_NULL, 0),
                () ->
                        c.Sendrecv(
                                buf,
                                0,
                                count,
                                type,
                                dest,
                                tag,
                                null,
                                0,
                                0,
                                MPI.INT,
                                MPI.PROC_NULL,
                                0),
                () -> c.sendRecvReplace(buf, count, type, dest, tag, MPI.PROC_NULL, 0));
    }

    private static List<Executable> receives(
            Object buf, int count, Datatype type, int source, int tag) {
        Intracomm c = MPI.COMM_WORLD;
        return List.of(
                () -> c.recv(buf, count, type, source, tag),
                () -> c.iRecv(buf, count, type, source, tag),
                () -> c.recvInit(buf, count, type, source, tag),
                () -> c.Recv(buf, 0, count, type, source, tag),
                () -> c.Irecv(buf, 0, count, type, source, tag),
                () -> c.Recv_init(buf, 0, count, type, source, tag),
                () -> c.sendRecv(null, 0, MPI.INT, MPI.PROC_NULL, 0, buf, count, type, source, tag),
                () -> c.Sendrecv_replace(buf, 0, count, type, MPI.PROC_NULL, 0, source, tag));
    }

    private static void assertSendsFail(
            int errorClass, Object buf, int count, Datatype type, int dest, int tag) {
        String peer = "dest=" + ErrorReport.rank(dest);
        for (Executable call : sends(buf, count, type, dest, tag)) {
            assertNames(assertFails(errorClass, call), count, peer, tag);
        }
    }

    /** A message names the call, the values, and the rank of the failure. */
    private static void assertNames(MPIException e, int count, String peer, int tag) {
        int me = MPI.COMM_WORLD.getRank();
        for (String part :
                new String[] {
                    "; in COMM_WORLD.",
                    "count=" + count,
                    peer,
                    "tag=" + ErrorReport.tag(tag),
                    " on rank " + me + " of 2 in COMM_WORLD"
                }) {
            assertTrue(e.getMessage().contains(part), e.getMessage());
        }
    }

    private static void assertReceivesFail(
            int errorClass, Object buf, int count, Datatype type, int source, int tag) {
        String peer = "source=" + ErrorReport.rank(source);
        for (Executable call : receives(buf, count, type, source, tag)) {
            assertNames(assertFails(errorClass, call), count, peer, tag);
        }
    }

    @Test
    default void shouldNameTheErrorClassWhenAnArgumentIsWrong() {
        job(2).run(
                        () -> {
                            returningWorld();
                            MPI.attachBuffer(new byte[1 << 16]);
                            int[] buf = new int[4];
                            for (int rank : new int[] {2, -3, MPI.ANY_SOURCE, 1 << 20}) {
                                assertSendsFail(MPI.ERR_RANK, buf, 4, MPI.INT, rank, 0);
                            }
                            for (int rank : new int[] {2, -3, 1 << 20}) {
                                assertReceivesFail(MPI.ERR_RANK, buf, 4, MPI.INT, rank, 0);
                            }
                            assertSendsFail(MPI.ERR_TAG, buf, 4, MPI.INT, 1, -2);
                            assertSendsFail(MPI.ERR_TAG, buf, 4, MPI.INT, 1, MPI.ANY_TAG);
                            assertReceivesFail(MPI.ERR_TAG, buf, 4, MPI.INT, 1, -2);
                            Datatype freed = MPI.INT.dup();
                            freed.free();
                            for (Datatype type : new Datatype[] {null, MPI.DATATYPE_NULL, freed}) {
                                assertSendsFail(MPI.ERR_TYPE, buf, 4, type, 1, 0);
                                assertReceivesFail(MPI.ERR_TYPE, buf, 4, type, 1, 0);
                            }
                            assertSendsFail(MPI.ERR_COUNT, buf, -1, MPI.INT, 1, 0);
                            assertReceivesFail(MPI.ERR_COUNT, buf, -1, MPI.INT, 1, 0);
                            assertSendsFail(MPI.ERR_BUFFER, buf, 5, MPI.INT, 1, 0);
                            assertReceivesFail(MPI.ERR_BUFFER, buf, 5, MPI.INT, 1, 0);
                            assertSendsFail(MPI.ERR_BUFFER, null, 1, MPI.INT, 1, 0);
                            assertReceivesFail(MPI.ERR_BUFFER, null, 1, MPI.INT, 1, 0);
                            assertSendsFail(MPI.ERR_TYPE, new Integer[4], 1, MPI.DOUBLE, 1, 0);
                            assertReceivesFail(MPI.ERR_TYPE, "text", 1, MPI.INT, 1, 0);
                            ByteBuffer small = ByteBuffer.allocateDirect(15);
                            assertSendsFail(MPI.ERR_BUFFER, small, 4, MPI.INT, 1, 0);
                            MPI.detachBuffer();
                            InJob.meet();
                            assertEquals(null, MPI.COMM_WORLD.iProbe(MPI.ANY_SOURCE, MPI.ANY_TAG));
                            assertEquals(0, MPI.rank.pt2pt().postedReceives());
                        });
    }

    @Test
    default void shouldNameTheErrorClassWhenAProbeIsWrong() {
        job(1).run(
                        () -> {
                            Intracomm c = returningWorld();
                            Message message = new Message();
                            for (int rank : new int[] {1, -7}) {
                                assertFails(MPI.ERR_RANK, () -> c.probe(rank, 0));
                                assertFails(MPI.ERR_RANK, () -> c.Iprobe(rank, 0));
                                assertFails(MPI.ERR_RANK, () -> message.mProbe(rank, 0, c));
                            }
                            assertFails(MPI.ERR_TAG, () -> c.iProbe(0, -5));
                            assertFails(MPI.ERR_TAG, () -> c.Probe(0, -5));
                            assertFails(MPI.ERR_COMM, () -> message.imProbe(0, 0, null));
                            assertFails(MPI.ERR_TYPE, () -> new Status().getCount(null));
                            assertFails(MPI.ERR_TYPE, MPI.INT::free);
                            assertFails(MPI.ERR_TYPE, MPI.DATATYPE_NULL::getSize);
                            assertFails(MPI.ERR_OP, MPI.SUM::free);
                            assertFails(MPI.ERR_ARG, () -> c.split(-5, 0));
                            assertFails(MPI.ERR_ARG, () -> c.Split(-1, 0));
                            assertFails(MPI.ERR_UNSUPPORTED_OPERATION, () -> Intracomm.openPort());
                        });
    }

    @Test
    default void shouldKeepTheSameNumbersAsTheCoreWhenNamingErrors() throws Exception {
        for (ErrorClass errorClass : ErrorClass.values()) {
            String name = errorClass == ErrorClass.SUCCESS ? "SUCCESS" : "ERR_" + errorClass;
            assertEquals(errorClass.code(), MPI.class.getField(name).getInt(null), name);
        }
    }

    @Test
    default void shouldThrowWhenACapitalisedCallFails() {
        job(1).run(
                        () -> {
                            Intracomm c = MPI.COMM_WORLD;
                            assertSame(MPI.ERRORS_ARE_FATAL, c.getErrhandler());
                            MPIException e =
                                    assertFails(
                                            MPI.ERR_RANK,
                                            () -> c.Send(new int[1], 0, 1, MPI.INT, 4, 3));
                            String expected =
                                    "COMM_WORLD.Send(buf=int[1], offset=0, count=1, type=MPI.INT,"
                                            + " dest=4, tag=3) on rank 0 of 1 in COMM_WORLD";
                            assertTrue(e.getMessage().contains(expected), e.getMessage());
                            assertTrue(e.getMessage().startsWith("MPI.ERR_RANK"));
                            assertEquals(e.getErrorClass(), e.getErrorCode());
                            assertTrue(e.getCause() instanceof MpiFailure);
                        });
    }

    @Test
    default void shouldEndTheJobWithAMessageWhenALowerCaseCallFails() {
        job(2).runUnfinished(
                        () -> {
                            InJob.meet();
                            if (MPI.COMM_WORLD.getRank() == 1) {
                                return;
                            }
                            Intracomm comm = MPI.COMM_WORLD;
                            ByteBuffer buf = ByteBuffer.allocate(8);
                            String text =
                                    InJob.fatalMessage(
                                            MPI.ERR_RANK,
                                            () -> comm.iRecv(buf, 2, MPI.INT, 5, MPI.ANY_TAG));
                            for (String part :
                                    new String[] {
                                        "COMM_WORLD.iRecv(buf=heap ByteBuffer[8], offset=0,"
                                            + " count=2, type=MPI.INT, source=5, tag=MPI.ANY_TAG)",
                                        "rank 0 of 2 in COMM_WORLD, on host ",
                                        "MPI.ERR_RANK: invalid rank: ",
                                        "\n  at ",
                                        "setErrhandler(MPI.ERRORS_RETURN)"
                                    }) {
                                assertTrue(text.contains(part), text);
                            }
                        });
    }

    @Test
    default void shouldUseTheHandlerOfTheCommunicatorWhenACallFails() {
        job(1).run(
                        () -> {
                            Intracomm quiet = MPI.COMM_WORLD.dup();
                            quiet.setErrhandler(MPI.ERRORS_RETURN);
                            assertSame(MPI.ERRORS_RETURN, quiet.getErrhandler());
                            assertSame(MPI.ERRORS_ARE_FATAL, MPI.COMM_WORLD.Errorhandler_get());
                            assertFails(MPI.ERR_RANK, () -> quiet.send(null, 0, MPI.INT, 9, 0));
                            quiet.callErrhandler(MPI.ERR_OTHER);
                            MPI.Errorhandler_set(MPI.ERRORS_RETURN);
                            assertSame(MPI.ERRORS_RETURN, MPI.Errorhandler_get());
                            Request request = quiet.dup().iRecv(new int[1], 1, MPI.INT, 0, 0);
                            request.cancel();
                            request.waitFor();
                            assertFails(MPI.ERR_REQUEST, request::cancel);
                        });
    }

    @Test
    default void shouldBeOfClassOtherWhenAProgramMakesAnException() {
        assertEquals(MPI.ERR_OTHER, new MPIException().getErrorClass());
        assertEquals("why", new MPIException("why").getMessage());
        Throwable cause = new IllegalStateException("why");
        MPIException e = new MPIException(cause);
        assertSame(cause, e.getCause());
        assertEquals(MPI.ERR_OTHER, e.getErrorCode());
        assertEquals(null, e.getStatuses());
        RuntimeException unchecked = e;
        assertEquals("why", unchecked.getMessage());
    }
}
