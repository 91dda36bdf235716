package bench;

/**
 * IMB's definition of a benchmark: its timing and the transfers that it counts.
 *
 * @param transfers messages that IMB counts for a rank (in windows for a pair) and iteration; 0
 *     without MB/s
 */
record BenchmarkDefinition(String name, Timing timing, int transfers, Factory factory) {
    /** Timing of an iteration, and its ranks. */
    enum Timing {
        /** Two ranks; half the time of the loop. */
        ROUND_TRIP,
        /** Two ranks; the time of the loop. */
        PAIR,
        /** All ranks; the time of the loop. */
        LOOP,
        /** All ranks in pairs; the time of the loop. */
        WINDOW,
        /** All ranks; the calls without the barriers between them. */
        CALLS,
        /** As {@link #CALLS}, for whole numbers of floats. */
        FLOAT_CALLS,
        /** As {@link #LOOP}, with no message. */
        NO_MESSAGE,
        /** As {@link #CALLS}, first pure, then with computation. */
        OVERLAP,
        /** The same for whole numbers of floats. */
        FLOAT_OVERLAP,
        /** The same with no message. */
        NO_MESSAGE_OVERLAP
    }

    /** Creates the benchmark for one rank and message size. */
    @FunctionalInterface
    interface Factory {
        Benchmark create(BenchmarkContext job, int bytes);
    }

    /** Whether only the first two ranks take part. */
    boolean isPair() {
        return timing == Timing.ROUND_TRIP || timing == Timing.PAIR;
    }

    boolean isTimedByCall() {
        return timing == Timing.CALLS || timing == Timing.FLOAT_CALLS || overlaps();
    }

    boolean overlaps() {
        return timing == Timing.OVERLAP
                || timing == Timing.FLOAT_OVERLAP
                || timing == Timing.NO_MESSAGE_OVERLAP;
    }

    /** Whether a message size is valid. */
    boolean accepts(int bytes) {
        return switch (timing) {
            case FLOAT_CALLS, FLOAT_OVERLAP -> bytes % Float.BYTES == 0;
            case NO_MESSAGE, NO_MESSAGE_OVERLAP -> bytes == 0;
            default -> true;
        };
    }

    /** The fraction of an iteration's time that IMB reports. */
    double share() {
        return timing == Timing.ROUND_TRIP ? 0.5 : 1;
    }

    /** Number of messages that IMB counts for an iteration. */
    double messages(int ranks, int window) {
        return timing == Timing.WINDOW ? (double) transfers * window * (ranks / 2) : transfers;
    }
}
