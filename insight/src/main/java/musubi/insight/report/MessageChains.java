package musubi.insight.report;

import musubi.insight.report.WaitState.Kind;
import musubi.insight.trace.CallFamily;
import musubi.insight.trace.CallSpan;
import musubi.insight.trace.CollectiveSpan;
import musubi.insight.trace.MatchedMessage;
import musubi.insight.trace.RankTrack;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Finds waits in collective calls by the library's own messages, whatever the operation: a rank may
 * go on when the messages that land in its call have been sent, and those may depend on messages
 * that landed in the sender's call before. The last rank of such a chain to enter its call is late.
 */
final class MessageChains {
    /** A call of a rank, and the latest entry into a call that it depends on. */
    private static final class Entered {
        private final CallSpan call;
        private final int rank;
        private long untilNs;
        private int cause;
        private CallSpan causeCall;

        Entered(int rank, CallSpan call, long beganNs) {
            this.rank = rank;
            this.call = call;
            untilNs = beganNs;
            cause = rank;
            causeCall = call;
        }
    }

    /** What a message depends on at its sender. */
    private record Ready(long ns, int cause, CallSpan causeCall) {}

    private record Step(long ns, int message, boolean lands) {}

    private final Map<Integer, RankTrack> tracks;
    private final Map<CallSpan, CollectiveSpan> operations = new IdentityHashMap<>();
    private final Map<CallSpan, Entered> entered = new IdentityHashMap<>();

    /** Chains among the calls of these ranks. */
    MessageChains(Map<Integer, RankTrack> tracks) {
        this.tracks = tracks;
        for (RankTrack track : tracks.values()) {
            for (CollectiveSpan each : track.collectives()) {
                CallSpan call = track.callAt(each.beginNs());
                if (call != null) {
                    operations.put(call, each);
                }
            }
        }
    }

    /**
     * Adds the waits of calls that are not explained yet.
     *
     * @param explained receives the calls that took part
     */
    void find(List<MatchedMessage> all, List<WaitState> found, Set<CallSpan> explained) {
        List<MatchedMessage> messages = all.stream().filter(MatchedMessage::isInternal).toList();
        Ready[] ready = new Ready[messages.size()];
        for (Step step : steps(messages)) {
            MatchedMessage message = messages.get(step.message());
            if (!step.lands()) {
                ready[step.message()] = readyToSend(message);
            } else if (ready[step.message()] != null) {
                land(message, ready[step.message()]);
            }
        }
        for (Entered each : entered.values()) {
            if (explained.add(each.call) && each.cause != each.rank) {
                found.add(
                        WaitState.of(
                                kindOf(each.call),
                                each.rank,
                                each.call,
                                each.untilNs,
                                each.cause,
                                each.causeCall));
            }
        }
    }

    /** Sends and landings by time; what lands comes before what is sent at the same time. */
    private static List<Step> steps(List<MatchedMessage> messages) {
        List<Step> steps = new ArrayList<>(2 * messages.size());
        for (int i = 0; i < messages.size(); i++) {
            steps.add(new Step(messages.get(i).sent().ns(), i, false));
            steps.add(new Step(messages.get(i).landedNs(), i, true));
        }
        steps.sort(Comparator.comparingLong(Step::ns).thenComparing(step -> !step.lands()));
        return steps;
    }

    private Ready readyToSend(MatchedMessage message) {
        long sentNs = message.sent().ns();
        CallSpan call = tracks.get(message.from()).callAt(sentNs);
        if (call == null) {
            return new Ready(sentNs, message.from(), null);
        }
        if (!call.family().awaitsCollective()) {
            return new Ready(call.beginNs(), message.from(), call);
        }
        Entered own = entry(message.from(), call);
        return new Ready(own.untilNs, own.cause, own.causeCall);
    }

    private Entered entry(int rank, CallSpan call) {
        return entered.computeIfAbsent(call, _ -> new Entered(rank, call, call.beginNs()));
    }

    private void land(MatchedMessage message, Ready ready) {
        CallSpan call = tracks.get(message.to()).callAt(message.landedNs());
        if (call == null || !call.family().awaitsCollective()) {
            return;
        }
        CollectiveSpan operation = operations.get(call);
        if (operation != null && !operation.hasMessagesIn(message.sent().context())) {
            return;
        }
        Entered own = entry(message.to(), call);
        if (ready.ns() > own.untilNs) {
            own.untilNs = ready.ns();
            own.cause = ready.cause();
            own.causeCall = ready.causeCall();
        }
    }

    private Kind kindOf(CallSpan call) {
        CollectiveSpan operation = operations.get(call);
        if (operation == null) {
            return call.family() == CallFamily.OTHER ? Kind.OTHER : Kind.NONBLOCKING;
        }
        if (operation.isInter()) {
            return Kind.INTER;
        }
        return CollectiveWaitFinder.kindOf(operation.operation());
    }
}
