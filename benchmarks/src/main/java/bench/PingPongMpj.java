package bench;

import mpi.Comm;
import mpi.MPI;
import mpi.MPIException;

import java.util.Arrays;
import java.util.Locale;

/**
 * The PingPong of the module imb for MPJ Express, with the same arguments and output: {@code
 * PingPongMpj -msglen 8,1K -time s -warm_up s}. Ranks 0 and 1 exchange arrays of bytes.
 *
 * <p>Uses only mpi.* of mpiJava 1.2, and reads arguments from the end, because MPJ Express inserts
 * its own before them.
 */
public final class PingPongMpj {
    private static final int TAG = 1;
    private static final int BATCHES = 11;
    private static final int MOST_ITERATIONS = 1 << 20;
    private static final double NS_PER_S = 1e9;
    private static final double US_PER_S = 1e6;

    private final Comm world = MPI.COMM_WORLD;
    private final int rank;
    private final double seconds;
    private final double warmUp;

    private PingPongMpj(String[] words) throws MPIException {
        rank = world.Rank();
        seconds = Double.parseDouble(value(words, "-time", "0.2"));
        warmUp = Double.parseDouble(value(words, "-warm_up", "2"));
    }

    /** Runs all sizes. */
    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        PingPongMpj benchmark = new PingPongMpj(args);
        for (String size : value(args, "-msglen", "8").split(",")) {
            benchmark.measure(bytes(size));
        }
        MPI.Finalize();
    }

    private static String value(String[] words, String option, String otherwise) {
        for (int i = words.length - 2; i >= 0; i--) {
            if (words[i].equals(option)) {
                return words[i + 1];
            }
        }
        return otherwise;
    }

    private static int bytes(String size) {
        char unit = size.charAt(size.length() - 1);
        int shift = unit == 'K' ? 10 : unit == 'M' ? 20 : 0;
        return Integer.parseInt(shift == 0 ? size : size.substring(0, size.length() - 1)) << shift;
    }

    private void measure(int bytes) throws MPIException {
        byte[] out = new byte[bytes];
        byte[] in = new byte[bytes];
        if (rank == 0) {
            lead(out, in);
        } else if (rank == 1) {
            int[] count = {1};
            while (count[0] > 0) {
                world.Recv(count, 0, 1, MPI.INT, 0, TAG);
                for (int i = 0; i < count[0]; i++) {
                    world.Recv(in, 0, bytes, MPI.BYTE, 0, TAG);
                    world.Send(out, 0, bytes, MPI.BYTE, 0, TAG);
                }
            }
        }
    }

    private void lead(byte[] out, byte[] in) throws MPIException {
        int count = 1;
        double last = 0;
        for (double warm = 0; warm < warmUp; warm += last) {
            last = batch(count, out, in);
            count = last < warmUp / BATCHES ? Math.min(2 * count, MOST_ITERATIONS) : count;
        }
        double each = Math.max(last / count, 1 / NS_PER_S);
        int iterations = Math.max(1, (int) Math.min(MOST_ITERATIONS, seconds / BATCHES / each));
        double[] us = new double[BATCHES];
        for (int i = 0; i < BATCHES; i++) {
            us[i] = batch(iterations, out, in) / iterations / 2 * US_PER_S;
        }
        world.Send(new int[] {0}, 0, 1, MPI.INT, 1, TAG);
        print(out.length, iterations * BATCHES, us);
    }

    /** Seconds for this number of round trips. */
    private double batch(int count, byte[] out, byte[] in) throws MPIException {
        world.Send(new int[] {count}, 0, 1, MPI.INT, 1, TAG);
        long startNs = System.nanoTime();
        for (int i = 0; i < count; i++) {
            world.Send(out, 0, out.length, MPI.BYTE, 1, TAG);
            world.Recv(in, 0, in.length, MPI.BYTE, 1, TAG);
        }
        return (System.nanoTime() - startNs) / NS_PER_S;
    }

    private static void print(int bytes, int iterations, double[] us) {
        double mean = Arrays.stream(us).average().orElseThrow();
        Arrays.sort(us);
        double median = us[BATCHES / 2];
        System.out.println(
                String.format(
                        Locale.ROOT,
                        "R,PingPong,2,%d,%d,%g,%g,%g,%g,%g,%g,%g,%g",
                        bytes,
                        iterations,
                        mean,
                        mean,
                        mean,
                        median,
                        us[0],
                        us[BATCHES - 1],
                        bytes / median,
                        US_PER_S / median));
    }
}
