package bench;

import com.sun.management.ThreadMXBean;

import mpi.Comm;
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
    private static final int WARM_UP = 30_000;
    private static final int TRIPS = 20_000;

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
    private final Prequest send = world.sendInit(out, 1, MPI.LONG, peer, TAG);
    private final Prequest receive = world.recvInit(in, 1, MPI.LONG, peer, TAG);

    private AllocatingPingPong() {}

    /** A number of round trips of one kind. */
    private interface Trips {
        void make(int count) throws MPIException;
    }

    public static void main(String[] arguments) throws MPIException {
        MPI.Init(arguments);
        AllocatingPingPong pingPong = new AllocatingPingPong();
        pingPong.measure("persistent", pingPong::persistent);
        pingPong.measure("recv", pingPong::recv);
        pingPong.measure("Recv", pingPong::mpiJavaRecv);
        pingPong.measure("64KiB", pingPong::longMessages);
        MPI.Finalize();
    }

    private void measure(String name, Trips trips) throws MPIException {
        trips.make(WARM_UP);
        double least = Double.MAX_VALUE;
        boolean isNothing = false;
        for (int i = 0; i < ROUNDS && !isNothing; i++) {
            long before = THREADS.getCurrentThreadAllocatedBytes();
            trips.make(TRIPS);
            long bytes = THREADS.getCurrentThreadAllocatedBytes() - before;
            least = Math.min(least, (double) bytes / TRIPS);
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
        for (int i = 0; i < count; i++) {
            receive.start();
            if (rank == 0) {
                send.start();
                send.waitFor();
                receive.waitFor();
            } else {
                receive.waitFor();
                send.start();
                send.waitFor();
            }
        }
    }

    private void recv(int count) throws MPIException {
        for (int i = 0; i < count; i++) {
            if (rank == 0) {
                world.send(out, 1, MPI.LONG, peer, TAG);
            }
            world.recv(in, 1, MPI.LONG, peer, TAG);
            if (rank == 1) {
                world.send(out, 1, MPI.LONG, peer, TAG);
            }
        }
    }

    private void mpiJavaRecv(int count) throws MPIException {
        for (int i = 0; i < count; i++) {
            if (rank == 0) {
                world.Send(out, 0, 1, MPI.LONG, peer, TAG);
            }
            world.Recv(in, 0, 1, MPI.LONG, peer, TAG);
            if (rank == 1) {
                world.Send(out, 0, 1, MPI.LONG, peer, TAG);
            }
        }
    }

    private void longMessages(int count) throws MPIException {
        for (int i = 0; i < count; i++) {
            if (rank == 0) {
                world.send(longOut, LONG, MPI.BYTE, peer, TAG);
            }
            world.recv(longIn, LONG, MPI.BYTE, peer, TAG);
            if (rank == 1) {
                world.send(longOut, LONG, MPI.BYTE, peer, TAG);
            }
        }
    }
}
