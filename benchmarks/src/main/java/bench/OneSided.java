package bench;

import mpi.MPI;
import mpi.MPIException;
import mpi.Win;

import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Locale;

/**
 * Accesses of rank 0 to a window of rank 1, each followed by a flush, under one lockAll; rank 1
 * waits in a barrier, or with {@code -c} computes without a call of MPI. {@code putbw} and {@code
 * getbw} are {@link #WINDOW} accesses with one flush, {@code putcall} is a put without a flush.
 *
 * <p>{@code OneSided [-b put,get,...] [-s bytes,...] [-t seconds] [-w warm-up seconds] [-c]};
 * prints {@code R,name,ranks,bytes,iterations,mean,median,shortest,longest batch} in microseconds.
 */
public final class OneSided {
    private static final int WINDOW = 64;
    private static final int BATCHES = 11;
    private static final int TARGET = 1;
    private static final double NANOS = 1e9;

    private final int me = MPI.COMM_WORLD.getRank();
    private final double seconds;
    private final double warmUp;
    private final boolean computing;

    /** Where rank 0 counts the measurements that have ended. */
    private final int ends;

    private int measurements;
    private double computed;
    private final ByteBuffer origin;
    private final ByteBuffer one = MPI.newByteBuffer(8).putLong(0, 1);
    private final ByteBuffer result = MPI.newByteBuffer(8);
    private final ByteBuffer expected = MPI.newByteBuffer(8);
    private final Win win;

    /** One measured iteration. */
    @FunctionalInterface
    private interface Step {
        void run() throws MPIException;
    }

    private OneSided(int longest, double seconds, double warmUp, boolean computing) {
        this.computing = computing;
        this.seconds = seconds;
        this.warmUp = warmUp;
        ends = Math.ceilDiv(longest, 8) * 8;
        origin = MPI.newByteBuffer(ends + 8);
        win = Win.allocate(ends + 8, 1, MPI.INFO_NULL, MPI.COMM_WORLD);
    }

    /** Runs the benchmarks; two ranks. */
    public static void main(String[] args) throws MPIException {
        String[] words = MPI.Init(args);
        String names = option(words, "-b", "put,get,acc,fop,cas,putcall,putbw,getbw");
        int[] sizes =
                Arrays.stream(
                                option(words, "-s", "8,64,1024,4096,65536,1048576,4194304")
                                        .split(","))
                        .mapToInt(Integer::parseInt)
                        .toArray();
        OneSided bench =
                new OneSided(
                        Arrays.stream(sizes).max().orElseThrow(),
                        Double.parseDouble(option(words, "-t", "0.2")),
                        Double.parseDouble(option(words, "-w", "1")),
                        Arrays.asList(words).contains("-c"));
        bench.win.lockAll(0);
        for (String name : names.split(",")) {
            boolean hasOneSize = Arrays.asList("fop", "cas").contains(name);
            for (int bytes : hasOneSize ? new int[] {8} : sizes) {
                bench.measure(name, bytes);
            }
        }
        bench.win.unlockAll();
        bench.win.free();
        MPI.Finalize();
    }

    private static String option(String[] words, String name, String otherwise) {
        int at = Arrays.asList(words).indexOf(name);
        return at < 0 ? otherwise : words[at + 1];
    }

    private Step step(String name, int n) {
        Step access = access(name.replaceFirst("(bw|call)$", ""), n);
        int accesses = name.endsWith("bw") ? WINDOW : 1;
        if (name.endsWith("call")) {
            return access;
        }
        return () -> {
            for (int i = 0; i < accesses; i++) {
                access.run();
            }
            win.flush(TARGET);
        };
    }

    private Step access(String name, int n) {
        return switch (name) {
            case "put" -> () -> win.put(origin, n, MPI.BYTE, TARGET, 0, n, MPI.BYTE);
            case "get" -> () -> win.get(origin, n, MPI.BYTE, TARGET, 0, n, MPI.BYTE);
            case "acc" ->
                    () ->
                            win.accumulate(
                                    origin, n / 8, MPI.LONG, TARGET, 0, n / 8, MPI.LONG, MPI.SUM);
            case "fop" -> () -> win.fetchAndOp(one, result, MPI.LONG, TARGET, 0, MPI.SUM);
            case "cas" -> () -> win.compareAndSwap(origin, expected, result, MPI.LONG, TARGET, 0);
            default -> throw new IllegalArgumentException("no such benchmark: " + name);
        };
    }

    private void measure(String name, int bytes) throws MPIException {
        MPI.COMM_WORLD.barrier();
        if (me == 0) {
            Step step = step(name, bytes);
            long iterations = warmUp(step);
            double[] batches = new double[BATCHES];
            for (int i = 0; i < BATCHES; i++) {
                batches[i] = microseconds(step, iterations);
            }
            win.flush(TARGET);
            print(name, bytes, iterations * BATCHES, batches);
        }
        endMeasurement();
        MPI.COMM_WORLD.barrier();
    }

    private void endMeasurement() throws MPIException {
        measurements++;
        if (me == 0) {
            win.fetchAndOp(one, result, MPI.LONG, TARGET, ends, MPI.SUM);
            win.flush(TARGET);
        } else if (computing) {
            ByteBuffer memory = (ByteBuffer) win.getBase();
            while (memory.getLong(ends) < measurements) {
                for (int i = 1; i < 1000; i++) {
                    computed += 1.0 / i;
                }
                VarHandle.fullFence();
            }
        }
    }

    /** Returns the iterations of a batch. */
    private long warmUp(Step step) throws MPIException {
        double spent = 0;
        double shortest = Double.MAX_VALUE;
        for (long n = 4; spent < warmUp; n = Math.min(2 * n, 1 << 16)) {
            double each = microseconds(step, n);
            spent += each * n / 1e6;
            shortest = Math.min(shortest, each);
        }
        return Math.max(1, (long) (seconds / BATCHES * 1e6 / shortest));
    }

    private static double microseconds(Step step, long iterations) throws MPIException {
        long start = System.nanoTime();
        for (long i = 0; i < iterations; i++) {
            step.run();
        }
        return (System.nanoTime() - start) / (NANOS / 1e6) / iterations;
    }

    private static void print(String name, int bytes, long iterations, double[] batches) {
        double mean = Arrays.stream(batches).average().orElseThrow();
        Arrays.sort(batches);
        System.out.printf(
                Locale.ROOT,
                "R,%s,2,%d,%d,%.4f,%.4f,%.4f,%.4f%n",
                name,
                bytes,
                iterations,
                mean,
                batches[BATCHES / 2],
                batches[0],
                batches[BATCHES - 1]);
    }
}
