package musubi.collectives.algorithm.reducescatter;

import musubi.collectives.schedule.Part;
import musubi.collectives.schedule.Shape;

/** Where the operands of a reduce-scatter lie: a block for each rank, in a row. */
final class ScatteredOperands {
    private final int buffer;
    private final long[] starts;

    ScatteredOperands(Shape shape) {
        buffer = shape.inPlace ? Part.RECEIVE : Part.SEND;
        starts = new long[shape.size + 1];
        for (int rank = 0; rank < shape.size; rank++) {
            long count = shape.receiveCounts == null ? shape.count : shape.receiveCounts.at(rank);
            starts[rank + 1] = starts[rank] + count;
        }
    }

    /** This rank's operand for the block of a rank. */
    Part of(int rank) {
        return of(rank, rank + 1);
    }

    /** Those for the blocks of some ranks, from the first up to the last without. */
    Part of(int first, int last) {
        return new Part(buffer, starts[first], starts[last] - starts[first]);
    }

    /** Items of the largest block. */
    long most() {
        long most = 0;
        for (int rank = 1; rank < starts.length; rank++) {
            most = Math.max(most, starts[rank] - starts[rank - 1]);
        }
        return most;
    }
}
