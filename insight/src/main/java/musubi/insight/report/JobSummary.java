package musubi.insight.report;

import musubi.insight.trace.CallSpan;
import musubi.insight.trace.RankTrack;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToIntFunction;

/**
 * The job in some numbers. Efficiencies are those of the POP project: computation is all time
 * outside of MPI, from the first call of the job to its last.
 *
 * @param runNs from the start of the first call of a rank to the end of the last one
 * @param mpiShare of the time of all ranks in MPI calls, from 0 to 1 as all shares
 * @param waitShare of the time of all ranks in wait states
 * @param loadBalance mean computation of the ranks, divided by the longest one
 * @param communicationEfficiency the longest computation of a rank, divided by the run time
 * @param parallelEfficiency mean computation divided by the run time: the product of both
 * @param imbalance by how much the longest computation exceeds the mean, as a share of the mean
 * @param ranks by rank
 */
record JobSummary(
        long runNs,
        double mpiShare,
        double waitShare,
        double loadBalance,
        double communicationEfficiency,
        double parallelEfficiency,
        double imbalance,
        List<RankLine> ranks) {

    /**
     * The times of a rank.
     *
     * @param waitedNs in wait states
     * @param awaitedNs for which other ranks waited for this one
     * @param originNs for which ranks waited because of this one, directly or through others
     */
    record RankLine(
            int rank, long computeNs, long mpiNs, long waitedNs, long awaitedNs, long originNs) {}

    /** The numbers of a job. */
    static JobSummary of(JobTrace trace) {
        long runNs = Math.max(1, trace.endNs() - trace.beginNs());
        Map<Integer, Long> waited = sums(trace, WaitState::rank);
        Map<Integer, Long> awaited = sums(trace, WaitState::cause);
        Map<Integer, Long> origins = sums(trace, WaitState::origin);
        List<RankLine> ranks = new ArrayList<>();
        for (RankTrack track : trace.tracks()) {
            int rank = track.rank();
            long mpiNs = coveredNs(track.calls());
            ranks.add(
                    new RankLine(
                            rank,
                            runNs - mpiNs,
                            mpiNs,
                            waited.getOrDefault(rank, 0L),
                            awaited.getOrDefault(rank, 0L),
                            origins.getOrDefault(rank, 0L)));
        }
        double allNs = (double) runNs * ranks.size();
        double computeNs = ranks.stream().mapToLong(RankLine::computeNs).sum();
        double meanNs = computeNs / ranks.size();
        double longestNs = ranks.stream().mapToLong(RankLine::computeNs).max().orElse(0);
        return new JobSummary(
                runNs,
                1 - computeNs / allNs,
                waited.values().stream().mapToLong(ns -> ns).sum() / allNs,
                longestNs == 0 ? 1 : meanNs / longestNs,
                longestNs / runNs,
                meanNs / runNs,
                meanNs == 0 ? 0 : longestNs / meanNs - 1,
                ranks);
    }

    private static Map<Integer, Long> sums(JobTrace trace, ToIntFunction<WaitState> rank) {
        Map<Integer, Long> sums = new HashMap<>();
        for (WaitState wait : trace.waits()) {
            sums.merge(rank.applyAsInt(wait), wait.durationNs(), Long::sum);
        }
        return sums;
    }

    /** Time in calls; calls of several threads at the same time count once. */
    private static long coveredNs(List<CallSpan> byBegin) {
        long sum = 0;
        long untilNs = Long.MIN_VALUE;
        for (CallSpan call : byBegin) {
            if (call.endNs() > untilNs) {
                sum += call.endNs() - Math.max(call.beginNs(), untilNs);
                untilNs = call.endNs();
            }
        }
        return sum;
    }

    /** Ranks because of which others waited, the most important first. */
    List<RankLine> culprits() {
        return ranks.stream()
                .filter(line -> line.awaitedNs() > 0 || line.originNs() > 0)
                .sorted(Comparator.comparingLong(RankLine::originNs).reversed())
                .toList();
    }
}
