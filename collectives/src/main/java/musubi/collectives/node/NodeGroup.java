package musubi.collectives.node;

import musubi.adi.NodeFlags;
import musubi.adi.NodeMemory;
import musubi.coll.CollectiveContext;
import musubi.coll.CollectiveKind;
import musubi.error.ErrorClass;
import musubi.error.MpiFailure;
import musubi.progress.WaitDependencies;
import musubi.region.Region;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.function.BooleanSupplier;

/**
 * The members of a communicator that lies on one node, as they show each other numbers on the board
 * of the node: what this rank shows, and for whom it waits.
 *
 * <p>All members show all numbers, in the order of the calls, and those of one call are the same on
 * all of them. A rank shows a number only when it has done with what others have shown under lower
 * ones. So data of number n may be overwritten, by those of n + {@link NodeFlags#DEPTH}, when all
 * members have shown n + 1: see {@link #awaitSlots}; and the staging area of n by that of n +
 * {@link NodeFlags#STAGING_DEPTH}.
 *
 * <pre>
 *   line of a rank, one of each number that can be read
 *   | number, written last | kind, root, bytes of the call | key or short data |
 *     8                      8                               48
 * </pre>
 *
 * <p>Thread rule: the thread that holds the rank.
 */
public final class NodeGroup {
    /**
     * So often a rank with a core of its own looks before it begins to make progress with messages,
     * which would make each look slower: half a microsecond.
     */
    public static final int SPINS = 100;

    /** Bytes of data that fit in a line. */
    static final int INLINE_BYTES = NodeFlags.DATA_BYTES - Long.BYTES;

    private static final int KIND_SHIFT = 56;
    private static final int ROOT_SHIFT = 40;
    private static final int ROOT_MASK = 0xffff;
    private static final long BYTES_MASK = (1L << ROOT_SHIFT) - 1;

    private final CollectiveContext comm;
    private final NodeFlags flags;
    private final MemorySegment memory;
    private final int size;
    private final int rank;
    private final BooleanSupplier isNextThere = this::isNextThere;
    private final boolean sharesHeap;
    private final int cores;

    /** What this rank has shown last. */
    private long sequence;

    /** What all members have shown, as far as this rank knows. */
    private long seen;

    private long awaited;
    private boolean awaitsAll;
    private boolean awaitsRoom;
    private int next;
    private int end;

    private NodeGroup(CollectiveContext comm, NodeFlags flags) {
        this.comm = comm;
        this.flags = flags;
        memory = flags.mapping().segment();
        size = comm.size();
        rank = comm.rank();
        cores = comm.services().cores();
        boolean all = true;
        for (int member = 0; member < size; member++) {
            all &= flags.exposedBy(member) != null;
        }
        sharesHeap = all;
    }

    /** Of a communicator; null when its members have no flags in the memory of one node. */
    public static NodeGroup of(CollectiveContext comm) {
        NodeMemory memory = comm.services().nodeMemory();
        if (memory == null || comm.size() < 2) {
            return null;
        }
        int[] worldRanks = new int[comm.size()];
        for (int member = 0; member < worldRanks.length; member++) {
            worldRanks[member] = comm.worldRank(member);
        }
        NodeFlags flags = NodeFlags.of(memory, comm.contextId() / 2, comm.rank(), worldRanks);
        return flags == null ? null : new NodeGroup(comm, flags);
    }

    /** The communicator. */
    public CollectiveContext comm() {
        return comm;
    }

    /** How many members it has. */
    public int size() {
        return size;
    }

    /** This rank's place among them. */
    int rank() {
        return rank;
    }

    /** Whether all members live in one JVM, so that all reach each other's arrays. */
    public boolean sharesHeap() {
        return sharesHeap;
    }

    /** Whether there are more members than cores. */
    public boolean isOversubscribed() {
        return size() > cores;
    }

    /** How many cores they share. */
    int cores() {
        return cores;
    }

    NodeFlags flags() {
        return flags;
    }

    /** What this rank has shown last. */
    long sequence() {
        return sequence;
    }

    /** The first word of what all members show in a call. */
    public static long header(CollectiveKind kind, int root, long bytes) {
        return (long) kind.ordinal() << KIND_SHIFT
                | (long) (root & ROOT_MASK) << ROOT_SHIFT
                | bytes & BYTES_MASK;
    }

    /** Where the data of a member's line are, of the number that this rank has shown last. */
    long inlineOf(int member) {
        return flags.dataOf(member, sequence) + Long.BYTES;
    }

    /** Where this rank's data of the number go that it will show next. */
    long nextInline() {
        return flags.dataOf(rank, sequence + 1) + Long.BYTES;
    }

    /** Where a member's staging area of a number is. */
    long stagingOf(int member, long shown) {
        return flags.stagingOf(member, shown);
    }

    /** As {@link #nextInline}, of this rank's staging area. */
    long nextStaging() {
        return flags.stagingOf(rank, sequence + 1);
    }

    /** Gives this rank's staging areas memory; whether there is any. */
    boolean reserveStaging() {
        return flags.reserveStaging();
    }

    /**
     * Looks up the memory whose key a member has {@linkplain #putWord put} there and shown under
     * the last number.
     */
    void lookUpExposed(int member, Region found) {
        long key = memory.get(ValueLayout.JAVA_LONG, inlineOf(member));
        if (!flags.exposedBy(member).find(key, found)) {
            throw new IllegalStateException("no longer exposed: member=" + member + " key=" + key);
        }
    }

    /** Sets the first word of this rank's data of the number that it shows next. */
    void putWord(long word) {
        memory.set(ValueLayout.JAVA_LONG, nextInline(), word);
    }

    /** The sum of the first words of all members' data, under the last number. */
    long sumOfWords() {
        long sum = 0;
        for (int member = 0; member < size; member++) {
            sum += memory.get(ValueLayout.JAVA_LONG, inlineOf(member));
        }
        return sum;
    }

    /** Shows the next number, for which all members wait: the last one wakes those who sleep. */
    public void publishAndAwaitAll(long header) {
        publish(header);
        awaitAll(sequence);
        if (isConditionMet()) {
            wakeOthers();
        }
    }

    /** Shows the next number, for which only some wait. */
    void publishAndWakeAll(long header) {
        publish(header);
        wakeOthers();
    }

    /** Shows the next number, for which one waits. */
    void publishAndWake(long header, int member) {
        publish(header);
        if (member != rank) {
            flags.wake(member);
        }
    }

    /**
     * As {@link #publishAndWakeAll}, but wakes nobody. Who waits for it for {@linkplain #awaitSlots
     * room} looks by itself now and then.
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
     * Waits until so many numbers can be shown without anybody missing those of before. Who has to
     * look at others at all does so for the next half of the depth.
     */
    public void awaitSlots(int numbers) {
        awaitPlaces(sequence + numbers + 1 - NodeFlags.DEPTH, NodeFlags.DEPTH / 2);
    }

    /** As {@link #awaitSlots}, where staging areas are filled: few, so nobody waits in advance. */
    void awaitStaging(int numbers) {
        long needed = sequence + numbers + 1 - NodeFlags.STAGING_DEPTH;
        if (needed > seen) {
            awaitAll(sequence);
            isConditionMet();
        }
        awaitPlaces(needed, 0);
    }

    private void awaitPlaces(long needed, int further) {
        if (needed > seen) {
            awaitAll(needed + further);
            awaitsRoom = true;
        } else {
            awaitsAll = false;
            awaitsRoom = false;
            next = 0;
            end = 0;
        }
    }

    /** Waits until all members have shown a number. */
    void awaitAll(long what) {
        awaited = what;
        awaitsAll = true;
        awaitsRoom = false;
        next = 0;
        end = size;
    }

    /** Waits until one member has shown a number. */
    void awaitOne(int member, long what) {
        awaited = what;
        awaitsAll = false;
        awaitsRoom = false;
        next = member;
        end = member + 1;
    }

    /** Whether what this rank waits for has come. */
    public boolean isConditionMet() {
        while (next < end && flags.isPublished(next, awaited)) {
            next++;
        }
        if (next < end) {
            return false;
        }
        if (awaitsAll && awaited > seen) {
            seen = awaited;
        }
        return true;
    }

    /** Whether those who bring what this rank waits for wake it. */
    public boolean isAnnounced() {
        return !awaitsRoom;
    }

    /** Keeps a rank that waits from falling asleep when that has come. */
    public void watch() {
        flags.watch(isNextThere);
    }

    /** Ends {@link #watch}. */
    public void unwatch() {
        flags.watch(null);
    }

    /** Looked at by a thread that is about to sleep, perhaps while another one advances this. */
    private boolean isNextThere() {
        int place = next;
        return place >= end || flags.isPublished(place, awaited);
    }

    /**
     * Fails when the member that this rank waits for is gone.
     *
     * @throws MpiFailure of class PROC_ABORTED
     */
    public void checkAlive() {
        if (next < end) {
            comm.services().pt2pt().checkAlive(comm, next);
        }
    }

    /** Names the members that this rank waits for. */
    public void describeWait(WaitDependencies needs) {
        for (int member = next; member < end; member++) {
            if (!flags.isPublished(member, awaited)) {
                needs.addRank(comm.worldRank(member));
            }
        }
    }

    /**
     * Compares what all members have shown under the last number.
     *
     * @throws MpiFailure of class NOT_SAME when they have not made the same call; TRUNCATE when a
     *     broadcast is longer than this rank's buffer
     */
    public void checkAll() {
        for (int member = 0; member < size; member++) {
            check(member);
        }
    }

    /** As {@link #checkAll}, with one other member. */
    void check(int member) {
        long own = headerOf(rank);
        long theirs = headerOf(member);
        if (theirs != own) {
            throw new MpiFailure(
                    isTruncated(own, theirs) ? ErrorClass.TRUNCATE : ErrorClass.NOT_SAME,
                    "ranks disagree on the call: rank="
                            + rank
                            + described(own)
                            + ", rank="
                            + member
                            + described(theirs)
                            + "; all members have to make the same calls in the same order");
        }
    }

    /** Whether it is the same broadcast, but there is no room for what comes. */
    private static boolean isTruncated(long own, long theirs) {
        return own >>> ROOT_SHIFT == theirs >>> ROOT_SHIFT
                && own >>> KIND_SHIFT == CollectiveKind.BCAST.ordinal()
                && own < theirs;
    }

    private long headerOf(int member) {
        return memory.get(ValueLayout.JAVA_LONG, flags.dataOf(member, sequence));
    }

    private static String described(long header) {
        return " kind="
                + CollectiveKind.values()[(int) (header >>> KIND_SHIFT)]
                + " root="
                + (header >>> ROOT_SHIFT & ROOT_MASK)
                + " bytes="
                + (header & BYTES_MASK);
    }
}
