package bench;

import mpi.Datatype;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;

import java.util.Arrays;
import java.util.Locale;

/**
 * A column of a matrix of {@code double}, packed and in a ping-pong of two ranks, as a datatype and
 * by a copy loop. Prints the median of interleaved batches.
 */
public final class Column {
    private static final int BATCHES = 41;
    private static final int COUNTED_FROM = 10;
    private static final int TRIPS = 2000;

    private final int n;
    private final double[] matrix;
    private final double[] row;
    private final byte[] packed;
    private final Datatype column;
    private final Intracomm comm = MPI.COMM_WORLD;
    private final int me = comm.getRank();

    /** One measured operation. */
    @FunctionalInterface
    private interface Step {
        void run() throws MPIException;
    }

    private Column(int n) throws MPIException {
        this.n = n;
        matrix = new double[n * n];
        Arrays.setAll(matrix, i -> i);
        row = new double[n];
        packed = new byte[Double.BYTES * n];
        column = Datatype.createVector(n, 1, n, MPI.DOUBLE);
        column.commit();
    }

    /** Runs with the number of rows as its argument, 1000 by default; two ranks. */
    public static void main(String[] args) throws MPIException {
        String[] given = MPI.Init(args);
        new Column(given.length > 0 ? Integer.parseInt(given[0]) : 1000).measure();
        MPI.Finalize();
    }

    private void measure() throws MPIException {
        String[] names = {"pack", "copy loop", "ping-pong of the type", "ping-pong of a copy"};
        Step[] steps = {this::pack, this::gather, this::passColumn, this::passCopy};
        double[][] times = new double[steps.length][BATCHES];
        for (int batch = 0; batch < BATCHES; batch++) {
            for (int s = 0; s < steps.length; s++) {
                comm.barrier();
                times[s][batch] = microseconds(steps[s]);
            }
        }
        for (int s = 0; me == 0 && s < steps.length; s++) {
            double[] counted = Arrays.copyOfRange(times[s], COUNTED_FROM, BATCHES);
            Arrays.sort(counted);
            int last = counted.length - 1;
            System.out.printf(
                    Locale.ROOT,
                    "%-24s rows=%d median=%.2f us lowest=%.2f highest=%.2f%n",
                    names[s],
                    n,
                    counted[last / 2],
                    counted[0],
                    counted[last]);
        }
    }

    private static double microseconds(Step step) throws MPIException {
        long start = System.nanoTime();
        for (int i = 0; i < TRIPS; i++) {
            step.run();
        }
        return (System.nanoTime() - start) / 1e3 / TRIPS;
    }

    private void pack() throws MPIException {
        comm.pack(matrix, 1, column, packed, 0);
    }

    private void gather() {
        for (int i = 0; i < n; i++) {
            row[i] = matrix[i * n];
        }
    }

    private void scatter() {
        for (int i = 0; i < n; i++) {
            matrix[i * n] = row[i];
        }
    }

    private void passColumn() throws MPIException {
        if (me == 0) {
            comm.send(matrix, 1, column, 1, 0);
            comm.recv(matrix, 1, column, 1, 0);
        } else {
            comm.recv(matrix, 1, column, 0, 0);
            comm.send(matrix, 1, column, 0, 0);
        }
    }

    private void passCopy() throws MPIException {
        if (me == 0) {
            gather();
            comm.send(row, n, MPI.DOUBLE, 1, 0);
        }
        comm.recv(row, n, MPI.DOUBLE, 1 - me, 0);
        scatter();
        if (me == 1) {
            gather();
            comm.send(row, n, MPI.DOUBLE, 0, 0);
        }
    }
}
