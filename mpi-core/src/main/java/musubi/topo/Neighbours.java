package musubi.topo;

/**
 * The ranks with which a rank exchanges blocks, in the order of the blocks in its buffers. MPI-4.1
 * section 8.6. Immutable; any thread.
 *
 * <p>A neighbour may occur several times. Then messages between the two ranks match in this order:
 * in a graph the first one sent with the first one awaited; in a grid, where both neighbours of a
 * dimension can be the same rank, what was sent down with what is awaited from above.
 *
 * <pre>
 *   periodic, 2 ranks    rank 0 sends    0: down to 1    1: up to 1
 *                        rank 1 awaits   1: from above   0: from below
 * </pre>
 *
 * @param sources the rank that each block is received from
 * @param destinations the rank that each block is sent to
 * @param isGrid whether blocks with even and odd numbers go in opposite directions
 */
public record Neighbours(int[] sources, int[] destinations, boolean isGrid) {
    /**
     * The neighbours in a grid: for each dimension the one below and the one above.
     *
     * @param around ranks, {@code PROC_NULL} beyond a border
     */
    static Neighbours inGrid(int[] around) {
        return new Neighbours(around, around, true);
    }

    /** The neighbours in a graph. */
    static Neighbours inGraph(int[] sources, int[] destinations) {
        return new Neighbours(sources, destinations, false);
    }

    /** Number of blocks received. */
    public int inDegree() {
        return sources.length;
    }

    /** Number of blocks sent. */
    public int outDegree() {
        return destinations.length;
    }

    /** The source of a block; may be {@code PROC_NULL} in a grid. */
    public int source(int block) {
        return sources[block];
    }

    /** The destination of a block; may be {@code PROC_NULL} in a grid. */
    public int destination(int block) {
        return destinations[block];
    }

    /** The block whose message is the i-th to be awaited, when messages are sent block by block. */
    public int receiveOrder(int i) {
        return isGrid ? i ^ 1 : i;
    }
}
