package misuse;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import mpi.Datatype;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Message;
import mpi.Prequest;
import mpi.Request;

import musubi.job.IsolatedJob;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.IntBuffer;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.CountDownLatch;

/** Buffers that the program changes, or uses twice, while an operation has them. */
class CheckedBuffersTest {
    private static final String CHANGED =
            "the receive buffer was changed before the operation was complete: ";

    private static void run(IsolatedJob.Program body) {
        IsolatedJob.of(1, Map.of("transport", "self,memory", "check", "true")).run(body);
    }

    private static Intracomm world() {
        MPI.COMM_WORLD.setErrhandler(MPI.ERRORS_RETURN);
        return MPI.COMM_WORLD;
    }

    private static void assertFails(Executable call, String... parts) {
        MPIException failure = assertThrows(MPIException.class, call);
        assertEquals(MPI.ERR_BUFFER, failure.getErrorClass(), failure.getMessage());
        for (String part : parts) {
            assertTrue(failure.getMessage().contains(part), failure.getMessage());
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {4, 100_000})
    void shouldFailTheWaitWhenAReceiveBufferIsChangedBeforeTheMessageComes(int count) {
        run(
                () -> {
                    Intracomm world = world();
                    int[] data = new int[count];
                    IntBuffer direct = MPI.newIntBuffer(count);
                    Request first = world.iRecv(data, count, MPI.INT, 0, 0);
                    Request second = world.iRecv(direct, count, MPI.INT, 0, 1);
                    data[1] = 7;
                    direct.put(count - 1, 7);
                    Request sent = world.iSend(new int[count], count, MPI.INT, 0, 0);
                    Request other = world.iSend(new int[count], count, MPI.INT, 0, 1);
                    String bytes = "bytes 0 to " + (4 * count - 1) + " of ";
                    assertFails(
                            first::waitFor,
                            CHANGED + bytes + "int[], in use by Comm.iRecv at misuse.",
                            "request of Comm.iRecv at misuse.CheckedBuffersTest.");
                    assertFails(second::waitStatus, CHANGED + bytes + "a direct buffer");
                    Request.waitAll(new Request[] {sent, other});
                    assertEquals(0, data[1]);
                });
    }

    @Test
    void shouldFailTheWaitWhenAReceiveBufferIsChangedAfterTheMessageHasCome() {
        run(
                () -> {
                    Intracomm world = world();
                    int[] data = new int[2];
                    Request receive = world.iRecv(data, 2, MPI.INT, 0, 0);
                    world.iSend(new int[] {1, 2}, 2, MPI.INT, 0, 0).waitFor();
                    while (receive.getStatus() == null) {
                        Thread.onSpinWait();
                    }
                    assertArrayEquals(new int[] {1, 2}, data);
                    data[0] = 5;
                    assertFails(receive::waitFor, CHANGED + "bytes 0 to 7 of int[]");
                });
    }

    @Test
    void shouldFailTheWaitOfOtherFormsOfReceives() {
        run(
                () -> {
                    Intracomm world = world();
                    int[] data = new int[2];
                    int[] out = {1, 2};
                    Prequest persistent = world.recvInit(data, 2, MPI.INT, 0, 0);
                    for (int round = 0; round < 3; round++) {
                        data[0] = 10 + round;
                        persistent.start();
                        if (round == 1) {
                            data[0]++;
                        }
                        world.iSend(out, 2, MPI.INT, 0, 0).waitFor();
                        if (round == 1) {
                            assertFails(persistent::waitFor, CHANGED, "Comm.recvInit");
                        } else {
                            persistent.waitFor();
                        }
                    }
                    persistent.free();
                    Request both = world.iSendRecv(out, 2, MPI.INT, 0, 1, data, 2, MPI.INT, 0, 2);
                    data[1] = 9;
                    world.iSend(out, 2, MPI.INT, 0, 2).waitFor();
                    assertFails(both::waitFor, CHANGED);
                    Message message = new Message();
                    message.mProbe(0, 1, world);
                    Request probed = message.imRecv(data, 2, MPI.INT);
                    data[1] = 9;
                    assertFails(probed::waitFor, CHANGED, "Message.imRecv");
                });
    }

    @Test
    void shouldFailWhenANonBlockingExchangeSendsWhatItReceives() {
        run(
                () -> {
                    int[] data = new int[3];
                    assertFails(
                            () -> world().iSendRecv(data, 2, MPI.INT, 0, 1, data, 3, MPI.INT, 0, 1),
                            "the call sends from memory into which it receives");
                    world().iSendRecv(data, 3, MPI.INT, 0, 1, new int[3], 3, MPI.INT, 0, 1)
                            .waitFor();
                });
    }

    @Test
    void shouldPermitChangesBesideWhatIsReceived() {
        run(
                () -> {
                    Intracomm world = world();
                    Datatype column = Datatype.createVector(3, 1, 2, MPI.INT);
                    column.commit();
                    int[] data = new int[6];
                    Request receive = world.iRecv(data, 1, column, 0, 0);
                    data[1] = 5;
                    world.iSend(new int[] {1, 2, 3}, 3, MPI.INT, 0, 0).waitFor();
                    data[3] = 6;
                    receive.waitFor();
                    assertArrayEquals(new int[] {1, 5, 2, 6, 3, 0}, data);
                    receive = world.iRecv(data, 1, column, 0, 0);
                    data[2] = 5;
                    world.iSend(new int[] {1, 2, 3}, 3, MPI.INT, 0, 0).waitFor();
                    assertFails(receive::waitFor, CHANGED);
                    receive = world.iRecv(data, 6, MPI.INT, 0, 0);
                    world.iSend(new int[1], 1, MPI.INT, 0, 0).waitFor();
                    receive.waitFor();
                    Request cancelled = world.iRecv(data, 6, MPI.INT, 0, 0);
                    cancelled.cancel();
                    data[0] = 8;
                    cancelled.waitFor();
                    column.free();
                });
    }

    @Test
    void shouldCompareBuffersInUseByTypeMaps() {
        run(
                () -> {
                    Intracomm world = world();
                    Datatype column = Datatype.createVector(3, 1, 2, MPI.INT);
                    column.commit();
                    IntBuffer direct = MPI.newIntBuffer(6);
                    int[] array = new int[6];
                    Request even = world.iRecv(direct, 1, column, 0, 0);
                    Request odd = world.iRecv(MPI.slice(direct, 1), 1, column, 0, 1);
                    Request other = world.iRecv(array, 1, column, 0, 2);
                    assertFails(
                            () -> world.iRecv(MPI.slice(direct, 2), 1, MPI.INT, 0, 3),
                            "this call writes bytes 0 to 3 of a direct buffer, in use by"
                                    + " Comm.iRecv at misuse.",
                            "which writes bytes 0 to 19 of a direct buffer");
                    assertFails(() -> world.iSend(array, 1, column, 0, 3), "reads bytes 0 to 19");
                    world.Isend(array, 1, 1, MPI.INT, 0, 3).waitFor();
                    world.recv(new int[1], 1, MPI.INT, 0, 3);
                    for (int tag = 0; tag < 3; tag++) {
                        world.iSend(new int[3], 3, MPI.INT, 0, tag).waitFor();
                    }
                    Request.waitAll(new Request[] {even, odd, other});
                    column.free();
                });
    }

    @Test
    void shouldFailAReceiveWhoseTypeNamesBytesTwice() {
        run(
                () -> {
                    Intracomm world = world();
                    int[] two = {2, 2};
                    Datatype twice = Datatype.createIndexed(two, new int[] {0, 1}, MPI.INT);
                    Datatype backwards = Datatype.createIndexed(two, new int[] {2, 0}, MPI.INT);
                    Datatype dense = Datatype.createResized(backwards, 0, 8);
                    twice.commit();
                    backwards.commit();
                    dense.commit();
                    int[] data = new int[8];
                    world.iSend(data, 1, twice, 0, 0).waitFor();
                    MPIException failure =
                            assertThrows(
                                    MPIException.class, () -> world.recv(data, 1, twice, 0, 0));
                    assertEquals(MPI.ERR_TYPE, failure.getErrorClass(), failure.getMessage());
                    assertTrue(
                            failure.getMessage().contains("entries at bytes=0 and 4"),
                            failure.getMessage());
                    assertThrows(MPIException.class, () -> world.iRecv(data, 2, dense, 0, 0));
                    world.recv(data, 1, dense, 0, 0);
                    world.iSend(data, 2, backwards, 0, 0).waitFor();
                    world.recv(data, 2, backwards, 0, 0);
                    twice.free();
                    backwards.free();
                    dense.free();
                });
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldFailABlockingSendWhoseBufferAnotherThreadChanges(boolean changes) {
        CountDownLatch done = new CountDownLatch(1);
        IsolatedJob.of(2, Map.of("transport", "self,memory", "check", "true"))
                .run(() -> sendWhileChanged(changes, done));
    }

    private static void sendWhileChanged(boolean changes, CountDownLatch done)
            throws InterruptedException {
        Intracomm world = MPI.COMM_WORLD;
        world.setErrhandler(MPI.ERRORS_RETURN);
        int count = 200_000;
        if (world.getRank() == 1) {
            done.await();
            world.recv(new int[count], count, MPI.INT, 0, 0);
            return;
        }
        int[] data = new int[count];
        int at = changes ? count - 1 : count - 2;
        Thread main = Thread.currentThread();
        Thread other =
                Thread.ofPlatform()
                        .start(
                                () -> {
                                    while (!isInFinish(main)) {
                                        Thread.onSpinWait();
                                    }
                                    data[at] = 3;
                                    done.countDown();
                                });
        if (changes) {
            assertFails(
                    () -> world.sSend(data, count, MPI.INT, 1, 0),
                    "the send buffer was changed before the operation was complete: bytes 0",
                    "in use by Comm.sSend at misuse.CheckedBuffersTest",
                    "change it only after the call has returned");
        } else {
            world.sSend(data, count - 2, MPI.INT, 1, 0);
        }
        other.join();
    }

    /** Whether the send has started. */
    private static boolean isInFinish(Thread thread) {
        return Arrays.stream(thread.getStackTrace())
                .anyMatch(
                        frame ->
                                frame.getMethodName().equals("finish")
                                        && frame.getClassName().endsWith("SendPath"));
    }
}
