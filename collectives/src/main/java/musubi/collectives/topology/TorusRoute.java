package musubi.collectives.topology;

/**
 * Dimension-order routes through a torus or mesh: the first dimension first, in each the shorter
 * direction, upwards if both are equal. The number of a link is made of its source node, dimension
 * and direction: {@code (node * dimensions + dimension) * 2}, plus 1 if downwards. Immutable.
 */
public final class TorusRoute {
    private final Torus torus;
    private final int dimensions;
    private final int[][] coordinates;
    private final int[] ends;

    /** The routes of a torus or mesh. */
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

    /** Number of link numbers. */
    public int links() {
        return ends.length;
    }

    /** The next link of a route between two different nodes. */
    public int next(int from, int to) {
        int d = 0;
        while (coordinates[d][from] == coordinates[d][to]) {
            d++;
        }
        return name(from, d, hops(d, coordinates[d][from], coordinates[d][to]) < 0 ? 1 : 0);
    }

    /** The target node of a link. */
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
