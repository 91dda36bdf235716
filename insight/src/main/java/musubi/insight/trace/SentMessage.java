package musubi.insight.trace;

import java.util.function.LongUnaryOperator;

/**
 * A message sent by a rank. Immutable.
 *
 * @param ns time by the common clock
 * @param peer world rank of the receiver
 * @param context of its communicator; odd for messages of collective operations
 * @param protocol {@code eager}, {@code rendezvous} or {@code claim}
 * @param number of messages before it from this rank to that one
 */
public record SentMessage(
        long ns, int peer, int context, int tag, long bytes, String protocol, long number) {

    /** This with its times converted to another clock. */
    public SentMessage withClock(LongUnaryOperator clock) {
        return new SentMessage(clock.applyAsLong(ns), peer, context, tag, bytes, protocol, number);
    }
}
