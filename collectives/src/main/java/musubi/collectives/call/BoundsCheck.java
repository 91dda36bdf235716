package musubi.collectives.call;

import musubi.coll.CollectiveBuffer;
import musubi.coll.CollectiveCall;
import musubi.coll.CollectiveKind;
import musubi.collectives.schedule.Shape;
import musubi.error.MpiFailure;
import musubi.region.Region;
import musubi.type.CheckedMath;
import musubi.type.MpiType;
import musubi.type.buffer.BufferBinder;
import musubi.type.buffer.ObjectCodec;
import musubi.type.buffer.Packer;
import musubi.type.buffer.TypedBuffer;

/** Checks that buffers match their types and have room for the counts of a call. */
final class BoundsCheck {
    private final BufferBinder binder = new BufferBinder();
    private final Packer packer = new Packer(binder);
    private final TypedBuffer items = new TypedBuffer();
    private final Region region = new Region();
    private boolean isWritten;

    /**
     * Checks one side of a call.
     *
     * @throws MpiFailure of class BUFFER or TYPE
     */
    void check(CollectiveBuffer side, BufferLayout extent, CollectiveCall call, Shape shape) {
        isWritten = side == call.receive && !(shape.kind == CollectiveKind.BCAST && shape.isRoot());
        switch (extent) {
            case NONE -> {}
            case BLOCK -> check(side, side.count);
            case BLOCKS -> check(side, itemsOfBlocks(side, call, shape));
            case OWN -> check(side, shape.receiveCounts.at(shape.rank));
            case ROW -> check(side, call.receive.counts.sum(shape.size));
            case VECTOR -> checkBlocks(side, shape);
        }
        region.clear();
    }

    private void check(CollectiveBuffer side, long count) {
        check(side.buffer, side.type, side.offset, count);
    }

    /**
     * Checks one block of a neighbourhood collective.
     *
     * @param at displacement in extents of the type, in bytes in the w forms
     * @throws MpiFailure of class BUFFER or TYPE
     */
    void checkBlock(CollectiveBuffer side, MpiType type, long at, long count, boolean written) {
        if (count > 0) {
            isWritten = written;
            long unit = side.types == null ? type.extentBytes() : 1;
            long bytes = CheckedMath.product(at, unit);
            int elementBytes = BufferBinder.elementBytes(side.buffer);
            if ((bytes & elementBytes - 1) == 0) {
                check(side.buffer, type, side.offset + bytes / elementBytes, count);
            } else {
                Object memory = binder.bytesOf(side.buffer);
                check(memory, type, side.offset * elementBytes + bytes, count);
            }
            region.clear();
        }
    }

    /**
     * A reduce-scatter of equal blocks has its count on the receive side only, and blocks for the
     * local group.
     */
    private static long itemsOfBlocks(CollectiveBuffer side, CollectiveCall call, Shape shape) {
        return switch (call.kind) {
            case REDUCE_SCATTER_BLOCK -> CheckedMath.product(call.receive.count, shape.size);
            default -> CheckedMath.product(side.count, shape.blocks());
        };
    }

    private void checkBlocks(CollectiveBuffer side, Shape shape) {
        for (int rank = 0; rank < shape.blocks(); rank++) {
            MpiType type = side.types == null ? side.type : side.types[rank];
            long at = side.displacements.at(rank);
            checkBlock(side, type, at, side.counts.at(rank), isWritten);
        }
    }

    private void check(Object buffer, MpiType type, long offset, long count) {
        if (type == MpiType.OBJECT) {
            ObjectCodec.checkedArray(buffer, offset, count);
        } else if (type.isPlain()) {
            binder.bind(region, buffer, offset, count, type);
            if (isWritten) {
                BufferBinder.checkWritable(region, buffer);
            }
        } else {
            packer.check(items.set(buffer, offset, count, type), isWritten);
            items.clear();
        }
    }
}
