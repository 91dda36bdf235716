package musubi.collectives.algorithm.torus;

import musubi.collectives.schedule.Planner;
import musubi.collectives.schedule.Shape;

/** An algorithm on {@link TrinaryTrees}. */
interface TrinaryAlgorithm extends Planner {
    TrinaryTrees trees();

    @Override
    default String refusal(Shape shape) {
        return trees().refusal(shape);
    }

    @Override
    default long segmentBytes(Shape shape) {
        return trees().segmentBytes(shape);
    }
}
