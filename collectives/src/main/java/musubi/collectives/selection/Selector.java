package musubi.collectives.selection;

import musubi.collectives.schedule.Shape;

/**
 * One way to choose an algorithm. Choosers are asked in turn, and the first that knows wins unless
 * its algorithm refuses the call. All ranks must get the same answer, so it may look only at what
 * all ranks know alike: not at the rank, at counts of single ranks, nor at what is in place.
 */
public interface Selector {
    /** What is best for calls of this shape; null when this one does not know. */
    SelectedAlgorithm select(Shape shape);
}
