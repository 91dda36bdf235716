package mpi;

import static mpi.InJob.assertFails;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.IntBuffer;
import java.util.concurrent.atomic.AtomicReference;

/** Start and end of the library, and threads. MPI-4.1 chapter 11. */
interface LifeCycleTests extends InJob {
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    default void shouldWorkAgainWhenInitialisedAfterFinalize(int ranks) {
        job(ranks)
                .runBare(
                        () -> {
                            assertFalse(MPI.isInitialized());
                            for (int round = 0; round < 5; round++) {
                                MPI.Init(null);
                                assertTrue(MPI.isInitialized() && MPI.Initialized());
                                assertFalse(MPI.isFinalized());
                                int me = MPI.COMM_WORLD.getRank();
                                int[] got = {me};
                                MPI.COMM_WORLD.sendRecvReplace(
                                        got,
                                        1,
                                        MPI.INT,
                                        (me + 1) % ranks,
                                        0,
                                        (me + ranks - 1) % ranks,
                                        0);
                                assertEquals((me + ranks - 1) % ranks, got[0]);
                                Intracomm old = MPI.COMM_WORLD.dup();
                                MPI.Finalize();
                                assertTrue(MPI.isFinalized() && MPI.isInitialized());
                                assertFalse(MPI.Initialized());
                                assertEquals(
                                        "MPI is finalized.",
                                        assertFails(MPI.ERR_OTHER, old::getRank).getMessage());
                            }
                        });
    }

    @Test
    default void shouldRefuseCallsWhenNotInitialised() {
        job(1).runBare(
                        () -> {
                            int[] data = new int[1];
                            MPIException e =
                                    assertFails(
                                            MPI.ERR_OTHER,
                                            () -> MPI.COMM_WORLD.send(data, 1, MPI.INT, 0, 0));
                            assertEquals("MPI is not initialized.", e.getMessage());
                            assertFails(MPI.ERR_OTHER, MPI.COMM_WORLD::Rank);
                            assertFails(MPI.ERR_OTHER, () -> MPI.COMM_WORLD.split(0, 0));
                            assertFails(MPI.ERR_OTHER, MPI.COMM_WORLD::Barrier);
                            assertFails(
                                    MPI.ERR_OTHER,
                                    () -> MPI.COMM_WORLD.reduce(data, 1, MPI.INT, MPI.SUM, 0));
                            assertFails(MPI.ERR_OTHER, MPI::Finalize);
                            assertFails(MPI.ERR_OTHER, MPI::detachBuffer);
                            assertFails(MPI.ERR_OTHER, MPI::queryThread);
                            assertFails(MPI.ERR_OTHER, MPI.REQUEST_NULL::waitFor);
                            assertFails(MPI.ERR_OTHER, MPI.GROUP_EMPTY::getSize);
                        });
    }

    @Test
    default void shouldOfferBuffersAndConstantsWhenNotInitialised() {
        job(1).runBare(
                        () -> {
                            assertEquals(8, MPI.newDoubleBuffer(8).capacity());
                            assertTrue(MPI.newIntBuffer(1 << 20).isDirect());
                            assertEquals(2, MPI.slice(new int[4], 2).capacity());
                            assertEquals(1, MPI.INT.getExtent());
                            assertTrue(MPI.wtime() > 0 && MPI.Wtick() > 0);
                            assertEquals(4, MPI.getVersion().getVersion());
                            assertEquals(1, MPI.getVersion().getSubVersion());
                            assertTrue(MPI.getLibVersion().startsWith("Musubi"));
                            assertFalse(MPI.isInitialized() || MPI.isFinalized());
                        });
    }

    @Test
    default void shouldKeepBuffersUsableWhenFinalizedAndInitialisedAgain() {
        job(2).runBare(
                        () -> {
                            IntBuffer early = MPI.newIntBuffer(1 << 15);
                            MPI.Init(null);
                            IntBuffer late = MPI.newIntBuffer(1 << 15);
                            int peer = 1 - MPI.COMM_WORLD.getRank();
                            early.put(9, 100 + peer);
                            swap(early, late, peer);
                            MPI.Finalize();
                            assertEquals(101 - peer, late.get(9));
                            late.put(9, 200 + peer);
                            MPI.Init(null);
                            swap(late, early, peer);
                            swap(early, late, peer);
                            assertEquals(200 + peer, late.get(9));
                            MPI.Finalize();
                            assertEquals(201 - peer, early.get(9));
                        });
    }

    private static void swap(IntBuffer out, IntBuffer in, int peer) {
        int n = out.capacity();
        MPI.COMM_WORLD.sendRecv(out, n, MPI.INT, peer, 0, in, n, MPI.INT, peer, 0);
    }

    @Test
    default void shouldNotRunOutWhenManyBuffersAreAllocatedAndUnreachable() {
        job(2).with("shm.heap.bytes", "1048576")
                .run(
                        () -> {
                            int peer = 1 - MPI.COMM_WORLD.getRank();
                            for (int round = 0; round < 30; round++) {
                                IntBuffer out = MPI.newIntBuffer(1 << 16);
                                IntBuffer in = MPI.newIntBuffer(1 << 15);
                                assertEquals(0, out.get(1 << 14));
                                out.put(1 << 14, round);
                                int n = in.capacity();
                                Request request = MPI.COMM_WORLD.iSend(out, n, MPI.INT, peer, 0);
                                out = null;
                                MPI.COMM_WORLD.recv(in, n, MPI.INT, peer, 0);
                                request.waitFor();
                                assertEquals(round, in.get(1 << 14));
                            }
                        });
    }

    @Test
    default void shouldThrowWhenInitialisedTwice() {
        job(1).run(
                        () -> {
                            MPIException e =
                                    assertThrows(MPIException.class, () -> MPI.Init(new String[0]));
                            assertEquals("MPI is already initialized.", e.getMessage());
                            assertThrows(MPIException.class, () -> MPI.InitThread(null, 0));
                            assertTrue(MPI.getProcessorName().length() > 0);
                            assertEquals(MPI.Get_processor_name(), MPI.getProcessorName());
                        });
    }

    @Test
    default void shouldRemoveTheLaunchersArgumentsOnlyWhenRequested() {
        job(1).runBare(
                        () -> {
                            String[] args = {"0", "1", "smpdev", "x", "y"};
                            assertSame(args, MPI.Init(args));
                            MPI.Finalize();
                            assertNull(MPI.Init(null));
                            MPI.Finalize();
                        });
        job(1).with("mpj.args", "1")
                .runBare(
                        () -> {
                            String[] args = {"0", "1", "smpdev", "x", "y"};
                            assertArrayEquals(new String[] {"x", "y"}, MPI.Init(args));
                            MPI.Finalize();
                            assertNull(MPI.Init(null));
                            MPI.Finalize();
                            assertArrayEquals(
                                    new String[] {"y"},
                                    MPI.initThread(0, 0, new String[] {"0", "1", "dev", "y"}));
                            MPI.Finalize();
                        });
    }

    @Test
    default void shouldProvideTheLevelWhenThreadsAreRequested() {
        job(1).runBare(
                        () -> {
                            for (int level = 0; level <= MPI.THREAD_MULTIPLE; level++) {
                                assertEquals(level, MPI.InitThread(null, level));
                                assertEquals(level, MPI.queryThread());
                                assertTrue(MPI.isThreadMain() && MPI.isMainThread());
                                MPI.Finalize();
                            }
                            assertFails(MPI.ERR_ARG, () -> MPI.InitThread(null, 7));
                        });
    }

    @Test
    default void shouldServeAllThreadsWhenStartedForMpjExpress() {
        job(1).with("mpj.args", "1")
                .runBare(
                        () -> {
                            MPI.Init(new String[0]);
                            assertEquals(MPI.THREAD_MULTIPLE, MPI.queryThread());
                            MPI.Finalize();
                        });
    }

    @Test
    default void shouldServeAllThreadsWhenMultiple() {
        job(2).runBare(LifeCycleTests::exchangeInThreads);
    }

    private static void exchangeInThreads() throws InterruptedException {
        MPI.InitThread(null, MPI.THREAD_MULTIPLE);
        int threads = 4;
        int peer = 1 - MPI.COMM_WORLD.getRank();
        AtomicReference<Throwable> failure = new AtomicReference<>();
        Thread[] all = new Thread[threads];
        for (int t = 0; t < threads; t++) {
            int tag = t;
            all[t] =
                    Thread.ofPlatform()
                            .uncaughtExceptionHandler((_, e) -> failure.set(e))
                            .start(() -> pingPong(peer, tag));
        }
        for (Thread thread : all) {
            thread.join();
        }
        assertNull(failure.get());
        MPI.Finalize();
    }

    private static void pingPong(int peer, int tag) {
        assertFalse(MPI.isThreadMain());
        int[] data = new int[1];
        for (int i = 0; i < 200; i++) {
            if (peer == 1) {
                MPI.COMM_WORLD.send(new int[] {i}, 1, MPI.INT, peer, tag);
                MPI.COMM_WORLD.Recv(data, 0, 1, MPI.INT, peer, tag);
            } else {
                MPI.COMM_WORLD.recv(data, 1, MPI.INT, peer, tag);
                MPI.COMM_WORLD.Isend(new int[] {i}, 0, 1, MPI.INT, peer, tag).Wait();
            }
            assertEquals(i, data[0]);
        }
    }

    @Test
    default void shouldEndTheJobWhenAborted() {
        job(2).runUnfinished(
                        () -> {
                            if (MPI.COMM_WORLD.getRank() == 0) {
                                InJob.meet();
                                RuntimeException e =
                                        assertThrows(
                                                RuntimeException.class,
                                                () -> MPI.COMM_WORLD.Abort(42));
                                assertTrue(e.getMessage().contains("code 42"), e.getMessage());
                            } else {
                                meetOneThatAborts();
                            }
                        });
    }

    /** The other rank aborts when it has what it needs of this one, which may still wait then. */
    private static void meetOneThatAborts() {
        try {
            InJob.meet();
        } catch (MPIException e) {
            assertTrue(e.getMessage().contains("code 42"), e.getMessage());
        }
    }
}
