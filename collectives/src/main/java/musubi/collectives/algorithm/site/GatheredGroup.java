package musubi.collectives.algorithm.site;

import musubi.collectives.schedule.Part;
import musubi.collectives.schedule.ScheduleBuilder;
import musubi.collectives.schedule.Shape;

import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * The blocks that some ranks contribute to an all-gather, together for a message: in the receive
 * buffer if they follow each other there, else copied into a temporary in rank order.
 */
public final class GatheredGroup {
    private final Shape shape;
    private final ScheduleBuilder builder;
    private final int[] ranks;
    private final Part whole;
    private boolean isPacked;

    /** The blocks of some ranks. */
    public GatheredGroup(Shape shape, ScheduleBuilder builder, IntPredicate ranks) {
        this.shape = shape;
        this.builder = builder;
        this.ranks = IntStream.range(0, shape.blocks()).filter(ranks).toArray();
        Part first = shape.receiveBlock(this.ranks[0]);
        long items = 0;
        boolean isInPlace = true;
        for (int rank : this.ranks) {
            Part block = shape.receiveBlock(rank);
            isInPlace &= block.offset() == first.offset() + items;
            items += block.count();
        }
        isPacked = isInPlace;
        whole = isInPlace ? first.slice(0, items) : builder.temporary(items);
    }

    /** The blocks of the receive buffer as one message. */
    public Part packed() {
        long at = 0;
        for (int i = 0; !isPacked && i < ranks.length; i++) {
            Part block = shape.receiveBlock(ranks[i]);
            builder.copy(block, whole.slice(at, block.count()));
            at += block.count();
        }
        isPacked = true;
        return whole;
    }

    /** Where a message with the blocks arrives. */
    public Part arrival() {
        return whole;
    }

    /** Copies the blocks of a message that has arrived into the receive buffer. */
    public void unpack() {
        isPacked = true;
        long at = 0;
        for (int rank : ranks) {
            Part block = shape.receiveBlock(rank);
            builder.copy(whole.slice(at, block.count()), block);
            at += block.count();
        }
    }
}
