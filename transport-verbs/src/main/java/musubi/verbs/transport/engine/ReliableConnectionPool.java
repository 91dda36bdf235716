package musubi.verbs.transport.engine;

import musubi.verbs.adapter.HostChannelAdapter;
import musubi.verbs.adapter.QueuePair;
import musubi.verbs.memory.ProtectionDomain;
import musubi.verbs.state.QpAttributes;
import musubi.verbs.state.QpState;
import musubi.verbs.work.CompletionQueue;

import java.util.ArrayDeque;
import java.util.Deque;

/** A bounded pool of reliable connections, created on demand and reused for other peers. */
final class ReliableConnectionPool {
    private static final int PACKET_NUMBERS = 1 << 24;

    /** More than are ever in flight, so late packets of an earlier use match nothing. */
    private static final int PACKET_STEP = 1 << 16;

    private final HostChannelAdapter adapter;
    private final ProtectionDomain domain;
    private final CompletionQueue sent;
    private final int sends;
    private final int limit;
    private final Deque<QueuePair> idle = new ArrayDeque<>();
    private int made;
    private int nextPacket;

    ReliableConnectionPool(
            HostChannelAdapter adapter,
            ProtectionDomain domain,
            CompletionQueue sent,
            int sends,
            int limit) {
        this.adapter = adapter;
        this.domain = domain;
        this.sent = sent;
        this.sends = sends;
        this.limit = limit;
    }

    /** A queue pair in RESET; null when all are in use. */
    QueuePair take() {
        QueuePair kept = idle.poll();
        if (kept == null && made < limit) {
            made++;
            return QueuePairSetup.connected(adapter, domain, sent, sends);
        }
        return kept;
    }

    /** Returns a queue pair to the pool, which ends its connection. */
    void release(QueuePair pair) {
        pair.modify(QpState.RESET, new QpAttributes());
        idle.push(pair);
    }

    /** First packet number of the next connection. */
    int nextPacket() {
        nextPacket = (nextPacket + PACKET_STEP) % PACKET_NUMBERS;
        return nextPacket;
    }

    /** Number of queue pairs created. */
    int made() {
        return made;
    }
}
