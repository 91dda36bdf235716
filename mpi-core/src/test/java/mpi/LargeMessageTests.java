package mpi;

import static mpi.InJob.assertFails;
import static mpi.InJob.meet;
import static mpi.InJob.returningWorld;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReference;

/** Messages longer than a packet, with receives posted before and after their arrival. */
interface LargeMessageTests extends InJob {
    @ParameterizedTest
    @ValueSource(ints = {2, 3, 5, 8})
    default void shouldKeepTheOrderWhenReceivesAreOfEveryKind(int ranks) {
        long seed = System.nanoTime();
        System.out.println("random traffic: ranks=" + ranks + " seed=" + seed);
        int perPeer = 480 / ranks;
        job(ranks).run(() -> new RandomTraffic(seed, perPeer, ranks % 2 == 0).run());
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    default void shouldArriveCompleteAroundEveryThreshold(boolean partition) {
        job(2).run(() -> echoAll(partition));
    }

    private static void echoAll(boolean partition) {
        int me = MPI.COMM_WORLD.getRank();
        for (int power : new int[] {1 << 11, 1 << 12, 1 << 14, 1 << 16, 1 << 18, 1 << 20}) {
            for (int bytes : new int[] {power - 1, power, power + 1, 3 * power + 5}) {
                byte[] expected = new byte[bytes];
                new Random(bytes).nextBytes(expected);
                Object mine = partition ? MPI.newByteBuffer(bytes) : new byte[bytes];
                if (me == 0) {
                    fill(mine, expected);
                }
                for (int trip = 0; trip < 3; trip++) {
                    echo(mine, bytes, me);
                    assertArrayEquals(expected, content(mine, bytes), "bytes=" + bytes);
                }
            }
        }
    }

    private static void echo(Object mine, int bytes, int me) {
        Intracomm comm = MPI.COMM_WORLD;
        if (me == 0) {
            comm.send(mine, bytes, MPI.BYTE, 1, 3);
            fill(mine, new byte[bytes]);
        }
        Status status = comm.recv(mine, bytes, MPI.BYTE, 1 - me, 3);
        assertEquals(bytes, status.getCount(MPI.BYTE));
        assertEquals(1 - me, status.getSource());
        assertEquals(3, status.getTag());
        if (me == 1) {
            comm.send(mine, bytes, MPI.BYTE, 0, 3);
        }
    }

    private static void fill(Object buffer, byte[] content) {
        if (buffer instanceof ByteBuffer direct) {
            direct.put(0, content);
        } else {
            System.arraycopy(content, 0, buffer, 0, content.length);
        }
    }

    private static byte[] content(Object buffer, int bytes) {
        byte[] content = new byte[bytes];
        if (buffer instanceof ByteBuffer direct) {
            direct.get(0, content);
            return content;
        }
        return Arrays.copyOf((byte[]) buffer, bytes);
    }

    @Test
    default void shouldArriveCompleteWhenKindsOfBuffersDiffer() {
        job(2).run(
                        () -> {
                            Intracomm comm = MPI.COMM_WORLD;
                            int count = 5000;
                            for (int trip = 0; trip < 3; trip++) {
                                if (comm.getRank() == 0) {
                                    meet();
                                    double[] out = new double[count + 1];
                                    Arrays.setAll(out, i -> i / 3.0);
                                    comm.send(MPI.slice(out, 1), count, MPI.DOUBLE, 1, 0);
                                } else {
                                    ByteBuffer in = ByteBuffer.allocateDirect(8 * count + 8);
                                    in.order(java.nio.ByteOrder.nativeOrder());
                                    Request recv =
                                            comm.iRecv(MPI.slice(in, 8), count, MPI.DOUBLE, 0, 0);
                                    meet();
                                    recv.waitFor();
                                    assertEquals(0, in.getDouble(0));
                                    assertEquals(count / 3.0, in.getDouble(8 * count));
                                }
                            }
                        });
    }

    @Test
    default void shouldFindTheirReceivesWhenSentInAnotherOrder() {
        job(2).run(
                        () -> {
                            Intracomm comm = MPI.COMM_WORLD;
                            int count = 3000;
                            int n = 40;
                            int[][] data = new int[n][count];
                            Request[] all = new Request[n];
                            for (int round = 0; round < 20; round++) {
                                if (comm.getRank() == 1) {
                                    for (int tag = 0; tag < n; tag++) {
                                        all[tag] = comm.iRecv(data[tag], count, MPI.INT, 0, tag);
                                    }
                                }
                                meet();
                                if (comm.getRank() == 0) {
                                    for (int i = 0; i < n; i++) {
                                        int tag = (i * 7 + round) % n;
                                        Arrays.fill(data[tag], 100 * round + tag);
                                        all[i] = comm.iSend(data[tag], count, MPI.INT, 1, tag);
                                    }
                                }
                                Request.waitAll(all);
                                for (int tag = 0; tag < n; tag++) {
                                    assertEquals(100 * round + tag, data[tag][0]);
                                    assertEquals(100 * round + tag, data[tag][count - 1]);
                                }
                            }
                        });
    }

    @Test
    default void shouldHaveManyLongMessagesOnTheirWay() {
        job(2).run(
                        () -> {
                            Intracomm comm = MPI.COMM_WORLD;
                            int peer = 1 - comm.getRank();
                            int longs = 1 << 17;
                            int window = 64;
                            long[] out = new long[longs];
                            Arrays.setAll(out, i -> i * 31L + peer);
                            long[][] in = new long[window][longs];
                            Request[] all = new Request[2 * window];
                            for (int i = 0; i < window; i++) {
                                all[i] = comm.iRecv(in[i], longs, MPI.LONG, peer, 4);
                            }
                            for (int i = 0; i < window; i++) {
                                all[window + i] = comm.iSend(out, longs, MPI.LONG, peer, 4);
                            }
                            Request.waitAll(all);
                            for (long[] got : in) {
                                assertEquals(comm.getRank(), got[0]);
                                assertEquals((longs - 1) * 31L + comm.getRank(), got[longs - 1]);
                            }
                        });
    }

    @Test
    default void shouldGoToTheWildcardWhenItWasPostedBefore() {
        job(2).run(
                        () -> {
                            Intracomm comm = MPI.COMM_WORLD;
                            int n = 9000;
                            meet();
                            if (comm.getRank() == 0) {
                                byte[] first = new byte[n];
                                byte[] second = new byte[n];
                                byte[] third = new byte[n];
                                int any = MPI.ANY_SOURCE;
                                Request a = comm.iRecv(first, n, MPI.BYTE, any, MPI.ANY_TAG);
                                Request b = comm.iRecv(second, n, MPI.BYTE, 1, 1);
                                Request c = comm.iRecv(third, n, MPI.BYTE, any, 1);
                                meet();
                                assertEquals(1, a.waitStatus().getTag());
                                b.waitFor();
                                c.waitFor();
                                assertEquals(1, first[0]);
                                assertEquals(2, second[0]);
                                assertEquals(3, third[0]);
                            } else {
                                meet();
                                for (int i = 1; i <= 3; i++) {
                                    byte[] out = new byte[n];
                                    out[0] = (byte) i;
                                    comm.send(out, n, MPI.BYTE, 0, 1);
                                }
                            }
                        });
    }

    @Test
    default void shouldLeaveTheBufferAloneWhenALargeReceiveWasCancelled() {
        job(2).run(
                        () -> {
                            Intracomm comm = MPI.COMM_WORLD;
                            int n = 50_000;
                            byte[] data = new byte[n];
                            meet();
                            for (int i = 1; i <= 50; i++) {
                                if (comm.getRank() == 0) {
                                    Request recv = comm.iRecv(data, n, MPI.BYTE, 1, 0);
                                    recv.cancel();
                                    assertTrue(recv.waitStatus().isCancelled());
                                    meet();
                                    byte[] got = new byte[n];
                                    comm.recv(got, n, MPI.BYTE, 1, 0);
                                    assertEquals(i, got[n - 1]);
                                    assertEquals(0, data[n - 1]);
                                } else {
                                    meet();
                                    data[n - 1] = (byte) i;
                                    comm.send(data, n, MPI.BYTE, 0, 0);
                                }
                            }
                        });
    }

    @Test
    default void shouldReportTruncationWhenALargeMessageIsTooLong() {
        job(2).run(
                        () -> {
                            Intracomm comm = returningWorld();
                            int n = 40_000;
                            byte[] data = new byte[n];
                            meet();
                            for (int i = 0; i < 3; i++) {
                                if (comm.getRank() == 0) {
                                    Request recv = comm.iRecv(data, n / 2, MPI.BYTE, 1, 0);
                                    meet();
                                    assertFails(MPI.ERR_TRUNCATE, recv::waitFor);
                                    assertEquals(0, data[n / 2]);
                                    comm.recv(data, n, MPI.BYTE, 1, 1);
                                    assertEquals(9, data[n - 1]);
                                    data[n / 2] = 0;
                                } else {
                                    Arrays.fill(data, (byte) 9);
                                    meet();
                                    comm.send(data, n, MPI.BYTE, 0, 0);
                                    data[n / 2] = 0;
                                    comm.send(data, n, MPI.BYTE, 0, 1);
                                }
                            }
                        });
    }

    @Test
    default void shouldCopyWithinOneArrayWhenARankSendsToItself() {
        job(1).run(
                        () -> {
                            int n = 60_000;
                            int[] data = new int[2 * n];
                            Arrays.setAll(data, i -> i);
                            Request recv =
                                    MPI.COMM_SELF.iRecv(MPI.slice(data, n), n, MPI.INT, 0, 0);
                            MPI.COMM_SELF.send(data, n, MPI.INT, 0, 0);
                            recv.waitFor();
                            for (int i = 0; i < n; i++) {
                                assertEquals(i, data[n + i]);
                            }
                        });
    }

    @Test
    default void shouldServeAllThreadsWhenMessagesAreLarge() {
        job(2).runBare(LargeMessageTests::exchangeInThreads);
    }

    private static void exchangeInThreads() throws InterruptedException {
        MPI.InitThread(null, MPI.THREAD_MULTIPLE);
        int peer = 1 - MPI.COMM_WORLD.getRank();
        AtomicReference<Throwable> failure = new AtomicReference<>();
        Thread[] all = new Thread[4];
        for (int t = 0; t < all.length; t++) {
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
        Intracomm comm = MPI.COMM_WORLD;
        int count = 10_000 << tag;
        int[] in = new int[count];
        int[] out = new int[count];
        for (int i = 0; i < 50; i++) {
            Arrays.fill(out, i + tag);
            Request recv = comm.iRecv(in, count, MPI.INT, peer, tag);
            comm.send(out, count, MPI.INT, peer, tag);
            recv.waitFor();
            assertEquals(i + tag, in[0]);
            assertEquals(i + tag, in[count - 1]);
        }
    }
}
