package musubi.shm;

import musubi.region.Region;
import musubi.region.RegionTable;

import java.lang.foreign.MemorySegment;

/**
 * The keys to this rank's memory. Memory in the heap of this rank's partition is accessible to all
 * ranks of the node by its offset in the node file; an array, or memory from elsewhere, to peers in
 * this JVM only, by reference.
 *
 * <p>Thread rule: the thread that holds the rank.
 *
 * @param file of the node
 * @param start start of the heap of this rank's partition in it
 * @param end end of that heap
 * @param exposed regions accessible to peers in this JVM; null when there are none
 */
record OwnMemory(NodeFile file, long start, long end, RegionTable exposed) {
    private static final long NO_KEY = -1;

    /** Start of the region in the node file; -1 when it is not in the partition's heap. */
    long offset(Region region) {
        MemorySegment memory = region.segment();
        if (memory == null || !memory.isNative()) {
            return NO_KEY;
        }
        long at = file.offset(memory);
        long offset = at + region.base();
        return at >= 0 && offset >= start && offset + region.length() <= end ? offset : NO_KEY;
    }

    /**
     * The key for one peer, or -1; valid until {@link #forget}.
     *
     * @param byReference whether the peer lives in this JVM
     */
    long key(Region region, boolean byReference) {
        long offset = offset(region);
        return offset >= 0 || !byReference || exposed == null ? offset : exposed.expose(region);
    }

    /** As {@link musubi.adi.RemoteMemory#forget}. */
    void forget(long key) {
        if (exposed != null) {
            exposed.forget(key);
        }
    }
}
