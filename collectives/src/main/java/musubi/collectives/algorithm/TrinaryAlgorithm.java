package musubi.collectives.algorithm;

import musubi.collectives.schedule.Algorithm;
import musubi.collectives.schedule.Shape;

/** An algorithm on {@link Trinary} trees, by their name. */
abstract class TrinaryAlgorithm implements Algorithm {
    final Trinary trees;

    TrinaryAlgorithm(Trinary trees) {
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
    public final boolean cuts() {
        return true;
    }

    @Override
    public final long segmentBytes(Shape shape) {
        return trees.segmentBytes(shape);
    }
}
