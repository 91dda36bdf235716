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
 * A software host channel adapter: creates all other objects and progresses them in {@link #poll}.
 * It has no thread, so a peer's RDMA is served when this side polls. The adapter and its objects
 * belong to one thread at a time. Verbs: {@code struct ibv_context}.
 */
public final class HostChannelAdapter implements CompletionQueue.Owner {
    /** Longest message in bytes. Verbs: {@code max_msg_sz}. */
    public static final int MAX_MESSAGE_BYTES = Packet.MOST_MESSAGE_BYTES;

    /** The number of the first queue pair or target; later ones have consecutive numbers. */
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

    /** An adapter on a wire; the clock, in nanoseconds, is monotonic. */
    HostChannelAdapter(Wire wire, LongSupplier clockNs, AdapterSettings settings) {
        this.wire = wire;
        this.clockNs = clockNs;
        this.settings = settings;
    }

    /** Creates a protection domain. Verbs: {@code ibv_alloc_pd}. */
    public ProtectionDomain allocateDomain() {
        return new ProtectionDomain(this, regions);
    }

    /**
     * Creates a channel for events of completion queues. Verbs: {@code ibv_create_comp_channel}.
     */
    public CompletionChannel createCompletionChannel() {
        return new CompletionChannel();
    }

    /**
     * Creates a completion queue of a capacity, in completions. Throws {@code ERR_ARG} if that is
     * less than 1. Verbs: {@code ibv_create_cq}.
     */
    public CompletionQueue createCompletionQueue(int capacity) {
        requirePositive("completion queue", capacity);
        CompletionQueue queue = new CompletionQueue(this, nextQueueNumber++, capacity);
        completionQueues.add(queue);
        return queue;
    }

    /**
     * Creates a completion queue with a channel for the events of {@link
     * CompletionQueue#requestNotify}.
     */
    public CompletionQueue createCompletionQueue(int capacity, CompletionChannel channel) {
        CompletionQueue queue = createCompletionQueue(capacity);
        queue.channel(channel);
        return queue;
    }

    /**
     * Creates a shared receive queue of a capacity, in receives of at most {@code mostEntries}
     * scatter/gather entries. Throws {@code ERR_ARG} if the capacity is less than 1 or the domain
     * is another adapter's. Verbs: {@code ibv_create_srq}.
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
     * Creates a reliable-connection queue pair in {@link QpState#RESET}. Throws {@code ERR_ARG} if
     * the domain or a queue belongs to another adapter. Verbs: {@code ibv_create_qp} with {@code
     * IBV_QPT_RC}.
     */
    public QueuePair createQueuePair(
            ProtectionDomain domain, QueuePairConfiguration configuration) {
        return create(QueuePairType.RELIABLE_CONNECTION, domain, configuration);
    }

    /**
     * Creates a dynamically connected initiator in {@link QpState#RESET}. Throws {@code ERR_ARG} if
     * the domain or a queue belongs to another adapter, or with a shared receive queue: an
     * initiator receives nothing. Verbs: {@code mlx5dv_create_qp} with {@code MLX5DV_DCTYPE_DCI}.
     */
    public QueuePair createInitiator(
            ProtectionDomain domain, QueuePairConfiguration configuration) {
        if (configuration.sharedReceives().isPresent()) {
            throw new MpiFailure(ErrorClass.ARG, "initiator receives nothing")
                    .with("lid", lid())
                    .advice("leave out the shared receive queue");
        }
        return create(QueuePairType.DYNAMIC_INITIATOR, domain, configuration);
    }

    /**
     * Creates a dynamically connected target in {@link QpState#RESET}, for all senders with the
     * access key. Throws {@code ERR_ARG} if the domain or a queue belongs to another adapter.
     * Verbs: {@code mlx5dv_create_qp} with {@code MLX5DV_DCTYPE_DCT}.
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
     * Makes progress: takes up to {@code limit} packets off the wire and serves them, retransmits
     * after timeouts, starts posted requests. Returns the amount of work done, 0 if there was none.
     * The cost is proportional to the queue pairs with work, not to all.
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
        // A response waiting on the wire is in time: otherwise a slow adapter retransmits
        // needlessly.
        if (taken < limit) {
            fireTimers(nowNs);
        }
        return work + taken + pollReady(nowNs);
    }

    /** The oldest event not yet fetched; never waits. Verbs: {@code ibv_get_async_event}. */
    public Optional<AsyncEvent> pollEvent() {
        return Optional.ofNullable(events.poll());
    }

    @Override
    public int lid() {
        return wire.lid();
    }

    /** The settings of the adapter. */
    public AdapterSettings settings() {
        return settings;
    }

    /**
     * Bytes of context that hardware and its driver would keep for all queues and queue pairs, by
     * {@link AdapterSettings.Costs}; without registered memory.
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

    /** Detaches from the wire permanently. A second call has no effect. */
    public void close() {
        if (!closed) {
            closed = true;
            wire.close();
        }
    }

    long nowNs() {
        return clockNs.getAsLong();
    }

    /** The packet to fill in and offer; one object, reused. */
    Packet outgoing() {
        return outgoing;
    }

    /** Offers a packet; false if the wire has no room. */
    boolean offer(Packet packet) {
        return wire.offer(packet);
    }

    /** Offers a packet; schedules another turn of its owner if the wire has no room. */
    boolean offerOrWait(Packet packet, PollableQueuePair owner) {
        boolean taken = wire.offer(packet);
        if (!taken) {
            markReady(owner);
        }
        return taken;
    }

    /** Schedules a queue pair's next turn at sending. */
    void markReady(PollableQueuePair pair) {
        if (served.markReady(pair.number())) {
            ready.add(pair);
        }
    }

    /** Schedules a check of all timers at a time or earlier. */
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

    /** Queue pairs with more to send join the end of the queue, so a full wire is shared fairly. */
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
            throw new MpiFailure(ErrorClass.ARG, what + " belongs to another adapter")
                    .with("lid", owner.lid())
                    .with("this", lid())
                    .advice("use objects of one adapter together");
        }
    }

    private static void requirePositive(String what, int capacity) {
        if (capacity < 1) {
            throw new MpiFailure(ErrorClass.ARG, what + " has no capacity")
                    .with("capacity", capacity)
                    .advice("give 1 or more");
        }
    }
}
