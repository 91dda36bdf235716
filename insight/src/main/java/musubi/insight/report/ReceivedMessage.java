package musubi.insight.report;

import java.util.function.LongUnaryOperator;

/**
 * A message on its way into a receive. Immutable.
 *
 * @param ns when, by the common clock
 * @param step what has happened to it
 * @param peer world rank of the sender
 * @param context of its communicator
 * @param protocol how it has come; null when it came in an earlier step
 * @param number of messages before it from that rank to this one; -1 when it came in an earlier
 *     step
 */
public record ReceivedMessage(
        long ns, Step step, int peer, int context, int tag, String protocol, long number) {

    /** What happens to a message. */
    public enum Step {
        /** It has come and met its receive at once. */
        MATCHED,
        /** It has come, and there is no receive for it yet. */
        STORED,
        /** A receive has met it that was stored. */
        MET,
        /** Its data, which did not come with it, is all there. */
        LANDED
    }

    /** With whom, in which context and with which tag; such messages stay in order. */
    record Route(int peer, int context, int tag) {}

    Route route() {
        return new Route(peer, context, tag);
    }

    /** The same by another clock. */
    ReceivedMessage withClock(LongUnaryOperator clock) {
        return new ReceivedMessage(
                clock.applyAsLong(ns), step, peer, context, tag, protocol, number);
    }
}
