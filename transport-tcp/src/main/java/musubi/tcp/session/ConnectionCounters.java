package musubi.tcp.session;

import musubi.adi.TransportContext;

import java.util.function.LongConsumer;

/**
 * Performance counters of the connections of a rank.
 *
 * @param breaks counts connections that ended without a goodbye
 * @param resentBytes counts bytes that were sent again
 */
public record ConnectionCounters(LongConsumer breaks, LongConsumer resentBytes) {
    /** The counters of a rank. */
    public static ConnectionCounters of(TransportContext context) {
        return new ConnectionCounters(
                context.counters().apply("tcp.breaks", "connections"),
                context.counters().apply("tcp.resent", "bytes"));
    }
}
