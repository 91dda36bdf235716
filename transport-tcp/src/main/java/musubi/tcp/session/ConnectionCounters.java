package musubi.tcp.session;

import musubi.adi.TransportContext;

import java.util.function.LongConsumer;

/**
 * What the sessions of a rank count for those who look at it.
 *
 * @param breaks connections that ended without a goodbye
 * @param resentBytes what was sent again over the next one
 */
public record ConnectionCounters(LongConsumer breaks, LongConsumer resentBytes) {
    public static ConnectionCounters of(TransportContext context) {
        return new ConnectionCounters(
                context.counters().apply("tcp.breaks", "connections"),
                context.counters().apply("tcp.resent", "bytes"));
    }
}
