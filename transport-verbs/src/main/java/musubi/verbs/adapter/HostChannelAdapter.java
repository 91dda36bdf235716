package musubi.verbs.adapter;

import musubi.error.ErrorClass;
import musubi.error.MpiFailure;
import musubi.verbs.memory.AdapterContext;
import musubi.verbs.memory.MemoryRegionTable;
import musubi.verbs.memory.ProtectionDomain;
import musubi.verbs.state.QpState;
import musubi.verbs.state.QueuePairType;
import musubi.verbs.wire.Packet;
import musubi.verbs.wire.Wire;
import musubi.verbs.work.AsyncEvent;
import musubi.verbs.work.CompletionChannel;
import musubi.verbs.work.CompletionQueue;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * A software host channel adapter: makes the other objects and moves their work by {@link #poll}.
 * It has no thread of its own, so a peer's RDMA is served when this side polls. It and everything
 * made from it belong to one thread at a time. Verbs: {@code struct ibv_context}.
 */
public final class HostChannelAdapter implements CompletionQueue.Owner {
    /** Longest message in bytes. Verbs: {@code max_msg_sz}. */
    public static final int MAX_MESSAGE_BYTES = Packet.MOST_MESSAGE_BYTES;

    /** The number of the first queue pair or target; those made later count on from there. */
    public static final int FIRST_QUEUE_PAIR_NUMBER = 2;

    private final Wire wire;
    private final LongSupplier clockNs;
    private final AdapterSettings settings;
    private final MemoryRegionTable regions = new MemoryRegionTable();
    private final QueuePairTable served = new QueuePairTable(FIRST_QUEUE_PAIR_NUMBER);
    private final List<CompletionQueue> completionQueues = new ArrayList<>();
    private final List<SharedReceiveQueue> sharedReceiveQueues = new ArrayList<>();
    private final Deque<PollableQueuePair> ready = new ArrayDeque<>();
    private final Deque<CompletionQueue> overruns = new ArrayDeque<>();
    private final Deque<AsyncEvent> events = new ArrayDeque<>();
    private final Packet outgoing = new Packet();
    private final Packet incoming = new Packet();
    private int nextQueueNumber = 1;
    private boolean armed;
    private long earliestNs;
    private boolean closed;

    /** An adapter on a wire; the clock, in nanoseconds, must not go back. */
    HostChannelAdapter(Wire wire, LongSupplier clockNs, AdapterSettings settings) {
        this.wire = wire;
        this.clockNs = clockNs;
        this.settings = settings;
    }

    /** Makes a protection domain. Verbs: {@code ibv_alloc_pd}. */
    public ProtectionDomain allocateDomain() {
        return new ProtectionDomain(this, regions);
    }

    /** Makes a channel for events of completion queues. Verbs: {@code ibv_create_comp_channel}. */
    public CompletionChannel createCompletionChannel() {
        return new CompletionChannel();
    }

    /**
     * Makes a completion queue for so many completions. Throws {@code ERR_ARG} if that is less than
     * 1. Verbs: {@code ibv_create_cq}.
     */
    public CompletionQueue createCompletionQueue(int capacity) {
        requirePositive("completion queue", capacity);
        CompletionQueue queue = new CompletionQueue(this, nextQueueNumber++, capacity);
        completionQueues.add(queue);
        return queue;
    }

    /** The same with a channel where {@link CompletionQueue#requestNotify} makes an event. */
    public CompletionQueue createCompletionQueue(int capacity, CompletionChannel channel) {
        CompletionQueue queue = createCompletionQueue(capacity);
        queue.channel(channel);
        return queue;
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
        SharedReceiveQueue shared = new SharedReceiveQueue(this, domain, nextQueueNumber++, queue);
        sharedReceiveQueues.add(shared);
        return shared;
    }

    /**
     * Makes a reliable-connection queue pair in {@link QpState#RESET}. Throws {@code ERR_ARG} if
     * the domain or a queue is another adapter's. Verbs: {@code ibv_create_qp} with {@code
     * IBV_QPT_RC}.
     */
    public QueuePair createQueuePair(
            ProtectionDomain domain, QueuePairConfiguration configuration) {
        return create(QueuePairType.RELIABLE_CONNECTION, domain, configuration);
    }

    /**
     * Makes a dynamically connected initiator in {@link QpState#RESET}. Throws {@code ERR_ARG} if
     * the domain or a queue is another adapter's, or if receives are shared: it has none. Verbs:
     * {@code mlx5dv_create_qp} with {@code MLX5DV_DCTYPE_DCI}.
     */
    public QueuePair createInitiator(
            ProtectionDomain domain, QueuePairConfiguration configuration) {
        if (configuration.sharedReceives().isPresent()) {
            throw new MpiFailure(
                    ErrorClass.ARG,
                    "initiator receives nothing: lid="
                            + lid()
                            + "; leave out the shared receive queue");
        }
        return create(QueuePairType.DYNAMIC_INITIATOR, domain, configuration);
    }

    /**
     * Makes a dynamically connected target in {@link QpState#RESET}: whoever knows the access key
     * sends to it. Throws {@code ERR_ARG} if the domain or a queue is another adapter's. Verbs:
     * {@code mlx5dv_create_qp} with {@code MLX5DV_DCTYPE_DCT}.
     */
    public DcTarget createTarget(
            ProtectionDomain domain,
            SharedReceiveQueue receives,
            CompletionQueue completions,
            long accessKey) {
        requireOwn("protection domain", domain.adapter());
        requireOwn("shared receive queue", receives.domain().adapter());
        requireOwn("completion queue", completions.adapter());
        int number = served.nextNumber();
        DcTarget target = new DcTarget(this, number, domain, receives, completions, accessKey);
        served.add(target);
        return target;
    }

    private QueuePair create(
            QueuePairType type, ProtectionDomain domain, QueuePairConfiguration configuration) {
        requireOwn("protection domain", domain.adapter());
        requireOwn("send completion queue", configuration.sendCompletions().adapter());
        requireOwn("receive completion queue", configuration.receiveCompletions().adapter());
        configuration
                .sharedReceives()
                .ifPresent(srq -> requireOwn("shared receive queue", srq.domain().adapter()));
        QueuePair pair = new QueuePair(this, served.nextNumber(), type, domain, configuration);
        served.add(pair);
        return pair;
    }

    /**
     * Does what is due: takes up to {@code limit} packets off the wire and serves them, retransmits
     * what timed out, starts what was posted. Returns the amount of work done, 0 if there was none.
     * Takes time in proportion to the queue pairs with work, not to all.
     */
    public int poll(int limit) {
        int work = failOverrunQueuePairs();
        int taken = 0;
        while (taken < limit && wire.poll(incoming)) {
            dispatch();
            taken++;
        }
        if (ready.isEmpty() && !armed) {
            return work + taken;
        }
        long nowNs = nowNs();
        // An answer that waits on the wire is in time: else a slow adapter sends all again, in
        // vain.
        if (taken < limit) {
            fireTimers(nowNs);
        }
        return work + taken + pollReady(nowNs);
    }

    /** The oldest event not yet fetched. Verbs: {@code ibv_get_async_event}, but never waits. */
    public Optional<AsyncEvent> pollEvent() {
        return Optional.ofNullable(events.poll());
    }

    @Override
    public int lid() {
        return wire.lid();
    }

    /** How the adapter behaves. */
    public AdapterSettings settings() {
        return settings;
    }

    /**
     * Bytes that hardware and its driver would keep for all queues and queue pairs, by {@link
     * AdapterSettings.Costs}. Registered memory is not in it.
     */
    public long contextBytes() {
        long bytes = served.contextBytes();
        for (CompletionQueue queue : completionQueues) {
            bytes += (long) queue.capacity() * settings.costs().completionBytes();
        }
        for (SharedReceiveQueue queue : sharedReceiveQueues) {
            bytes += (long) queue.capacity() * settings.costs().workRequestBytes();
        }
        return bytes;
    }

    /** Detaches from the wire, for good. A second call does nothing. */
    public void close() {
        if (!closed) {
            closed = true;
            wire.close();
        }
    }

    long nowNs() {
        return clockNs.getAsLong();
    }

    /** The packet to fill in and offer, which is used again each time. */
    Packet outgoing() {
        return outgoing;
    }

    /** Offers a packet; false if the wire has no room. */
    boolean offer(Packet packet) {
        return wire.offer(packet);
    }

    /** Offers a packet; if the wire has no room its owner gets another turn. */
    boolean offerOrWait(Packet packet, PollableQueuePair owner) {
        boolean taken = wire.offer(packet);
        if (!taken) {
            markReady(owner);
        }
        return taken;
    }

    /** Gives a queue pair a turn at sending, at the next chance. */
    void markReady(PollableQueuePair pair) {
        if (served.markReady(pair.number())) {
            ready.add(pair);
        }
    }

    /** Lets all queue pairs see what is due at a time, or a little earlier. */
    void arm(long deadlineNs) {
        if (!armed || deadlineNs - earliestNs < 0) {
            armed = true;
            earliestNs = deadlineNs;
        }
    }

    void raise(AsyncEvent.Type type, int objectNumber) {
        events.add(new AsyncEvent(type, objectNumber));
    }

    @Override
    public void onOverrun(CompletionQueue queue) {
        overruns.add(queue);
        raise(AsyncEvent.Type.CQ_ERR, queue.number());
    }

    void remove(PollableQueuePair pair) {
        served.remove(pair);
        ready.remove(pair);
    }

    @Override
    public void remove(CompletionQueue queue) {
        completionQueues.remove(queue);
    }

    void remove(SharedReceiveQueue queue) {
        sharedReceiveQueues.remove(queue);
    }

    private int failOverrunQueuePairs() {
        int failed = 0;
        CompletionQueue dead;
        while ((dead = overruns.poll()) != null) {
            for (int i = 0; i < served.all().size(); i++) {
                PollableQueuePair pair = served.all().get(i);
                if (pair.uses(dead) && pair.state() != QpState.ERR) {
                    raise(AsyncEvent.Type.QP_FATAL, pair.number());
                    pair.enterError();
                    failed++;
                }
            }
        }
        return failed;
    }

    private void dispatch() {
        PollableQueuePair pair = served.find(incoming.destinationNumber());
        if (pair != null && incoming.destinationLid() == wire.lid()) {
            pair.onPacket(incoming);
            markReady(pair);
        }
    }

    private void fireTimers(long nowNs) {
        if (!armed || nowNs - earliestNs < 0) {
            return;
        }
        armed = false;
        for (int i = 0; i < served.all().size(); i++) {
            served.all().get(i).onTime(nowNs);
        }
    }

    /** Whoever could send more gets in line again, so that a full wire is shared fairly. */
    private int pollReady(long nowNs) {
        int work = 0;
        for (int left = ready.size(); left > 0; left--) {
            PollableQueuePair pair = ready.remove();
            served.clearReady(pair.number());
            work += pair.progress(nowNs);
        }
        return work;
    }

    private void requireOwn(String what, AdapterContext owner) {
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
