package musubi.jfr;

import jdk.jfr.EventType;

import musubi.comm.Communicator;
import musubi.error.CallSite;
import musubi.observe.Protocol;
import musubi.observe.RankObserver;
import musubi.observe.WaitTarget;

import java.util.Locale;

/** Makes events of the Flight Recorder of what a rank does; its settings say which are kept. */
final class JfrObserver implements RankObserver {
    private final ThreadLocal<CallEvent> call = new ThreadLocal<>();
    private WaitEvent wait;

    JfrObserver() {}

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
                event.call = CallSite.find().call();
                event.commit();
            }
        }
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
            wait.what = target.what().name().toLowerCase(Locale.ROOT);
            wait.peer = target.peer();
            wait.tag = target.tag();
            wait.communicator = nameOf(target.contextId());
            wait.bytes = target.bytes();
            wait.commit();
        }
    }

    private static String nameOf(int contextId) {
        return contextId < 0 ? "" : Communicator.nameOf(contextId);
    }

    @Override
    public void sent(Protocol protocol, int peer, int contextId, int tag, long bytes) {
        if (protocol == Protocol.RENDEZVOUS) {
            RendezvousEvent event = new RendezvousEvent();
            if (event.shouldCommit()) {
                event.peer = peer;
                event.tag = tag;
                event.communicator = nameOf(contextId);
                event.bytes = bytes;
                event.commit();
            }
        }
    }

    @Override
    public void stored(int peer, int contextId, int tag, long bytes, int waiting) {
        UnexpectedEvent event = new UnexpectedEvent();
        if (event.shouldCommit()) {
            event.peer = peer;
            event.tag = tag;
            event.communicator = nameOf(contextId);
            event.bytes = bytes;
            event.waiting = waiting;
            event.commit();
        }
    }

    @Override
    public void opened(int peer) {
        ConnectionEvent event = new ConnectionEvent();
        event.peer = peer;
        event.commit();
    }

    @Override
    public void evicted(int peer) {
        EvictionEvent event = new EvictionEvent();
        event.peer = peer;
        event.commit();
    }

    @Override
    public void lost(int peer) {
        LossEvent event = new LossEvent();
        event.peer = peer;
        event.commit();
    }

    @Override
    public void chosen(String operation, String algorithm, String reason, int ranks, long bytes) {
        AlgorithmEvent event = new AlgorithmEvent();
        event.operation = operation;
        event.algorithm = algorithm;
        event.reason = reason;
        event.ranks = ranks;
        event.bytes = bytes;
        event.commit();
    }
}
