package musubi.simulator.command;

import musubi.collectives.schedule.Algorithm;
import musubi.simulator.execution.Experiment;
import musubi.simulator.execution.SegmentSearch;
import musubi.simulator.network.Outcome;

/**
 * Segment of segmenting algorithms, as an option: bytes, none, best, or own for the algorithm's
 * default.
 *
 * @param rule a word or a number
 */
record SegmentOption(String rule) {
    private static final String BEST = "best";
    private static final String NONE = "none";
    private static final String OWN = "own";

    /** Start of the search: the latency of a message in bytes, on common networks. */
    private static final double LATENCY_BYTES = 10_000;

    private static final int HOPS = 32;

    /** An outcome with its segment. */
    record Run(long segment, Outcome outcome) {}

    static SegmentOption parse(String text) {
        if (!text.equals(BEST) && !text.equals(NONE) && !text.equals(OWN)) {
            Quantity.bytes(text);
        }
        return new SegmentOption(text);
    }

    Run run(Experiment experiment, Algorithm algorithm, long bytes) {
        if (!algorithm.supportsSegments() || rule.equals(NONE)) {
            return new Run(0, experiment.run(algorithm, bytes, 0));
        }
        if (rule.equals(BEST)) {
            SegmentSearch search =
                    new SegmentSearch(bytes, segment -> experiment.run(algorithm, bytes, segment));
            long best = search.from(Math.round(Math.sqrt(bytes * LATENCY_BYTES / HOPS)));
            return new Run(best, search.outcome(best));
        }
        long segment =
                rule.equals(OWN) ? experiment.ownSegment(algorithm, bytes) : Quantity.bytes(rule);
        return new Run(segment, experiment.run(algorithm, bytes, segment));
    }
}
