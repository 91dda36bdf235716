package mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.management.ThreadMXBean;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.lang.management.ManagementFactory;

/** Many messages: memory stays bounded, and small ones cost no garbage. */
interface LoadTests extends InJob {
    int TRIPS = 5_000;
    int ROUNDS = 20;

    /** The status that a receive returns, unless the compiler proves that it is unused. */
    double STATUS_BYTES = 40;

    double LIMIT = 0.1;

    /**
     * The allocation rate permitted to timers of a transport, independent of the load of the
     * machine.
     */
    double TIMER_BYTES_PER_SECOND = 2048;

    /** Messages of a flood, of 64 bytes on average: many times the credit of a sender. */
    int FLOOD = Integer.getInteger("musubi.test.flood", 100_000);

    /** Whether the transport itself allocates nothing. */
    default boolean isTransportAllocationFree() {
        return true;
    }

    /** The limit on bytes of garbage for a message of {@code bytes}. */
    default double garbage(int bytes) {
        return LIMIT;
    }

    /** The limit on bytes of garbage for a round trip of a rank with itself. */
    default double garbageToItself() {
        return STATUS_BYTES + LIMIT;
    }

    /** Whether it also allocates nothing for messages above its eager limit. */
    default boolean isAllocationFreeWhenLarge() {
        return isTransportAllocationFree();
    }

    @Test
    default void shouldKeepMemoryBoundedWhenFloodedWhileAsleep() {
        int messages = FLOOD;
        job(2).run(() -> flood(messages));
    }

    private static void flood(int messages) throws InterruptedException {
        int[] data = new int[31];
        Intracomm comm = MPI.COMM_WORLD;
        if (comm.getRank() == 0) {
            for (int i = 0; i < messages; i++) {
                data[0] = i;
                comm.send(data, i % 2 == 0 ? 1 : data.length, MPI.INT, 1, 0);
            }
            return;
        }
        comm.recv(data, data.length, MPI.INT, 0, 0);
        Thread.sleep(1000);
        comm.iProbe(0, 1);
        for (int i = 1; i < messages; i++) {
            comm.recv(data, data.length, MPI.INT, MPI.ANY_SOURCE, MPI.ANY_TAG);
            assertEquals(i, data[0]);
        }
        long most = MPI.rank.pt2pt().maxUnexpectedBytes();
        assertTrue(most <= 2 << 20, "bytes that waited at once: " + most);
    }

    @Test
    default void shouldRemainBoundedWhenFloodedByMany() {
        int messages = FLOOD / 20;
        job(8).run(
                        () -> {
                            Intracomm comm = MPI.COMM_WORLD;
                            int[] data = new int[64];
                            if (comm.getRank() != 0) {
                                for (int i = 0; i < messages; i++) {
                                    data[0] = i;
                                    comm.send(data, 64, MPI.INT, 0, 0);
                                }
                                return;
                            }
                            int[] next = new int[8];
                            Thread.sleep(300);
                            for (int i = 0; i < 7 * messages; i++) {
                                Status s = comm.recv(data, 64, MPI.INT, MPI.ANY_SOURCE, 0);
                                assertEquals(next[s.getSource()]++, data[0]);
                            }
                        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"send/recv of arrays", "send/recv of direct buffers", "Send/Recv"})
    default void shouldMakeNoGarbageButTheStatusWhenSmallMessagesArePassed(String what) {
        assumeTrue(isTransportAllocationFree());
        job(2).run(
                        () -> {
                            Object data =
                                    what.contains("direct") ? MPI.newIntBuffer(2) : new int[2];
                            boolean lowerCase = what.startsWith("s");
                            double limit = STATUS_BYTES + LIMIT;
                            double bytes =
                                    lowerCase
                                            ? bytesPerTrip(limit, () -> lowerCase(data))
                                            : bytesPerTrip(limit, () -> capitalised(data));
                            report(what, bytes);
                            assertTrue(bytes < limit, what + ": " + bytes);
                        });
    }

    @Test
    default void shouldMakeNoGarbageWhenRequestsArePersistent() {
        assumeTrue(isTransportAllocationFree());
        job(2).run(
                        () -> {
                            int peer = 1 - MPI.COMM_WORLD.getRank();
                            int[] out = new int[2];
                            int[] in = new int[2];
                            Prequest send = MPI.COMM_WORLD.sendInit(out, 2, MPI.INT, peer, 0);
                            Prequest recv = MPI.COMM_WORLD.recvInit(in, 2, MPI.INT, peer, 0);
                            Prequest[] both = {recv, send};
                            double bytes =
                                    bytesPerTrip(
                                            LIMIT,
                                            () -> {
                                                for (int i = 0; i < TRIPS; i++) {
                                                    Prequest.startAll(both);
                                                    Request.waitAll(both);
                                                }
                                            });
                            report("persistent", bytes);
                            assertTrue(bytes < LIMIT, "persistent: " + bytes);
                        });
    }

    @Test
    default void shouldMakeNoGarbageWhenItemsHaveGaps() {
        assumeTrue(isTransportAllocationFree());
        job(2).run(
                        () -> {
                            int peer = 1 - MPI.COMM_WORLD.getRank();
                            Datatype column = Datatype.Vector(20, 1, 3, MPI.DOUBLE);
                            double[] out = new double[60];
                            double[] in = new double[60];
                            Prequest send = MPI.COMM_WORLD.sendInit(out, 1, column, peer, 0);
                            Prequest recv = MPI.COMM_WORLD.recvInit(in, 1, column, peer, 0);
                            Prequest[] both = {recv, send};
                            double bytes =
                                    bytesPerTrip(
                                            LIMIT,
                                            () -> {
                                                for (int i = 0; i < TRIPS; i++) {
                                                    Prequest.startAll(both);
                                                    Request.waitAll(both);
                                                }
                                            });
                            report("with gaps", bytes);
                            assertTrue(bytes < LIMIT, "with gaps: " + bytes);
                        });
    }

    @ParameterizedTest
    @ValueSource(ints = {5000, 30_000, 300_000})
    default void shouldMakeNoGarbageWhenLargeMessagesArePassed(int bytes) {
        assumeTrue(isAllocationFreeWhenLarge());
        double limit = garbage(bytes);
        job(2).run(
                        () -> {
                            int peer = 1 - MPI.COMM_WORLD.getRank();
                            byte[] data = new byte[bytes];
                            Prequest send = MPI.COMM_WORLD.sendInit(data, bytes, MPI.BYTE, peer, 0);
                            Prequest recv =
                                    MPI.COMM_WORLD.recvInit(
                                            new byte[bytes], bytes, MPI.BYTE, peer, 0);
                            Prequest[] both = {recv, send};
                            double allocated =
                                    bytesPerTrip(
                                            limit,
                                            () -> {
                                                for (int i = 0; i < TRIPS; i++) {
                                                    Prequest.startAll(both);
                                                    Request.waitAll(both);
                                                }
                                            });
                            report("large, bytes=" + bytes, allocated);
                            assertTrue(allocated < limit, bytes + " bytes: " + allocated);
                        });
    }

    @Test
    default void shouldMakeLittleGarbageWhenARankSendsToItself() {
        double limit = garbageToItself();
        job(1).run(
                        () -> {
                            int[] data = new int[2];
                            Prequest recv = MPI.COMM_SELF.recvInit(new int[2], 2, MPI.INT, 0, 0);
                            double bytes =
                                    bytesPerTrip(
                                            limit,
                                            () -> {
                                                for (int i = 0; i < TRIPS; i++) {
                                                    recv.start();
                                                    MPI.COMM_SELF.send(data, 2, MPI.INT, 0, 0);
                                                    recv.waitFor();
                                                    MPI.COMM_SELF.send(data, 2, MPI.INT, 0, 0);
                                                    MPI.COMM_SELF.recv(data, 2, MPI.INT, 0, 0);
                                                }
                                            });
                            report("to itself", bytes);
                            assertTrue(bytes < limit, "to itself: " + bytes);
                        });
    }

    private static void lowerCase(Object data) {
        Intracomm comm = MPI.COMM_WORLD;
        for (int i = 0; i < TRIPS; i++) {
            if (comm.getRank() == 0) {
                comm.send(data, 2, MPI.INT, 1, 0);
                comm.recv(data, 2, MPI.INT, 1, 0);
            } else {
                comm.recv(data, 2, MPI.INT, 0, 0);
                comm.send(data, 2, MPI.INT, 0, 0);
            }
        }
    }

    private static void capitalised(Object data) {
        Intracomm comm = MPI.COMM_WORLD;
        for (int i = 0; i < TRIPS; i++) {
            if (comm.Rank() == 0) {
                comm.Send(data, 0, 2, MPI.INT, 1, 0);
                comm.Recv(data, 0, 2, MPI.INT, 1, 0);
            } else {
                comm.Recv(data, 0, 2, MPI.INT, 0, 0);
                comm.Send(data, 0, 2, MPI.INT, 0, 0);
            }
        }
    }

    /**
     * Bytes that this thread allocates per trip, without the allowance for timers: the minimum of
     * some rounds, because compilation may take long on a busy machine. The rounds end when all
     * ranks are below the limit.
     */
    private static double bytesPerTrip(double limit, Runnable trips) {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        double least = Double.MAX_VALUE;
        boolean isBelow = false;
        for (int round = 0; round < ROUNDS && !isBelow; round++) {
            long start = System.nanoTime();
            long before = threads.getCurrentThreadAllocatedBytes();
            trips.run();
            long allocated = threads.getCurrentThreadAllocatedBytes() - before;
            double timers = TIMER_BYTES_PER_SECOND * (System.nanoTime() - start) / 1e9;
            double bytes = Math.max(0, allocated - timers) / TRIPS;
            least = Math.min(least, bytes);
            isBelow = isTrueOfBoth(least < limit);
        }
        return least;
    }

    /** Whether the condition holds on this rank and on the other one, if there is one. */
    private static boolean isTrueOfBoth(boolean mine) {
        Intracomm comm = MPI.COMM_WORLD;
        int other = comm.getSize() - 1 - comm.getRank();
        boolean[] his = new boolean[1];
        comm.sendRecv(
                new boolean[] {mine}, 1, MPI.BOOLEAN, other, 1, his, 1, MPI.BOOLEAN, other, 1);
        return mine && his[0];
    }

    private static void report(String what, double bytesPerTrip) {
        if (MPI.COMM_WORLD.getRank() == 0) {
            System.out.printf("%s: %.3f bytes per trip%n", what, bytesPerTrip);
        }
    }
}
