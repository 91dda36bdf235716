package musubi.collectives.call;

import musubi.coll.CollectiveCall;
import musubi.coll.CollectiveKind;
import musubi.collectives.schedule.Shape;
import musubi.type.buffer.Packer;

/**
 * A collective call whose items have gaps, as the same call without them: what this rank sends is
 * packed before, and what it has received unpacked afterwards, so that schedules see elements in a
 * row. Not for reductions, whose operations get whole items. MPI-4.1 chapter 6.
 */
public final class StagedCall {
    private final CollectiveCall packed = new CollectiveCall();
    private final StagedSide send;
    private final StagedSide receive;
    private final boolean unpacks;
    private final boolean kept;

    /**
     * A checked call of this shape.
     *
     * @param kept whether it is to be run again, so that it keeps its memory
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

    /** Packs what this rank sends; the buffers are used from now on until {@link #unpack}. */
    public void pack() {
        send.pack();
        receive.pack();
    }

    /** The call without gaps. */
    public CollectiveCall packed() {
        return packed;
    }

    /** Puts what was received where it belongs, once the packed call has succeeded. */
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
