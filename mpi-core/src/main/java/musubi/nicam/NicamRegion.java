package musubi.nicam;

import musubi.rma.Window;

import java.lang.foreign.MemorySegment;

/**
 * Memory of each node that copies may access. Immutable; any thread.
 *
 * @param number the same on all nodes
 * @param window over the memory
 * @param direct the memory of the nodes that this one loads and stores, by node; null elsewhere
 */
record NicamRegion(int number, Window window, MemorySegment[] direct) {
    /** Bytes of a node's memory. */
    long bytes(int node) {
        return window.bytes(node);
    }
}
