package musubi.adi;

import musubi.region.Region;
import musubi.region.RegionTable;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.function.BooleanSupplier;

/**
 * Flags that members of a communicator on one node publish to each other in one line of {@link
 * NodeMemory}, without messages. Each rank publishes consecutive numbers; the data under a number
 * are readable until the rank publishes the number that is {@link #DEPTH} higher, those in its
 * staging area until the number that is {@link #STAGING_DEPTH} higher.
 *
 * <pre>
 *   line of a rank: one cache line for each number that is readable
 *   | number n, written last | data of n | n + 1 | data | ... | n + 31 | data |
 *     8                        56
 * </pre>
 *
 * <p>Members are numbered as in the communicator. Thread rule: as {@link Transport}.
 */
public final class NodeFlags {
    /** Bytes of data under a number. */
    public static final int DATA_BYTES = 56;

    /** Numbers of a rank that are readable at a time; a rank that needs no answers runs ahead. */
    public static final int DEPTH = 32;

    /** Numbers whose staging areas are readable at a time. */
    public static final int STAGING_DEPTH = 4;

    /** Bytes of the staging area of one number. */
    public static final int STAGING_BYTES = 128 << 10;

    private static final int CACHE_LINE_BYTES = DATA_BYTES + Long.BYTES;

    /** Bytes of the flags of a line. */
    public static final int FLAG_BYTES = DEPTH * CACHE_LINE_BYTES;

    /** Bytes of all staging areas of a line. */
    public static final int STAGING_AREA_BYTES = STAGING_DEPTH * STAGING_BYTES;

    private static final VarHandle LONG = ValueLayout.JAVA_LONG.varHandle();

    private final NodeMemory memory;
    private final MemorySegment map;
    private final int line;
    private final int self;
    private final NodeMemory.Line[] members;

    /** Where the flags of each member start, in the mapping. */
    private final long[] flags;

    private NodeFlags(NodeMemory memory, int line, int self, NodeMemory.Line[] members) {
        this.memory = memory;
        this.map = memory.mapping().segment();
        this.line = line;
        this.self = self;
        this.members = members;
        this.flags = Arrays.stream(members).mapToLong(NodeMemory.Line::flags).toArray();
    }

    /**
     * The flags of members in one line.
     *
     * @param self this rank among the members
     * @param worldRanks of the members
     * @return null when a member is on another node or has no such line
     */
    public static NodeFlags of(NodeMemory memory, int line, int self, int[] worldRanks) {
        NodeMemory.Line[] members = new NodeMemory.Line[worldRanks.length];
        for (int member = 0; member < members.length; member++) {
            members[member] = memory.line(worldRanks[member], line);
            if (members[member] == null) {
                return null;
            }
        }
        return new NodeFlags(memory, line, self, members);
    }

    /** The memory of the node, with the fastest way to copy many bytes from and to it. */
    public Region mapping() {
        return memory.mapping();
    }

    /** Start of the data of a member's number, in the mapping; a multiple of 8. */
    public long dataOf(int member, long number) {
        return flagOf(member, number) + Long.BYTES;
    }

    private long flagOf(int member, long number) {
        return flags[member] + number % DEPTH * CACHE_LINE_BYTES;
    }

    /** Whether a member has published the number, so that its data are readable. */
    public boolean isPublished(int member, long number) {
        // Acquire: pairs with setRelease in publish.
        return (long) LONG.getAcquire(map, flagOf(member, number)) >= number;
    }

    /**
     * Publishes the data of this rank under a number. Members that may sleep until then are woken
     * by {@link #wake}.
     */
    public void publish(long number) {
        // Release: pairs with getAcquire in isPublished; the data are before it.
        LONG.setRelease(map, flagOf(self, number), number);
    }

    /**
     * As {@link #publish}. Of the members that publish the same number in this way and look at each
     * other afterwards, the last one finds all of them, so it alone has to wake. The fence waits
     * until this rank owns the cache line, as long as it takes to read that of another member.
     */
    public void publishAndFence(long number) {
        publish(number);
        // Of the ranks that publish the same number, the last one to pass here sees all flags.
        VarHandle.fullFence();
    }

    /** Wakes a member if it sleeps. */
    public void wake(int member) {
        memory.wake(members[member].place());
    }

    /** As {@link NodeMemory#watch}. */
    public void watch(BooleanSupplier arrived) {
        memory.watch(arrived);
    }

    /** Start of the staging area of a member's number, in the mapping; a multiple of the page. */
    public long stagingOf(int member, long number) {
        return members[member].staging() + number % STAGING_DEPTH * STAGING_BYTES;
    }

    /** Backs this rank's staging areas with memory; false when there is none. */
    public boolean reserveStaging() {
        return memory.reserveStaging(line);
    }

    /** Regions that a member exposes by reference; null when it lives in another JVM. */
    public RegionTable exposedBy(int member) {
        return members[member].exposed();
    }
}
