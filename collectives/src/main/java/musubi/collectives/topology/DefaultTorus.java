package musubi.collectives.topology;

import musubi.topo.BalancedDims;

/** The torus in which the ranks of a job are taken to lie when nobody has said one. */
public final class DefaultTorus {
    private static final int DIMENSIONS = 3;

    private DefaultTorus() {}

    /** As {@link #ofNodes}, where that is null as {@link #nearCube}. */
    public static Torus of(NodeMap nodes, int ranks) {
        Torus known = ofNodes(nodes, ranks);
        return known == null ? nearCube(ranks) : known;
    }

    /**
     * Nodes times ranks of a node, or the other way round when ranks go to the nodes in turn; null
     * when there is one of either, or ranks lie otherwise.
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

    /** Three dimensions, the largest first; fewer when the number has no more factors. */
    public static Torus nearCube(int ranks) {
        int[] extents = new int[DIMENSIONS];
        BalancedDims.fill(ranks, extents);
        return Torus.of(extents);
    }
}
