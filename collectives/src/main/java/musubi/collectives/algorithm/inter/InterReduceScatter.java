package musubi.collectives.algorithm.inter;

import musubi.collectives.schedule.Part;
import musubi.collectives.schedule.Planner;
import musubi.collectives.schedule.ScheduleBuilder;
import musubi.collectives.schedule.Shape;

/**
 * Reduction of each group's operands, whose result is scattered in the other group: both groups
 * reduce to their leaders, the leaders exchange the results and scatter them. The blocks of the two
 * groups differ, but not their sum. For equal and different blocks.
 *
 * <p>Cost: ceil(log2 p) (α + n β + n γ) + 2 (α + n β), where n is the size of all blocks.
 */
final class InterReduceScatter implements Planner {
    private static final int LEADER = 0;

    @Override
    public void plan(Shape shape, ScheduleBuilder builder) {
        long total = 0;
        for (int rank = 0; rank < shape.size; rank++) {
            total = Math.addExact(total, pieceOf(shape, rank));
        }
        Part own = LocalGroupSteps.reduceToLeader(shape, builder, Part.send(0, total));
        Part piece = Part.receive(0, pieceOf(shape, shape.rank));
        if (shape.rank != LEADER) {
            builder.recv(shape.local(LEADER), piece);
            return;
        }
        Part theirs = builder.temporary(total);
        builder.send(shape.remote(LEADER), own);
        builder.recv(shape.remote(LEADER), theirs);
        builder.copy(theirs.slice(0, piece.count()), piece);
        long at = piece.count();
        for (int rank = 1; rank < shape.size; rank++) {
            builder.send(shape.local(rank), theirs.slice(at, pieceOf(shape, rank)));
            at += pieceOf(shape, rank);
        }
    }

    private static long pieceOf(Shape shape, int rank) {
        return shape.receiveCounts == null ? shape.count : shape.receiveCounts.at(rank);
    }
}
