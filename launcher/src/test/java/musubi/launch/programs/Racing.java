package musubi.launch.programs;

import mpi.MPI;

import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;

/**
 * Ranks 1 and 2 send to rank 0 without any order; it reports the order of arrival to them. When
 * that has been printed, rank 1 is killed while the others wait for it.
 */
public final class Racing {
    private static final int MESSAGES = 20;

    private Racing() {}

    /** The program. */
    public static void main(String[] args) throws Exception {
        MPI.Init(args);
        int me = MPI.COMM_WORLD.getRank();
        MPI.COMM_WORLD.barrier();
        int[] order = new int[2 * MESSAGES];
        for (int i = 0; i < order.length && me == 0; i++) {
            order[i] = MPI.COMM_WORLD.recv(order, 0, MPI.INT, MPI.ANY_SOURCE, 0).getSource();
        }
        for (int i = 0; i < MESSAGES && me > 0; i++) {
            LockSupport.parkNanos(ThreadLocalRandom.current().nextInt(500_000));
            MPI.COMM_WORLD.send(order, 0, MPI.INT, 0, 0);
        }
        MPI.COMM_WORLD.bcast(order, order.length, MPI.INT, 0);
        StringBuilder line = new StringBuilder("rank " + me + ":");
        for (int source : order) {
            line.append(' ').append(source);
        }
        System.out.println(line);
        MPI.COMM_WORLD.barrier();
        // Rank 1 ends when the journals of the others contain the barrier.
        if (me == 1) {
            MPI.COMM_WORLD.recv(order, 0, MPI.INT, 0, 2);
            MPI.COMM_WORLD.recv(order, 0, MPI.INT, 2, 2);
            ProcessHandle.of(ProcessHandle.current().pid()).ifPresent(Ending::kill);
        }
        MPI.COMM_WORLD.send(order, 0, MPI.INT, 1, 2);
        MPI.COMM_WORLD.recv(order, 0, MPI.INT, 1, 1);
    }
}
