package musubi.tcp;

import musubi.adi.PeerRoutes;
import musubi.tcp.config.TcpOptions;
import musubi.tcp.session.ConnectionTable;
import musubi.tcp.session.PeerConnection;
import musubi.tcp.session.StreamGroup;

/**
 * The streams to one peer that are in use.
 *
 * <p>Thread rule: the thread that holds the rank; where stated it has exclusive access to the
 * transport, too.
 */
interface PeerStreams {
    /**
     * The streams that options choose; with exclusive access.
     *
     * @param routes null in a job without relays
     */
    static PeerStreams of(ConnectionTable table, int peer, TcpOptions options, PeerRoutes routes) {
        int streams = options.streams();
        return streams == TcpOptions.AUTO_STREAMS && routes == null
                ? new TunedStreams(StreamGroup.measured(table, peer))
                : new StreamClasses(table, peer, Math.max(1, streams), routes);
    }

    /** The first stream, which carries short messages and the marks of all others. */
    PeerConnection first();

    /** The streams for a message of a size, in bytes; the array does not change. */
    PeerConnection[] forSize(long bytes);

    /** Whether streams have to be added or removed, or take another route. */
    boolean isOutdated();

    /** Uses the streams that are chosen now; with exclusive access. */
    void update();

    /** Whether the kernel has all data of all streams, with those no longer in use. */
    boolean isDrained();

    /** Whether the kernel has all data of some streams. */
    static boolean areDrained(PeerConnection... streams) {
        for (PeerConnection stream : streams) {
            if (!stream.isDrained()) {
                return false;
            }
        }
        return true;
    }
}
