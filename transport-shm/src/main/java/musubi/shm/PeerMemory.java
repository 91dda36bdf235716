package musubi.shm;

import musubi.adi.PostedReceive;
import musubi.adi.PostedReceives;
import musubi.adi.RemoteMemory;
import musubi.adi.SendOutcome;
import musubi.memory.Accounted;
import musubi.memory.Component;
import musubi.region.Region;
import musubi.region.RegionTable;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;

/**
 * The memory that this rank and one peer make accessible to each other. By keys: partitions, where
 * a key is an offset in the node file, and, when both live in one JVM, regions exposed by
 * reference. By match bits: posted receives.
 */
@Accounted(Component.LOW_LEVEL_CONTEXTS)
final class PeerMemory implements RemoteMemory, PostedReceives {
    private static final VarHandle LONG = ValueLayout.JAVA_LONG.varHandle();

    private final OwnMemory own;
    private final PostedSlots posted;
    private final RingReader ring;
    private final MemorySegment map;
    private final long start;
    private final long end;
    private final RegionTable exposed;
    private final Region region = new Region();

    /**
     * @param own keys to the memory of this rank
     * @param posted posted receives of this rank
     * @param ring messages to this rank
     * @param start start of the peer's partition in the node file
     * @param end end of the peer's heap
     * @param exposed regions that the peer exposes by reference; null when it lives in another JVM
     */
    PeerMemory(
            OwnMemory own,
            PostedSlots posted,
            RingReader ring,
            long start,
            long end,
            RegionTable exposed) {
        this.own = own;
        this.posted = posted;
        this.ring = ring;
        this.map = own.file().map();
        this.start = start;
        this.end = end;
        this.exposed = exposed;
    }

    @Override
    public long remoteKey(Region ofThisRank) {
        return own.key(ofThisRank, exposed != null);
    }

    @Override
    public void forget(long remoteKey) {
        own.forget(remoteKey);
    }

    @Override
    public SendOutcome tryGet(long remoteKey, long offset, Region into, long to, long bytes) {
        if (RegionTable.isKey(remoteKey)) {
            find(remoteKey, offset, bytes);
            region.copyTo(offset, into, to, bytes);
            region.clear();
        } else {
            into.copyFrom(map, inPartition(remoteKey, offset, bytes), to, bytes);
        }
        return SendOutcome.ACCEPTED;
    }

    @Override
    public SendOutcome tryPut(long remoteKey, long offset, Region source, long from, long bytes) {
        if (RegionTable.isKey(remoteKey)) {
            find(remoteKey, offset, bytes);
            source.copyTo(from, region, offset, bytes);
            region.clear();
        } else {
            source.copyTo(from, map, inPartition(remoteKey, offset, bytes), bytes);
        }
        return SendOutcome.ACCEPTED;
    }

    @Override
    public MemorySegment view(long remoteKey, long bytes) {
        if (!RegionTable.isKey(remoteKey)) {
            return map.asSlice(inPartition(remoteKey, 0, bytes), bytes);
        }
        if (exposed == null) {
            return null;
        }
        find(remoteKey, 0, bytes);
        MemorySegment memory = region.segment();
        MemorySegment view = memory == null ? null : memory.asSlice(region.base(), bytes);
        region.clear();
        return view;
    }

    @Override
    public long compareAndSwap(long remoteKey, long expected, long desired) {
        long at = inPartition(remoteKey, 0, Long.BYTES);
        return (long) LONG.compareAndExchange(map, at, expected, desired);
    }

    /**
     * Not while a message waits in the ring: it is probably the one for this receive, or else it
     * changes the count of messages.
     */
    @Override
    public int publish(PostedReceive receive) {
        return ring.peek() == 0 ? posted.publish(receive) : -1;
    }

    @Override
    public boolean withdraw(int place) {
        return posted.withdraw(place);
    }

    @Override
    public void free(int place) {
        posted.free(place);
    }

    @Override
    public boolean claim(PostedReceive wanted) {
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
                "not accessible memory of the peer: key=%s offset=%s bytes=%s"
                        .formatted(key, offset, bytes));
    }
}
