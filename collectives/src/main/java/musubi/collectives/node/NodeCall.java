package musubi.collectives.node;

import musubi.coll.CollectiveBuffer;
import musubi.coll.CollectiveCall;
import musubi.coll.CollectiveKind;
import musubi.collectives.schedule.Shape;
import musubi.op.ReductionOp;
import musubi.region.Region;
import musubi.type.MpiType;
import musubi.type.buffer.BufferBinder;

/** A checked call in bytes, for algorithms within a node. A mutable parameter object. */
final class NodeCall {
    final Region send = new Region();
    final Region receive = new Region();
    CollectiveKind kind;
    int root;
    boolean inPlace;

    /** Type of the items of a reduction. */
    MpiType type;

    ReductionOp op;

    /** Bytes of an item. */
    int itemBytes;

    /** Bytes of a block. */
    long bytes;

    /** Call header, equal at all members. */
    long header;

    private final BufferBinder binder = new BufferBinder();

    /** Sets this to a call. */
    void set(CollectiveCall call, MpiType newType, Shape shape) {
        kind = shape.kind;
        root = shape.root;
        inPlace = call.inPlace;
        type = newType;
        op = call.op;
        itemBytes = (int) newType.extentBytes();
        bytes = shape.count * itemBytes;
        header = NodeGroup.header(kind, root, bytes);
        bind(call, shape);
    }

    /** Whether all ranks get the result of a reduction. */
    boolean isToAll() {
        return kind == CollectiveKind.ALLREDUCE;
    }

    private void bind(CollectiveCall call, Shape shape) {
        long all = shape.count * shape.size;
        switch (kind) {
            case BCAST -> bind(receive, call.receive, shape.count);
            case ALLGATHER -> {
                bind(receive, call.receive, all);
                bindSend(call, shape.count, shape.rank * bytes);
            }
            case ALLTOALL -> {
                bind(receive, call.receive, all);
                bindSend(call, all, 0);
            }
            default -> {
                boolean receives = kind == CollectiveKind.ALLREDUCE || shape.isRoot();
                if (receives || call.inPlace) {
                    bind(receive, call.receive, shape.count);
                }
                bindSend(call, shape.count, 0);
            }
        }
    }

    private void bindSend(CollectiveCall call, long count, long ownBlock) {
        if (call.inPlace) {
            send.slice(receive, ownBlock, count * itemBytes);
        } else {
            bind(send, call.send, count);
        }
    }

    private void bind(Region region, CollectiveBuffer side, long count) {
        binder.bind(region, side.buffer, side.offset, count, type.opaque());
    }

    /** Releases the user's memory. */
    void clear() {
        send.clear();
        receive.clear();
        op = null;
    }
}
