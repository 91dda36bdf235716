package musubi.collectives.selection;

import musubi.collectives.schedule.Shape;

/**
 * A method of selecting an algorithm. Selectors are tried in order; the first result counts unless
 * its algorithm refuses the call. All ranks must get the same result, so a selector uses only
 * values that are equal on all ranks: neither the rank, nor counts of single ranks, nor whether a
 * buffer is in place.
 */
public interface Selector {
    /** The selection for calls of a shape; null if this selector has none. */
    SelectedAlgorithm select(Shape shape);
}
