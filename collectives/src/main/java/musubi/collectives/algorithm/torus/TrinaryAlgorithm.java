package musubi.collectives.algorithm.torus;

import musubi.collectives.schedule.Algorithm;
import musubi.collectives.schedule.Shape;

/** An algorithm on {@link TrinaryTrees}, with their name. */
abstract class TrinaryAlgorithm implements Algorithm {
    final TrinaryTrees trees;

    TrinaryAlgorithm(TrinaryTrees trees) {
        this.trees = trees;
    }

    @Override
    public final String name() {
        return trees.algorithm();
    }

    @Override
    public String refusal(Shape shape) {
        return trees.refusal(shape);
    }

    @Override
    public final boolean supportsSegments() {
        return true;
    }

    @Override
    public final long segmentBytes(Shape shape) {
        return trees.segmentBytes(shape);
    }
}
