package musubi.verbs;

import musubi.error.ErrorClass;
import musubi.error.MpiFailure;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * A software host channel adapter: makes the other objects and moves their work by {@link #poll}.
 * It has no thread of its own, so a peer's RDMA is served when this side polls. It and everything
 * made from it belong to one thread at a time. Verbs: {@code struct ibv_context}.
 */
public final class HostChannelAdapter {
    /** Longest message in bytes. Verbs: {@code max_msg_sz}. */
    public static final int MAX_MESSAGE_BYTES = 1 << 30;

    private static final int FIRST_QUEUE_PAIR_NUMBER = 2;

    private final Wire wire;
    private final LongSupplier clockNs;
    private final MemoryRegionTable regions = new MemoryRegionTable();
    private final Map<Integer, QueuePair> queuePairsByNumber = new HashMap<>();
    private final List<QueuePair> queuePairs = new ArrayList<>();
    private final Deque<Packet> unsentResponses = new ArrayDeque<>();
    private final Deque<CompletionQueue> overruns = new ArrayDeque<>();
    private final Deque<AsyncEvent> events = new ArrayDeque<>();
    private int nextQueuePairNumber = FIRST_QUEUE_PAIR_NUMBER;
    private int nextQueueNumber = 1;
    private int firstToPoll;

    /** An adapter on a wire; the clock, in nanoseconds, must not go back. */
    HostChannelAdapter(Wire wire, LongSupplier clockNs) {
        this.wire = wire;
        this.clockNs = clockNs;
    }

    /** Makes a protection domain. Verbs: {@code ibv_alloc_pd}. */
    public ProtectionDomain allocateDomain() {
        return new ProtectionDomain(this, regions);
    }

    /**
     * Makes a completion queue for so many completions. Throws {@code ERR_ARG} if that is less than
     * 1. Verbs: {@code ibv_create_cq}.
     */
    public CompletionQueue createCompletionQueue(int capacity) {
        requirePositive("completion queue", capacity);
        return new CompletionQueue(this, nextQueueNumber++, capacity);
    }

    /**
     * Makes a shared receive queue for so many receives of so many pieces each. Throws {@code
     * ERR_ARG} if the capacity is less than 1 or the domain is another adapter's. Verbs: {@code
     * ibv_create_srq}.
     */
    public SharedReceiveQueue createSharedReceiveQueue(
            ProtectionDomain domain, int capacity, int mostEntries) {
        requirePositive("shared receive queue", capacity);
        requireOwn("protection domain", domain.adapter());
        domain.addUser();
        ReceiveQueue queue = new ReceiveQueue(capacity, mostEntries);
        return new SharedReceiveQueue(domain, nextQueueNumber++, queue);
    }

    /**
     * Makes a reliable-connection queue pair in {@link QpState#RESET}. Throws {@code ERR_ARG} if
     * the domain or a queue is another adapter's. Verbs: {@code ibv_create_qp} with {@code
     * IBV_QPT_RC}.
     */
    public QueuePair createQueuePair(
            ProtectionDomain domain, QueuePairConfiguration configuration) {
        requireOwn("protection domain", domain.adapter());
        requireOwn("send completion queue", configuration.sendCompletions().adapter());
        requireOwn("receive completion queue", configuration.receiveCompletions().adapter());
        configuration
                .sharedReceives()
                .ifPresent(srq -> requireOwn("shared receive queue", srq.domain().adapter()));
        QueuePair pair = new QueuePair(this, nextQueuePairNumber++, domain, configuration);
        queuePairsByNumber.put(pair.number(), pair);
        queuePairs.add(pair);
        return pair;
    }

    /**
     * Does what is due: takes up to {@code limit} packets off the wire and serves them, retransmits
     * what timed out, starts what was posted. Returns the amount of work done, 0 if there was none.
     * Takes time in proportion to the queue pairs.
     */
    public int poll(int limit) {
        int work = failOverrunQueuePairs();
        sendResponses();
        Packet packet;
        for (int taken = 0; taken < limit && (packet = wire.poll()) != null; taken++) {
            dispatch(packet);
            work++;
        }
        return work + pollQueuePairs();
    }

    /** The oldest event not yet fetched. Verbs: {@code ibv_get_async_event}, but never waits. */
    public Optional<AsyncEvent> pollEvent() {
        return Optional.ofNullable(events.poll());
    }

    /** Local identifier: the address of this adapter. */
    public int lid() {
        return wire.lid();
    }

    long nowNs() {
        return clockNs.getAsLong();
    }

    /** Offers a request; false if the wire has no room. */
    boolean offerRequest(Packet packet) {
        return wire.offer(packet);
    }

    /** Sends a response now or, if the wire has no room, before later responses. */
    void sendResponse(Packet packet) {
        unsentResponses.add(packet);
        sendResponses();
    }

    void raise(AsyncEvent.Type type, int objectNumber) {
        events.add(new AsyncEvent(type, objectNumber));
    }

    void onOverrun(CompletionQueue queue) {
        overruns.add(queue);
        raise(AsyncEvent.Type.CQ_ERR, queue.number());
    }

    void remove(QueuePair pair) {
        queuePairsByNumber.remove(pair.number());
        queuePairs.remove(pair);
    }

    private int failOverrunQueuePairs() {
        int failed = 0;
        CompletionQueue dead;
        while ((dead = overruns.poll()) != null) {
            for (QueuePair pair : queuePairs) {
                if (pair.uses(dead) && pair.state() != QpState.ERR) {
                    raise(AsyncEvent.Type.QP_FATAL, pair.number());
                    pair.enterError();
                    failed++;
                }
            }
        }
        return failed;
    }

    private void sendResponses() {
        while (!unsentResponses.isEmpty() && wire.offer(unsentResponses.peek())) {
            unsentResponses.remove();
        }
    }

    private void dispatch(Packet packet) {
        QueuePair pair = queuePairsByNumber.get(packet.route().destinationQueuePair());
        if (pair != null) {
            pair.onPacket(packet);
        }
    }

    /** Another queue pair comes first each time, so that a full wire is shared fairly. */
    private int pollQueuePairs() {
        int work = 0;
        int count = queuePairs.size();
        for (int i = 0; i < count; i++) {
            work += queuePairs.get((firstToPoll + i) % count).pollSends();
        }
        firstToPoll = count == 0 ? 0 : (firstToPoll + 1) % count;
        return work;
    }

    private void requireOwn(String what, HostChannelAdapter owner) {
        if (owner != this) {
            throw new MpiFailure(
                    ErrorClass.ARG,
                    what
                            + " belongs to another adapter: lid="
                            + owner.lid()
                            + " this="
                            + lid()
                            + "; use objects of one adapter together");
        }
    }

    private static void requirePositive(String what, int capacity) {
        if (capacity < 1) {
            throw new MpiFailure(
                    ErrorClass.ARG,
                    what + " needs room: capacity=" + capacity + "; give 1 or more");
        }
    }
}
