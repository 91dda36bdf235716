package imb;

/**
 * The steps of a run: a step measures one benchmark with one message size on a number of ranks. The
 * time of the rest follows from the mean time of the steps so far.
 */
final class Progress {
    private static final double NANO = 1e-9;
    private static final int MINUTE_S = 60;

    private final int steps;
    private final long startNs;
    private int done;

    Progress(int steps, long startNs) {
        this.steps = steps;
        this.startNs = startNs;
    }

    /** Begins a step; returns the line about it. */
    String next(String name, int ranks, int bytes, long nowNs) {
        String line =
                "progress: %d of %d, %s, %d ranks, %s"
                        .formatted(done + 1, steps, name, ranks, MessageSizes.text(bytes));
        if (done > 0) {
            double restS = (nowNs - startNs) * NANO / done * (steps - done);
            line += ", " + duration(Math.round(restS)) + " left";
        }
        done++;
        return line;
    }

    private static String duration(long seconds) {
        return seconds < 2 * MINUTE_S ? seconds + " s" : Math.ceilDiv(seconds, MINUTE_S) + " min";
    }
}
