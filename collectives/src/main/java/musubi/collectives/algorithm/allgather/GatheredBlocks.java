package musubi.collectives.algorithm.allgather;

import musubi.coll.CollectiveKind;
import musubi.collectives.schedule.Part;
import musubi.collectives.schedule.ScheduleBuilder;
import musubi.collectives.schedule.Shape;

/**
 * The blocks of an all-gather, contiguous in rank order: in the receive buffer if they are equal,
 * else in a temporary, because displacements may differ between ranks.
 */
final class GatheredBlocks {
    private final Shape shape;
    private final Part row;
    private final long[] starts;

    /** The buffer, with this rank's block in it. */
    GatheredBlocks(Shape shape, ScheduleBuilder builder) {
        this.shape = shape;
        starts = new long[shape.size + 1];
        for (int rank = 0; rank < shape.size; rank++) {
            starts[rank + 1] = starts[rank] + shape.receiveBlock(rank).count();
        }
        row =
                inPlace()
                        ? Part.receive(0, starts[shape.size])
                        : builder.temporary(starts[shape.size]);
        builder.copy(shape.contribution(), of(shape.rank, shape.rank + 1));
    }

    private boolean inPlace() {
        return shape.kind == CollectiveKind.ALLGATHER;
    }

    /** The blocks of a range of ranks, without the last one. */
    Part of(int first, int last) {
        return row.slice(starts[first], starts[last] - starts[first]);
    }

    /** Copies all blocks to their displacements. */
    void deliver(ScheduleBuilder builder) {
        for (int rank = 0; rank < shape.size && !inPlace(); rank++) {
            builder.copy(of(rank, rank + 1), shape.receiveBlock(rank));
        }
    }
}
