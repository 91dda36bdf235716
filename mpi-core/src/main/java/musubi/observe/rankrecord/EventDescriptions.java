package musubi.observe.rankrecord;

import musubi.event.WaitTarget;
import musubi.group.ContextId;

import java.util.List;

/** Descriptions of events for people. */
public final class EventDescriptions {
    private static final double NS_PER_MS = 1e6;

    private EventDescriptions() {}

    /** What has happened, for example {@code sent 8 bytes to rank 1, tag=7 in COMM_WORLD}. */
    public static String describe(RecordedEvent event) {
        return switch (event.kind()) {
            case JOINED -> "joined the job";
            case SENT_EAGER -> "sent " + message(event, " to ");
            case SENT_RENDEZVOUS -> "announced " + message(event, " to ");
            case SENT_CLAIM -> "put " + message(event, " into a posted receive of ");
            case RECEIVED -> "received " + message(event, " from ");
            case UNEXPECTED -> "got, without a receive for it, " + message(event, " from ");
            case MATCHED_UNEXPECTED -> "received what had waited: " + message(event, " from ");
            case QUEUED -> "has to wait for room to send " + message(event, " to ");
            case WAITING -> "waits " + target(event);
            case WAITED -> "waited for " + milliseconds(event.amount());
            case COLLECTIVE ->
                    "began " + event.name() + ", " + event.amount() + " bytes" + in(event);
            case COLLECTIVE_DONE -> "ended " + event.name() + in(event);
            case CONNECTED -> "opened its context for rank " + event.peer();
            case EVICTED -> "closed its context for rank " + event.peer() + " for another one";
            case LOST -> "lost rank " + event.peer();
            case FAILED -> "had an MPI call fail with error class " + event.detail();
            case ABORTED -> "called abort with code " + event.detail();
            case FINALIZING -> "came to MPI.Finalize";
            case LEFT -> "left the job";
        };
    }

    private static String message(RecordedEvent event, String direction) {
        return event.amount() + " bytes" + direction + "rank " + event.peer() + matching(event);
    }

    private static String matching(RecordedEvent event) {
        if (event.contextId() >= 0) {
            String internal = ContextId.internalUse(event.contextId(), event.tag());
            if (internal != null) {
                return " for " + internal + in(event);
            }
        }
        return ", tag=" + (event.tag() < 0 ? "any" : event.tag()) + in(event);
    }

    private static String in(RecordedEvent event) {
        return event.contextId() < 0 ? "" : " in " + ContextId.nameOf(event.contextId());
    }

    private static String target(RecordedEvent event) {
        String peer = event.peer() < 0 ? "any rank" : "rank " + event.peer();
        return switch (WaitTarget.What.values()[event.detail()]) {
            case SEVERAL -> "for one of several requests, or for something else";
            case RECEIVE -> "for a message of " + peer + matching(event);
            case SEND -> "for " + peer + " to take " + event.amount() + " bytes" + matching(event);
            case PROBE -> "in a probe for a message of " + peer + matching(event);
            case COLLECTIVE ->
                    "in a collective operation"
                            + in(event)
                            + (event.peer() < 0 ? "" : ", for " + peer + " at least");
        };
    }

    private static String milliseconds(long ns) {
        return String.format("%.3f ms", ns / NS_PER_MS);
    }

    /** The wait that a rank is in; null if there is no reported one. */
    public static RecordedEvent currentWait(RecordView view) {
        List<RecordedEvent> events = view.events();
        if (view.value("wait.since") == 0) {
            return null;
        }
        return events.reversed().stream()
                .filter(event -> event.kind() == EventKind.WAITING)
                .findFirst()
                .orElse(null);
    }
}
