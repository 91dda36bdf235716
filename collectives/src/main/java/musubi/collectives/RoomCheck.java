package musubi.collectives;

import musubi.adi.Region;
import musubi.coll.CollectiveBuffer;
import musubi.coll.CollectiveCall;
import musubi.coll.CollectiveKind;
import musubi.collectives.schedule.Shape;
import musubi.error.MpiFailure;
import musubi.type.BufferBinder;
import musubi.type.Datatype;
import musubi.type.ObjectCodec;

import java.nio.ByteBuffer;

/** Checks that buffers fit their types and have room for all that a call says. */
final class RoomCheck {
    private final BufferBinder binder = new BufferBinder();
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
            check(side, type, at * unit / elementBytes(side), count);
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
        int elementBytes = elementBytes(side);
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
        if (type.isObject()) {
            ObjectCodec.objects(side.buffer, side.offset + at, count);
        } else {
            binder.bind(region, side.buffer, side.offset + at, count, type);
        }
        if (isWritten) {
            BufferBinder.checkWritable(region, side.buffer);
        }
    }

    /** Bytes of an element of the user's buffer, in which offsets count. */
    static int elementBytes(CollectiveBuffer side) {
        if (side.buffer instanceof byte[] || side.buffer instanceof ByteBuffer) {
            return 1;
        }
        Datatype type = side.types == null ? side.type : typeOfFirstItem(side);
        return type == null ? 1 : type.base().bytes();
    }

    /** Types of blocks without items need not fit the buffer. */
    private static Datatype typeOfFirstItem(CollectiveBuffer side) {
        for (int block = 0; block < side.types.length; block++) {
            if (block < side.counts.length && side.counts[block] > 0) {
                return side.types[block];
            }
        }
        return null;
    }
}
