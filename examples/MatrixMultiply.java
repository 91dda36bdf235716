import mpi.MPI;

import java.util.Arrays;
import java.util.Locale;
import java.util.Random;

/**
 * Multiplies two square matrices: every rank gets some rows of A and all of B, and computes the
 * same rows of C = A * B. Rank 0 compares C with a serial product.
 *
 * <p>{@code ./mpiexec -n 4 examples/MatrixMultiply.java [N]}
 *
 * <p>Matrices are stored row by row in one array, so that adjacent rows form one message. Written
 * with the capitalised names of mpiJava and MPJ Express.
 */
class MatrixMultiply {
    private static final int ROOT = 0;

    public static void main(String[] args) {
        String[] words = MPI.Init(args);
        int rank = MPI.COMM_WORLD.Rank();
        int n = words.length > 0 ? Integer.parseInt(words[0]) : 300;

        // Only rank 0 has all of A and C; other ranks need no memory for them.
        boolean root = rank == ROOT;
        double[] a = root ? randomMatrix(n, 1) : new double[0];
        double[] b = root ? randomMatrix(n, 2) : new double[n * n];
        double[] c = root ? new double[n * n] : new double[0];
        multiplyTogether(a, b, c, n);

        if (root) {
            System.out.printf(Locale.ROOT, "C = A * B, %d x %d: trace %.6f%n", n, n, trace(c, n));
            if (!Arrays.equals(c, multiply(a, b, n, n))) {
                throw new IllegalStateException("the serial product is another one");
            }
            System.out.println("The serial product is the same.");
        }
        MPI.Finalize();
    }

    /** Called by all ranks; a and c are significant on rank 0 only, which broadcasts b. */
    private static void multiplyTogether(double[] a, double[] b, double[] c, int n) {
        int rank = MPI.COMM_WORLD.Rank();
        int size = MPI.COMM_WORLD.Size();

        // Displacements and counts of the elements of each rank. The number of rows need
        // not be a multiple of the number of ranks, hence Scatterv and Gatherv and not Scatter.
        int[] starts = new int[size];
        int[] counts = new int[size];
        for (int i = 0; i < size; i++) {
            starts[i] = firstRow(i, size, n) * n;
            counts[i] = firstRow(i + 1, size, n) * n - starts[i];
        }
        int mine = counts[rank];
        double[] rowsOfA = new double[mine];
        MPI.COMM_WORLD.Scatterv(
                a, 0, counts, starts, MPI.DOUBLE, rowsOfA, 0, mine, MPI.DOUBLE, ROOT);
        MPI.COMM_WORLD.Bcast(b, 0, n * n, MPI.DOUBLE, ROOT);
        double[] rowsOfC = multiply(rowsOfA, b, mine / n, n);
        MPI.COMM_WORLD.Gatherv(
                rowsOfC, 0, mine, MPI.DOUBLE, c, 0, counts, starts, MPI.DOUBLE, ROOT);
    }

    private static int firstRow(int rank, int size, int n) {
        return (int) ((long) n * rank / size);
    }

    /** Some rows of A times B. Access to B row by row, not column by column, suits caches. */
    private static double[] multiply(double[] a, double[] b, int rows, int n) {
        double[] c = new double[rows * n];
        for (int row = 0; row < rows; row++) {
            for (int k = 0; k < n; k++) {
                double factor = a[row * n + k];
                for (int column = 0; column < n; column++) {
                    c[row * n + column] += factor * b[k * n + column];
                }
            }
        }
        return c;
    }

    private static double[] randomMatrix(int n, long seed) {
        Random random = new Random(seed);
        double[] matrix = new double[n * n];
        for (int i = 0; i < matrix.length; i++) {
            matrix[i] = random.nextDouble();
        }
        return matrix;
    }

    private static double trace(double[] matrix, int n) {
        double sum = 0;
        for (int i = 0; i < n; i++) {
            sum += matrix[i * n + i];
        }
        return sum;
    }
}
