package musubi.rma;

import musubi.error.ErrorClass;
import musubi.error.MpiFailure;

import java.lang.foreign.MemorySegment;
import java.util.Map;
import java.util.TreeMap;

/**
 * The memory of this rank in a window, for accesses that come by messages: one segment, whose
 * offsets count from its start; or in a dynamic window the segments that are attached, whose
 * offsets are native addresses. MPI-4.1 section 12.2.4.
 */
final class ExposedMemory {
    /** Null in a dynamic window. */
    private final MemorySegment fixed;

    private final TreeMap<Long, MemorySegment> attached = new TreeMap<>();

    /** Memory of a window that is not dynamic. */
    ExposedMemory(MemorySegment fixed) {
        this.fixed = fixed;
    }

    /** Memory of a dynamic window; nothing is attached yet. */
    ExposedMemory() {
        this(null);
    }

    /** The memory of a window that is not dynamic, else null. */
    MemorySegment fixed() {
        return fixed;
    }

    /**
     * Attaches memory.
     *
     * @throws MpiFailure of class ARG when it overlaps memory that is attached
     */
    void attach(MemorySegment memory) {
        long start = memory.address();
        Map.Entry<Long, MemorySegment> before = attached.floorEntry(start + memory.byteSize() - 1);
        if (before != null && before.getKey() + before.getValue().byteSize() > start) {
            throw new MpiFailure(ErrorClass.ARG, "the memory overlaps memory that is attached")
                    .with("address", start, "bytes", memory.byteSize())
                    .advice("detach that first");
        }
        attached.put(start, memory);
    }

    /**
     * Detaches memory.
     *
     * @throws MpiFailure of class BASE when it is not attached
     */
    void detach(MemorySegment memory) {
        if (attached.remove(memory.address()) == null) {
            throw new MpiFailure(ErrorClass.BASE, "the memory is not attached to the window")
                    .with("address", memory.address());
        }
    }

    /**
     * The segment that has these bytes.
     *
     * @throws MpiFailure of class DISP when none has
     */
    MemorySegment segment(long at, long bytes) {
        if (fixed != null) {
            return fixed;
        }
        Map.Entry<Long, MemorySegment> entry = attached.floorEntry(at);
        if (entry == null || at + bytes > entry.getKey() + entry.getValue().byteSize()) {
            throw new MpiFailure(ErrorClass.DISP, "no attached memory of the target has the bytes")
                    .with("address", at, "bytes", bytes)
                    .advice("pass an address that the target has got from Win.address");
        }
        return entry.getValue();
    }

    /** The offset of the start of a segment. */
    long start(MemorySegment segment) {
        return fixed != null ? 0 : segment.address();
    }
}
