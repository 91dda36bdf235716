package musubi.collectives.algorithm.torus;

import musubi.collectives.schedule.Planner;
import musubi.collectives.schedule.Shape;

/** An algorithm on {@link TrinaryTrees}. */
abstract class TrinaryAlgorithm implements Planner {
    final TrinaryTrees trees;

    TrinaryAlgorithm(TrinaryTrees trees) {
        this.trees = trees;
    }

    @Override
    public String refusal(Shape shape) {
        return trees.refusal(shape);
    }

    @Override
    public final long segmentBytes(Shape shape) {
        return trees.segmentBytes(shape);
    }
}
