package musubi.connect;

import musubi.adi.Inbound;
import musubi.progress.MessageCounts;
import musubi.progress.ProgressEngine;

/** Opens the transports of a rank. */
@FunctionalInterface
public interface Connector {
    /**
     * The transports, and the engine that polls them.
     *
     * @param transports selects one for each peer
     */
    record Connection(TransportSelector transports, ProgressEngine progress) {}

    /**
     * Opens the transports; sends nothing and polls nothing.
     *
     * @param inbound their upcalls
     * @param counts of messages sent and received
     */
    Connection connect(Inbound inbound, MessageCounts counts);
}
