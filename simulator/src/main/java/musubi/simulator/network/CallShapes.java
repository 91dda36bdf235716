package musubi.simulator.network;

import musubi.coll.CollectiveKind;
import musubi.coll.Counts;
import musubi.collectives.schedule.Shape;
import musubi.collectives.topology.Torus;
import musubi.topo.CartTopology;

/**
 * The shapes of one collective call on all ranks: items are bytes; in the vector forms all blocks
 * have one size and are contiguous. Neighbours are those in the grid of the torus.
 */
public final class CallShapes {
    private final CollectiveKind kind;
    private final JobPlacement placement;
    private final long bytes;
    private final long segment;
    private final Counts counts;
    private final Counts displacements;

    /** The grid of a neighbourhood collective, else null. */
    private final CartTopology grid;

    /**
     * Shapes of a call.
     *
     * @param bytes of one block; in a broadcast or reduction of the message
     * @param segment bytes of a segment; 0: messages are not cut
     */
    public CallShapes(CollectiveKind kind, JobPlacement placement, long bytes, long segment) {
        this.kind = kind;
        this.placement = placement;
        this.bytes = bytes;
        this.segment = segment;
        boolean vector = isVector(kind);
        counts = vector ? filled(0, bytes) : null;
        displacements = vector ? filled(bytes, 0) : null;
        grid = kind.isAmongNeighbours() ? grid(placement.torus()) : null;
    }

    /** The Cartesian topology of a torus. */
    private static CartTopology grid(Torus torus) {
        int[] dims = torus.extents().stream().mapToInt(extent -> extent).toArray();
        boolean[] periods = new boolean[dims.length];
        for (int d = 0; d < dims.length; d++) {
            periods[d] = torus.wraps(d);
        }
        return CartTopology.of(dims, periods, torus.size());
    }

    private static boolean isVector(CollectiveKind kind) {
        return switch (kind) {
            case GATHERV, SCATTERV, ALLGATHERV, ALLTOALLV, ALLTOALLW, REDUCE_SCATTER -> true;
            default -> false;
        };
    }

    private Counts filled(long step, long first) {
        long[] numbers = new long[size()];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = first + i * step;
        }
        return Counts.of(numbers);
    }

    public int size() {
        return placement.ranks();
    }

    /** The shape of a rank's call. */
    public Shape of(int rank) {
        Shape shape = new Shape().reset(kind, rank, size());
        shape.count = bytes;
        shape.segment = segment;
        shape.torus = placement.torus();
        shape.nodes = placement.nodes();
        shape.sites = placement.sites();
        if (grid != null) {
            shape.neighbours = grid.neighbours(rank);
            shape.sendCount = bytes;
        }
        boolean isRoot = rank == shape.root;
        if (counts != null && (kind != CollectiveKind.GATHERV || isRoot)) {
            boolean scatters = kind == CollectiveKind.SCATTERV;
            if (!scatters) {
                shape.receiveCounts = counts;
                shape.receiveAt = displacements;
            }
            if (scatters && isRoot || sendsBlocks()) {
                shape.sendCounts = counts;
                shape.sendAt = displacements;
            }
        }
        return shape;
    }

    private boolean sendsBlocks() {
        return kind == CollectiveKind.ALLTOALLV || kind == CollectiveKind.ALLTOALLW;
    }
}
