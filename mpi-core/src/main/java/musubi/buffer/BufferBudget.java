package musubi.buffer;

import musubi.config.LaunchVariables;
import musubi.config.Setting;
import musubi.config.Settings;
import musubi.error.ErrorClass;
import musubi.error.MpiFailure;

import java.lang.ref.Cleaner;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The native memory of the buffers of all ranks of a JVM: its limit, and the garbage collections
 * that free unreachable buffers. The heap alone would cause none: a buffer of any size takes a few
 * hundred bytes of it.
 *
 * <p>A collection is due once the buffers have grown by a step since the last one. It is made by a
 * rank that has grown by at least half of an equal share of that, so ranks that allocate little do
 * not pay for others. When little was freed since the last one, the step doubles, up to the limit:
 * live buffers do not cause one collection after another.
 *
 * <p>Thread rule: any thread.
 */
public final class BufferBudget {
    private static final long LIMIT_OF_RANK = 1L << 30;
    private static final long MOST_GARBAGE = 256L << 20;
    private static final int GARBAGE_SHARE = 8;

    /** Less would cause a collection for every few buffers. */
    private static final long LEAST_GARBAGE = 32L << 20;

    private static final long COLLECTION_NS = 500_000_000;

    /** More than 1: on a busy machine the thread that frees buffers may be late. */
    private static final int COLLECTIONS_AT_LIMIT = 5;

    private static final long QUIET_NS = 20_000_000;
    private static final long POLL_NS = 200_000;

    /** More than 1, as an allocation during a collection may count on one side only. */
    private static final int FAIR_SHARE = 2;

    private static final long MOST_PATIENCE = 1 << 20;

    /** Loaded with the first collection, because it has a thread. */
    private static final class Canary {
        static final Cleaner CLEANER = Cleaner.create();
    }

    /** Of the settings; 0 for the default. */
    private final long givenLimit;

    private final long givenGarbage;

    /** Ranks of the node, in all its JVMs; 0 if they all share this one. */
    private final long nodeRanks;

    private final Runnable collector;
    private final AtomicInteger ranks = new AtomicInteger();
    private final AtomicLong used = new AtomicLong();

    /** Least use since the last collection. */
    private final AtomicLong floor = new AtomicLong();

    /** Bytes freed since the start of the last collection. */
    private final AtomicLong released = new AtomicLong();

    private final ReentrantLock collecting = new ReentrantLock();
    private volatile int collections;

    /** Factor of the step: 1, or more when little was freed. */
    private volatile long patience = 1;

    /** The budget of the settings {@code buffer.limit} and {@code buffer.garbage}. */
    public static BufferBudget of(Settings settings) {
        return new BufferBudget(
                bytes(settings, Setting.BUFFER_LIMIT),
                bytes(settings, Setting.BUFFER_GARBAGE),
                settings.get(LaunchVariables.LOCAL_SIZE) == null
                        ? 0
                        : settings.getLong(LaunchVariables.LOCAL_SIZE),
                System::gc);
    }

    /**
     * A budget.
     *
     * @param limit bytes of all buffers; 0 for the default
     * @param garbage bytes of growth until a collection; 0 for the default
     * @param nodeRanks ranks of the node, in all its JVMs; 0 if they all share this one
     * @param collector runs the garbage collector
     */
    BufferBudget(long limit, long garbage, long nodeRanks, Runnable collector) {
        givenLimit = limit;
        givenGarbage = garbage;
        this.nodeRanks = nodeRanks;
        this.collector = collector;
    }

    private static long bytes(Settings settings, Setting setting) {
        return settings.get(setting) == null ? 0 : Math.max(1, settings.getLong(setting));
    }

    void enter() {
        ranks.incrementAndGet();
    }

    void leave() {
        ranks.decrementAndGet();
    }

    /** Bytes of the buffers of all ranks. */
    public long used() {
        return used.get();
    }

    /** Most bytes of all buffers. */
    long limit() {
        return givenLimit > 0
                ? givenLimit
                : Math.max(1, ranks.get()) * LIMIT_OF_RANK + Runtime.getRuntime().maxMemory();
    }

    /** Bytes of growth after which unreachable buffers are collected. */
    private long step() {
        return Math.min(limit(), garbage() * patience);
    }

    /** The step without patience: by default, the share of the ranks of this JVM in the node's. */
    long garbage() {
        if (givenGarbage > 0) {
            return givenGarbage;
        }
        long ofNode = Math.min(MOST_GARBAGE, limit() / GARBAGE_SHARE);
        if (nodeRanks == 0) {
            return ofNode;
        }
        long share = ofNode * Math.max(1, ranks.get()) / nodeRanks;
        return Math.min(ofNode, Math.max(LEAST_GARBAGE, share));
    }

    /** The number of collections so far. */
    int collections() {
        return collections;
    }

    /**
     * Counts bytes that a rank is about to allocate; collects first when that is due.
     *
     * @throws MpiFailure of class NO_MEM when they exceed the limit even after collections
     */
    void reserve(ProgramBuffers rank, long bytes) {
        int seen = collections;
        long ofRank = rank.growth(seen) + bytes;
        long ofAll = used.get() + bytes - lowered(floor, used.get());
        if (ofAll > step() && FAIR_SHARE * ofRank >= ofAll / ranks.get()) {
            collect(seen);
            rank.growth(collections);
        }
        for (int tries = 0; !tryReserve(bytes); tries++) {
            if (tries == COLLECTIONS_AT_LIMIT) {
                throw exhausted(rank, bytes, null);
            }
            collect(collections);
        }
    }

    private static long lowered(AtomicLong least, long value) {
        return least.accumulateAndGet(value, Math::min);
    }

    private boolean tryReserve(long bytes) {
        long limit = limit();
        long before = used.get();
        while (bytes <= limit - before) {
            if (used.compareAndSet(before, before + bytes)) {
                return true;
            }
            before = used.get();
        }
        return false;
    }

    /** Counts bytes that were freed. */
    void release(long bytes) {
        released.addAndGet(bytes);
        used.addAndGet(-bytes);
    }

    /** Runs the garbage collector, unless another rank does at the same time. */
    void collect(int seen) {
        collecting.lock();
        try {
            if (seen == collections) {
                collect();
            }
        } finally {
            collecting.unlock();
        }
    }

    private void collect() {
        boolean isFutile = collections > 0 && released.get() < step() / patience / 2;
        patience = isFutile ? Math.min(MOST_PATIENCE, 2 * patience) : 1;
        released.set(0);
        long target = used.get() - (used.get() - floor.get()) / 2;
        CountDownLatch processed = new CountDownLatch(1);
        Canary.CLEANER.register(new Object(), processed::countDown);
        collector.run();
        awaitCleaning(target, processed);
        floor.set(used.get());
        collections++;
    }

    /**
     * Waits until most of the growth is freed, or nothing is freed any more. Another thread frees
     * one buffer after another; one that it frees later counts as well.
     */
    private void awaitCleaning(long target, CountDownLatch processed) {
        long deadlineNs = System.nanoTime() + COLLECTION_NS;
        long quietSinceNs = System.nanoTime();
        long least = used.get();
        while (least > target && System.nanoTime() < deadlineNs) {
            LockSupport.parkNanos(POLL_NS);
            if (used.get() < least || processed.getCount() > 0) {
                least = Math.min(least, used.get());
                quietSinceNs = System.nanoTime();
            } else if (System.nanoTime() - quietSinceNs > QUIET_NS) {
                return;
            }
        }
    }

    /** The failure of an allocation. */
    MpiFailure exhausted(ProgramBuffers rank, long bytes, Throwable cause) {
        String text = "no memory for the buffer";
        MpiFailure failure =
                cause == null
                        ? new MpiFailure(ErrorClass.NO_MEM, text)
                        : new MpiFailure(ErrorClass.NO_MEM, text, cause);
        return failure.with("bytes", bytes)
                .with("in use by this rank", rank.used())
                .with("by all " + ranks.get() + " ranks of this JVM", used())
                .with("limit", limit())
                .advice(
                        cause == null
                                ? "free buffers with MPI.freeBuffer, or raise the setting"
                                        + " musubi.buffer.limit"
                                : "the system has none: free buffers with MPI.freeBuffer, or use"
                                        + " a machine with more memory");
    }
}
