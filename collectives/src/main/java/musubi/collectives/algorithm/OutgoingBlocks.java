package musubi.collectives.algorithm;

import musubi.collectives.schedule.Part;
import musubi.collectives.schedule.ScheduleBuilder;
import musubi.collectives.schedule.Shape;

/**
 * What a rank of an all-to-all sends to each rank. In place these are copies, because their room is
 * received into. The block for the rank itself is where it belongs from the start.
 */
final class OutgoingBlocks {
    private final Part[] blocks;

    /** Adds the copies to a schedule. */
    OutgoingBlocks(Shape shape, ScheduleBuilder builder) {
        blocks = new Part[shape.size];
        for (int round = 0; round < shape.size; round++) {
            int to = shape.after(round);
            blocks[to] = shape.inPlace ? copied(shape, builder, to) : shape.sendBlock(to);
        }
        if (!shape.inPlace) {
            builder.copy(blocks[shape.rank], shape.receiveBlock(shape.rank));
        }
    }

    private static Part copied(Shape shape, ScheduleBuilder builder, int to) {
        Part block = shape.receiveBlock(to);
        if (to == shape.rank) {
            return block;
        }
        Part copy = builder.temporaryFor(block.count(), block.peer());
        builder.copy(block, copy);
        return copy;
    }

    /** The block for a rank. */
    Part to(int rank) {
        return blocks[rank];
    }
}
