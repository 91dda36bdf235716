package musubi.shm;

import static musubi.shm.PartitionDescriptor.FLAGS;
import static musubi.shm.PartitionDescriptor.FLAG_LINES;
import static musubi.shm.PartitionDescriptor.STAGING_AREAS_BYTES;
import static musubi.shm.PartitionDescriptor.WORLD_RANK;

import musubi.adi.NodeFlags;
import musubi.adi.NodeMemory;
import musubi.region.NodeRegions;
import musubi.region.Region;
import musubi.region.RegionTable;

import java.lang.foreign.ValueLayout;
import java.util.HashMap;
import java.util.Map;
import java.util.function.BooleanSupplier;

/** The lines of the ranks of a node, each in the partition of its rank. */
final class ShmNodeMemory implements NodeMemory {
    private static final BooleanSupplier NOTHING = () -> false;

    private final NodeFile file;
    private final Region mapping;
    private final long partitionBytes;
    private final int self;
    private final Doorbell[] doorbells;

    /** Regions that the ranks of this JVM expose; null when this rank does not take part. */
    private final NodeRegions regions;

    private Map<Integer, Integer> places;
    private BooleanSupplier arrived = NOTHING;

    /**
     * Memory of the ranks of a node.
     *
     * @param file null when no staging areas are used
     * @param mapping the whole node file, with the way to copy many bytes
     * @param self this rank's local index
     * @param regions regions that the ranks of this JVM expose by reference; null for none
     */
    ShmNodeMemory(
            NodeFile file, Region mapping, long partitionBytes, int self, NodeRegions regions) {
        this.file = file;
        this.mapping = mapping;
        this.partitionBytes = partitionBytes;
        this.self = self;
        this.doorbells = new Doorbell[(int) (mapping.length() / partitionBytes)];
        this.regions = regions;
    }

    @Override
    public Line line(int worldRank, int line) {
        int place = line < FLAG_LINES ? placeOf(worldRank) : -1;
        return place < 0 ? null : lineAt(place, line);
    }

    Line lineAt(int place, int line) {
        RegionTable exposed = regions == null ? null : regions.of(place);
        long flags = place * partitionBytes + FLAGS + (long) line * NodeFlags.FLAG_BYTES;
        return new Line(place, flags, stagingOf(place, line), exposed);
    }

    /** All ranks write their world rank when they open the transport. */
    private int placeOf(int worldRank) {
        if (places == null) {
            places = new HashMap<>();
            for (int i = 0; i < doorbells.length; i++) {
                long at = i * partitionBytes + WORLD_RANK;
                places.put(mapping.segment().get(ValueLayout.JAVA_INT, at), i);
            }
        }
        return places.getOrDefault(worldRank, -1);
    }

    private long stagingOf(int place, int line) {
        return (place + 1) * partitionBytes
                - STAGING_AREAS_BYTES
                + (long) line * NodeFlags.STAGING_AREA_BYTES;
    }

    @Override
    public Region mapping() {
        return mapping;
    }

    @Override
    public boolean reserveStaging(int line) {
        long start = stagingOf(self, line);
        if (!file.reserve(start, NodeFlags.STAGING_AREA_BYTES)) {
            return false;
        }
        file.touch(start, NodeFlags.STAGING_AREA_BYTES);
        return true;
    }

    @Override
    public void wake(int place) {
        Doorbell doorbell = doorbells[place];
        if (doorbell == null) {
            doorbell = new Doorbell(mapping.segment(), place * partitionBytes);
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

    /** Closes what waking peers has opened. */
    void close() {
        for (Doorbell doorbell : doorbells) {
            if (doorbell != null) {
                doorbell.close();
            }
        }
    }

    /** Whether the condition that keeps this rank awake does not hold. */
    boolean isQuiet() {
        return !arrived.getAsBoolean();
    }
}
