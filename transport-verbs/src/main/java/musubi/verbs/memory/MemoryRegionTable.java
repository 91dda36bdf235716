package musubi.verbs.memory;

import musubi.error.ErrorClass;
import musubi.error.MpiFailure;

import org.agrona.collections.IntArrayQueue;

import java.util.ArrayList;
import java.util.List;

/**
 * Finds the region of a key. A key is a table index, a generation that changes when the index is
 * used again (so that an old key fails), and a bit that distinguishes remote from local keys.
 *
 * <pre>
 *   31           9 8          1 0
 *  +--------------+------------+-+
 *  | index from 1 | generation |R|
 *  +--------------+------------+-+
 * </pre>
 */
public final class MemoryRegionTable {
    static final int REMOTE_BIT = 1;
    private static final int INDEX_SHIFT = 9;
    private static final int GENERATION_MASK = 0xFF;
    private static final int MOST_REGIONS = 1 << 22;

    private final List<MemoryRegion> regions = new ArrayList<>();
    private final IntArrayQueue freeKeys = new IntArrayQueue();

    public MemoryRegionTable() {
        regions.add(null);
    }

    /** A local key that no region has. */
    int nextLocalKey() {
        if (!freeKeys.isEmpty()) {
            return freeKeys.pollInt();
        }
        if (regions.size() >= MOST_REGIONS) {
            throw new MpiFailure(ErrorClass.NO_MEM, "no free memory region")
                    .with("regions", (regions.size() - 1))
                    .advice("close regions that are no longer used");
        }
        regions.add(null);
        return (regions.size() - 1) << INDEX_SHIFT;
    }

    void put(MemoryRegion region) {
        regions.set(region.localKey() >>> INDEX_SHIFT, region);
    }

    /** Removes the region; false if it was removed before. */
    boolean remove(MemoryRegion region) {
        int key = region.localKey();
        int index = key >>> INDEX_SHIFT;
        if (regions.get(index) != region) {
            return false;
        }
        regions.set(index, null);
        int generation = ((key >>> 1) + 1) & GENERATION_MASK;
        freeKeys.offerInt(index << INDEX_SHIFT | generation << 1);
        return true;
    }

    /** The region of a local key, or null. */
    MemoryRegion findLocal(int key) {
        MemoryRegion region = at(key);
        return region != null && region.localKey() == key ? region : null;
    }

    /** The region of a remote key, or null. */
    MemoryRegion findRemote(int key) {
        MemoryRegion region = at(key);
        return region != null && region.remoteKey() == key ? region : null;
    }

    private MemoryRegion at(int key) {
        int index = key >>> INDEX_SHIFT;
        return index < regions.size() ? regions.get(index) : null;
    }
}
