package musubi.tcp.session;

import musubi.adi.Inbound;

import java.util.function.LongConsumer;

/**
 * What the sessions of a rank count for those who look at it.
 *
 * @param breaks connections that ended without a goodbye
 * @param resentBytes what was sent again over the next one
 */
public record ConnectionCounters(LongConsumer breaks, LongConsumer resentBytes) {
    public static ConnectionCounters of(Inbound inbound) {
        return new ConnectionCounters(
                inbound.counter("tcp.breaks", "connections"),
                inbound.counter("tcp.resent", "bytes"));
    }
}
