package musubi.event;

import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;

/** The events of a rank as lines of text, for tests. */
public final class EventLog extends RankEvents {
    private final List<String> lines = new ArrayList<>();

    public EventLog() {}

    /** The events since the last call. */
    public List<String> take() {
        List<String> taken = List.copyOf(lines);
        lines.clear();
        return taken;
    }

    /** The events of one kind since the last call; all others are dropped. */
    public List<String> take(String kind) {
        return take().stream().filter(line -> line.startsWith(kind)).toList();
    }

    private void log(String kind, Object... values) {
        StringBuilder line = new StringBuilder(kind);
        for (Object value : values) {
            line.append(' ').append(value);
        }
        lines.add(line.toString());
    }

    @Override
    public LongConsumer namedCounter(String name, String unit) {
        return value -> log("add", name, value);
    }

    @Override
    public PeerCounters peerCounters(int peer, String transport, String where) {
        log("counters", peer, transport, where);
        return new PeerCounters(peer, 0, 0);
    }

    @Override
    public void sent(PeerCounters to, Protocol protocol, int contextId, int tag, long bytes) {
        log("sent", protocol, to.peer(), contextId, tag, bytes);
    }

    @Override
    public void received(PeerCounters from, Protocol protocol, int contextId, int tag, long bytes) {
        log("received", protocol, from.peer(), contextId, tag, bytes);
    }

    @Override
    public void arrivedUnexpected(
            PeerCounters from, Protocol protocol, int contextId, int tag, long bytes) {
        log("arrivedUnexpected", protocol, from.peer(), contextId, tag, bytes);
    }

    @Override
    public void matchedUnexpected(int peer, int contextId, int tag, long bytes) {
        log("matchedUnexpected", peer, contextId, tag, bytes);
    }

    @Override
    public void landed(int peer, int contextId, int tag, long bytes) {
        log("landed", peer, contextId, tag, bytes);
    }

    @Override
    public void unexpected(int messages, long bytes) {
        log("unexpected", messages, bytes);
    }

    @Override
    public void missed(int attempts) {
        log("missed", attempts);
    }

    @Override
    public void queued(PeerCounters to, int contextId, int tag, long bytes) {
        log("queued", to.peer(), contextId, tag, bytes);
    }

    @Override
    public void outOfCredit() {
        log("outOfCredit");
    }

    @Override
    public void contextHit() {
        log("contextHit");
    }

    @Override
    public void opened(int peer) {
        log("opened", peer);
    }

    @Override
    public void evicted(int peer) {
        log("evicted", peer);
    }

    @Override
    public void lost(int peer) {
        log("lost", peer);
    }

    @Override
    public void waitBegan() {
        WaitTarget target = lastTarget();
        log("waitBegan", target.what, target.peer, target.tag, target.contextId, target.bytes);
    }

    @Override
    public void waitEnded() {
        log("waitEnded");
    }

    @Override
    public CollectiveCounters collectiveCounters(String kind, String algorithm) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void chosen(CollectiveCounters counters, String reason, int ranks, long bytes) {
        log("chosen", reason, ranks, bytes);
    }

    @Override
    public void collectiveBegan(CollectiveCounters counters, int contextId, long bytes) {
        log("collectiveBegan", contextId, bytes);
    }

    @Override
    public void collectiveEnded(
            CollectiveCounters counters, CollectiveGroup group, long number, int root, long bytes) {
        log("collectiveEnded", number, root, bytes);
    }

    @Override
    public void failed(int errorClass) {
        log("failed", errorClass);
    }
}
