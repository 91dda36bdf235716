package musubi.memory;

/**
 * An object that has address space outside of the heap of which only a part is memory, or that not
 * it alone uses. The ledger counts this value instead of the lengths of its memory segments.
 */
public interface OffHeap {
    /** Memory outside of the heap that this rank has for it, in bytes. */
    long offHeapBytes();
}
