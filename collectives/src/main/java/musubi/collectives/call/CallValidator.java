package musubi.collectives.call;

import musubi.coll.CollectiveBuffer;
import musubi.coll.CollectiveCall;
import musubi.coll.CollectiveContext;
import musubi.coll.CollectiveKind;
import musubi.coll.Counts;
import musubi.collectives.schedule.Shape;
import musubi.collectives.topology.Torus;
import musubi.error.ErrorClass;
import musubi.error.MpiFailure;
import musubi.type.CheckedMath;
import musubi.type.MpiType;
import musubi.type.buffer.BufferBinder;

/**
 * Checks the arguments of a call before any communication, and derives its shape. MPI-4.1 chapter
 * 6.
 *
 * <p>The items of a shape are of the call's type, or elements of the common basic type if the sides
 * have different or derived types. Between two groups no data pass from one side to the other
 * within a rank, so there may be no common basic type; items are then of the type of their side.
 * One object for each communicator and rank.
 */
public final class CallValidator {
    private final BoundsCheck bounds = new BoundsCheck();
    private final Torus torus;
    private CollectiveCall call;
    private Shape shape;
    private BufferLayout send;
    private BufferLayout receive;
    private boolean hasGaps;

    /**
     * A validator.
     *
     * @param torus of the communicator, or null
     */
    public CallValidator(Torus torus) {
        this.torus = torus;
    }

    /**
     * Checks a call and sets its shape.
     *
     * @return type of the shape's items; null in the w forms, and a type of empty messages if each
     *     side has its own
     * @throws MpiFailure of class ROOT, COUNT, TYPE, OP, BUFFER or ARG
     */
    public MpiType validate(CollectiveCall newCall, CollectiveContext comm, Shape newShape) {
        call = newCall;
        hasGaps = false;
        shape = newShape.reset(newCall.kind, comm.rank(), comm.size());
        shape.torus = torus;
        if (comm.isInter()) {
            shape.toRemoteGroup(comm.remoteGroup().size(), comm.isFirst());
        }
        shape.root = newCall.kind.isRooted() ? newCall.root : 0;
        shape.inPlace = newCall.inPlace;
        checkRoot();
        checkInPlace();
        send = BufferLayout.ofSend(shape);
        receive = BufferLayout.ofReceive(shape);
        if (shape.kind == CollectiveKind.BARRIER || shape.isIdle()) {
            return MpiType.BYTE;
        }
        checkCounts(newCall.send, send);
        checkCounts(newCall.receive, receive);
        MpiType type = itemType();
        shape.itemBytes = type == null ? 1 : (int) type.sizeBytes();
        readCounts(type);
        checkOperation(type);
        bounds.check(newCall.send, send, newCall, shape);
        bounds.check(newCall.receive, receive, newCall, shape);
        return type;
    }

    private void checkRoot() {
        boolean isPeer = shape.root >= 0 && shape.root < shape.blocks();
        if (!isPeer && !(shape.isInter() && (shape.isRoot() || shape.isIdle()))) {
            throw new MpiFailure(ErrorClass.ROOT, "no such root")
                    .with("kind", shape.kind, "root", shape.root, "size", shape.blocks());
        }
    }

    private void checkInPlace() {
        boolean impossible =
                switch (shape.kind) {
                    case BARRIER, BCAST -> true;
                    case GATHERV -> !shape.isRoot();
                    default -> false;
                };
        if (shape.inPlace && shape.isInter()) {
            throw new MpiFailure(
                            ErrorClass.BUFFER, "no rank of an intercommunicator may work in place")
                    .with("kind", shape.kind)
                    .advice("pass a send buffer");
        }
        if (shape.inPlace && impossible) {
            throw new MpiFailure(ErrorClass.BUFFER, "this rank cannot take part in place")
                    .with("kind", shape.kind, "rank", shape.rank, "root", shape.root);
        }
    }

    private void checkCounts(CollectiveBuffer side, BufferLayout extent) {
        if (extent.hasCounts() && (extent != BufferLayout.ROW || side == call.receive)) {
            int needed = extent == BufferLayout.VECTOR ? shape.blocks() : shape.size;
            checkLength("counts", side.counts == null ? -1 : side.counts.length(), needed);
            for (int i = 0; i < needed; i++) {
                checkCount(side.counts.at(i));
            }
        } else if (extent != BufferLayout.NONE && extent != BufferLayout.ROW) {
            checkCount(side.count);
        }
        if (extent == BufferLayout.VECTOR) {
            checkLength(
                    "displacements",
                    side.displacements == null ? -1 : side.displacements.length(),
                    shape.blocks());
        }
    }

    private void checkCount(long count) {
        if (count < 0) {
            throw new MpiFailure(ErrorClass.COUNT, "count must not be negative")
                    .with("kind", shape.kind, "count", count);
        }
    }

    private void checkLength(String what, int length, int needed) {
        if (length < needed) {
            throw new MpiFailure(ErrorClass.ARG, "too few " + what)
                    .with("kind", shape.kind, "length", length < 0 ? "none" : length)
                    .with("size", needed);
        }
    }

    /** Type of the shape's items. */
    private MpiType itemType() {
        if (shape.hasTypes()) {
            checkTypes(call.send, send);
            checkTypes(call.receive, receive);
            return null;
        }
        MpiType sent = send == BufferLayout.NONE ? null : given(call.send.type);
        MpiType received = receive == BufferLayout.NONE ? null : given(call.receive.type);
        if (!shape.kind.isReduction()) {
            sent = sent == null ? null : unit(call.send);
            received = received == null ? null : unit(call.receive);
        }
        if (sent == null || received == null || sent == received) {
            return sent == null ? received : sent;
        }
        if (sent.base() != received.base() && isOneWay()) {
            shape.typedPerSide = true;
            return MpiType.BYTE;
        }
        if (sent.base() != received.base() || shape.kind.isReduction()) {
            throw new MpiFailure(ErrorClass.TYPE, "the types of the two sides do not match")
                    .with("kind", shape.kind, "send", call.send.type, "receive", call.receive.type);
        }
        return MpiType.of(sent.base());
    }

    /** Whether data are sent only to, and received only from, the remote group. */
    private boolean isOneWay() {
        return shape.isInter() && !shape.kind.isReduction();
    }

    /** Unit of counts of sides with different types of the same basic type. */
    private MpiType unit(CollectiveBuffer side) {
        MpiType type = side.type;
        if (type.isPredefined() && type.isContiguous()) {
            return type;
        }
        MpiType unit = MpiType.of(type.packedBase());
        hasGaps |= !type.isContiguous() || !BufferBinder.isBufferOf(side.buffer, unit);
        return unit;
    }

    /**
     * Whether items of the last call have gaps, or a buffer of other elements, so that it has to be
     * {@linkplain StagedCall staged}; false for reductions.
     */
    public boolean hasGaps() {
        return hasGaps;
    }

    private void checkTypes(CollectiveBuffer side, BufferLayout extent) {
        if (extent != BufferLayout.NONE) {
            checkLength("types", side.types == null ? -1 : side.types.length, shape.blocks());
            for (MpiType type : side.types) {
                hasGaps |= !given(type).isContiguous();
            }
        }
    }

    private MpiType given(MpiType type) {
        if (type == null) {
            throw new MpiFailure(ErrorClass.TYPE, "the datatype is null").with("kind", shape.kind);
        }
        return type;
    }

    private void readCounts(MpiType type) {
        int sendScale = scale(call.send, send, type);
        int receiveScale = scale(call.receive, receive, type);
        if (send == BufferLayout.VECTOR) {
            shape.sendCounts = scaled(call.send.counts, sendScale);
            shape.sendAt = scaled(call.send.displacements, sendScale);
        }
        if (receive.hasCounts()) {
            shape.receiveCounts = scaled(call.receive.counts, receiveScale);
        }
        if (receive == BufferLayout.VECTOR) {
            shape.receiveAt = scaled(call.receive.displacements, receiveScale);
        }
        long sent = own(call.send, send, shape.sendCounts, sendScale);
        long received = own(call.receive, receive, shape.receiveCounts, receiveScale);
        shape.count = Math.max(0, received >= 0 ? received : sent);
        shape.sendCount = shape.isInter() ? Math.max(0, sent) : 0;
        boolean comparable =
                !shape.hasTypes()
                        && !shape.isInter()
                        && shape.kind != CollectiveKind.REDUCE_SCATTER
                        && shape.kind != CollectiveKind.REDUCE_SCATTER_BLOCK;
        boolean fits = sent == received || shape.kind.acceptsShortBlocks() && sent < received;
        if (comparable && sent >= 0 && received >= 0 && !fits) {
            throw new MpiFailure(
                            ErrorClass.COUNT,
                            "this rank sends itself another count than it receives")
                    .with("kind", shape.kind, "sends", sent, "receives", received)
                    .with("type", type);
        }
    }

    /** Items of the shape in an item of a side; 0 for empty types. */
    private int scale(CollectiveBuffer side, BufferLayout extent, MpiType type) {
        if (shape.typedPerSide) {
            return side.type.sizeBytes() == 0 ? 0 : 1;
        }
        boolean same = type == null || extent == BufferLayout.NONE || side.type == type;
        return same ? 1 : (int) (side.type.sizeBytes() / type.sizeBytes());
    }

    private static Counts scaled(Counts counts, int scale) {
        return scale == 1 ? counts : counts.times(scale);
    }

    /** Items of this rank's block for itself; -1 without one. */
    private long own(CollectiveBuffer side, BufferLayout extent, Counts counts, int scale) {
        return switch (extent) {
            case NONE -> -1;
            case BLOCK, BLOCKS -> CheckedMath.product(side.count, scale);
            case VECTOR -> shape.isInter() ? -1 : counts.at(shape.rank);
            case OWN -> counts.at(shape.rank);
            case ROW -> shape.receiveCounts == null ? -1 : shape.receiveCounts.at(shape.rank);
        };
    }

    private void checkOperation(MpiType type) {
        if (!shape.kind.isReduction()) {
            return;
        }
        if (call.op == null) {
            throw new MpiFailure(ErrorClass.OP, "the operation is null").with("kind", shape.kind);
        }
        if (!call.op.isDefinedFor(type)) {
            throw new MpiFailure(ErrorClass.OP, "the operation is not defined for the type")
                    .with("op", call.op.name(), "type", type);
        }
        checkItems(own(call.receive, receive, shape.receiveCounts, 1));
        if (receive == BufferLayout.OWN) {
            checkItems(shape.receiveCounts.sum(shape.size));
        }
        shape.commutative = call.op.isCommutative();
    }

    /** Operations get arrays, whose length is an int. */
    private void checkItems(long items) {
        if (items > Integer.MAX_VALUE) {
            throw new MpiFailure(ErrorClass.COUNT, "a reduction takes at most 2^31 - 1 items")
                    .with("kind", shape.kind, "items", items)
                    .advice("use several calls");
        }
    }
}
