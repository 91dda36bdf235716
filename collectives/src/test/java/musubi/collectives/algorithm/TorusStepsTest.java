package musubi.collectives.algorithm;

import static org.junit.jupiter.api.Assertions.assertEquals;

import musubi.coll.CollectiveKind;
import musubi.collectives.schedule.Algorithm;
import musubi.collectives.schedule.Part;
import musubi.collectives.schedule.Planner;
import musubi.collectives.schedule.ScheduleBuilder;
import musubi.collectives.schedule.Segments;
import musubi.collectives.schedule.Shape;
import musubi.collectives.topology.Torus;
import musubi.collectives.tree.EdgeDisjointTrees;
import musubi.collectives.tree.TreeNode;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.aggregator.ArgumentsAccessor;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.CsvSource;

/** Broadcasts on a torus take the number of steps of the papers and the model. */
class TorusStepsTest {
    private static int steps(Algorithm algorithm, String torus, long count, long segment) {
        StepCounter counter = new StepCounter();
        Torus shape = Torus.parse(torus);
        for (int rank = 0; rank < shape.size(); rank++) {
            counter.add(algorithm.schedule(broadcast(shape, rank, count, segment)));
        }
        return counter.steps();
    }

    private static Shape broadcast(Torus torus, int rank, long count, long segment) {
        Shape shape = new Shape().reset(CollectiveKind.BCAST, rank, torus.size());
        shape.torus = torus;
        shape.root = torus.size() / 3;
        shape.count = count;
        shape.itemBytes = 16;
        shape.segment = segment;
        return shape;
    }

    private static Algorithm named(String name) {
        return name.equals("tree")
                ? Algorithm.segmented("tree", new FirstTree())
                : Catalogue.find(CollectiveKind.BCAST, name);
    }

    /** A broadcast down one of the trees, to compare with. */
    private static final class FirstTree implements Planner {
        @Override
        public void plan(Shape shape, ScheduleBuilder builder) {
            TreeNode node =
                    new EdgeDisjointTrees(shape.torus, shape.root, false).node(0, shape.rank);
            for (Part segment : Segments.of(Part.receive(0, shape.count), shape.segment)) {
                if (!node.isRoot()) {
                    builder.recv(node.parent(), segment);
                }
                for (int child : node.children()) {
                    builder.send(child, segment);
                }
            }
        }
    }

    /** Step counts of the trees; a chain is the tree of a ring. */
    @ParameterizedTest
    @CsvSource({
        "trinaryx3, 512, 96, 606",
        "tree, 8x8x8, 96, 117",
        "trinaryx3, 8x8x8, 96, 53",
        "trinaryx6, 8x8x8, 96, 37",
        "trinaryx3, 512, 768, 1278",
        "tree, 8x8x8, 768, 789",
        "trinaryx3, 8x8x8, 768, 277",
        "trinaryx6, 8x8x8, 768, 149"
    })
    void shouldKeepAllLinksBusyWhenSegmented(
            String algorithm, String torus, int segments, int expected) {
        assertEquals(expected, steps(named(algorithm), torus, segments, 1));
    }

    /** The paper's hop counts; its formula counts one too many on a ring, which has no plane. */
    @ParameterizedTest
    @CsvFileSource(resources = "bcast-rounds.csv", numLinesToSkip = 1)
    void shouldTakeTheHopsOfThePaperWhenUnsegmented(ArgumentsAccessor row) {
        String torus = row.getString(0);
        int chain = row.getInteger(2);
        int trinary = row.getInteger(5);
        int grid = row.getInteger(6);
        int rings = Torus.parse(torus).axes().length;
        int hops = rings == 1 ? chain : trinary;
        assertEquals(row.getInteger(1), Torus.parse(torus).size());
        assertEquals(hops, steps(named("trinaryx3"), torus, rings, 0));
        assertEquals(hops, steps(named("trinaryx6"), torus, 2 * rings, 0));
        assertEquals(grid, steps(named("bintree3d"), torus, 1, 0));
        assertEquals(grid, steps(named("bintree6d"), torus, 2, 0));
    }
}
