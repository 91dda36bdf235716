package musubi.grid;

/**
 * The latency and the bandwidth of a link between two sites while a job runs, by samples of the
 * traffic on it. A value changes only after {@value #IN_A_ROW} samples in a row that differ from it
 * in the same direction: a round trip by more than 25 % and 0.2 ms, a bandwidth by more than a
 * factor of 2. It becomes that of these samples which is nearest to it, so that one outlier among
 * them has no effect.
 *
 * <p>A bound is no sample where it says nothing: a round trip with waits in queues, if it is the
 * longer one; the rate of a sender that had little to send, if it is the lower one.
 *
 * <p>Thread rule: one thread at a time.
 */
public final class LinkEstimate {
    /** Samples after which a value changes. */
    static final int IN_A_ROW = 5;

    private static final double ROUND_TRIP_RATIO = 1.25;
    private static final double BANDWIDTH_RATIO = 2;

    /** The part of a round trip that software and the load of hosts take. */
    private static final double SOFTWARE_S = 0.2e-3;

    private final SiteLink there;
    private final SiteLink back;
    private final SteadyValue roundTripS;
    private final SteadyValue bytesPerS;

    /**
     * An estimate that begins with known values.
     *
     * @param there the link to the other site
     * @param back the link from it
     */
    public LinkEstimate(SiteLink there, SiteLink back) {
        this.there = there;
        this.back = back;
        double seconds = there.latencyS() + back.latencyS();
        roundTripS = new SteadyValue(seconds, ROUND_TRIP_RATIO, SOFTWARE_S);
        bytesPerS = new SteadyValue(there.bytesPerS(), BANDWIDTH_RATIO, 0);
    }

    /**
     * Takes a sample of the round trip.
     *
     * @param isUpperBound whether the path may be shorter than that
     * @return whether the estimate has changed
     */
    public boolean addRoundTrip(double seconds, boolean isUpperBound) {
        return roundTripS.add(seconds, isUpperBound ? 1 : 0);
    }

    /**
     * Takes a sample of the bandwidth to the other site.
     *
     * @param isLowerBound whether the path may carry more than that
     * @return whether the estimate has changed
     */
    public boolean addRate(double rate, boolean isLowerBound) {
        return bytesPerS.add(rate, isLowerBound ? -1 : 0);
    }

    /** The link to the other site. */
    public SiteLink there() {
        return new SiteLink(latencyS(there), bytesPerS.value);
    }

    /** The link from the other site, of which only the round trip is sampled here. */
    public SiteLink back() {
        return new SiteLink(latencyS(back), back.bytesPerS());
    }

    /** Each direction keeps its share of the round trip. */
    private double latencyS(SiteLink direction) {
        double before = there.latencyS() + back.latencyS();
        return before == 0
                ? roundTripS.value / 2
                : direction.latencyS() / before * roundTripS.value;
    }

    /** A value that a series of samples on one side of it changes. */
    private static final class SteadyValue {
        private final double ratio;
        private final double margin;
        private double value;

        /** Samples in a row above the value; below it, negative. */
        private int row;

        /** That of the row which is nearest to the value. */
        private double nearest;

        /** A value that keeps within a ratio, and within a margin. */
        SteadyValue(double value, double ratio, double margin) {
            this.value = value;
            this.ratio = ratio;
            this.margin = margin;
        }

        /** Takes a sample, which on the given side (1: above, -1: below) says nothing. */
        boolean add(double sample, int silent) {
            int side = side(sample);
            boolean saysNothing = silent != 0 && side != -silent;
            if (saysNothing) {
                return false;
            }
            boolean goesOn = side != 0 && side * row > 0;
            nearest =
                    !goesOn
                            ? sample
                            : side > 0 ? Math.min(nearest, sample) : Math.max(nearest, sample);
            row = goesOn ? row + side : side;
            if (Math.abs(row) < IN_A_ROW) {
                return false;
            }
            value = nearest;
            row = 0;
            return true;
        }

        private int side(double sample) {
            if (sample > Math.max(value * ratio, value + margin)) {
                return 1;
            }
            return sample < Math.min(value / ratio, value - margin) ? -1 : 0;
        }
    }
}
