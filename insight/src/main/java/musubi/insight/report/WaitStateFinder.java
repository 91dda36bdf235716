package musubi.insight.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * Finds wait states as defined by the patterns of Scalasca. A call that completes several messages
 * has the longest of their waits; waits below {@value #SHORTEST_NS} ns are left out.
 */
final class WaitStateFinder {
    static final long SHORTEST_NS = 1000;

    private static final String UNKNOWN = "";

    private final Map<Integer, RankTrack> tracks = new HashMap<>();
    private final Map<CallSpan, WaitState> longest = new IdentityHashMap<>();
    private final List<WaitState> found = new ArrayList<>();

    private WaitStateFinder() {}

    /** All wait states, by start time. */
    static List<WaitState> find(List<RankTrack> tracks, List<MatchedMessage> messages) {
        WaitStateFinder states = new WaitStateFinder();
        tracks.forEach(track -> states.tracks.put(track.rank(), track));
        for (MatchedMessage message : messages) {
            if (!message.isOfCollective()) {
                states.addLateSender(message);
            }
        }
        states.found.addAll(states.longest.values());
        new CollectiveWaitFinder(states.tracks).addTo(states.found);
        states.found.removeIf(state -> state.durationNs() < SHORTEST_NS);
        states.found.sort(Comparator.comparingLong(WaitState::beginNs));
        return states.found;
    }

    private void addLateSender(MatchedMessage message) {
        RankTrack sender = tracks.get(message.from());
        RankTrack receiver = tracks.get(message.to());
        CallSpan send = sender.callAt(message.sent().ns());
        long sendNs = send == null ? message.sent().ns() : send.beginNs();
        CallSpan receive = receiver.callAt(message.landedNs());
        if (receive != null && receive.awaitsMessage()) {
            long untilNs = Math.min(sendNs, receive.endNs());
            note(WaitState.Kind.LATE_SENDER, message.to(), receive, untilNs, message.from(), send);
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
        if (blocked != null && blocked.beginNs() >= sendNs && blocked.awaitsReceiver()) {
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
        long waitedNs = untilNs - waiting.beginNs();
        WaitState before = longest.get(waiting);
        if (waitedNs > 0 && (before == null || before.durationNs() < waitedNs)) {
            longest.put(
                    waiting,
                    new WaitState(
                            kind,
                            rank,
                            waiting.beginNs(),
                            waitedNs,
                            cause,
                            placeOf(waiting),
                            placeOf(awaited)));
        }
    }

    /** The name of a call and its source line. */
    static String placeOf(CallSpan call) {
        return call == null ? UNKNOWN : call.name() + " at " + call.place();
    }
}
