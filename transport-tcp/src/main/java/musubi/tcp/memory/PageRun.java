package musubi.tcp.memory;

import java.lang.foreign.MemorySegment;

/** Contiguous memory lent by a {@link PagePool}; empty before and after. */
public final class PageRun {
    MemorySegment memory = MemorySegment.NULL;
    long base;
    int bytes;

    /** Index of the slab; negative for memory outside of all slabs. */
    int slab;

    /** An empty run. */
    public PageRun() {}

    /** The memory that contains the run. */
    public MemorySegment memory() {
        return memory;
    }

    /** Offset of the run in it. */
    public long base() {
        return base;
    }

    /** Length of the run; 0 when it is empty. */
    public int bytes() {
        return bytes;
    }

    /** Takes the memory of another run, which is empty afterwards; this one is empty. */
    public void moveFrom(PageRun other) {
        set(other.memory, other.base, other.bytes, other.slab);
        other.clear();
    }

    void set(MemorySegment memory, long base, int bytes, int slab) {
        this.memory = memory;
        this.base = base;
        this.bytes = bytes;
        this.slab = slab;
    }

    void clear() {
        set(MemorySegment.NULL, 0, 0, 0);
    }
}
