package musubi.collectives.topology;

/**
 * A boustrophedon walk through all nodes of a torus: along the last dimension, back along the next
 * line, and so on, so that consecutive nodes are neighbours. Machines allocate nodes to jobs of
 * fewer dimensions in such an order.
 *
 * <pre>
 *   2x3   0 1 2
 *         5 4 3
 * </pre>
 */
public final class SnakeOrder {
    private SnakeOrder() {}

    /** The nodes in walk order. */
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
