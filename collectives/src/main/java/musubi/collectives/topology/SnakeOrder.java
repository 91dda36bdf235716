package musubi.collectives.topology;

/**
 * A walk through all nodes of a torus on which each step leads to a neighbour: along the last
 * dimension, back along it one line further, and so on. A machine gives a job of fewer dimensions
 * its nodes in such an order.
 *
 * <pre>
 *   2x3   0 1 2
 *         5 4 3
 * </pre>
 */
public final class SnakeOrder {
    private SnakeOrder() {}

    /** The nodes in the order of the walk. */
    public static int[] of(Torus torus) {
        int[] order = new int[torus.size()];
        for (int place = 0; place < order.length; place++) {
            order[place] = torus.rankAt(coordinates(torus, place));
        }
        return order;
    }

    private static int[] coordinates(Torus torus, int place) {
        int[] at = torus.coordinates(place);
        int before = 0;
        for (int d = 0; d < at.length; d++) {
            int digit = at[d];
            at[d] = before % 2 == 0 ? digit : torus.extent(d) - 1 - digit;
            before = before * torus.extent(d) + digit;
        }
        return at;
    }
}
