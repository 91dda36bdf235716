package musubi.simulator.network;

import musubi.collectives.topology.Torus;
import musubi.collectives.topology.TorusRoute;

import java.util.Arrays;

/**
 * Loads of the links of a torus when all ranks send one message over the same distance, by {@link
 * TorusRoute}. Exact without counting single messages, because of two symmetries:
 *
 * <p>Over the same vector, all links of a direction carry as many messages as the vector has hops
 * there. To the rank a number of places ahead, the hops along a dimension depend only on the carry
 * of the dimensions behind it, hence on the coordinates behind; and as the messages of a line come
 * from different nodes, all links of a line carry the same load.
 *
 * <pre>
 *   4x4, to the rank 5 further = (+1,+1), with a carry from the last column (+2,+1):
 *   lines along dimension 0 of column 0 to 2 carry 1, of column 3 2; along dimension 1 all carry 1
 * </pre>
 *
 * Ranks of a node are an additional last dimension, without links.
 */
final class LinkLoads implements RoundLoads {
    private final Torus torus;
    private final int ranksPerNode;
    private final TorusRoute route;

    /** Messages on a link, by dimension, coordinates behind it, and direction. */
    private final int[][] loads;

    /** Ranks with the same coordinates in this dimension and those before it. */
    private final int[] below;

    /**
     * Messages that a node sends in a direction first, by direction and coordinates behind
     * dimension 0.
     */
    private final int[][] sent;

    private long longest;

    /** Loads of a torus, of which each dimension wraps. */
    LinkLoads(Torus torus, int ranksPerNode) {
        this.torus = torus;
        this.ranksPerNode = ranksPerNode;
        for (int d = 0; d < torus.dimensions(); d++) {
            if (!torus.wraps(d) && torus.extent(d) > 1) {
                throw new IllegalArgumentException(
                        "loads of links need a torus that wraps in each dimension: torus=" + torus);
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
        sent = new int[2 * loads.length][loads[0].length / 2];
    }

    @Override
    public void clear() {
        longest = 0;
        for (int[] some : loads) {
            Arrays.fill(some, 0);
        }
        for (int[] some : sent) {
            Arrays.fill(some, 0);
        }
    }

    @Override
    public void addVector(int... vector) {
        int hops = 0;
        boolean left = false;
        for (int d = 0; d < loads.length; d++) {
            int along = route.hops(d, 0, Math.floorMod(vector[d], torus.extent(d)));
            hops += Math.abs(along);
            for (int line = 0; line < loads[d].length / 2; line++) {
                add(d, line, along, ranksPerNode);
            }
            for (int line = 0; line < sent[0].length && along != 0 && !left; line++) {
                leave(d, along, line, ranksPerNode);
            }
            left |= along != 0;
        }
        longest = Math.max(longest, hops);
    }

    @Override
    public void addRanksAhead(int places) {
        int hops = 0;
        for (int d = 0; d < loads.length; d++) {
            int most = 0;
            for (int behind = 0; behind < below[d]; behind++) {
                int along = ahead(d, places, behind);
                most = Math.max(most, Math.abs(along));
                add(d, behind / ranksPerNode, along, 1);
            }
            hops += most;
        }
        longest = Math.max(longest, hops);
        for (int behind = 0; behind < below[0]; behind++) {
            leaveAhead(places, behind);
        }
    }

    /** Hops along a dimension to the rank a number of places ahead. */
    private int ahead(int dimension, int places, int behind) {
        int size = below[dimension];
        int carry = behind % size + places % size >= size ? 1 : 0;
        return route.hops(dimension, 0, (places / size + carry) % torus.extent(dimension));
    }

    private void leaveAhead(int places, int behind) {
        for (int d = 0; d < loads.length; d++) {
            int along = ahead(d, places, behind);
            if (along != 0) {
                leave(d, along, behind / ranksPerNode, 1);
                return;
            }
        }
    }

    private void leave(int dimension, int along, int line, int messages) {
        sent[2 * dimension + (along < 0 ? 1 : 0)][line] += messages;
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

    @Override
    public int mostOnALink() {
        return most(loads);
    }

    @Override
    public int mostSent() {
        return most(sent);
    }

    private static int most(int[][] counts) {
        return Arrays.stream(counts).flatMapToInt(Arrays::stream).max().orElse(0);
    }

    @Override
    public long longest() {
        return longest;
    }
}
