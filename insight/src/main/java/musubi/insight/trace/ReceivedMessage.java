package musubi.insight.trace;

import java.util.function.LongUnaryOperator;

/**
 * A step of a message on its way into a receive. Immutable.
 *
 * @param ns time by the common clock
 * @param step the step
 * @param peer world rank of the sender
 * @param context of its communicator
 * @param protocol by which it arrived; null if it arrived in an earlier step
 * @param number of earlier messages from that rank to this one; -1 if it arrived in an earlier step
 */
public record ReceivedMessage(
        long ns, Step step, int peer, int context, int tag, String protocol, long number) {

    /** Steps of a message. */
    public enum Step {
        /** Arrived and matched at once. */
        MATCHED,
        /** Arrived without a matching receive. */
        STORED,
        /** Matched after it was stored. */
        MET,
        /** Its separate payload has arrived completely. */
        LANDED
    }

    /** Peer, context and tag, within which messages stay in order. */
    public record Route(int peer, int context, int tag) {}

    public Route route() {
        return new Route(peer, context, tag);
    }

    /** Whether its payload comes in a step of its own. */
    public boolean landsLater() {
        return "rendezvous".equals(protocol) || "claim".equals(protocol);
    }

    /** This with its times converted to another clock. */
    public ReceivedMessage withClock(LongUnaryOperator clock) {
        return new ReceivedMessage(
                clock.applyAsLong(ns), step, peer, context, tag, protocol, number);
    }
}
