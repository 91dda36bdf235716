package musubi.collectives.node;

import musubi.adi.NodeFlags;
import musubi.adi.NodeMemory;
import musubi.coll.CollectiveContext;
import musubi.coll.CollectiveKind;
import musubi.error.MpiFailure;
import musubi.progress.WaitDependencies;
import musubi.region.Region;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;

/**
 * The members of a communicator within a node, synchronised by sequence numbers in the flags of the
 * node: publication by this rank, and waits for others.
 *
 * <p>All members publish the same numbers in the order of the calls. A rank publishes a number
 * after it has finished with all data published under lower ones. So data of number n may be
 * overwritten, by those of n + {@link NodeFlags#DEPTH}, once all members have published n + 1: see
 * {@link #awaitSlots}; and the staging area of n by that of n + {@link NodeFlags#STAGING_DEPTH}.
 *
 * <pre>
 *   slot of a rank, one for each readable number
 *   | number, written last | kind, root, bytes of the call | key or short data |
 *     8                      8                               48
 * </pre>
 *
 * <p>Thread rule: the thread that holds the rank.
 */
public final class NodeGroup {
    /**
     * Polls of a rank with a core of its own before it also makes progress with messages, which
     * slows each poll: half a microsecond.
     */
    public static final int SPINS = 100;

    /** Bytes of data that fit in a line. */
    static final int INLINE_BYTES = NodeFlags.DATA_BYTES - Long.BYTES;

    private final CollectiveContext comm;
    private final NodeFlags flags;
    private final MemorySegment memory = flags.mapping().segment();
    private final int size = comm.size();
    private final int rank = comm.rank();
    private final BooleanSupplier isNextThere = this::isNextThere;
    private final boolean sharesHeap =
            IntStream.range(0, size).allMatch(m -> flags.exposedBy(m) != null);
    private final int cores = comm.services().cores();

    /** Notes whether this rank has been the root of a broadcast; returns what was noted before. */
    boolean noteRoot(boolean isRoot) {
        boolean was = wasRoot;
        wasRoot = isRoot;
        return was;
    }

    /** The number that this rank has published last. */
    private long sequence;

    /** The highest number known to be published by all members. */
    private long reached;

    /** The number whose staged data may be read until two further numbers are published. */
    private long readLate = -NodeFlags.STAGING_DEPTH;

    private long awaited;
    private boolean awaitsAll;
    private boolean awaitsRoom;

    /** Whether this rank has been the root of a broadcast since the last barrier. */
    private boolean wasRoot;

    private int next;
    private int end;

    private NodeGroup(CollectiveContext comm, NodeFlags flags) {
        this.comm = comm;
        this.flags = flags;
        super();
    }

    /** The group of a communicator; null if its members do not share flags. */
    public static NodeGroup of(CollectiveContext comm) {
        NodeMemory memory = comm.services().nodeMemory();
        if (memory == null || comm.size() < 2) {
            return null;
        }
        int[] worldRanks = IntStream.range(0, comm.size()).map(comm::worldRank).toArray();
        NodeFlags flags = NodeFlags.of(memory, comm.contextId() / 2, comm.rank(), worldRanks);
        return flags == null ? null : new NodeGroup(comm, flags);
    }

    /** The communicator. */
    public CollectiveContext comm() {
        return comm;
    }

    /** Number of members. */
    public int size() {
        return size;
    }

    /** This rank in the communicator. */
    int rank() {
        return rank;
    }

    /** Whether all members are in one JVM and can access each other's arrays. */
    public boolean sharesHeap() {
        return sharesHeap;
    }

    /** Whether members outnumber cores. */
    public boolean isOversubscribed() {
        return size() > cores;
    }

    /** Number of cores of the node. */
    int cores() {
        return cores;
    }

    NodeFlags flags() {
        return flags;
    }

    /** The number that this rank has published last. */
    long sequence() {
        return sequence;
    }

    /** The call header, equal at all members: the first word of a slot. */
    public static long header(CollectiveKind kind, int root, long bytes) {
        return CallHeader.of(kind, root, bytes);
    }

    /** Address of a member's inline data of the current number. */
    long inlineOf(int member) {
        return flags.dataOf(member, sequence) + Long.BYTES;
    }

    /** Address of this rank's inline data of the next number. */
    long nextInline() {
        return flags.dataOf(rank, sequence + 1) + Long.BYTES;
    }

    /** Address of a member's staging area of a number. */
    long stagingOf(int member, long shown) {
        return flags.stagingOf(member, shown);
    }

    /** Address of this rank's staging area of the next number. */
    long nextStaging() {
        return flags.stagingOf(rank, sequence + 1);
    }

    /** Allocates this rank's staging areas; false without memory. */
    boolean reserveStaging() {
        return flags.reserveStaging();
    }

    /**
     * Looks up memory by the key that a member has {@linkplain #putWord put} and published under
     * the current number.
     */
    void lookUpExposed(int member, Region found) {
        long key = memory.get(ValueLayout.JAVA_LONG, inlineOf(member));
        if (!flags.exposedBy(member).find(key, found)) {
            throw new IllegalStateException("no longer exposed: member=" + member + " key=" + key);
        }
    }

    /** Sets the first word of this rank's inline data of the next number. */
    void putWord(long word) {
        memory.set(ValueLayout.JAVA_LONG, nextInline(), word);
    }

    /** The sum of the first words of all members' inline data of the current number. */
    long sumOfWords() {
        long sum = 0;
        for (int member = 0; member < size; member++) {
            sum += memory.get(ValueLayout.JAVA_LONG, inlineOf(member));
        }
        return sum;
    }

    /** Publishes the next number and waits for all members; the last one wakes the sleepers. */
    public void publishAndAwaitAll(long header) {
        publish(header);
        awaitAll(sequence);
        if (isConditionMet()) {
            wakeOthers();
        }
    }

    /** Publishes the next number and wakes all other members, only some of which wait for it. */
    void publishAndWakeAll(long header) {
        publish(header);
        wakeOthers();
    }

    /** Publishes the next number and wakes one member. */
    void publishAndWake(long header, int member) {
        publish(header);
        if (member != rank) {
            flags.wake(member);
        }
    }

    /**
     * Publishes the next number without waking any member. Members that wait for {@linkplain
     * #awaitSlots slots} poll.
     */
    void publishWithoutWake(long header) {
        setHeader(header);
        flags.publishWithoutWake(sequence);
    }

    private void publish(long header) {
        setHeader(header);
        flags.publish(sequence);
    }

    private void setHeader(long header) {
        sequence++;
        memory.set(ValueLayout.JAVA_LONG, flags.dataOf(rank, sequence), header);
    }

    private void wakeOthers() {
        for (int member = 0; member < size; member++) {
            if (member != rank) {
                flags.wake(member);
            }
        }
    }

    /**
     * Waits for slots of further numbers. A wait that reads flags of others covers half of the
     * depth in advance.
     */
    public void awaitSlots(int numbers) {
        awaitPlaces(sequence + numbers + 1 - NodeFlags.DEPTH, NodeFlags.DEPTH / 2);
    }

    /**
     * Keeps the staging areas of a number until its readers have published the second number after
     * it, rather than the next one.
     */
    void keepStaging(long number) {
        readLate = number;
    }

    /** As {@link #awaitSlots}, for staging areas, which are too few for waits in advance. */
    void awaitStaging(int numbers) {
        long overwritten = sequence + numbers - NodeFlags.STAGING_DEPTH;
        long needed = overwritten + (overwritten == readLate ? 2 : 1);
        if (needed > reached) {
            awaitAll(sequence);
            isConditionMet();
        }
        awaitPlaces(needed, 0);
    }

    private void awaitPlaces(long needed, int further) {
        if (needed > reached) {
            await(0, size, needed + further, true);
        } else {
            await(0, 0, awaited, false);
        }
    }

    /** Waits until all members have published a number. */
    void awaitAll(long what) {
        await(0, size, what, false);
    }

    /** Waits until one member has published a number. */
    void awaitOne(int member, long what) {
        await(member, member + 1, what, false);
    }

    private void await(int first, int behind, long number, boolean isForRoom) {
        awaited = number;
        awaitsAll = behind - first == size;
        awaitsRoom = isForRoom;
        next = first;
        end = behind;
    }

    /** Whether the condition of the current wait holds. */
    public boolean isConditionMet() {
        while (next < end && flags.isPublished(next, awaited)) {
            next++;
        }
        if (next < end) {
            return false;
        }
        if (awaitsAll && awaited > reached) {
            reached = awaited;
        }
        return true;
    }

    /** Whether this rank is woken by the publisher it waits for. */
    public boolean isAnnounced() {
        return !awaitsRoom;
    }

    /** Prevents a waiting rank from sleeping after the condition holds. */
    public void watch() {
        flags.watch(isNextThere);
    }

    /** Ends {@link #watch}. */
    public void unwatch() {
        flags.watch(null);
    }

    /** Read by a thread about to sleep, possibly concurrently with a wait of another thread. */
    private boolean isNextThere() {
        int place = next;
        return place >= end || flags.isPublished(place, awaited);
    }

    /**
     * Fails if the member that this rank waits for is lost.
     *
     * @throws MpiFailure of class PROC_ABORTED
     */
    public void checkAlive() {
        if (next < end) {
            comm.services().pt2pt().checkAlive(comm, next);
        }
    }

    /** Adds the members that this rank waits for. */
    public void describeWait(WaitDependencies needs) {
        for (int member = next; member < end; member++) {
            if (!flags.isPublished(member, awaited)) {
                needs.addRank(comm.worldRank(member));
            }
        }
    }

    /**
     * Compares the call headers of all members under the current number.
     *
     * @throws MpiFailure of class NOT_SAME if the calls differ; TRUNCATE if a broadcast is longer
     *     than this rank's buffer
     */
    public void checkAll() {
        for (int member = 0; member < size; member++) {
            check(member);
        }
    }

    /** Compares the call header of one other member. */
    void check(int member) {
        long own = headerOf(rank);
        long theirs = headerOf(member);
        if (theirs != own) {
            throw CallHeader.mismatch(rank, own, member, theirs);
        }
    }

    private long headerOf(int member) {
        return memory.get(ValueLayout.JAVA_LONG, flags.dataOf(member, sequence));
    }
}
