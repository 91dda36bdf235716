package musubi.tcp.session;

import musubi.adi.Inbound;

import java.util.function.LongConsumer;

/**
 * Performance counters of the connections of a rank.
 *
 * @param breaks counts connections that ended without a goodbye
 * @param resentBytes counts bytes that were sent again
 */
public record ConnectionCounters(LongConsumer breaks, LongConsumer resentBytes) {
    /** The counters of a rank. */
    public static ConnectionCounters of(Inbound inbound) {
        return new ConnectionCounters(
                inbound.counter("tcp.breaks", "connections"),
                inbound.counter("tcp.resent", "bytes"));
    }
}
