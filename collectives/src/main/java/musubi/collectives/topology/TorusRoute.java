package musubi.collectives.topology;

/**
 * The ways of messages through a torus or mesh, dimension by dimension, the first one first, in
 * each the shorter way round; upwards when both are as short. A link is named by the node that it
 * leaves, its dimension and its direction: {@code (node * dimensions + dimension) * 2}, plus 1
 * downwards. Immutable.
 */
public final class TorusRoute {
    private final Torus torus;
    private final int dimensions;
    private final int[][] coordinates;
    private final int[] ends;

    /** The ways through a torus or mesh. */
    public TorusRoute(Torus torus) {
        this.torus = torus;
        dimensions = torus.dimensions();
        coordinates = new int[dimensions][torus.size()];
        ends = new int[torus.size() * dimensions * 2];
        for (int node = 0; node < torus.size(); node++) {
            int[] at = torus.coordinates(node);
            for (int d = 0; d < dimensions; d++) {
                coordinates[d][node] = at[d];
                at[d]++;
                ends[name(node, d, 0)] = torus.rankAt(at);
                at[d] -= 2;
                ends[name(node, d, 1)] = torus.rankAt(at);
                at[d]++;
            }
        }
    }

    private int name(int node, int dimension, int downwards) {
        return (node * dimensions + dimension) * 2 + downwards;
    }

    /** How many names of links there are. */
    public int links() {
        return ends.length;
    }

    /** The link that a message takes next, from a node to another one. */
    public int next(int from, int to) {
        int d = 0;
        while (coordinates[d][from] == coordinates[d][to]) {
            d++;
        }
        return name(from, d, hops(d, coordinates[d][from], coordinates[d][to]) < 0 ? 1 : 0);
    }

    /** The node that a link leads to. */
    public int end(int link) {
        return ends[link];
    }

    /** Hops along a dimension, negative downwards. */
    public int hops(int dimension, int from, int to) {
        int extent = torus.extent(dimension);
        int up = to < from ? to - from + extent : to - from;
        if (!torus.wraps(dimension)) {
            return to - from;
        }
        return 2 * up <= extent ? up : up - extent;
    }
}
