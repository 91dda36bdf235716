import mpi.MPI;

import java.util.Locale;

/**
 * The same work in short steps, whatever the number of ranks, with a sum over all ranks after each
 * step. With more ranks than cores a step takes as long as the scheduler needs to run each of them:
 * docs/why-is-it-slow.md.
 *
 * <p>{@code ./mpiexec -n 2 examples/slow/Crowded.java}, then {@code -n 8}
 */
class Crowded {
    private static final int STEPS = 500;
    private static final int WORK = 400_000;

    public static void main(String[] args) {
        MPI.Init(args);
        int rank = MPI.COMM_WORLD.getRank();
        int share = WORK / MPI.COMM_WORLD.getSize();
        double[] part = new double[1];
        double[] sum = new double[1];
        MPI.COMM_WORLD.barrier();
        long begin = System.nanoTime();
        for (int step = 0; step < STEPS; step++) {
            part[0] = work(rank * share, share);
            MPI.COMM_WORLD.allReduce(part, sum, 1, MPI.DOUBLE, MPI.SUM);
        }
        if (rank == 0) {
            long ms = (System.nanoTime() - begin) / 1_000_000;
            System.out.printf(Locale.ROOT, "%d steps in %d ms, sum %.6f%n", STEPS, ms, sum[0]);
        }
        MPI.Finalize();
    }

    private static double work(int first, int count) {
        double sum = 0;
        for (int i = first; i < first + count; i++) {
            sum += 1.0 / (1 + i);
        }
        return sum;
    }
}
