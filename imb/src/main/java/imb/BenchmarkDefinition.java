package imb;

import imb.operation.Aggregation;
import imb.operation.Benchmark;
import imb.operation.BenchmarkContext;

/**
 * IMB's definition of a benchmark: its timing and the transfers that it counts.
 *
 * @param share the fraction of an iteration's time that IMB reports, for one transfer
 * @param transfers messages in the time that IMB reports: of a rank, or of a pair of ranks in
 *     windows and in P2P; 0 without MB/s
 */
record BenchmarkDefinition(
        Suite suite, String name, Timing timing, double share, int transfers, Factory factory) {
    /** Timing of an iteration, and its ranks. */
    enum Timing {
        /** Two ranks; the time of the loop. */
        PAIR,
        /** As {@link #PAIR}, for whole numbers of floats. */
        FLOAT_PAIR,
        /** As {@link #PAIR}, with no message. */
        NO_MESSAGE_PAIR,
        /** All ranks; the time of the loop. */
        LOOP,
        /** As {@link #LOOP}, for whole numbers of floats. */
        FLOAT_LOOP,
        /** All ranks in pairs, several messages at a time; the time of the loop. */
        WINDOW,
        /** All ranks; the calls without the barriers between them. */
        CALLS,
        /** As {@link #CALLS}, for whole numbers of floats. */
        FLOAT_CALLS,
        /** As {@link #LOOP}, with no message. */
        NO_MESSAGE,
        /** As {@link #CALLS}, with no message. */
        NO_MESSAGE_CALLS,
        /** As {@link #CALLS}, first pure, then with computation. */
        OVERLAP,
        /** The same for whole numbers of floats. */
        FLOAT_OVERLAP,
        /** The same with no message. */
        NO_MESSAGE_OVERLAP;

        /** The timing without computation. */
        Timing pure() {
            return switch (this) {
                case OVERLAP -> CALLS;
                case NO_MESSAGE_OVERLAP -> NO_MESSAGE_CALLS;
                case FLOAT_OVERLAP -> FLOAT_CALLS;
                default -> this;
            };
        }
    }

    /** Creates the benchmark for one rank and message size. */
    @FunctionalInterface
    interface Factory {
        Benchmark create(BenchmarkContext job, int bytes);
    }

    /** The name with that of the suite. */
    String fullName() {
        return name.contains("/") ? name : suite + "/" + name;
    }

    /** Whether a word is its name, with or without that of the suite, ignoring case. */
    boolean hasName(String word) {
        return name.equalsIgnoreCase(word) || fullName().equalsIgnoreCase(word);
    }

    /** The fraction of an iteration's time that IMB reports for a size: that of one transfer. */
    double share(int bytes) {
        boolean aggregates = name.endsWith(Aggregation.SUFFIX);
        return aggregates ? share / Aggregation.transfers(bytes) : share;
    }

    /** Whether only the first two ranks take part. */
    boolean isPair() {
        return switch (timing) {
            case PAIR, FLOAT_PAIR, NO_MESSAGE_PAIR -> true;
            default -> name.startsWith("Truly_passive_put");
        };
    }

    /** Whether IMB only runs it on all ranks, not on 2, 4, 8 ... of them. */
    boolean needsAllRanks() {
        return suite == Suite.MT || suite == Suite.P2P;
    }

    /** Whether each rank has several threads. */
    boolean isThreaded() {
        return suite == Suite.MT;
    }

    boolean isTimedByCall() {
        return switch (timing) {
            case CALLS, FLOAT_CALLS, NO_MESSAGE_CALLS -> true;
            default -> overlaps();
        };
    }

    boolean overlaps() {
        return timing == Timing.OVERLAP
                || timing == Timing.FLOAT_OVERLAP
                || timing == Timing.NO_MESSAGE_OVERLAP;
    }

    /** Whether a message size is valid. */
    boolean accepts(int bytes) {
        return switch (timing) {
            case FLOAT_PAIR, FLOAT_LOOP, FLOAT_CALLS, FLOAT_OVERLAP -> bytes % Float.BYTES == 0;
            case NO_MESSAGE, NO_MESSAGE_PAIR, NO_MESSAGE_CALLS, NO_MESSAGE_OVERLAP -> bytes == 0;
            default -> true;
        };
    }

    /** Number of messages that IMB counts in the time that it reports. */
    double messages(int ranks, int window, int threads) {
        double one =
                timing == Timing.WINDOW ? (double) transfers * window * (ranks / 2) : transfers;
        return switch (suite) {
            case P2P -> one * ranks / 2;
            case MT -> one * threads;
            default -> one;
        };
    }
}
