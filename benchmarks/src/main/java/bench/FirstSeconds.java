package bench;

import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;

import java.util.Locale;

/**
 * The speed of a job in each of its first seconds, which it shares with the JIT compilers. A step
 * is an exchange with both neighbours on a ring, and an allreduce of 8 doubles. Rank 0 counts its
 * steps from the end of {@code MPI.Init} on and prints a line for each second.
 */
public final class FirstSeconds {
    private static final int TAG = 1;
    private static final int DOUBLES = 8;
    private static final double NANOS = 1e9;

    private final Intracomm comm = MPI.COMM_WORLD;
    private final int me = comm.getRank();
    private final int right = (me + 1) % comm.getSize();
    private final int left = (me + comm.getSize() - 1) % comm.getSize();
    private final int[] steps;
    private final byte[] sent;
    private final byte[] received;
    private final double[] values = new double[DOUBLES];
    private final double[] sums = new double[DOUBLES];

    private FirstSeconds(int seconds, int bytes) throws MPIException {
        steps = new int[seconds];
        sent = new byte[bytes];
        received = new byte[bytes];
    }

    /** Runs with the number of seconds (10) and of bytes of a message (1024) as its arguments. */
    public static void main(String[] args) throws MPIException {
        String[] given = MPI.Init(args);
        long startNs = System.nanoTime();
        int seconds = given.length > 0 ? Integer.parseInt(given[0]) : 10;
        int bytes = given.length > 1 ? Integer.parseInt(given[1]) : 1024;
        FirstSeconds program = new FirstSeconds(seconds, bytes);
        program.run(startNs);
        program.print();
        MPI.Finalize();
    }

    /** Until rank 0 adds a one to the sum that all ranks see. */
    private void run(long startNs) throws MPIException {
        do {
            comm.sendRecv(
                    sent,
                    sent.length,
                    MPI.BYTE,
                    right,
                    TAG,
                    received,
                    received.length,
                    MPI.BYTE,
                    left,
                    TAG);
            comm.sendRecv(
                    sent,
                    sent.length,
                    MPI.BYTE,
                    left,
                    TAG,
                    received,
                    received.length,
                    MPI.BYTE,
                    right,
                    TAG);
            if (me == 0) {
                count((System.nanoTime() - startNs) / NANOS);
            }
            comm.allReduce(values, sums, DOUBLES, MPI.DOUBLE, MPI.SUM);
        } while (sums[0] == 0);
    }

    private void count(double second) {
        if (second < steps.length) {
            steps[(int) second]++;
        } else {
            values[0] = 1;
        }
    }

    private void print() {
        int last = steps[steps.length - 1];
        for (int second = 0; me == 0 && second < steps.length; second++) {
            System.out.printf(
                    Locale.ROOT,
                    "second %d: %d steps, %.2f of the last second%n",
                    second + 1,
                    steps[second],
                    (double) steps[second] / last);
        }
    }
}
