package mpi;

import static mpi.InJob.assertFails;
import static mpi.InJob.meet;
import static mpi.InJob.returningWorld;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.nio.ByteBuffer;
import java.nio.IntBuffer;
import java.util.List;

/** Invalid buffers and objects. MPI-4.1 sections 3.2 and 9.4. */
interface BadInputTests extends InJob {
    private static void assertSays(String part, int errorClass, Executable call) {
        String message = assertFails(errorClass, call).getMessage();
        assertTrue(message.contains(part), message);
    }

    @Test
    default void shouldFailWithBufferWhenItEndsBeforeTheItems() {
        job(1).run(
                        () -> {
                            Intracomm c = returningWorld();
                            int[] buf = new int[4];
                            int all = Integer.MAX_VALUE;
                            for (int[] bad : new int[][] {{3, 2}, {-1, 1}, {5, 1}, {1, all}}) {
                                int at = bad[0];
                                int n = bad[1];
                                assertSays(
                                        "offset=" + at + ", count=" + n,
                                        MPI.ERR_BUFFER,
                                        () -> c.Send(buf, at, n, MPI.INT, 0, 0));
                                assertFails(
                                        MPI.ERR_BUFFER, () -> c.Irecv(buf, at, n, MPI.INT, 0, 0));
                                assertFails(
                                        MPI.ERR_BUFFER,
                                        () -> c.Send(new Object[4], at, n, MPI.OBJECT, 0, 0));
                            }
                            double[] pairs = new double[4];
                            assertFails(
                                    MPI.ERR_BUFFER, () -> c.send(pairs, all, MPI.DOUBLE2, 0, 0));
                            assertSays(
                                    "pass int[]",
                                    MPI.ERR_TYPE,
                                    () -> c.Send(new long[4], 0, 1, MPI.INT, 0, 0));
                            assertFails(
                                    MPI.ERR_TYPE, () -> c.recv(new Integer[1], 1, MPI.INT, 0, 0));
                            assertFails(
                                    MPI.ERR_TYPE, () -> c.send(new int[1], 1, MPI.OBJECT, 0, 0));
                            assertFails(MPI.ERR_TYPE, () -> c.send(null, 1, MPI.OBJECT, 0, 0));
                        });
    }

    @Test
    default void shouldSendFromButNotReceiveIntoAReadOnlyBuffer() {
        job(1).run(
                        () -> {
                            Intracomm c = returningWorld();
                            IntBuffer direct = MPI.newIntBuffer(2);
                            direct.put(1, 8);
                            IntBuffer locked = direct.asReadOnlyBuffer();
                            int[] got = new int[2];
                            c.sendRecv(locked, 2, MPI.INT, 0, 0, got, 2, MPI.INT, 0, 0);
                            assertEquals(8, got[1]);
                            String text = "read-only";
                            int buffer = MPI.ERR_BUFFER;
                            assertSays(text, buffer, () -> c.recv(locked, 2, MPI.INT, 0, 0));
                            assertSays(text, buffer, () -> c.Irecv(locked, 0, 1, MPI.INT, 0, 0));
                            assertSays(text, buffer, () -> c.recvInit(locked, 2, MPI.INT, 0, 0));
                            assertSays(
                                    text,
                                    buffer,
                                    () -> c.sendRecvReplace(locked, 2, MPI.INT, 0, 0, 0, 0));
                            assertSays(
                                    text,
                                    buffer,
                                    () -> c.unpack(new byte[8], 0, locked, 2, MPI.INT));
                            assertSays(
                                    text,
                                    buffer,
                                    () -> Comm.reduceLocal(got, locked, 2, MPI.INT, MPI.SUM));
                            ByteBuffer heap = ByteBuffer.allocate(8).asReadOnlyBuffer();
                            assertSays(text, buffer, () -> c.send(heap, 1, MPI.INT, 0, 0));
                            assertSays(text, buffer, () -> c.recv(heap, 1, MPI.INT, 0, 0));
                            assertEquals(null, c.iProbe(MPI.ANY_SOURCE, MPI.ANY_TAG));
                            assertEquals(0, MPI.rank.pt2pt().postedReceives());
                        });
    }

    /** An object whose own methods of serialisation fail. */
    final class Spiteful implements Serializable {
        private static final long serialVersionUID = 1L;

        private final boolean failsToWrite;

        private Spiteful(boolean failsToWrite) {
            this.failsToWrite = failsToWrite;
        }

        private void writeObject(ObjectOutputStream out) throws IOException {
            if (failsToWrite) {
                throw new IllegalStateException("will not be written");
            }
            out.defaultWriteObject();
        }

        private void readObject(ObjectInputStream in) throws IOException {
            throw new IllegalStateException("will not be read");
        }
    }

    /** A chain of objects, each with the next one in it. */
    record Link(Link next) implements Serializable {}

    @Test
    default void shouldFailWithTypeWhenAnObjectThrowsWhileItIsSerialised() {
        job(1).run(
                        () -> {
                            Intracomm c = returningWorld();
                            Object[] thread = {Thread.currentThread()};
                            assertSays(
                                    "not serialisable: class=java.lang.Thread",
                                    MPI.ERR_TYPE,
                                    () -> c.send(thread, 1, MPI.OBJECT, 0, 0));
                            Object[] spiteful = {new Spiteful(true)};
                            assertSays(
                                    "will not be written",
                                    MPI.ERR_TYPE,
                                    () -> c.Isend(spiteful, 0, 1, MPI.OBJECT, 0, 0));
                            Link chain = null;
                            for (int i = 0; i < 200_000; i++) {
                                chain = new Link(chain);
                            }
                            Object[] deep = {chain};
                            assertFails(MPI.ERR_TYPE, () -> c.Send(deep, 0, 1, MPI.OBJECT, 0, 0));
                        });
    }

    @Test
    default void shouldContinueWhenAnObjectThrowsWhileItIsRead() {
        job(2).run(
                        () -> {
                            Intracomm c = returningWorld();
                            if (c.getRank() == 0) {
                                c.send(new Object[] {new Spiteful(false)}, 1, MPI.OBJECT, 1, 0);
                                c.send(new Object[] {new Spiteful(false)}, 1, MPI.OBJECT, 1, 1);
                                c.send(new Object[] {"fine"}, 1, MPI.OBJECT, 1, 2);
                                meet();
                                return;
                            }
                            Object[] got = new Object[1];
                            Request posted = c.Irecv(got, 0, 1, MPI.OBJECT, 0, 1);
                            meet();
                            assertSays(
                                    "will not be read",
                                    MPI.ERR_TYPE,
                                    () -> c.recv(new Object[1], 1, MPI.OBJECT, 0, 0));
                            assertSays("will not be read", MPI.ERR_TYPE, posted::Wait);
                            c.recv(got, 1, MPI.OBJECT, 0, 2);
                            assertEquals("fine", got[0]);
                        });
    }

    @Test
    default void shouldNameTheClassAndTheSettingWhenTheFilterRefusesAnObject() {
        job(1).with("object.filter", "java.lang.*;!*")
                .run(
                        () -> {
                            Intracomm c = returningWorld();
                            Object[] list = {new java.util.ArrayList<>(List.of(1))};
                            c.iSend(list, 1, MPI.OBJECT, 0, 0).waitFor();
                            MPIException e =
                                    assertFails(
                                            MPI.ERR_TYPE, () -> c.recv(list, 1, MPI.OBJECT, 0, 0));
                            for (String part :
                                    new String[] {
                                        "class=java.util.ArrayList",
                                        "musubi.object.filter",
                                        "COMM_WORLD.recv(",
                                        "on rank 0 of 1"
                                    }) {
                                assertTrue(e.getMessage().contains(part), e.getMessage());
                            }
                        });
    }

    @Test
    default void shouldFailWithArgWhenAnArrayOfRanksIsNull() {
        job(1).run(
                        () -> {
                            Group all = returningWorld().getGroup();
                            assertFails(MPI.ERR_ARG, () -> all.incl(null));
                            assertFails(MPI.ERR_ARG, () -> all.Excl(null));
                            assertFails(MPI.ERR_ARG, () -> all.rangeIncl(null));
                            assertFails(MPI.ERR_ARG, () -> all.Range_excl(new int[1][]));
                            assertFails(MPI.ERR_ARG, () -> Group.translateRanks(all, null, all));
                        });
    }
}
