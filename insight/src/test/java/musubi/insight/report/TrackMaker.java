package musubi.insight.report;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** Creates the recording of a rank. */
final class TrackMaker {
    private final RankTrack track;
    private final Map<Integer, Long> sentTo = new HashMap<>();
    private final Map<Integer, Long> receivedFrom = new HashMap<>();

    TrackMaker(int rank, int ranks, int node) {
        RankTrack.Where where = new RankTrack.Where("4711-0abc", ranks, node, "host" + node);
        track = RankTrack.of(rank, where, new TreeMap<>(Map.of("JVM", "25")));
    }

    TrackMaker(int rank) {
        this(rank, 4, 0);
    }

    RankTrack track() {
        return track;
    }

    TrackMaker call(String name, long beginNs, long endNs) {
        return call(name, beginNs, endNs, -1, 0);
    }

    TrackMaker call(String name, long beginNs, long endNs, int peer, long bytes) {
        String place = "Main.main(Main.java:" + (10 + track.rank()) + ")";
        track.calls().add(new CallSpan("Comm." + name, place, beginNs, endNs, peer, bytes));
        return this;
    }

    TrackMaker sent(long ns, int peer, String protocol) {
        return sent(ns, peer, 0, 7, protocol);
    }

    TrackMaker sent(long ns, int peer, int context, int tag, String protocol) {
        long number = sentTo.merge(peer, 1L, Long::sum) - 1;
        track.sent().add(new SentMessage(ns, peer, context, tag, 64, protocol, number));
        return this;
    }

    TrackMaker received(long ns, ReceivedMessage.Step step, int peer) {
        return received(ns, step, peer, 0, 7);
    }

    TrackMaker received(long ns, ReceivedMessage.Step step, int peer, int context, int tag) {
        boolean arrives =
                step == ReceivedMessage.Step.MATCHED || step == ReceivedMessage.Step.STORED;
        long number = arrives ? receivedFrom.merge(peer, 1L, Long::sum) - 1 : -1;
        track.received().add(new ReceivedMessage(ns, step, peer, context, tag, null, number));
        return this;
    }

    /** An operation of all ranks, within a call of the same duration. */
    TrackMaker collective(String operation, long number, int root, long beginNs, long endNs) {
        CollectiveSpan.Instance instance =
                new CollectiveSpan.Instance(0, 0, track.where().ranks(), number);
        track.collectives().add(new CollectiveSpan(operation, instance, root, 8, beginNs, endNs));
        return call(operation.toLowerCase(Locale.ROOT), beginNs, endNs);
    }
}
