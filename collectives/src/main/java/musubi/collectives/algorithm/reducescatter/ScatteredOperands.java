package musubi.collectives.algorithm.reducescatter;

import musubi.collectives.schedule.Part;
import musubi.collectives.schedule.Shape;

/** The operands of a reduce-scatter: contiguous blocks, one for each rank. */
public final class ScatteredOperands {
    private final int buffer;
    private final long[] starts;

    /** The operands of a rank. */
    public ScatteredOperands(Shape shape) {
        buffer = shape.inPlace ? Part.RECEIVE : Part.SEND;
        starts = new long[shape.size + 1];
        for (int rank = 0; rank < shape.size; rank++) {
            long count = shape.receiveCounts == null ? shape.count : shape.receiveCounts.at(rank);
            starts[rank + 1] = starts[rank] + count;
        }
    }

    /** This rank's operand for the block of a rank. */
    public Part of(int rank) {
        return of(rank, rank + 1);
    }

    /** This rank's operands for the blocks of a range of ranks, without the last one. */
    public Part of(int first, int last) {
        return new Part(buffer, starts[first], starts[last] - starts[first]);
    }

    /** Items of all blocks. */
    public long count() {
        return starts[starts.length - 1];
    }

    /** Items of the largest block. */
    public long most() {
        long most = 0;
        for (int rank = 1; rank < starts.length; rank++) {
            most = Math.max(most, starts[rank] - starts[rank - 1]);
        }
        return most;
    }
}
