package misuse;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import mpi.Comm;
import mpi.Datatype;
import mpi.Group;
import mpi.Info;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Message;
import mpi.Request;
import mpi.Status;

import musubi.job.IsolatedJob;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.IntBuffer;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;

/** Errors found by the checks: in point-to-point communication, in threads and in Finalize. */
class CheckedCallsTest {
    private static IsolatedJob job(int ranks) {
        return IsolatedJob.of(ranks, Map.of("transport", "self,memory", "check", "true"));
    }

    private static Intracomm world() {
        MPI.COMM_WORLD.setErrhandler(MPI.ERRORS_RETURN);
        return MPI.COMM_WORLD;
    }

    private static String assertFails(int errorClass, Executable call, String... parts) {
        MPIException failure = assertThrows(MPIException.class, call);
        assertEquals(errorClass, failure.getErrorClass(), failure.getMessage());
        for (String part : parts) {
            assertTrue(failure.getMessage().contains(part), failure.getMessage());
        }
        return failure.getMessage();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 100_000})
    void shouldFailAReceiveOfAnotherTypeWhetherItWaitsOrComesLater(int count) {
        job(2).run(
                        () -> {
                            Intracomm world = world();
                            for (int round = 0; round < 2; round++) {
                                int sender = round;
                                if (world.getRank() == sender) {
                                    world.send(new int[count], count, MPI.INT, 1 - sender, 5);
                                } else {
                                    float[] into = new float[count];
                                    assertFails(
                                            MPI.ERR_TYPE,
                                            () -> world.recv(into, count, MPI.FLOAT, sender, 5),
                                            "sent=MPI.INT received as=MPI.FLOAT",
                                            "source=" + sender + " tag=5",
                                            "sent by=Comm.send at misuse.CheckedCallsTest.");
                                }
                            }
                        });
    }

    private static Datatype pair(Datatype second) {
        Datatype type =
                Datatype.createStruct(
                        new int[] {1, 1}, new int[] {0, 8}, new Datatype[] {MPI.INT, second});
        type.commit();
        return type;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 5000})
    void shouldCompareTheBasicTypesOfStructs(int count) {
        job(1).run(
                        () -> {
                            Intracomm world = world();
                            Datatype real = pair(MPI.DOUBLE);
                            Datatype whole = pair(MPI.LONG);
                            ByteBuffer out = ByteBuffer.allocateDirect(16 * count);
                            ByteBuffer in = ByteBuffer.allocateDirect(32 * count);
                            Request first = world.iSend(out, count, real, 0, 0);
                            world.recv(in, 2 * count, real, 0, 0);
                            first.waitFor();
                            Request second = world.iSend(out, count, real, 0, 0);
                            assertFails(
                                    MPI.ERR_TYPE,
                                    () -> world.recv(in, 2 * count, whole, 0, 0),
                                    "received as=(MPI.INT, MPI.LONG) source=0");
                            second.waitFor();
                            Request third = world.iSend(out, 1, MPI.INT, 0, 0);
                            world.recv(in, count, whole, 0, 0);
                            third.waitFor();
                            Request fourth = world.iSend(out, 3, MPI.INT, 0, 0);
                            assertFails(
                                    MPI.ERR_TYPE,
                                    () -> world.recv(in, count, whole, 0, 0),
                                    "sent=MPI.INT received as=(MPI.INT, MPI.LONG)");
                            fourth.waitFor();
                        });
    }

    @Test
    void shouldNotTakeAComplexNumberForTwoNumbers() {
        job(1).run(
                        () -> {
                            Intracomm world = world();
                            ByteBuffer out = ByteBuffer.allocateDirect(32);
                            ByteBuffer in = ByteBuffer.allocateDirect(64);
                            world.iSend(out, 2, MPI.FLOAT_COMPLEX, 0, 0).waitFor();
                            assertFails(
                                    MPI.ERR_TYPE,
                                    () -> world.recv(in, 4, MPI.FLOAT, 0, 0),
                                    "sent=MPI.FLOAT_COMPLEX received as=MPI.FLOAT source=0");
                            world.iSend(out, 4, MPI.DOUBLE, 0, 0).waitFor();
                            assertFails(
                                    MPI.ERR_TYPE,
                                    () -> world.recv(in, 2, MPI.DOUBLE_COMPLEX, 0, 0),
                                    "sent=MPI.DOUBLE received as=MPI.DOUBLE_COMPLEX");
                            world.iSend(out, 1, MPI.FLOAT_COMPLEX, 0, 0).waitFor();
                            assertFails(
                                    MPI.ERR_TYPE,
                                    () -> world.recv(in, 1, MPI.FLOAT_INT, 0, 0),
                                    "received as=(MPI.FLOAT, MPI.INT)");
                            Datatype two = Datatype.createContiguous(2, MPI.FLOAT_COMPLEX);
                            two.commit();
                            world.iSend(out, 1, two, 0, 0).waitFor();
                            world.recv(in, 4, MPI.FLOAT_COMPLEX, 0, 0);
                            world.iSend(out, 3, MPI.INT2, 0, 0).waitFor();
                            world.recv(in, 6, MPI.INT, 0, 0);
                            world.iSend(out, 1, two, 0, 0).waitFor();
                            world.recv(in, 16, MPI.PACKED, 0, 0);
                            two.free();
                        });
    }

    @Test
    void shouldReportTheLineOfAReceiveWhoseWaitFails() {
        job(1).run(
                        () -> {
                            Intracomm world = world();
                            Request receive = world.iRecv(MPI.newByteBuffer(8), 8, MPI.BYTE, 0, 0);
                            Request send = world.iSend(MPI.newIntBuffer(2), 2, MPI.INT, 0, 0);
                            send.waitFor();
                            assertFails(
                                    MPI.ERR_TYPE,
                                    receive::waitFor,
                                    "sent=MPI.INT received as=MPI.BYTE",
                                    "sent by=Comm.iSend at misuse.CheckedCallsTest.",
                                    "request of Comm.iRecv at misuse.CheckedCallsTest.");
                        });
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 100_000})
    void shouldFailAReceiveThatAReadySendHasNotFoundPosted(int count) {
        job(2).run(
                        () -> {
                            Intracomm world = world();
                            int[] data = new int[count];
                            if (world.getRank() == 0) {
                                world.rSend(data, count, MPI.INT, 1, 5);
                                world.recv(new int[0], 0, MPI.INT, 1, 6);
                                world.rSend(data, count, MPI.INT, 1, 5);
                                return;
                            }
                            world.probe(0, 5);
                            assertFails(
                                    MPI.ERR_OTHER,
                                    () -> world.recv(data, count, MPI.INT, 0, 5),
                                    "a ready send has met no posted receive: source=0 tag=5",
                                    "sent by=Comm.rSend at misuse.CheckedCallsTest.");
                            Request posted = world.iRecv(data, count, MPI.INT, 0, 5);
                            world.send(new int[0], 0, MPI.INT, 0, 6);
                            posted.waitFor();
                        });
    }

    @Test
    void shouldFailAReceiveWhenAReadySendLiesInTheTransport() {
        CountDownLatch sent = new CountDownLatch(1);
        job(2).run(
                        () -> {
                            Intracomm world = world();
                            if (world.getRank() == 0) {
                                world.rSend(new int[1], 1, MPI.INT, 1, 5);
                                sent.countDown();
                                return;
                            }
                            sent.await();
                            assertFails(
                                    MPI.ERR_OTHER,
                                    () -> world.recv(new int[1], 1, MPI.INT, 0, 5),
                                    "a ready send has met no posted receive: source=0 tag=5");
                        });
    }

    @Test
    void shouldNotTakeBytesForNumbers() {
        job(1).run(
                        () -> {
                            Intracomm world = world();
                            ByteBuffer four = ByteBuffer.allocateDirect(4);
                            world.iSend(new int[1], 1, MPI.INT, 0, 0).waitFor();
                            assertFails(MPI.ERR_TYPE, () -> world.recv(four, 4, MPI.BYTE, 0, 0));
                            world.iSend(four, 1, MPI.INT, 0, 0).waitFor();
                            world.recv(new int[1], 1, MPI.INT, 0, 0);
                        });
    }

    @Test
    void shouldFailToUnpackAnotherTypeThanWasPacked() {
        job(1).run(
                        () -> {
                            Intracomm world = world();
                            byte[] packed = new byte[16];
                            int middle = world.pack(new int[] {3, 4}, 2, MPI.INT, packed, 0);
                            world.Pack(new double[] {5}, 0, 1, MPI.DOUBLE, packed, middle);
                            String[] what = {
                                "the items were packed as another type: packed=MPI.INT"
                                        + " unpacked as=MPI.FLOAT at=0 packed or sent by=Comm.",
                                " at misuse.CheckedCallsTest."
                            };
                            int wrong = MPI.ERR_TYPE;
                            float[] floats = new float[2];
                            assertFails(
                                    wrong,
                                    () -> world.unpack(packed, 0, floats, 2, MPI.FLOAT),
                                    what);
                            assertFails(
                                    wrong,
                                    () -> world.Unpack(packed, 8, new long[1], 0, 1, MPI.LONG),
                                    "packed=MPI.DOUBLE unpacked as=MPI.LONG at=8");
                            world.unpack(packed, 0, new int[1], 1, MPI.INT);
                            world.unpack(packed, 4, new int[1], 1, MPI.INT);
                            world.Unpack(packed, 8, new double[1], 0, 1, MPI.DOUBLE);
                            byte[] in = new byte[16];
                            world.iSend(packed, 8, MPI.PACKED, 0, 0).waitFor();
                            world.recv(in, 16, MPI.PACKED, 0, 0);
                            assertFails(
                                    wrong, () -> world.unpack(in, 0, floats, 2, MPI.FLOAT), what);
                            world.iSend(new int[] {6, 7}, 2, MPI.INT, 0, 0).waitFor();
                            Request later = world.Irecv(in, 0, 16, MPI.PACKED, 0, 0);
                            later.Wait();
                            assertFails(
                                    wrong,
                                    () -> world.unpack(in, 0, floats, 2, MPI.FLOAT),
                                    "packed=MPI.INT",
                                    "sent by=Comm.iSend at ");
                            world.unpack(in, 0, new int[2], 2, MPI.INT);
                        });
    }

    @Test
    void shouldUnpackWhatTheProgramHasPutIntoAPackedBuffer() {
        job(1).run(
                        () -> {
                            Intracomm world = world();
                            byte[] packed = new byte[16];
                            world.pack(new int[] {3, 4}, 2, MPI.INT, packed, 0);
                            byte[] other = new byte[8];
                            world.pack(new float[] {1, 2}, 2, MPI.FLOAT, other, 0);
                            System.arraycopy(other, 0, packed, 0, 8);
                            float[] floats = new float[2];
                            world.unpack(packed, 0, floats, 2, MPI.FLOAT);
                            assertArrayEquals(new float[] {1, 2}, floats);
                            world.pack(new int[2], 2, MPI.INT, packed, 0);
                            world.unpack(packed, 0, floats, 2, MPI.FLOAT);
                            world.pack(new int[] {3, 4}, 2, MPI.INT, packed, 0);
                            world.iSend(other, 8, MPI.PACKED, 0, 0).waitFor();
                            world.recv(packed, 16, MPI.PACKED, 0, 0);
                            world.unpack(packed, 0, floats, 2, MPI.FLOAT);
                            world.iSend(packed, 16, MPI.PACKED, 0, 0).waitFor();
                            world.recv(new byte[16], 16, MPI.BYTE, 0, 0);
                            world.iSend(other, 8, MPI.BYTE, 0, 0).waitFor();
                            world.recv(packed, 16, MPI.PACKED, 0, 0);
                            world.unpack(packed, 0, floats, 2, MPI.FLOAT);
                            Datatype real = pair(MPI.DOUBLE);
                            ByteBuffer pair = ByteBuffer.allocateDirect(16);
                            pair.putInt(0, 5);
                            int end = world.pack(pair, 1, real, packed, 0);
                            world.unpack(packed, 0, new int[1], 1, MPI.INT);
                            assertFails(
                                    MPI.ERR_TYPE,
                                    () -> world.unpack(packed, 0, pair, 1, pair(MPI.LONG)),
                                    "packed=(MPI.INT, MPI.DOUBLE)");
                            assertEquals(12, end);
                            real.free();
                        });
    }

    @Test
    void shouldMatchPackedWithEverythingAndDupsWithTheirType() {
        job(1).run(
                        () -> {
                            Intracomm world = world();
                            byte[] packed = new byte[8];
                            int end = world.pack(new int[] {3, 4}, 2, MPI.INT, packed, 0);
                            world.iSend(packed, end, MPI.PACKED, 0, 0).waitFor();
                            int[] data = new int[2];
                            world.recv(data, 2, MPI.INT, 0, 0);
                            assertArrayEquals(new int[] {3, 4}, data);
                            world.iSend(data, 2, MPI.INT, 0, 0).waitFor();
                            world.recv(packed, 8, MPI.PACKED, 0, 0);
                            Datatype copy = MPI.INT.dup();
                            world.iSend(data, 2, copy, 0, 0).waitFor();
                            world.recv(data, 2, MPI.INT, 0, 0);
                            copy.free();
                            world.sendRecvReplace(data, 2, MPI.INT, 0, 1, 0, 1);
                        });
    }

    @Test
    void shouldFailWhenABufferIsWrittenThatAnOperationUses() {
        job(1).run(
                        () -> {
                            Intracomm world = world();
                            int[] data = new int[10];
                            Request receive = world.iRecv(data, 5, MPI.INT, 0, 0);
                            Request other = world.Irecv(data, 5, 5, MPI.INT, 0, 1);
                            String where = "CheckedCallsTest.java:";
                            int wrong = MPI.ERR_BUFFER;
                            assertFails(
                                    wrong,
                                    () -> world.Isend(data, 4, 1, MPI.INT, 0, 0),
                                    "this call reads bytes 16 to 19 of int[], in use by Comm.iRecv",
                                    where);
                            assertFails(wrong, () -> world.Irecv(data, 9, 1, MPI.INT, 0, 2), where);
                            assertFails(wrong, () -> world.send(data, 1, MPI.INT, 0, 3), where);
                            assertFails(wrong, () -> world.recv(data, 1, MPI.INT, 0, 3), where);
                            int[] five = new int[5];
                            world.send(five, 5, MPI.INT, 0, 0);
                            world.send(five, 5, MPI.INT, 0, 1);
                            Request.waitAll(new Request[] {receive, other});
                            world.iRecv(data, 10, MPI.INT, 0, 7).cancel();
                        });
    }

    @Test
    void shouldPermitSeveralSendsToShareABuffer() {
        job(1).run(
                        () -> {
                            Intracomm world = world();
                            IntBuffer data = MPI.newIntBuffer(4);
                            Request first = world.iSend(data, 4, MPI.INT, 0, 0);
                            Request second = world.iSend(MPI.slice(data, 1), 2, MPI.INT, 0, 0);
                            int wrong = MPI.ERR_BUFFER;
                            assertFails(wrong, () -> world.iRecv(data, 1, MPI.INT, 0, 0));
                            world.recv(new int[4], 4, MPI.INT, 0, 0);
                            world.recv(new int[4], 4, MPI.INT, 0, 0);
                            Request.waitAll(new Request[] {first, second});
                            world.iRecv(data, 1, MPI.INT, 0, 1).cancel();
                        });
    }

    @Test
    void shouldFailTheWaitWhenTheProgramHasChangedASendBuffer() {
        job(1).run(
                        () -> {
                            Intracomm world = world();
                            int[] data = {1, 2, 3};
                            ByteBuffer direct = ByteBuffer.allocateDirect(24);
                            direct.order(ByteOrder.nativeOrder());
                            Request of = world.iSend(data, 2, MPI.INT, 0, 0);
                            Request ofDirect = world.isSend(direct, 1, MPI.LONG, 0, 1);
                            data[2] = 9;
                            of.waitFor();
                            of = world.iSend(data, 2, MPI.INT, 0, 0);
                            data[1] = 8;
                            assertFails(
                                    MPI.ERR_BUFFER,
                                    of::waitFor,
                                    "changed before the operation was complete",
                                    "in use by Comm.iSend at misuse.CheckedCallsTest");
                            direct.putLong(0, 5);
                            world.recv(new long[1], 1, MPI.LONG, 0, 1);
                            assertFails(
                                    MPI.ERR_BUFFER,
                                    ofDirect::waitStatus,
                                    "bytes 0 to 7 of a direct buffer");
                            Request atEnd = world.isSend(MPI.slice(direct, 16), 1, MPI.BYTE, 0, 1);
                            direct.put(16, (byte) 5);
                            world.recv(new byte[1], 1, MPI.BYTE, 0, 1);
                            assertFails(MPI.ERR_BUFFER, atEnd::waitStatus, "byte 0 of a direct");
                            world.recv(data, 2, MPI.INT, 0, 0);
                            world.recv(data, 2, MPI.INT, 0, 0);
                        });
    }

    @Test
    void shouldFailWhenSendAndReceiveBufferOverlap() {
        job(1).run(
                        () -> {
                            Intracomm world = world();
                            int[] data = new int[4];
                            assertFails(
                                    MPI.ERR_BUFFER,
                                    () ->
                                            world.Sendrecv(
                                                    data, 0, 3, MPI.INT, 0, 0, data, 2, 2, MPI.INT,
                                                    0, 0));
                            world.Sendrecv(data, 0, 2, MPI.INT, 0, 0, data, 2, 2, MPI.INT, 0, 0);
                        });
    }

    @Test
    void shouldFailACallOfAThreadThatIsNotTheMainOne() {
        job(1).run(
                        () -> {
                            world();
                            AtomicReference<String> said = new AtomicReference<>();
                            Runnable call =
                                    () ->
                                            said.set(
                                                    assertThrows(
                                                                    MPIException.class,
                                                                    CheckedCallsTest::sendToSelf)
                                                            .getMessage());
                            Thread other = Thread.ofPlatform().name("helper").start(call);
                            other.join();
                            assertTrue(said.get().contains("thread=\"helper\""), said.get());
                            assertTrue(said.get().contains("THREAD_SINGLE"), said.get());
                        });
    }

    private static void sendToSelf() {
        MPI.COMM_WORLD.iSend(new int[1], 1, MPI.INT, 0, 0).waitFor();
    }

    @Test
    void shouldFailACallWhileAnotherThreadIsInOneWhenTheyHaveToTakeTurns() {
        job(1).runBare(
                        () -> {
                            MPI.InitThread(null, MPI.THREAD_SERIALIZED);
                            Intracomm world = world();
                            Thread other = Thread.ofPlatform().start(CheckedCallsTest::receive);
                            while (other.getState() != Thread.State.TIMED_WAITING) {
                                Thread.onSpinWait();
                            }
                            String said =
                                    assertThrows(MPIException.class, CheckedCallsTest::sendToSelf)
                                            .getMessage();
                            assertTrue(said.contains("one after the other"), said);
                            assertTrue(said.contains("THREAD_SERIALIZED"), said);
                            assertEquals(1, world.getSize());
                        });
    }

    private static void receive() {
        try {
            MPI.COMM_WORLD.recv(new int[1], 1, MPI.INT, 0, 0);
        } catch (MPIException | IllegalStateException e) {
            // The test is over.
            return;
        }
    }

    @Test
    void shouldListWhatIsNotFreedAndNotReceivedAtFinalize() {
        PrintStream before = System.err;
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        System.setErr(new PrintStream(printed, true));
        try {
            job(1).run(CheckedCallsTest::leak);
        } finally {
            System.setErr(before);
        }
        String said = printed.toString();
        for (String part :
                new String[] {
                    "rank 0 at MPI.Finalize not freed: 2 requests made by Comm.iSend at"
                            + " misuse.CheckedCallsTest.leak(CheckedCallsTest.java:",
                    "not freed: 1 communicator made by ",
                    "not freed: 1 group made by Comm.getGroup",
                    "not freed: 1 info object made by Info.<init>",
                    "not freed: 1 datatype made by Datatype.dup",
                    "not freed: 1 attribute key made by Comm.createKeyval",
                    "not received: 1 x message source=0 tag=6 bytes=4 in COMM_WORLD, sent by"
                            + " Comm.iSend at misuse.CheckedCallsTest.leak(",
                    "; taken by Message.mProbe at misuse.CheckedCallsTest.leak(",
                    "holds a message that it does not receive: source=0 tag=4 bytes=4 in"
                            + " COMM_WORLD, sent by Comm.iSend at misuse.CheckedCallsTest.leak("
                }) {
            assertTrue(said.contains(part), part + "\nmissing in:\n" + said);
        }
        assertEquals(9, said.lines().count(), said);
    }

    /** The lines that a job of one rank prints. */
    private static String[] linesOf(IsolatedJob.Program program) {
        PrintStream before = System.err;
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        System.setErr(new PrintStream(printed, true));
        try {
            job(1).run(program);
        } finally {
            System.setErr(before);
        }
        return printed.toString().lines().toArray(String[]::new);
    }

    @Test
    void shouldNoteOnceThatATypeNamesOtherElementsThanTheBufferHas() {
        String[] said =
                linesOf(
                        () -> {
                            Intracomm world = world();
                            for (int i = 0; i < 3; i++) {
                                world.iSend(new int[2], 8, MPI.BYTE, 0, 0).waitFor();
                                world.recv(new byte[8], 8, MPI.BYTE, 0, 0);
                            }
                            world.iSend(new float[1], 1, MPI.INT, 0, 0).waitFor();
                            world.recv(new int[1], 1, MPI.INT, 0, 0);
                        });
        assertEquals(2, said.length, String.join("\n", said));
        assertTrue(said[0].startsWith("musubi: rank 0: note: Comm.iSend at "), said[0]);
        assertTrue(said[0].endsWith(" takes the bytes of int[] as items of MPI.BYTE"), said[0]);
        assertTrue(said[1].endsWith(" takes the bytes of float[] as items of MPI.INT"), said[1]);
    }

    @Test
    void shouldNoteNoElementsWhenACapitalisedCallRefusesThem() {
        String[] said =
                linesOf(
                        () ->
                                assertFails(
                                        MPI.ERR_TYPE,
                                        () -> world().Send(new double[1], 0, 1, MPI.INT, 0, 0)));
        assertEquals(1, said.length, String.join("\n", said));
        assertTrue(said[0].contains("an exception that the program has caught"), said[0]);
    }

    @Test
    void shouldNoteACountOfItemsThatAMessageDoesNotHave() {
        String[] said =
                linesOf(
                        () -> {
                            Intracomm world = world();
                            world.iSend(new int[3], 3, MPI.INT, 0, 0).waitFor();
                            Status status = world.recv(new int[3], 3, MPI.INT, 0, 0);
                            assertEquals(3, status.getCount(MPI.INT));
                            assertEquals(MPI.UNDEFINED, status.getCount(MPI.DOUBLE));
                        });
        assertEquals(1, said.length, String.join("\n", said));
        assertTrue(
                said[0].contains("the number of items of MPI.DOUBLE in a message of 12 bytes"),
                said[0]);
        assertTrue(said[0].contains("Status.getCount at misuse.CheckedCallsTest"), said[0]);
    }

    private static void leak() {
        Intracomm world = MPI.COMM_WORLD;
        for (int i = 0; i < 2; i++) {
            world.iSend(new int[1], 1, MPI.INT, 0, 4);
        }
        world.iSend(new int[1], 1, MPI.INT, 0, 4).waitFor();
        world.recv(new int[1], 1, MPI.INT, 0, 4);
        Comm freed = world.dup();
        Comm leaked = world.dup();
        freed.free();
        Group group = leaked.getGroup();
        Info info = new Info();
        info.set("key", group.getSize() + "");
        MPI.INT.dup();
        Comm.createKeyval();
        int key = Comm.createKeyval();
        world.setAttr(key, "value");
        Comm.freeKeyval(key);
        for (int i = 0; i < 2; i++) {
            world.iSend(new int[1], 1, MPI.INT, 0, 5 + i).waitFor();
            Message message = new Message();
            message.mProbe(0, 5 + i, world);
            if (i == 0) {
                message.mRecv(new int[1], 1, MPI.INT);
            }
        }
    }
}
