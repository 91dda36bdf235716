package musubi.progress;

import musubi.bootstrap.Stall;

import java.util.List;

/** Counts of messages sent and received, and the unexpected messages. */
public interface MessageCounts {
    /** All that this rank has handed to transports: messages, and the bytes of fragments. */
    long sent();

    /** All that transports have handed to this rank, counted as what was sent. */
    long received();

    /** Counts by peer, and the peers of collective operations; null if these are unknown. */
    Stall.Traffic traffic();

    /** A line for each of the first messages that wait for a receive. */
    List<String> unexpectedMessages();

    /** A line for each kind of operation that the program has left when the rank leaves. */
    List<String> leftOperations();
}
