package musubi.tcp.session;

import musubi.adi.PathSamples;
import musubi.adi.TransportContext;

import java.util.function.LongConsumer;

/**
 * What the connections of a rank report about themselves.
 *
 * @param breaks counts connections that ended without a goodbye
 * @param resentBytes counts bytes that were sent again
 * @param paths takes measurements of the paths to far peers; null in a job of one site
 */
public record ConnectionCounters(LongConsumer breaks, LongConsumer resentBytes, PathSamples paths) {
    /** The counters of a rank. */
    public static ConnectionCounters of(TransportContext context) {
        return new ConnectionCounters(
                context.counters().apply("tcp.breaks", "connections"),
                context.counters().apply("tcp.resent", "bytes"),
                context.paths());
    }
}
