package musubi.collectives.tree;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.collectives.topology.Torus;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;

/** The trees of a torus span it, and no directed link is in two of them. */
class EdgeDisjointTreesTest {
    private final long seed = System.nanoTime();
    private final Random random = new Random(seed);

    /** The trees of one root. */
    private record Found(int links, int depth, int children) {}

    private static Found check(Torus torus, int root, boolean mirrored) {
        EdgeDisjointTrees trees = new EdgeDisjointTrees(torus, root, mirrored);
        Set<Long> links = new HashSet<>();
        int depth = 0;
        int most = 0;
        for (int tree = 0; tree < trees.count(); tree++) {
            String what = torus + " root=" + root + " tree=" + tree;
            int[] parents = new int[torus.size()];
            for (int rank = 0; rank < torus.size(); rank++) {
                TreeNode node = trees.node(tree, rank);
                parents[rank] = node.parent();
                most = Math.max(most, node.children().length);
                assertEquals(rank == root, node.isRoot(), what);
                for (int child : node.children()) {
                    assertEquals(rank, trees.node(tree, child).parent(), what + " child=" + child);
                    assertTrue(isLink(torus, rank, child), what + " link to " + child);
                    assertTrue(
                            links.add((long) rank << 32 | child),
                            what + ": the link " + rank + "->" + child + " is in two trees");
                }
            }
            depth = Math.max(depth, depth(parents, what));
        }
        assertEquals(trees.count() * (torus.size() - 1), links.size(), "every rank has a parent");
        return new Found(links.size(), depth, most);
    }

    private static int depth(int[] parents, String what) {
        int depth = 0;
        for (int rank = 0; rank < parents.length; rank++) {
            int hops = 0;
            for (int at = rank; parents[at] != TreeNode.NONE; at = parents[at]) {
                assertTrue(++hops < parents.length, what + ": a cycle at " + rank);
            }
            depth = Math.max(depth, hops);
        }
        return depth;
    }

    private static boolean isLink(Torus torus, int from, int to) {
        int hops = 0;
        for (int d = 0; d < torus.dimensions(); d++) {
            int apart = Math.abs(torus.coordinate(from, d) - torus.coordinate(to, d));
            hops += torus.wraps(d) ? Math.min(apart, torus.extent(d) - apart) : apart;
        }
        return hops == 1;
    }

    private static int depthOf(Torus torus) {
        int sum = torus.axes().length > 1 ? 1 : 0;
        for (int axis : torus.axes()) {
            sum += torus.extent(axis) - 1;
        }
        return sum;
    }

    @ParameterizedTest
    @ValueSource(strings = {"4", "2", "5x4", "2x2", "4x4x1", "1x4x1", "3x3x3", "2x3x4", "3x4x5"})
    void shouldSpanAndShareNoLinkFromEveryRoot(String shape) {
        Torus torus = Torus.parse(shape);
        int axes = torus.axes().length;
        for (int root = 0; root < torus.size(); root++) {
            Found found = check(torus, root, false);
            assertEquals(depthOf(torus), found.depth);
            assertTrue(found.children <= axes, torus + " children=" + found.children);
            if (torus.hasTwoLinksEach()) {
                assertEquals(2 * found.links, check(torus, root, true).links);
                assertEquals(found.depth, check(torus, root, true).depth);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"2x3x2x3", "3x2x3x2x3", "2x3x2x2x3x2", "6x5x4", "3x3x3x3", "8x6x8"})
    void shouldSpanAndShareNoLinkInManyDimensions(String shape) {
        Torus torus = Torus.parse(shape);
        int root = random.nextInt(torus.size());
        Found found = check(torus, root, false);
        assertEquals(depthOf(torus), found.depth, "root=" + root);
        assertEquals(torus.axes().length * (torus.size() - 1), found.links);
        if (torus.hasTwoLinksEach()) {
            check(torus, root, true);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"4m", "2mx2m", "5mx4m", "2mx3mx4m", "4mx4mx4m", "3mx4mx5", "4x2mx3"})
    void shouldSpanAndShareNoLinkWhenThereAreEdges(String shape) {
        Torus torus = Torus.parse(shape);
        for (int root = 0; root < torus.size(); root++) {
            assertTrue(check(torus, root, false).depth <= depthOf(torus), shape + " " + root);
        }
    }

    /** The output of model/torus_trees_nd.py for the root in the middle. */
    @ParameterizedTest
    @CsvSource({
        "4,3,1,3",
        "5x4,8,2,38",
        "3x4x5,10,3,177",
        "2x3x2x3,7,4,140",
        "2x3x2x2x3x2,9,6,858",
        "4m,2,2,3",
        "5mx4m,4,3,38",
        "3mx4mx5m,6,5,177",
        "3mx2mx3mx2mx3m,6,7,535"
    })
    void shouldEqualTheTreesOfTheModelWhenTheRootIsInTheMiddle(
            String shape, int depth, int children, int links) {
        Torus torus = Torus.parse(shape);
        int[] middle = torus.extents().stream().mapToInt(extent -> extent / 2).toArray();
        Found expected = new Found(links, depth, children);
        assertEquals(expected, check(torus, torus.rankAt(middle), false));
    }

    @Test
    void shouldUseAllLinksExceptThoseIntoTheRootWhenAllDimensionsWrap() {
        Torus torus = Torus.of(8, 8, 8);
        int root = random.nextInt(512);
        assertEquals(new Found(1533, 22, 3), check(torus, root, false));
        assertEquals(new Found(3066, 22, 3), check(torus, root, true));
    }

    @Test
    void shouldSpanAndShareNoLinkInAnyShape() {
        for (int run = 0; run < 200; run++) {
            int[] extents = new int[1 + random.nextInt(4)];
            boolean[] wraps = new boolean[extents.length];
            for (int d = 0; d < extents.length; d++) {
                extents[d] = 1 + random.nextInt(5);
                wraps[d] = random.nextBoolean();
            }
            Torus torus = Torus.of(extents, wraps);
            try {
                check(torus, random.nextInt(torus.size()), torus.hasTwoLinksEach());
            } catch (RuntimeException | AssertionError e) {
                throw new AssertionError(Arrays.toString(extents) + " seed=" + seed, e);
            }
        }
    }
}
