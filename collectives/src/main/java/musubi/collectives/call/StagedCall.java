package musubi.collectives.call;

import musubi.coll.CollectiveCall;
import musubi.coll.CollectiveKind;
import musubi.collectives.schedule.Shape;
import musubi.type.buffer.Packer;

/**
 * A contiguous copy of a call whose items have gaps: data sent are packed before, data received
 * unpacked afterwards. Not for reductions, whose operations get whole items. MPI-4.1 chapter 6.
 */
public final class StagedCall {
    private final CollectiveCall packed = new CollectiveCall();
    private final StagedSide send;
    private final StagedSide receive;
    private final boolean unpacks;
    private final boolean kept;

    /**
     * The copy of a checked call.
     *
     * @param kept whether the memory is kept for further runs
     */
    public StagedCall(Packer packer, CollectiveCall call, Shape shape, boolean kept) {
        this.kept = kept;
        packed.reset(call.kind);
        packed.root = call.root;
        packed.inPlace = call.inPlace;
        boolean isRoot = shape.isRoot();
        BufferLayout sent = BufferLayout.ofSend(shape);
        BufferLayout received = BufferLayout.ofReceive(shape);
        send = new StagedSide(packer, call.send, sent, shape.blocks());
        receive = new StagedSide(packer, call.receive, received, shape.blocks());
        boolean gives = call.kind == CollectiveKind.BCAST && isRoot;
        unpacks = !gives && (isRoot || call.kind != CollectiveKind.GATHER);
        send.put(packed.send, true);
        receive.put(packed.receive, call.inPlace || gives);
    }

    /** Packs the data sent; the buffers are in use until {@link #unpack}. */
    public void pack() {
        send.pack();
        receive.pack();
    }

    /** The contiguous call. */
    public CollectiveCall packed() {
        return packed;
    }

    /** Unpacks the data received, after the packed call has succeeded. */
    public void unpack() {
        if (unpacks) {
            receive.unpack();
        }
        if (!kept) {
            send.release();
            receive.release();
        }
    }
}
