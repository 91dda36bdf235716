import mpi.MPI;

import nicam.Copy;
import nicam.Nicam;

import java.nio.ByteBuffer;
import java.nio.DoubleBuffer;
import java.util.Arrays;
import java.util.Locale;

/**
 * Laplace's equation on a square by Jacobi's method, in strips of rows: first with sendRecv of the
 * outer rows in each step, then with copies that notify the neighbours, while the inner rows are
 * computed. Both give the same result bit for bit.
 *
 * <p>{@code ./mpiexec -n 2 examples/OverlappedJacobi.java [POINTS [STEPS]]}
 */
class OverlappedJacobi {
    private static final int ROOT = 0;

    /** Flags that the neighbours raise. */
    private static final int FROM_ABOVE = 0;

    private static final int FROM_BELOW = 1;

    private final int rank = MPI.COMM_WORLD.getRank();
    private final int size = MPI.COMM_WORLD.getSize();
    private final int n;
    private final int rows;

    /** Rows of this process with one ghost row above and one below. */
    private double[] now;

    private double[] next;

    private OverlappedJacobi(int n) {
        this.n = n;
        rows = n * (rank + 1) / size - n * rank / size;
        now = new double[(rows + 2) * n];
        next = new double[(rows + 2) * n];
        if (rank == 0) {
            Arrays.fill(now, 0, n, 1.0); // The upper edge is hot.
            Arrays.fill(next, 0, n, 1.0);
        }
    }

    public static void main(String[] args) {
        String[] words = MPI.Init(args);
        int n = words.length > 0 ? Integer.parseInt(words[0]) : 1024;
        int steps = words.length > 1 ? Integer.parseInt(words[1]) : 200;
        double[] seconds = {Double.MAX_VALUE, Double.MAX_VALUE};
        double[][] results = new double[2][];
        // The first round is for the JIT compiler; of the others the fastest counts.
        for (int round = 0; round < 4; round++) {
            for (int way = 0; way < 2; way++) {
                OverlappedJacobi jacobi = new OverlappedJacobi(n);
                MPI.COMM_WORLD.barrier();
                double start = MPI.wtime();
                jacobi.run(way == 1, steps);
                MPI.COMM_WORLD.barrier();
                if (round > 0) {
                    seconds[way] = Math.min(seconds[way], MPI.wtime() - start);
                }
                results[way] = jacobi.now;
            }
        }
        report(n, steps, seconds, Arrays.equals(results[0], results[1]));
        MPI.Finalize();
    }

    private static void report(int n, int steps, double[] seconds, boolean same) {
        int[] all = new int[1];
        MPI.COMM_WORLD.reduce(new int[] {same ? 1 : 0}, all, 1, MPI.INT, MPI.MIN, ROOT);
        if (MPI.COMM_WORLD.getRank() == ROOT) {
            System.out.println(
                    n
                            + " x "
                            + n
                            + ", "
                            + steps
                            + " steps: the results are "
                            + (all[0] == 1 ? "the same." : "different."));
            System.out.printf(
                    Locale.ROOT, "sendRecv %.3f s, overlapped %.3f s%n", seconds[0], seconds[1]);
        }
    }

    private void run(boolean overlapped, int steps) {
        if (overlapped) {
            runOverlapped(steps);
        } else {
            runWithMessages(steps);
        }
    }

    private void runWithMessages(int steps) {
        int above = rank > 0 ? rank - 1 : MPI.PROC_NULL;
        int below = rank < size - 1 ? rank + 1 : MPI.PROC_NULL;
        for (int step = 1; step <= steps; step++) {
            MPI.COMM_WORLD.Sendrecv(
                    now, n, n, MPI.DOUBLE, above, 0, now, (rows + 1) * n, n, MPI.DOUBLE, below, 0);
            MPI.COMM_WORLD.Sendrecv(
                    now, rows * n, n, MPI.DOUBLE, below, 1, now, 0, n, MPI.DOUBLE, above, 1);
            compute(1, rows);
            swap();
        }
    }

    /**
     * The region has four rows for odd and four for even steps, because a neighbour may be one step
     * ahead: those that go up and down, and those that come from above and below.
     */
    private void runOverlapped(int steps) {
        int bytes = n * Double.BYTES;
        try (Nicam nicam = MPI.COMM_WORLD.nicam()) {
            ByteBuffer memory = MPI.newByteBuffer(Math.max(8 * bytes, 1 << 16));
            DoubleBuffer all = memory.asDoubleBuffer();
            int region = nicam.lockMemory(memory);
            for (int step = 1; step <= steps; step++) {
                int up = 4 * (step & 1);
                int down = up + 1;
                int fromAbove = up + 2;
                int fromBelow = up + 3;
                if (rank > 0) {
                    all.put(up * n, now, n, n);
                    Copy copy = row(region, up, rank - 1, fromBelow);
                    nicam.copyNotify(copy, FROM_BELOW, step);
                }
                if (rank < size - 1) {
                    all.put(down * n, now, rows * n, n);
                    Copy copy = row(region, down, rank + 1, fromAbove);
                    nicam.copyNotify(copy, FROM_ABOVE, step);
                }
                compute(2, rows - 1);
                if (rank > 0) {
                    nicam.await(FROM_ABOVE, step);
                    all.get(fromAbove * n, now, 0, n);
                }
                if (rank < size - 1) {
                    nicam.await(FROM_BELOW, step);
                    all.get(fromBelow * n, now, (rows + 1) * n, n);
                }
                compute(1, 1);
                compute(rows, rows);
                swap();
            }
        }
    }

    private Copy row(int region, int from, int neighbour, int to) {
        long bytes = (long) n * Double.BYTES;
        return new Copy(rank, region, from * bytes, neighbour, region, to * bytes, bytes);
    }

    private void compute(int from, int to) {
        for (int i = from; i <= to; i++) {
            int row = i * n;
            for (int j = row + 1; j < row + n - 1; j++) {
                next[j] = 0.25 * (now[j - n] + now[j + n] + now[j - 1] + now[j + 1]);
            }
        }
    }

    private void swap() {
        double[] old = now;
        now = next;
        next = old;
    }
}
