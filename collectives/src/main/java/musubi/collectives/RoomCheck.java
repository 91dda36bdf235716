package musubi.collectives;

import musubi.adi.Region;
import musubi.coll.CollectiveBuffer;
import musubi.coll.CollectiveCall;
import musubi.coll.CollectiveKind;
import musubi.collectives.schedule.Shape;
import musubi.error.MpiFailure;
import musubi.type.BufferBinder;
import musubi.type.Datatype;
import musubi.type.Items;
import musubi.type.ObjectCodec;
import musubi.type.Packer;

/** Checks that buffers fit their types and have room for all that a call says. */
final class RoomCheck {
    private final BufferBinder binder = new BufferBinder();
    private final Packer packer = new Packer(binder);
    private final Items items = new Items();
    private final Region region = new Region();
    private boolean isWritten;

    RoomCheck() {}

    /**
     * Checks one side of a call.
     *
     * @throws MpiFailure of class BUFFER or TYPE
     */
    void check(CollectiveBuffer side, Extent extent, CollectiveCall call, Shape shape) {
        isWritten = side == call.receive && !(shape.kind == CollectiveKind.BCAST && shape.isRoot());
        switch (extent) {
            case NONE -> {}
            case BLOCK -> check(side, side.type, 0, side.count);
            case BLOCKS -> check(side, side.type, 0, itemsOfBlocks(side, call, shape));
            case OWN -> check(side, side.type, 0, shape.receiveCounts[shape.rank]);
            case ROW -> check(side, side.type, 0, sum(call.receive.counts, shape.size));
            case VECTOR -> checkBlocks(side, shape);
        }
        region.clear();
    }

    /**
     * Checks one block of a neighbourhood collective.
     *
     * @param at displacement in extents of the type, in the w forms in bytes
     * @throws MpiFailure of class BUFFER or TYPE
     */
    void checkBlock(CollectiveBuffer side, Datatype type, long at, int count, boolean written) {
        if (count > 0) {
            isWritten = written;
            long unit = side.types == null ? type.extentBytes() : 1;
            check(side, type, at * unit / BufferBinder.elementBytes(side.buffer), count);
            region.clear();
        }
    }

    /**
     * A reduce-scatter of equal blocks has its count on the receiving side only, and blocks for its
     * own group.
     */
    private static long itemsOfBlocks(CollectiveBuffer side, CollectiveCall call, Shape shape) {
        return switch (call.kind) {
            case REDUCE_SCATTER_BLOCK -> (long) call.receive.count * shape.size;
            default -> (long) side.count * shape.blocks();
        };
    }

    private static long sum(int[] counts, int size) {
        long sum = 0;
        for (int rank = 0; rank < size; rank++) {
            sum += counts[rank];
        }
        return sum;
    }

    private void checkBlocks(CollectiveBuffer side, Shape shape) {
        int elementBytes = BufferBinder.elementBytes(side.buffer);
        for (int rank = 0; rank < shape.blocks(); rank++) {
            if (side.counts[rank] > 0) {
                Datatype type = side.types == null ? side.type : side.types[rank];
                long unit = side.types == null ? type.extentBytes() : 1;
                long at = side.displacements[rank] * unit / elementBytes;
                check(side, type, at, side.counts[rank]);
            }
        }
    }

    private void check(CollectiveBuffer side, Datatype type, long at, long count) {
        if (type == Datatype.OBJECT) {
            ObjectCodec.objects(side.buffer, side.offset + at, count);
        } else if (type.isPlain()) {
            binder.bind(region, side.buffer, side.offset + at, count, type);
            if (isWritten) {
                BufferBinder.checkWritable(region, side.buffer);
            }
        } else {
            packer.check(items.set(side.buffer, side.offset + at, count, type), isWritten);
            items.clear();
        }
    }
}
