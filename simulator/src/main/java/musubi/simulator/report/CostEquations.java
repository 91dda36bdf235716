package musubi.simulator.report;

import musubi.collectives.topology.Torus;

/** The study's cost functions of Trinaryx6, (4) and (5), and of Bintree3d, (6) and (7). */
final class CostEquations {
    private static final int SEARCH_STEPS = 60;

    private CostEquations() {}

    /**
     * A pipeline: (steps + segments) (L + m / B).
     *
     * @param steps hops from the root to the furthest rank, less 1
     * @param trees parts of the message sent concurrently
     */
    record Pipeline(int steps, int trees, FittedLink fit) {
        /** Seconds with whole segments. */
        double seconds(long bytes, long segment) {
            long segments = Math.ceilDiv(bytes, trees * segment);
            return (steps + segments) * (fit.latency() + segment / fit.bandwidth());
        }

        /** The best segment in bytes, not longer than a part. */
        long segment(long bytes) {
            double best = Math.sqrt(fit.latency() * fit.bandwidth() * bytes / (trees * steps));
            return Math.clamp(Math.round(best), 1, Math.ceilDiv(bytes, trees));
        }

        /** Seconds with the best segment, for fractional bytes and segments. */
        double best(double bytes) {
            double root =
                    Math.sqrt(steps * fit.latency()) + Math.sqrt(bytes / (trees * fit.bandwidth()));
            return root * root;
        }
    }

    /** (4) with as many trees as directions: two in 1-D, four in 2-D. */
    static Pipeline trinary6(Torus torus) {
        int sum = torus.extents().stream().mapToInt(extent -> extent - 1).sum();
        return new Pipeline(sum, 2 * torus.axes().length, FittedLink.TRINARY);
    }

    /** (6). */
    static Pipeline bintree3d(Torus torus) {
        int depth = 0;
        for (int extent : torus.extents()) {
            depth += Integer.SIZE - Integer.numberOfLeadingZeros(extent - 1);
        }
        return new Pipeline(depth - 1, 1, FittedLink.TREE);
    }

    /** Bytes from which the first is faster than the second; 0: always. */
    static double crossover(Pipeline first, Pipeline second) {
        double low = 1;
        double high = 0x1p50;
        if (first.best(low) <= second.best(low)) {
            return 0;
        }
        for (int i = 0; i < SEARCH_STEPS; i++) {
            double middle = Math.sqrt(low * high);
            if (first.best(middle) > second.best(middle)) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return high;
    }
}
