package musubi.verbs.adapter;

import musubi.verbs.state.QpState;
import musubi.verbs.wire.Packet;
import musubi.verbs.work.CompletionQueue;

/** What an adapter polls: a queue pair, or a dynamically connected target. */
sealed interface PollableQueuePair permits QueuePair, DcTarget {
    int number();

    /** A packet has arrived for it. */
    void onPacket(Packet packet);

    /**
     * Sends a part of what is due; returns the packets sent. Requests another turn if more can be
     * sent ({@link HostChannelAdapter#markReady}).
     */
    int progress(long nowNs);

    /** Serves expired timers and arms the adapter for the next one. */
    void onTime(long nowNs);

    boolean uses(CompletionQueue queue);

    QpState state();

    /** Goes to ERR because an object that it depends on failed. */
    void enterError();

    /** Bytes of context that hardware would keep for it. */
    long contextBytes();
}
