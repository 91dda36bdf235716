package mpi;

import musubi.job.IsolatedJob;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/**
 * Half round trips of arrays between two ranks of one JVM, in microseconds, for each size given:
 * {@code OneJvmPingPong [-e] size...}; with {@code -e} each rank answers with what it received.
 * Settings of shared memory are passed on, for example {@code -Dshm.by.reference=false}.
 */
public final class OneJvmPingPong {
    private static final int BATCHES = 15;
    private static final double WARM_UP_S = 0.7;
    private static final double BATCH_S = 0.02;

    private OneJvmPingPong() {}

    public static void main(String[] args) {
        boolean echo = args[0].equals("-e");
        int[] sizes = Arrays.stream(args).skip(echo ? 1 : 0).mapToInt(Integer::parseInt).toArray();
        Map<String, String> settings = new HashMap<>();
        settings.put("transport", "self,shm");
        for (String name : new String[] {"shm.by.reference", "shm.claim.bytes"}) {
            if (System.getProperty(name) != null) {
                settings.put(name, System.getProperty(name));
            }
        }
        IsolatedJob.of(2, settings).timeout(600).run(() -> measureAll(sizes, echo));
    }

    private static void measureAll(int[] sizes, boolean echo) {
        for (int bytes : sizes) {
            byte[] in = new byte[bytes];
            byte[] out = echo ? in : new byte[bytes];
            double[] batches = measure(bytes, in, out);
            if (MPI.COMM_WORLD.getRank() == 0) {
                Arrays.sort(batches);
                double median = batches[BATCHES / 2];
                System.out.printf(
                        Locale.ROOT,
                        "%8d B %9.3f us (%.3f .. %.3f) %6.1f GB/s%n",
                        bytes,
                        median,
                        batches[0],
                        batches[BATCHES - 1],
                        bytes / median / 1000);
            }
        }
    }

    private static double[] measure(int bytes, byte[] in, byte[] out) {
        int[] trips = {1};
        double time = 0;
        long start = System.nanoTime();
        while (trips[0] > 0) {
            time = exchange(trips[0], bytes, in, out) / trips[0];
            boolean done = (System.nanoTime() - start) / 1e9 > WARM_UP_S;
            trips[0] = done ? 0 : Math.min(2 * trips[0], 1 << 14);
            agree(trips);
        }
        trips[0] = (int) Math.max(1, BATCH_S * 1e6 / time);
        agree(trips);
        double[] batches = new double[BATCHES];
        for (int i = 0; i < BATCHES; i++) {
            batches[i] = exchange(trips[0], bytes, in, out) / trips[0] / 2;
        }
        return batches;
    }

    private static void agree(int[] value) {
        if (MPI.COMM_WORLD.getRank() == 0) {
            MPI.COMM_WORLD.send(value, 1, MPI.INT, 1, 9);
        } else {
            MPI.COMM_WORLD.recv(value, 1, MPI.INT, 0, 9);
        }
    }

    /** Microseconds for {@code trips} round trips. */
    private static double exchange(int trips, int bytes, byte[] in, byte[] out) {
        Intracomm comm = MPI.COMM_WORLD;
        long start = System.nanoTime();
        for (int i = 0; i < trips; i++) {
            if (comm.getRank() == 0) {
                comm.send(out, bytes, MPI.BYTE, 1, 1);
                comm.recv(in, bytes, MPI.BYTE, 1, 1);
            } else {
                comm.recv(in, bytes, MPI.BYTE, 0, 1);
                comm.send(out, bytes, MPI.BYTE, 0, 1);
            }
        }
        return (System.nanoTime() - start) / 1e3;
    }
}
