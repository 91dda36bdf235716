package musubi.insight.report;

import musubi.insight.trace.CallSpan;
import musubi.insight.trace.MatchedMessage;
import musubi.insight.trace.RankTrack;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Finds wait states as defined by the patterns of Scalasca. A call that completes several messages
 * has the longest of their waits; waits below {@value #SHORTEST_NS} ns are left out.
 */
final class WaitStateFinder {
    static final long SHORTEST_NS = 1000;

    private final Map<Integer, RankTrack> tracks = new TreeMap<>();
    private final Map<CallSpan, WaitState> longest = new IdentityHashMap<>();

    /**
     * What is found.
     *
     * @param waits by start time
     * @param unanalysed calls about which nothing is known
     */
    record Findings(List<WaitState> waits, List<UnanalysedCalls.Line> unanalysed) {}

    private WaitStateFinder() {}

    /** All wait states. */
    static Findings find(List<RankTrack> recorded, List<MatchedMessage> messages) {
        List<RankTrack> tracks = recorded.stream().map(PollLoops::join).toList();
        WaitStateFinder states = new WaitStateFinder();
        tracks.forEach(track -> states.tracks.put(track.rank(), track));
        for (MatchedMessage message : messages) {
            if (!message.isInternal()) {
                states.addLateSender(message);
            }
        }
        List<WaitState> found = new ArrayList<>(states.longest.values());
        Set<CallSpan> explained = Collections.newSetFromMap(new IdentityHashMap<>());
        explained.addAll(states.longest.keySet());
        new CollectiveWaitFinder(states.tracks).find(found, explained);
        FinalizeWaitFinder.find(tracks, found, explained);
        new MessageChains(states.tracks).find(messages, found, explained);
        found.removeIf(state -> state.durationNs() < SHORTEST_NS);
        return new Findings(
                WaitOrigins.find(found), UnanalysedCalls.find(tracks, messages, explained));
    }

    private void addLateSender(MatchedMessage message) {
        RankTrack sender = tracks.get(message.from());
        RankTrack receiver = tracks.get(message.to());
        CallSpan send = sender.callAt(message.sent().ns());
        long sendNs = send == null ? message.sent().ns() : send.beginNs();
        CallSpan receive = receiver.callAt(message.landedNs());
        if (receive != null && receive.family().awaitsMessage()) {
            note(WaitState.Kind.LATE_SENDER, message.to(), receive, sendNs, message.from(), send);
        }
        CallSpan probe = receiver.callAt(message.arrivedNs());
        if (probe != null && probe.family().awaitsArrival()) {
            note(WaitState.Kind.LATE_SENDER, message.to(), probe, sendNs, message.from(), send);
        }
        if (message.sent().protocol().equals("rendezvous")) {
            lookForLateReceiver(message, sender, receiver, sendNs);
        }
    }

    private void lookForLateReceiver(
            MatchedMessage message, RankTrack sender, RankTrack receiver, long sendNs) {
        CallSpan receive = receiver.callAt(message.matchedNs());
        long untilNs = receive == null ? message.matchedNs() : receive.beginNs();
        CallSpan blocked = sender.callAt(untilNs);
        if (blocked != null && blocked.beginNs() >= sendNs && blocked.family().awaitsReceiver()) {
            WaitState.Kind kind = WaitState.Kind.LATE_RECEIVER;
            note(kind, message.from(), blocked, untilNs, message.to(), receive);
        }
    }

    /** Records a wait from the start of a call; the longest wait of a call counts. */
    private void note(
            WaitState.Kind kind,
            int rank,
            CallSpan waiting,
            long untilNs,
            int cause,
            CallSpan awaited) {
        WaitState wait = WaitState.of(kind, rank, waiting, untilNs, cause, awaited);
        WaitState before = longest.get(waiting);
        if (wait.durationNs() > 0 && (before == null || before.durationNs() < wait.durationNs())) {
            longest.put(waiting, wait);
        }
    }
}
