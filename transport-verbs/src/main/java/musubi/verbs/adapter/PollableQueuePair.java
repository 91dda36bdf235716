package musubi.verbs.adapter;

import musubi.verbs.state.QpState;
import musubi.verbs.wire.Packet;
import musubi.verbs.work.CompletionQueue;

/** What an adapter moves: a queue pair, or a dynamically connected target. */
sealed interface PollableQueuePair permits QueuePair, DcTarget {
    int number();

    /** A packet for it. */
    void onPacket(Packet packet);

    /**
     * Sends what is due, some of it; returns the packets sent. If more could be sent now, it asks
     * for another turn ({@link HostChannelAdapter#markReady}).
     */
    int progress(long nowNs);

    /** Does what is due by time, and arms the adapter for what will be. */
    void onTime(long nowNs);

    boolean uses(CompletionQueue queue);

    QpState state();

    /** Goes to ERR, because an object that it needs died. */
    void enterError();

    /** Bytes that hardware would keep for it. */
    long contextBytes();
}
