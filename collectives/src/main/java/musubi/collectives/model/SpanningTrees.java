package musubi.collectives.model;

import musubi.collectives.topology.Torus;
import musubi.collectives.tree.BinaryTree;
import musubi.collectives.tree.EdgeDisjointTrees;
import musubi.collectives.tree.GridTree;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/** Children of each rank in the trees of rank 0, in the order of the algorithms. */
final class SpanningTrees {
    private SpanningTrees() {}

    /** All ranks below rank 0. */
    static IntFunction<int[]> star(int ranks) {
        return rank -> rank > 0 ? new int[0] : IntStream.range(1, ranks).toArray();
    }

    /** Halves of the remaining ranks, the furthest first. */
    static IntFunction<int[]> binomial(int ranks) {
        return rank -> {
            int span = rank == 0 ? Integer.highestOneBit(ranks) << 1 : Integer.lowestOneBit(rank);
            return IntStream.iterate(span >> 1, mask -> mask > 0, mask -> mask >> 1)
                    .map(mask -> rank + mask)
                    .filter(child -> child < ranks)
                    .toArray();
        };
    }

    /** Size of the subtree of a rank in a binomial tree. */
    static long below(int ranks, int rank) {
        return Math.min(Integer.lowestOneBit(rank), ranks - rank);
    }

    static IntFunction<int[]> binary(int ranks) {
        return rank -> {
            BinaryTree tree = new BinaryTree(rank, ranks);
            return IntStream.of(tree.child(0), tree.child(1)).filter(c -> c >= 0).toArray();
        };
    }

    /** The middle of the ranks on each side, as in in-order reductions. */
    static IntFunction<int[]> inOrder(int ranks) {
        int[][] children = new int[ranks][0];
        split(children, 0, 1, ranks - 1);
        return rank -> children[rank];
    }

    private static void split(int[][] children, int top, int from, int to) {
        if (from > to) {
            return;
        }
        int middle = (from + to) >>> 1;
        children[top] =
                IntStream.concat(IntStream.of(children[top]), IntStream.of(middle)).toArray();
        split(children, middle, from, middle - 1);
        split(children, middle, middle + 1, to);
    }

    /** Binary trees along the dimensions; the second is the mirror image. */
    static List<IntFunction<int[]>> grid(Torus torus, int parts) {
        List<IntFunction<int[]>> trees = new ArrayList<>();
        for (int part = 0; part < parts; part++) {
            GridTree tree = new GridTree(torus, 0, part > 0);
            trees.add(rank -> tree.node(rank).children());
        }
        return trees;
    }

    /** The edge-disjoint trees of one direction, or of both. */
    static List<IntFunction<int[]>> disjoint(Torus torus, int directions) {
        EdgeDisjointTrees all = new EdgeDisjointTrees(torus, 0, directions > 1);
        List<IntFunction<int[]>> trees = new ArrayList<>();
        for (int tree = 0; tree < all.count(); tree++) {
            int number = tree;
            trees.add(rank -> all.node(number, rank).children());
        }
        return trees;
    }
}
