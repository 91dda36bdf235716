package imb.operation;

/**
 * A non-blocking benchmark with computation between start and completion, as in IMB-NBC; without
 * work it is IMB's variant {@code _pure}.
 */
public final class Overlap implements Benchmark {
    private static final int UNIT = 64;
    private static final int CALIBRATION_UNITS = 20_000;
    private static final double NEARLY_ONE = 0.999999;

    private final NonBlocking benchmark;
    private final double[] vector = new double[UNIT];
    private long work;

    public Overlap(NonBlocking benchmark) {
        this.benchmark = benchmark;
    }

    /** Sets the computation of each iteration; see {@link #unitsFor}. */
    public void setWork(long units) {
        work = units;
    }

    /** Units of work that this rank computes in a time. */
    public long unitsFor(double seconds) {
        compute(CALIBRATION_UNITS);
        return Math.max(1, Math.round(seconds / secondsOf(CALIBRATION_UNITS) * CALIBRATION_UNITS));
    }

    /** Seconds of units of work on this rank. */
    public double secondsOf(long units) {
        long start = System.nanoTime();
        compute(units);
        return (System.nanoTime() - start) * 1e-9;
    }

    /**
     * IMB's overlap: the hidden part of the shorter of communication and computation, in per cent.
     */
    public static double percent(double overlapped, double pure, double computing) {
        double hidden = (pure + computing - overlapped) / Math.min(pure, computing);
        return 100 * Math.clamp(hidden, 0, 1);
    }

    private void compute(long units) {
        for (long i = 0; i < units; i++) {
            for (int k = 0; k < UNIT; k++) {
                vector[k] = vector[k] * NEARLY_ONE + 1;
            }
        }
    }

    @Override
    public void iterate() {
        benchmark.start();
        compute(work);
        benchmark.complete();
    }

    @Override
    public void prepare(long iteration) {
        benchmark.prepare(iteration);
    }

    @Override
    public void verify(long iteration) {
        benchmark.verify(iteration);
    }

    @Override
    public void end() {
        benchmark.end();
    }
}
