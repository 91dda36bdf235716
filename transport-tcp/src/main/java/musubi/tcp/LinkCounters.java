package musubi.tcp;

import musubi.adi.Inbound;

import java.util.function.LongConsumer;

/**
 * What the sessions of a rank count for those who look at it.
 *
 * @param breaks connections that ended without a goodbye
 * @param resentBytes what was sent again over the next one
 */
record LinkCounters(LongConsumer breaks, LongConsumer resentBytes) {
    static LinkCounters of(Inbound inbound) {
        return new LinkCounters(
                inbound.counter("tcp.breaks", "connections"),
                inbound.counter("tcp.resent", "bytes"));
    }
}
