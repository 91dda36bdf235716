package musubi.insight.trace;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.LongUnaryOperator;

/**
 * The recording of one rank; each list by time.
 *
 * @param rank its world rank
 * @param where host and job of the rank
 * @param facts about its host and its JVM, by name
 */
public record RankTrack(
        int rank,
        Where where,
        Map<String, String> facts,
        List<CallSpan> calls,
        List<SentMessage> sent,
        List<ReceivedMessage> received,
        List<CollectiveSpan> collectives,
        List<AlgorithmChoice> algorithms,
        List<CounterReading> counters) {

    /**
     * Job and host of a rank.
     *
     * @param ranks of the job
     * @param node number of the host
     */
    public record Where(String job, int ranks, int node, String host) {}

    /** A track with empty, mutable lists. */
    public static RankTrack of(int rank, Where where, Map<String, String> facts) {
        return new RankTrack(
                rank,
                where,
                facts,
                new ArrayList<>(),
                new ArrayList<>(),
                new ArrayList<>(),
                new ArrayList<>(),
                new ArrayList<>(),
                new ArrayList<>());
    }

    /** This track with another host and job. */
    public RankTrack at(Where place) {
        return new RankTrack(
                rank, place, facts, calls, sent, received, collectives, algorithms, counters);
    }

    /** This track with other calls, by time. */
    public RankTrack withCalls(List<CallSpan> other) {
        return new RankTrack(
                rank, where, facts, other, sent, received, collectives, algorithms, counters);
    }

    /** Sorts all lists by time. */
    public RankTrack sort() {
        calls.sort(Comparator.comparingLong(CallSpan::beginNs));
        sent.sort(Comparator.comparingLong(SentMessage::ns));
        received.sort(Comparator.comparingLong(ReceivedMessage::ns));
        collectives.sort(Comparator.comparingLong(CollectiveSpan::beginNs));
        return this;
    }

    /** This with its times converted to another clock. */
    public RankTrack withClock(LongUnaryOperator clock) {
        RankTrack track = of(rank, where, facts);
        calls.forEach(each -> track.calls.add(each.withClock(clock)));
        sent.forEach(each -> track.sent.add(each.withClock(clock)));
        received.forEach(each -> track.received.add(each.withClock(clock)));
        collectives.forEach(each -> track.collectives.add(each.withClock(clock)));
        track.algorithms.addAll(algorithms);
        track.counters.addAll(counters);
        return track;
    }

    /** The call active at a time, the last one begun of several; null for none. */
    public CallSpan callAt(long ns) {
        int low = 0;
        int high = calls.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (calls.get(middle).beginNs() <= ns) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        // Looks further back because several threads may call.
        for (int i = low - 1; i >= Math.max(0, low - 4); i--) {
            if (calls.get(i).covers(ns)) {
                return calls.get(i);
            }
        }
        return null;
    }
}
