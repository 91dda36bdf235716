package musubi.collectives.algorithm.alltoall;

import musubi.collectives.schedule.Part;
import musubi.collectives.schedule.ScheduleBuilder;
import musubi.collectives.schedule.Shape;

/** The blocks to send in an all-to-all. */
public final class SendBlocks {
    private final Part[] blocks;

    /** Copies all blocks in place, because they are overwritten by those received. */
    public SendBlocks(Shape shape, ScheduleBuilder builder) {
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
        Part copy = builder.temporary(block.count(), block.type());
        builder.copy(block, copy);
        return copy;
    }

    /** The block for a rank. */
    public Part blockFor(int rank) {
        return blocks[rank];
    }
}
