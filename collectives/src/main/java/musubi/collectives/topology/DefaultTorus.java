package musubi.collectives.topology;

import musubi.topo.BalancedDims;

/** The torus of a job without a given shape. */
public final class DefaultTorus {
    private static final int DIMENSIONS = 3;

    private DefaultTorus() {}

    /** {@link #ofNodes}, or {@link #nearCube} if that is null. */
    public static Torus of(NodeMap nodes, int ranks) {
        Torus known = ofNodes(nodes, ranks);
        return known == null ? nearCube(ranks) : known;
    }

    /**
     * Nodes times ranks of a node, reversed for round-robin placement; null with a single node, a
     * single rank on each, or other placements.
     */
    public static Torus ofNodes(NodeMap nodes, int ranks) {
        int count = nodes.count();
        int each = nodes.size(0);
        if (count == 1 || each == 1 || count * each != ranks) {
            return null;
        }
        boolean inRuns = true;
        boolean inTurns = true;
        for (int rank = 0; rank < ranks; rank++) {
            inRuns &= nodes.of(rank) == rank / each;
            inTurns &= nodes.of(rank) == rank % count;
        }
        return inRuns ? Torus.of(count, each) : inTurns ? Torus.of(each, count) : null;
    }

    /** Three dimensions as equal as possible, the largest first. */
    public static Torus nearCube(int ranks) {
        int[] extents = new int[DIMENSIONS];
        BalancedDims.fill(ranks, extents);
        return Torus.of(extents);
    }
}
