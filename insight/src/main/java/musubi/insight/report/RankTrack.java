package musubi.insight.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.LongUnaryOperator;

/**
 * What one rank has recorded; each list by time.
 *
 * @param rank its world rank
 * @param where it ran
 * @param facts about its host and its JVM, by their names
 */
record RankTrack(
        int rank,
        Where where,
        Map<String, String> facts,
        Messages messages,
        List<CallSpan> calls,
        Others others) {

    /**
     * Where a rank ran.
     *
     * @param ranks of the job
     * @param node number of the host
     */
    record Where(String job, int ranks, int node, String host) {}

    /** What it has sent and received. */
    record Messages(List<SentMessage> sent, List<ReceivedMessage> received) {}

    /** All else. */
    record Others(
            List<CollectiveSpan> collectives,
            List<AlgorithmChoice> algorithms,
            List<CounterReading> counters) {}

    /** One to which is added, with empty lists. */
    static RankTrack of(int rank, Where where, Map<String, String> facts) {
        return new RankTrack(
                rank,
                where,
                facts,
                new Messages(new ArrayList<>(), new ArrayList<>()),
                new ArrayList<>(),
                new Others(new ArrayList<>(), new ArrayList<>(), new ArrayList<>()));
    }

    /** The same of a rank that ran there. */
    RankTrack at(Where place) {
        return new RankTrack(rank, place, facts, messages, calls, others);
    }

    List<SentMessage> sent() {
        return messages.sent();
    }

    List<ReceivedMessage> received() {
        return messages.received();
    }

    List<CollectiveSpan> collectives() {
        return others.collectives();
    }

    List<AlgorithmChoice> algorithms() {
        return others.algorithms();
    }

    List<CounterReading> counters() {
        return others.counters();
    }

    /** Puts all in the order of time. */
    RankTrack sort() {
        calls.sort(Comparator.comparingLong(CallSpan::beginNs));
        sent().sort(Comparator.comparingLong(SentMessage::ns));
        received().sort(Comparator.comparingLong(ReceivedMessage::ns));
        collectives().sort(Comparator.comparingLong(CollectiveSpan::beginNs));
        return this;
    }

    /** The same by another clock. */
    RankTrack withClock(LongUnaryOperator clock) {
        RankTrack track = of(rank, where, facts);
        calls.forEach(each -> track.calls.add(each.withClock(clock)));
        sent().forEach(each -> track.sent().add(each.withClock(clock)));
        received().forEach(each -> track.received().add(each.withClock(clock)));
        collectives().forEach(each -> track.collectives().add(each.withClock(clock)));
        track.algorithms().addAll(algorithms());
        track.counters().addAll(counters());
        return track;
    }

    /** The call that is at work at this time, of several the one begun last; null when none is. */
    CallSpan callAt(long ns) {
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
        // Further back only when several threads call.
        for (int i = low - 1; i >= Math.max(0, low - 4); i--) {
            if (calls.get(i).covers(ns)) {
                return calls.get(i);
            }
        }
        return null;
    }
}
