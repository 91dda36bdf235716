package musubi.shm;

import musubi.adi.PostedReceive;
import musubi.memory.Accounted;
import musubi.memory.Component;
import musubi.region.Region;
import musubi.region.RegionTable;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;

/**
 * The memory that this rank and one peer open to each other by keys: partitions, where a key is an
 * offset in the node file, and, when both live in one JVM, whatever they expose by reference.
 */
@Accounted(Component.LOW_LEVEL_CONTEXTS)
final class PeerMemory {
    private static final VarHandle LONG = ValueLayout.JAVA_LONG.varHandle();

    private final OwnMemory own;
    private final MemorySegment map;
    private final long start;
    private final long end;
    private final RegionTable exposed;
    private final Region region = new Region();

    /**
     * @param own hands out the keys that the peer gets
     * @param start where the peer's partition starts in the node file
     * @param exposed what the peer exposes by reference; null when it lives in another JVM
     */
    PeerMemory(OwnMemory own, long start, long end, RegionTable exposed) {
        this.own = own;
        this.map = own.map();
        this.start = start;
        this.end = end;
        this.exposed = exposed;
    }

    /** As {@link musubi.adi.Endpoint#remoteKey}. */
    long remoteKey(Region ofThisRank) {
        return own.key(ofThisRank, exposed != null);
    }

    /** As {@link musubi.adi.Endpoint#forget}. */
    void forget(long key) {
        own.forget(key);
    }

    /** As {@link musubi.adi.Endpoint#tryGet}. */
    void get(long key, long offset, Region into, long to, long bytes) {
        if (RegionTable.isKey(key)) {
            find(key, offset, bytes);
            region.copyTo(offset, into, to, bytes);
            region.clear();
        } else {
            into.copyFrom(map, inPartition(key, offset, bytes), to, bytes);
        }
    }

    /** As {@link musubi.adi.Endpoint#tryPut}. */
    void put(long key, long offset, Region source, long from, long bytes) {
        if (RegionTable.isKey(key)) {
            find(key, offset, bytes);
            source.copyTo(from, region, offset, bytes);
            region.clear();
        } else {
            source.copyTo(from, map, inPartition(key, offset, bytes), bytes);
        }
    }

    /** As {@link musubi.adi.Endpoint#compareAndSwap}. */
    long compareAndSwap(long key, long expected, long desired) {
        long at = inPartition(key, 0, Long.BYTES);
        return (long) LONG.compareAndExchange(map, at, expected, desired);
    }

    /** As {@link musubi.adi.Endpoint#claim}. */
    boolean claim(PostedReceive wanted) {
        return PostedSlots.claim(map, start, wanted);
    }

    private void find(long key, long offset, long bytes) {
        boolean found = exposed != null && exposed.find(key, region);
        if (!found || offset < 0 || bytes < 0 || bytes > region.length() - offset) {
            throw outside(key, offset, bytes);
        }
    }

    private long inPartition(long key, long offset, long bytes) {
        long at = key + offset;
        if (key < start || offset < 0 || bytes < 0 || bytes > end - at) {
            throw outside(key, offset, bytes);
        }
        return at;
    }

    private static IllegalArgumentException outside(long key, long offset, long bytes) {
        return new IllegalArgumentException(
                "outside of the peer's memory, or given back: key="
                        + key
                        + " offset="
                        + offset
                        + " bytes="
                        + bytes);
    }
}
