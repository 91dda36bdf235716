package musubi.simulator;

import musubi.collectives.schedule.Torus;

import java.util.Arrays;

/**
 * How many messages each link of a torus carries when all ranks send one over the same distance, by
 * {@link TorusRoute}. Exact without looking at each message, because of two symmetries:
 *
 * <p>Over the same vector, all links of a direction carry as many messages as the vector has hops
 * there. To the rank so many places further, the hops along a dimension depend on whether the
 * dimensions behind carry over, so on the coordinates behind only; and as the nodes that the
 * messages of a line come from are all different, all links of a line carry the same.
 *
 * <pre>
 *   4x4, to the rank 5 further = (+1,+1), with a carry from the last column (+2,+1):
 *   lines along dimension 0 of column 0 to 2 carry 1, of column 3 2; those along dimension 1 carry 1
 * </pre>
 *
 * Ranks of a node are one more dimension, the last one, without links.
 */
final class LinkLoads {
    private final Torus torus;
    private final int ranksPerNode;
    private final TorusRoute route;

    /** For each dimension, coordinates behind it, and direction the messages on a link. */
    private final int[][] loads;

    /** Ranks with the same coordinates in this dimension and those before it. */
    private final int[] below;

    private long longest;

    /** Loads of a torus; each dimension has to come round. */
    LinkLoads(Torus torus, int ranksPerNode) {
        this.torus = torus;
        this.ranksPerNode = ranksPerNode;
        for (int d = 0; d < torus.dimensions(); d++) {
            if (!torus.wraps(d) && torus.extent(d) > 1) {
                throw new IllegalArgumentException(
                        "loads of links are known only where each dimension comes round: " + torus);
            }
        }
        route = new TorusRoute(torus);
        loads = new int[torus.dimensions()][];
        below = new int[torus.dimensions()];
        int size = ranksPerNode;
        for (int d = torus.dimensions() - 1; d >= 0; d--) {
            below[d] = size;
            loads[d] = new int[size / ranksPerNode * 2];
            size *= torus.extent(d);
        }
    }

    /** Starts over. */
    void clear() {
        longest = 0;
        for (int[] some : loads) {
            Arrays.fill(some, 0);
        }
    }

    /** All ranks send a message over a vector. */
    void addVector(int... vector) {
        int hops = 0;
        for (int d = 0; d < loads.length; d++) {
            int along = route.hops(d, 0, Math.floorMod(vector[d], torus.extent(d)));
            hops += Math.abs(along);
            for (int line = 0; line < loads[d].length / 2; line++) {
                add(d, line, along, ranksPerNode);
            }
        }
        longest = Math.max(longest, hops);
    }

    /** All ranks send a message to the rank so many places further. */
    void addRanksAhead(int places) {
        int hops = 0;
        for (int d = 0; d < loads.length; d++) {
            int shift = places / below[d] % torus.extent(d);
            int rest = places % below[d];
            int most = 0;
            for (int behind = 0; behind < below[d]; behind++) {
                int to = (shift + (behind + rest >= below[d] ? 1 : 0)) % torus.extent(d);
                int along = route.hops(d, 0, to);
                most = Math.max(most, Math.abs(along));
                add(d, behind / ranksPerNode, along, 1);
            }
            hops += most;
        }
        longest = Math.max(longest, hops);
    }

    private void add(int dimension, int line, int along, int messages) {
        loads[dimension][2 * line + (along < 0 ? 1 : 0)] += messages * Math.abs(along);
    }

    /** Messages on a link, named as in {@link TorusRoute}. */
    int of(int name) {
        int dimension = name / 2 % loads.length;
        int node = name / 2 / loads.length;
        int line = node % (below[dimension] / ranksPerNode);
        return loads[dimension][2 * line + name % 2];
    }

    /** Messages on the link that has most. */
    int most() {
        int most = 0;
        for (int[] some : loads) {
            for (int load : some) {
                most = Math.max(most, load);
            }
        }
        return most;
    }

    /** Hops of the furthest message, or a few more. */
    long longest() {
        return longest;
    }
}
