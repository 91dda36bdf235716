package musubi.insight.report;

import static musubi.insight.trace.ReceivedMessage.Step.MATCHED;

import musubi.insight.trace.RankTrack;
import musubi.insight.trace.TrackMaker;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * A job that computes, sends to its right neighbour and reduces, over and over; in the middle third
 * one rank is slower. The length of the recording grows with the steps.
 */
final class SyntheticJob {
    /** Calls of each rank in each step. */
    static final int CALLS_PER_STEP = 4;

    private static final long STEP_NS = 100_000;
    private static final long CALL_NS = 900;

    private final int ranks;
    private final int steps;
    private final Random random = new Random(8);
    private final TrackMaker[] makers;
    private final long[] nowNs;

    private SyntheticJob(int ranks, int steps) {
        this.ranks = ranks;
        this.steps = steps;
        makers =
                IntStream.range(0, ranks)
                        .mapToObj(rank -> new TrackMaker(rank, ranks, 0))
                        .toArray(TrackMaker[]::new);
        nowNs = new long[ranks];
    }

    /** The recordings of a run of {@code steps} by {@code ranks}. */
    static List<RankTrack> tracks(int ranks, int steps) {
        SyntheticJob job = new SyntheticJob(ranks, steps);
        for (int step = 0; step < steps; step++) {
            job.run(step);
        }
        return Arrays.stream(job.makers).map(TrackMaker::track).toList();
    }

    private void run(int step) {
        boolean crawls = step > steps / 3 && step < 2 * steps / 3;
        long[] sentNs = new long[ranks];
        for (int rank = 0; rank < ranks; rank++) {
            long workNs = STEP_NS / 2 + random.nextInt((int) STEP_NS / 2);
            nowNs[rank] += crawls && rank == ranks / 3 ? 2 * workNs : workNs;
            makers[rank].call("irecv", nowNs[rank], nowNs[rank] + CALL_NS);
            sentNs[rank] = nowNs[rank] + 2 * CALL_NS;
            int right = (rank + 1) % ranks;
            makers[rank]
                    .call("isend", sentNs[rank], sentNs[rank] + CALL_NS, right, 64L << rank % 8)
                    .sent(sentNs[rank] + 10, right, "eager");
        }
        long lastNs = 0;
        for (int rank = 0; rank < ranks; rank++) {
            int left = (rank + ranks - 1) % ranks;
            long beginNs = sentNs[rank] + 2 * CALL_NS;
            nowNs[rank] = Math.max(beginNs, sentNs[left]) + CALL_NS;
            makers[rank]
                    .call("waitAll", beginNs, nowNs[rank], left, 64)
                    .received(nowNs[rank] - 100, MATCHED, left);
            lastNs = Math.max(lastNs, nowNs[rank]);
        }
        for (int rank = 0; rank < ranks; rank++) {
            long endNs = lastNs + 2 * CALL_NS;
            makers[rank].collective("ALLREDUCE", step, 0, nowNs[rank] + 100, endNs);
            nowNs[rank] = endNs;
        }
    }
}
