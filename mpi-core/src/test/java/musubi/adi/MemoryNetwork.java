package musubi.adi;

import java.lang.foreign.MemorySegment;
import java.util.Map;
import java.util.NavigableMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;

/** What the {@link MemoryTransport}s of one job share: their queues and their memory. */
final class MemoryNetwork {
    private final Map<Integer, MemoryQueue> queues = new ConcurrentHashMap<>();
    private final NavigableMap<Long, MemorySegment> memory = new ConcurrentSkipListMap<>();

    MemoryQueue queue(int rank) {
        return queues.computeIfAbsent(rank, _ -> new MemoryQueue());
    }

    void add(MemorySegment segment) {
        memory.put(segment.address(), segment);
    }

    void remove(MemorySegment segment) {
        memory.remove(segment.address());
    }

    /** The segment in which the address lies, or null. */
    MemorySegment find(long address) {
        Map.Entry<Long, MemorySegment> entry = memory.floorEntry(address);
        boolean inside =
                entry != null
                        && address < entry.getKey() + Math.max(1, entry.getValue().byteSize());
        return inside ? entry.getValue() : null;
    }
}
