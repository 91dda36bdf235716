package musubi.jfr;

import jdk.jfr.EventType;

import musubi.error.CallSite;
import musubi.event.CollectiveCounters;
import musubi.event.CollectiveGroup;
import musubi.event.Protocol;
import musubi.event.WaitTarget;
import musubi.group.ContextId;
import musubi.observe.PerformanceVariable;
import musubi.observe.PerformanceVariables;
import musubi.observe.recorder.RankObserver;

import java.util.Locale;
import java.util.Map;

/**
 * Writes the events of a rank to the Flight Recorder, whose settings select those that are kept.
 */
final class JfrObserver implements RankObserver {
    private final int rank;
    private final MessageEvents messages;
    private final ThreadLocal<CallEvent> call = new ThreadLocal<>();
    private final ThreadLocal<CollectiveEvent> collective = new ThreadLocal<>();
    private WaitEvent wait;

    /** Of this world rank. */
    JfrObserver(int rank) {
        this.rank = rank;
        messages = new MessageEvents(rank);
    }

    @Override
    public boolean watchesCalls() {
        return EventType.getEventType(CallEvent.class).isEnabled();
    }

    @Override
    public void callBegan() {
        CallEvent event = new CallEvent();
        event.begin();
        call.set(event);
    }

    @Override
    public void callEnded() {
        CallEvent event = call.get();
        if (event != null) {
            event.end();
            call.remove();
            if (event.shouldCommit()) {
                CallSite site = CallSite.find();
                event.rank = rank;
                event.call = site.call();
                event.place = site.place();
                event.commit();
            }
        }
    }

    /** A call is about the first message that it sent, else about the last one that came in it. */
    private void describeCall(boolean isSend, int peer, int contextId, int tag, long bytes) {
        CallEvent event = call.get();
        if (event == null || event.hasSent || ContextId.isCollective(contextId)) {
            return;
        }
        event.hasSent = isSend;
        event.describe(peer, contextId, tag, bytes);
    }

    @Override
    public void waitBegan() {
        wait = new WaitEvent();
        wait.begin();
    }

    @Override
    public void waitEnded(WaitTarget target) {
        wait.end();
        if (wait.shouldCommit()) {
            wait.what = target.what.name().toLowerCase(Locale.ROOT);
            commit(wait, target.peer, target.contextId, target.tag, target.bytes);
        }
    }

    private void commit(MessageEvent event, int peer, int contextId, int tag, long bytes) {
        if (event.shouldCommit()) {
            event.rank = rank;
            event.describe(peer, contextId, tag, bytes);
            event.commit();
        }
    }

    @Override
    public void sent(Protocol protocol, int peer, int contextId, int tag, long bytes) {
        messages.sent(protocol, peer, contextId, tag, bytes);
        describeCall(true, peer, contextId, tag, bytes);
        if (protocol == Protocol.RENDEZVOUS) {
            commit(new RendezvousEvent(), peer, contextId, tag, bytes);
        }
    }

    @Override
    public void arrivedUnexpected(
            Protocol protocol, int peer, int contextId, int tag, long bytes, int waiting) {
        messages.arrived("stored", protocol, peer, contextId, tag, bytes);
        UnexpectedEvent event = new UnexpectedEvent();
        event.waiting = waiting;
        commit(event, peer, contextId, tag, bytes);
    }

    @Override
    public void received(Protocol protocol, int peer, int contextId, int tag, long bytes) {
        messages.arrived("matched", protocol, peer, contextId, tag, bytes);
        describeCall(false, peer, contextId, tag, bytes);
    }

    @Override
    public void matchedUnexpected(int peer, int contextId, int tag, long bytes) {
        messages.continued("met", peer, contextId, tag, bytes);
        describeCall(false, peer, contextId, tag, bytes);
    }

    @Override
    public void landed(int peer, int contextId, int tag, long bytes) {
        messages.continued("landed", peer, contextId, tag, bytes);
        describeCall(false, peer, contextId, tag, bytes);
    }

    @Override
    public void collectiveBegan() {
        CollectiveEvent event = new CollectiveEvent();
        event.begin();
        collective.set(event);
    }

    @Override
    public void collectiveEnded(
            CollectiveCounters counters, CollectiveGroup group, long number, int root, long bytes) {
        CollectiveEvent event = collective.get();
        collective.remove();
        CallEvent within = call.get();
        if (within != null) {
            within.describe(group.contextId(), bytes);
        }
        event.end();
        if (event.shouldCommit()) {
            event.rank = rank;
            event.operation = counters.kind();
            event.algorithm = counters.algorithm();
            event.context = group.contextId();
            event.first = group.worldRank().applyAsInt(0);
            event.ranks = group.ranks();
            event.number = number;
            event.root = root < 0 ? root : group.worldRank().applyAsInt(root);
            event.bytes = bytes;
            event.commit();
        }
    }

    @Override
    public void opened(int peer) {
        commit(new ConnectionEvent(), peer);
    }

    @Override
    public void evicted(int peer) {
        commit(new EvictionEvent(), peer);
    }

    @Override
    public void lost(int peer) {
        commit(new LossEvent(), peer);
    }

    private void commit(PeerEvent event, int peer) {
        event.rank = rank;
        event.peer = peer;
        event.commit();
    }

    @Override
    public void chosen(String operation, String algorithm, String reason, int ranks, long bytes) {
        AlgorithmEvent event = new AlgorithmEvent();
        event.rank = rank;
        event.operation = operation;
        event.algorithm = algorithm;
        event.reason = reason;
        event.ranks = ranks;
        event.bytes = bytes;
        event.commit();
    }

    @Override
    public void finalizing(PerformanceVariables variables) {
        ClockEvent.note();
        Map<String, Long> values = variables.snapshot();
        for (PerformanceVariable each : variables.all()) {
            CounterEvent event = new CounterEvent();
            event.rank = rank;
            event.name = each.name();
            event.unit = each.unit();
            event.kind = each.kind().name().toLowerCase(Locale.ROOT);
            event.value = values.get(each.name());
            event.commit();
        }
    }
}
