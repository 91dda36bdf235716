package imb.operation;

/** Computation without calls of MPI, calibrated to a time, to be overlapped with communication. */
public final class Computation {
    private static final int UNIT = 64;
    private static final int CALIBRATION_UNITS = 20_000;
    private static final double NEARLY_ONE = 0.999999;

    private final double[] vector = new double[UNIT];

    /** Computes units of work. */
    public void run(long units) {
        for (long i = 0; i < units; i++) {
            for (int k = 0; k < UNIT; k++) {
                vector[k] = vector[k] * NEARLY_ONE + 1;
            }
        }
    }

    /** Computes units of work in equal parts, with a poll of the host after each but the last. */
    public void run(long units, int polls, Runnable poll) {
        long part = units / (polls + 1);
        for (int i = 0; i < polls; i++) {
            run(part);
            poll.run();
        }
        run(units - part * polls);
    }

    /** Units of work that this rank computes in a time. */
    public long unitsFor(double seconds) {
        run(CALIBRATION_UNITS);
        return Math.max(1, Math.round(seconds / secondsOf(CALIBRATION_UNITS) * CALIBRATION_UNITS));
    }

    /** Seconds of units of work on this rank. */
    public double secondsOf(long units) {
        long start = System.nanoTime();
        run(units);
        return (System.nanoTime() - start) * 1e-9;
    }

    /**
     * IMB's overlap: the hidden part of the shorter of communication and computation, in per cent.
     */
    public static double hiddenPercent(double overlapped, double pure, double computing) {
        double hidden = (pure + computing - overlapped) / Math.min(pure, computing);
        return 100 * Math.clamp(hidden, 0, 1);
    }
}
