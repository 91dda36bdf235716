package musubi.insight.trace;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** Creates the recording of a rank. */
public final class TrackMaker {
    private final RankTrack track;
    private final Map<Integer, Long> sentTo = new HashMap<>();
    private final Map<Integer, Long> receivedFrom = new HashMap<>();

    public TrackMaker(int rank, int ranks, int node) {
        RankTrack.Where where = new RankTrack.Where("4711-0abc", ranks, node, "host" + node);
        track = RankTrack.of(rank, where, new TreeMap<>(Map.of("JVM", "25")));
    }

    public TrackMaker(int rank) {
        this(rank, 4, 0);
    }

    public RankTrack track() {
        return track;
    }

    public TrackMaker call(String name, long beginNs, long endNs) {
        return call(name, beginNs, endNs, -1, 0);
    }

    public TrackMaker call(String name, long beginNs, long endNs, int peer, long bytes) {
        String place = "Main.main(Main.java:" + (10 + track.rank()) + ")";
        track.calls().add(new CallSpan("Comm." + name, place, beginNs, endNs, peer, bytes));
        return this;
    }

    /** The last call of a rank. */
    public TrackMaker finalizing(long beginNs, long endNs) {
        track.calls().add(new CallSpan("MPI.Finalize", "Main.main", beginNs, endNs, -1, 0));
        return this;
    }

    public TrackMaker sent(long ns, int peer, String protocol) {
        return sent(ns, peer, 0, 7, protocol);
    }

    public TrackMaker sent(long ns, int peer, int context, int tag, String protocol) {
        long number = sentTo.merge(peer, 1L, Long::sum) - 1;
        track.sent().add(new SentMessage(ns, peer, context, tag, 64, protocol, number));
        return this;
    }

    public TrackMaker received(long ns, ReceivedMessage.Step step, int peer) {
        return received(ns, step, peer, 0, 7);
    }

    public TrackMaker received(long ns, ReceivedMessage.Step step, int peer, int context, int tag) {
        boolean arrives =
                step == ReceivedMessage.Step.MATCHED || step == ReceivedMessage.Step.STORED;
        long number = arrives ? receivedFrom.merge(peer, 1L, Long::sum) - 1 : -1;
        track.received().add(new ReceivedMessage(ns, step, peer, context, tag, null, number));
        return this;
    }

    /** An operation of all ranks, within a call of the same duration. */
    public TrackMaker collective(
            String operation, long number, int root, long beginNs, long endNs) {
        return collective(operation, number, root, beginNs, endNs, track.where().ranks());
    }

    /** An operation of the given number of ranks. */
    public TrackMaker collective(
            String operation, long number, int root, long beginNs, long endNs, int ranks) {
        CollectiveSpan.Instance instance = new CollectiveSpan.Instance(0, 0, ranks, number);
        track.collectives().add(new CollectiveSpan(operation, instance, root, 8, beginNs, endNs));
        return call(operation.toLowerCase(Locale.ROOT), beginNs, endNs);
    }
}
