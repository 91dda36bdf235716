package mpi;

import static mpi.InJob.assertFails;
import static mpi.InJob.returningWorld;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.ByteBuffer;
import java.nio.IntBuffer;

/** Buffers that programs allocate and free. MPI-4.1 section 9.2. */
interface NativeBufferTests extends InJob {
    int SMALL = 1000;
    int LARGE = 300_000;

    @ParameterizedTest
    @ValueSource(ints = {SMALL, LARGE})
    default void shouldThrowWhenAFreedBufferIsUsed(int bytes) {
        job(2).run(
                        () -> {
                            Intracomm world = returningWorld();
                            int peer = 1 - world.getRank();
                            ByteBuffer buffer = MPI.newByteBuffer(bytes);
                            IntBuffer view = buffer.asIntBuffer();
                            ByteBuffer slice = MPI.slice(buffer, 8);
                            world.sendRecv(
                                    buffer,
                                    bytes,
                                    MPI.BYTE,
                                    peer,
                                    0,
                                    new byte[bytes],
                                    bytes,
                                    MPI.BYTE,
                                    peer,
                                    0);
                            MPI.freeBuffer(slice);
                            assertThrows(IllegalStateException.class, () -> buffer.get(0));
                            assertThrows(IllegalStateException.class, () -> view.put(1, 5));
                            assertThrows(IllegalStateException.class, () -> slice.get(0));
                            assertFails(
                                    MPI.ERR_BUFFER,
                                    () -> world.send(buffer, bytes, MPI.BYTE, peer, 0));
                            assertFails(
                                    MPI.ERR_BUFFER, () -> world.iRecv(view, 2, MPI.INT, peer, 0));
                            String again =
                                    assertFails(MPI.ERR_BUFFER, () -> MPI.freeBuffer(buffer))
                                            .getMessage();
                            assertTrue(again.contains("freed before"), again);
                        });
    }

    @Test
    default void shouldFailWhenABufferIsFreedWhileARequestUsesIt() {
        job(2).run(
                        () -> {
                            Intracomm world = returningWorld();
                            int peer = 1 - world.getRank();
                            ByteBuffer in = MPI.newByteBuffer(LARGE);
                            ByteBuffer out = MPI.newByteBuffer(LARGE);
                            out.putInt(LARGE - 4, 77);
                            Request receive = world.iRecv(in, LARGE, MPI.BYTE, peer, 3);
                            String text =
                                    assertFails(MPI.ERR_BUFFER, () -> MPI.freeBuffer(in))
                                            .getMessage();
                            assertTrue(text.contains("recv source=" + peer + " tag=3"), text);
                            InJob.meet();
                            Request send = world.isSend(out, LARGE, MPI.BYTE, peer, 3);
                            assertFails(MPI.ERR_BUFFER, () -> MPI.freeBuffer(out));
                            receive.waitFor();
                            send.waitFor();
                            assertEquals(77, in.getInt(LARGE - 4));
                            MPI.freeBuffer(in);
                            MPI.freeBuffer(out);
                        });
    }

    @Test
    default void shouldFailWhenABufferIsFreedThatReceivesItemsWithGaps() {
        job(1).run(
                        () -> {
                            Intracomm world = returningWorld();
                            Datatype everySecond = Datatype.createVector(2, 1, 2, MPI.INT);
                            everySecond.commit();
                            IntBuffer in = MPI.newIntBuffer(4);
                            Request receive = world.iRecv(in, 1, everySecond, 0, 0);
                            assertFails(MPI.ERR_BUFFER, () -> MPI.freeBuffer(in));
                            world.send(new int[] {1, 0, 2, 0}, 1, everySecond, 0, 0);
                            receive.waitFor();
                            assertEquals(2, in.get(2));
                            MPI.freeBuffer(in);
                            everySecond.free();
                        });
    }

    @Test
    default void shouldFreeTheBufferOfAnInactivePersistentRequest() {
        job(1).run(
                        () -> {
                            Intracomm world = returningWorld();
                            ByteBuffer in = MPI.newByteBuffer(SMALL);
                            Prequest receive = world.recvInit(in, SMALL, MPI.BYTE, 0, 0);
                            receive.start();
                            assertFails(MPI.ERR_BUFFER, () -> MPI.freeBuffer(in));
                            world.send(new byte[SMALL], SMALL, MPI.BYTE, 0, 0);
                            receive.waitFor();
                            MPI.freeBuffer(in);
                            assertFails(MPI.ERR_BUFFER, receive::start);
                        });
    }

    @Test
    default void shouldFreeOnlyBuffersOfItsOwn() {
        job(1).run(
                        () -> {
                            returningWorld();
                            ByteBuffer direct = ByteBuffer.allocateDirect(64);
                            assertFails(MPI.ERR_BUFFER, () -> MPI.freeBuffer(direct));
                            assertFails(
                                    MPI.ERR_BUFFER, () -> MPI.freeBuffer(ByteBuffer.allocate(64)));
                            assertFails(MPI.ERR_BUFFER, () -> MPI.freeBuffer(null));
                            direct.put(0, (byte) 1);
                        });
    }

    @Test
    default void shouldAllocateAndFreeWhenNotInitialised() {
        job(1).runBare(
                        () -> {
                            ByteBuffer early = MPI.newByteBuffer(LARGE);
                            MPI.freeBuffer(early);
                            assertThrows(IllegalStateException.class, () -> early.get(0));
                            MPI.Init(null);
                            ByteBuffer late = MPI.newByteBuffer(LARGE);
                            MPI.Finalize();
                            late.put(0, (byte) 1);
                            MPI.freeBuffer(late);
                            assertThrows(IllegalStateException.class, () -> late.get(0));
                            assertFails(MPI.ERR_BUFFER, () -> MPI.freeBuffer(late));
                        });
    }

    /** A slice of a new buffer is not taken for one of a freed buffer at the same address. */
    @Test
    default void shouldSliceANewBufferAtTheAddressOfAFreedOne() {
        job(1).run(
                        () -> {
                            for (int round = 1; round <= 50; round++) {
                                ByteBuffer buffer = MPI.newByteBuffer(LARGE);
                                assertEquals(0, buffer.get(16));
                                ByteBuffer slice = MPI.slice(buffer, 16);
                                slice.put(0, (byte) round);
                                assertEquals(round, buffer.get(16));
                                MPI.freeBuffer(buffer);
                            }
                        });
    }
}
