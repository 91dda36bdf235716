package bench;

import com.sun.management.ThreadMXBean;

import mpi.Comm;
import mpi.Datatype;
import mpi.MPI;
import mpi.MPIException;
import mpi.Prequest;

import java.lang.management.ManagementFactory;

/**
 * Ping-pongs of 8 bytes by several kinds of calls. Each rank prints the allocation of its thread
 * for a round trip in bytes, one line for each kind. In a package of programs, since methods of
 * package {@code musubi} are compiled later.
 */
public final class AllocatingPingPong {
    /** Round trips of a round; half as many again warm up. */
    private static final int TRIPS = 20_000;

    private static final int LONG_TRIPS = 1_000;

    /**
     * Messages one way before those of the other way: on a loaded machine a change of the direction
     * takes milliseconds, as both ranks have to get a core.
     */
    private static final int BATCH = 20;

    /** The best of them counts, because the end of the warm-up is not known on a loaded machine. */
    private static final int ROUNDS = 15;

    /** A few bytes for all trips of a round. */
    public static final double NOTHING = 0.1;

    private static final int TAG = 1;

    /** Above the eager limit. */
    private static final int LONG = 64 << 10;

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private final Comm world = MPI.COMM_WORLD;
    private final int rank = world.getRank();
    private final int peer = 1 - rank;
    private final long[] out = {rank};
    private final long[] in = new long[1];
    private final byte[] longOut = new byte[LONG];
    private final byte[] longIn = new byte[LONG];
    private final Prequest[] sends = new Prequest[BATCH];
    private final Prequest[] receives = new Prequest[BATCH];

    private AllocatingPingPong() throws MPIException {
        for (int k = 0; k < BATCH; k++) {
            sends[k] = world.sendInit(out, 1, MPI.LONG, peer, TAG);
            receives[k] = world.recvInit(new long[1], 1, MPI.LONG, peer, TAG);
        }
    }

    /** A number of round trips of one kind, a multiple of the batch. */
    private interface Trips {
        void make(int count) throws MPIException;
    }

    public static void main(String[] arguments) throws MPIException {
        MPI.Init(arguments);
        AllocatingPingPong pingPong = new AllocatingPingPong();
        pingPong.measure("persistent", TRIPS, pingPong::persistent);
        pingPong.measure("recv", TRIPS, pingPong::recv);
        pingPong.measure("Recv", TRIPS, pingPong::mpiJavaRecv);
        pingPong.measure("64KiB", LONG_TRIPS, pingPong::longMessages);
        MPI.Finalize();
    }

    private void measure(String name, int count, Trips trips) throws MPIException {
        trips.make(count * 3 / 2);
        double least = Double.MAX_VALUE;
        boolean isNothing = false;
        for (int i = 0; i < ROUNDS && !isNothing; i++) {
            long before = THREADS.getCurrentThreadAllocatedBytes();
            trips.make(count);
            long bytes = THREADS.getCurrentThreadAllocatedBytes() - before;
            least = Math.min(least, (double) bytes / count);
            isNothing = isTrueOfBoth(least < NOTHING);
        }
        System.out.println(rank + " " + name + " " + least);
    }

    private boolean isTrueOfBoth(boolean mine) throws MPIException {
        boolean[] other = new boolean[1];
        boolean[] own = {mine};
        world.sendRecv(own, 1, MPI.BOOLEAN, peer, TAG, other, 1, MPI.BOOLEAN, peer, TAG);
        return mine && other[0];
    }

    private void persistent(int count) throws MPIException {
        for (int i = 0; i < count; i += BATCH) {
            Prequest.startAll(receives);
            if (rank == 0) {
                sendPersistently();
            }
            for (Prequest each : receives) {
                each.waitFor();
            }
            if (rank == 1) {
                sendPersistently();
            }
        }
    }

    private void sendPersistently() throws MPIException {
        for (Prequest each : sends) {
            each.start();
            each.waitFor();
        }
    }

    private void recv(int count) throws MPIException {
        exchange(count, out, in, 1, MPI.LONG);
    }

    /** By the code that {@link #recv} has warmed up: in it the status costs nothing by now. */
    private void longMessages(int count) throws MPIException {
        exchange(count, longOut, longIn, LONG, MPI.BYTE);
    }

    private void exchange(int count, Object from, Object to, int items, Datatype type)
            throws MPIException {
        for (int i = 0; i < count; i += BATCH) {
            if (rank == 0) {
                send(from, items, type);
            }
            for (int k = 0; k < BATCH; k++) {
                world.recv(to, items, type, peer, TAG);
            }
            if (rank == 1) {
                send(from, items, type);
            }
        }
    }

    private void send(Object from, int items, Datatype type) throws MPIException {
        for (int k = 0; k < BATCH; k++) {
            world.send(from, items, type, peer, TAG);
        }
    }

    private void mpiJavaRecv(int count) throws MPIException {
        for (int i = 0; i < count; i += BATCH) {
            if (rank == 0) {
                mpiJavaSend();
            }
            for (int k = 0; k < BATCH; k++) {
                world.Recv(in, 0, 1, MPI.LONG, peer, TAG);
            }
            if (rank == 1) {
                mpiJavaSend();
            }
        }
    }

    private void mpiJavaSend() throws MPIException {
        for (int k = 0; k < BATCH; k++) {
            world.Send(out, 0, 1, MPI.LONG, peer, TAG);
        }
    }
}
