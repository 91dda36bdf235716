package musubi.adi;

import musubi.region.Lifetime;
import musubi.region.Region;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.util.Map;
import java.util.NavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;

/** Memory of the ranks of a JVM; the key of a region is its address. Any thread. */
final class SharedSegments implements MemoryPool, RemoteMemory {
    private static final VarHandle LONG = ValueLayout.JAVA_LONG.varHandle();

    private final NavigableMap<Long, MemorySegment> segments = new ConcurrentSkipListMap<>();

    @Override
    public Lifetime.Lent lend(long bytes) {
        MemorySegment memory = Arena.ofAuto().allocate(Math.max(1, bytes), 64);
        long address = memory.address();
        segments.put(address, memory);
        return Lifetime.lend(memory.asSlice(0, bytes), () -> segments.remove(address));
    }

    /** All ranks share this heap. */
    @Override
    public MemorySegment share(int[] numbers) {
        return null;
    }

    @Override
    public long remoteKey(Region region) {
        MemorySegment memory = region.segment();
        if (memory == null || !memory.isNative()) {
            return -1;
        }
        long address = memory.address() + region.base();
        return find(address, region.length()) == null ? -1 : address;
    }

    @Override
    public void forget(long remoteKey) {}

    @Override
    public SendOutcome tryGet(long remoteKey, long offset, Region into, long to, long bytes) {
        into.copyFrom(at(remoteKey + offset, bytes), 0, to, bytes);
        return SendOutcome.ACCEPTED;
    }

    @Override
    public SendOutcome tryPut(long remoteKey, long offset, Region source, long from, long bytes) {
        source.copyTo(from, at(remoteKey + offset, bytes), 0, bytes);
        return SendOutcome.ACCEPTED;
    }

    @Override
    public long compareAndSwap(long remoteKey, long expected, long desired) {
        MemorySegment word = at(remoteKey, Long.BYTES);
        return (long) LONG.compareAndExchange(word, 0L, expected, desired);
    }

    private MemorySegment at(long address, long bytes) {
        MemorySegment memory = find(address, bytes);
        if (memory == null) {
            throw new IllegalArgumentException("no such memory: bytes=" + bytes);
        }
        return memory.asSlice(address - memory.address(), bytes);
    }

    /** The segment that contains these bytes; null when there is none. */
    private MemorySegment find(long address, long bytes) {
        Map.Entry<Long, MemorySegment> entry = segments.floorEntry(address);
        boolean inside =
                entry != null && address + bytes <= entry.getKey() + entry.getValue().byteSize();
        return inside ? entry.getValue() : null;
    }
}
