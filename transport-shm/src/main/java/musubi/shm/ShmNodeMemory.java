package musubi.shm;

import static musubi.shm.PartitionDescriptor.FLAGS;
import static musubi.shm.PartitionDescriptor.FLAG_LINES;
import static musubi.shm.PartitionDescriptor.FLAG_LINE_BYTES;
import static musubi.shm.PartitionDescriptor.LINE_BYTES;
import static musubi.shm.PartitionDescriptor.STAGING_AREAS_BYTES;
import static musubi.shm.PartitionDescriptor.WORLD_RANK;

import musubi.adi.NodeFlags;
import musubi.region.NodeRegions;
import musubi.region.Region;
import musubi.region.RegionTable;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.util.HashMap;
import java.util.Map;
import java.util.function.BooleanSupplier;

/** The lines of the ranks of a node, each in its rank's partition. */
final class ShmNodeMemory extends NodeFlags {
    private static final VarHandle LONG = ValueLayout.JAVA_LONG.varHandle();
    private static final BooleanSupplier NOTHING = () -> false;

    private final NodeFile file;
    private final Region whole;
    private final MemorySegment map;
    private final LineOwnership ownership;
    private final long partitionBytes;
    private final int self;
    private final Doorbell[] doorbells;

    /** What the ranks of this JVM expose; null when this rank does not take part. */
    private final NodeRegions regions;

    private final RegionTable[] tables;
    private Map<Integer, Integer> places;

    private BooleanSupplier arrived = NOTHING;

    /**
     * The node file.
     *
     * @param file null when no staging areas are used
     * @param whole all of it, with the way to copy many bytes
     * @param ownership of lines that have been read
     */
    record Memory(NodeFile file, Region whole, LineOwnership ownership, long partitionBytes) {}

    /**
     * A board.
     *
     * @param self this rank's local index
     * @param size how many ranks the node has
     * @param regions what the ranks of this JVM expose by reference; null for nothing
     */
    ShmNodeMemory(Memory memory, int self, int size, NodeRegions regions) {
        this.file = memory.file;
        this.whole = memory.whole;
        this.map = whole.segment();
        this.ownership = memory.ownership;
        this.partitionBytes = memory.partitionBytes;
        this.self = self;
        this.doorbells = new Doorbell[size];
        this.regions = regions;
        this.tables = new RegionTable[size];
    }

    @Override
    public int lines() {
        return FLAG_LINES;
    }

    /** All ranks have written their world rank before any of them could communicate. */
    @Override
    public int placeOf(int worldRank) {
        if (places == null) {
            places = new HashMap<>();
            for (int i = 0; i < doorbells.length; i++) {
                places.put(map.get(ValueLayout.JAVA_INT, i * partitionBytes + WORLD_RANK), i);
            }
        }
        return places.getOrDefault(worldRank, -1);
    }

    @Override
    public MemorySegment memory() {
        return map;
    }

    @Override
    public long dataOf(int place, int line, long number) {
        return lineOf(place, line, number) + Long.BYTES;
    }

    /** A cache line for each number that can be read, so a rank may be ahead of its readers. */
    private long lineOf(int place, int line, long number) {
        return place * partitionBytes
                + FLAGS
                + (long) line * FLAG_LINE_BYTES
                + number % DEPTH * LINE_BYTES;
    }

    @Override
    public boolean isPublished(int place, int line, long number) {
        // Acquire: pairs with setRelease in show.
        return (long) LONG.getAcquire(map, lineOf(place, line, number)) >= number;
    }

    @Override
    public void publishWithoutWake(int line, long number) {
        // Release: pairs with getAcquire in isShown; the data are before it.
        LONG.setRelease(map, lineOf(self, line, number), number);
    }

    @Override
    public void publish(int line, long number) {
        publishWithoutWake(line, number);
        // Of the ranks that show the same number, the last one to pass here sees all of them, and
        // who sleeps: pairs with the fence in Doorbell.enter.
        VarHandle.fullFence();
    }

    @Override
    public void wake(int place) {
        Doorbell doorbell = doorbells[place];
        if (doorbell == null) {
            doorbell = new Doorbell(map, place * partitionBytes);
            doorbells[place] = doorbell;
        }
        if (doorbell.hasSleepers()) {
            doorbell.wake();
        }
    }

    @Override
    public void watch(BooleanSupplier condition) {
        arrived = condition == null ? NOTHING : condition;
    }

    /** Whether what is watched for has not come. */
    boolean isQuiet() {
        return !arrived.getAsBoolean();
    }

    @Override
    public Region mapping() {
        return whole;
    }

    @Override
    public long stagingOf(int place, int line, long number) {
        return (place + 1) * partitionBytes
                - STAGING_AREAS_BYTES
                + ((long) line * STAGING_DEPTH + number % STAGING_DEPTH) * STAGING_BYTES;
    }

    @Override
    public void discard(long start, long bytes) {
        ownership.take(start, bytes);
    }

    @Override
    public boolean reserveStaging(int line) {
        long start = stagingOf(self, line, 0);
        long bytes = (long) STAGING_DEPTH * STAGING_BYTES;
        if (!file.reserve(start, bytes)) {
            return false;
        }
        file.touch(start, bytes);
        return true;
    }

    @Override
    public boolean sharesHeap(int place) {
        return regions != null && regions.of(place) != null;
    }

    @Override
    public long expose(Region region) {
        return regions.of(self).expose(region);
    }

    @Override
    public void forget(long key) {
        regions.of(self).forget(key);
    }

    @Override
    public void find(int place, long key, Region found) {
        RegionTable table = tables[place];
        if (table == null) {
            table = regions.of(place);
            tables[place] = table;
        }
        if (!table.find(key, found)) {
            throw new IllegalStateException("not exposed any more: place=" + place + " key=" + key);
        }
    }
}
