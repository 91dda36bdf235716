package mpi;

import static mpi.InJob.assertFails;
import static mpi.InJob.meet;
import static mpi.InJob.returningWorld;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import org.junit.jupiter.api.Test;

import java.nio.ByteBuffer;

/** Buffered mode and its buffer. MPI-4.1 section 3.6. */
interface BufferedTests extends InJob {
    @Test
    default void shouldReturnAtOnceWhenTheBufferHasRoom() {
        job(2).run(
                        () -> {
                            Intracomm comm = MPI.COMM_WORLD;
                            int n = 1 << 16;
                            int[] data = new int[n];
                            if (comm.getRank() == 0) {
                                byte[] buffer = new byte[3 * (4 * n + MPI.BSEND_OVERHEAD)];
                                MPI.attachBuffer(buffer);
                                for (int i = 0; i < 3; i++) {
                                    data[n - 1] = i;
                                    comm.bSend(data, n, MPI.INT, 1, 0);
                                }
                                meet();
                                assertSame(buffer, MPI.detachBuffer());
                            } else {
                                meet();
                                for (int i = 0; i < 3; i++) {
                                    comm.recv(data, n, MPI.INT, 0, 0);
                                    assertEquals(i, data[n - 1]);
                                }
                            }
                        });
    }

    @Test
    default void shouldFailWithBufferWhenTheAttachedBufferIsFull() {
        job(2).run(
                        () -> {
                            Intracomm comm = returningWorld();
                            int n = 1 << 16;
                            int[] data = new int[n];
                            if (comm.getRank() == 0) {
                                assertFails(
                                        MPI.ERR_BUFFER,
                                        () -> comm.bSend(data, 1025, MPI.INT, 1, 0));
                                assertFails(
                                        MPI.ERR_BUFFER,
                                        () -> comm.Bsend(data, 0, 1, MPI.INT, 1, 0));
                                MPI.Buffer_attach(new byte[4 * n + MPI.BSEND_OVERHEAD]);
                                assertFails(MPI.ERR_RANK, () -> comm.bSend(data, 1, MPI.INT, 2, 0));
                                comm.Bsend(data, 0, n, MPI.INT, 1, 0);
                                assertFails(
                                        MPI.ERR_BUFFER,
                                        () -> comm.Bsend(data, 0, n, MPI.INT, 1, 0));
                                assertFails(
                                        MPI.ERR_BUFFER, () -> comm.ibSend(data, n, MPI.INT, 1, 0));
                                meet();
                                MPI.Buffer_detach();
                            } else {
                                meet();
                                comm.recv(data, n, MPI.INT, 0, 0);
                            }
                            meet();
                            assertNull(comm.iProbe(MPI.ANY_SOURCE, MPI.ANY_TAG));
                        });
    }

    @Test
    default void shouldTakeShortMessagesOfLowerCaseCallsWithoutABuffer() {
        job(1).run(
                        () -> {
                            Intracomm comm = returningWorld();
                            int[] data = new int[1024];
                            Prequest prepared = comm.bSendInit(data, 1024, MPI.INT, 0, 2);
                            for (int round = 0; round < 2; round++) {
                                if (round == 1) {
                                    MPI.attachBuffer(new byte[1]);
                                }
                                data[1023] = 7 + round;
                                comm.bSend(data, 1024, MPI.INT, 0, 0);
                                comm.ibSend(data, 1024, MPI.INT, 0, 1).waitFor();
                                prepared.start();
                                prepared.waitFor();
                                data[1023] = 0;
                                for (int tag = 0; tag < 3; tag++) {
                                    int[] got = new int[1024];
                                    comm.recv(got, 1024, MPI.INT, 0, tag);
                                    assertEquals(7 + round, got[1023]);
                                }
                            }
                            MPI.detachBuffer();
                            prepared.free();
                        });
    }

    @Test
    default void shouldTakeByteBuffersAndRefuseASecondOneWhenAttached() {
        job(1).run(
                        () -> {
                            returningWorld();
                            MPI.Buffer_attach(ByteBuffer.allocateDirect(1024));
                            assertFails(MPI.ERR_BUFFER, () -> MPI.attachBuffer(new byte[100]));
                            assertNull(MPI.Buffer_detach());
                            assertFails(MPI.ERR_BUFFER, MPI::detachBuffer);
                            assertFails(MPI.ERR_BUFFER, () -> MPI.attachBuffer(null));
                        });
    }
}
