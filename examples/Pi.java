import mpi.MPI;

import java.util.Locale;

/**
 * Computes pi as the area below 4 / (1 + x * x) between 0 and 1, cut into many small strips.
 *
 * <p>{@code ./mpiexec -n 4 examples/Pi.java [STRIPS]}
 */
class Pi {
    private static final int ROOT = 0;

    public static void main(String[] args) {
        String[] words = MPI.Init(args);
        int rank = MPI.COMM_WORLD.getRank();
        int size = MPI.COMM_WORLD.getSize();

        // Rank 0 decides on the number and broadcasts it; all ranks call a broadcast.
        long[] strips = new long[1];
        if (rank == ROOT) {
            strips[0] = words.length > 0 ? Long.parseLong(words[0]) : 10_000_000;
        }
        MPI.COMM_WORLD.bcast(strips, 1, MPI.LONG, ROOT);

        // The partial sums are added up on rank 0.
        double[] part = {area(strips[0], rank, size)};
        double[] pi = new double[1];
        MPI.COMM_WORLD.reduce(part, pi, 1, MPI.DOUBLE, MPI.SUM, ROOT);
        if (rank == ROOT) {
            System.out.printf(Locale.ROOT, "pi = %.10f from %d strips%n", pi[0], strips[0]);
        }
        MPI.Finalize();
    }

    /** The area of the strips first, first + step, first + 2 * step, ... */
    private static double area(long strips, int first, int step) {
        double width = 1.0 / strips;
        double sum = 0;
        for (long i = first; i < strips; i += step) {
            double x = (i + 0.5) * width;
            sum += 4 / (1 + x * x);
        }
        return sum * width;
    }
}
