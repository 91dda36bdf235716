package musubi.collectives.execution;

import musubi.coll.CollectiveCall;
import musubi.coll.CollectiveContext;
import musubi.coll.CollectiveKind;
import musubi.collectives.call.StagedSide;
import musubi.error.ErrorClass;
import musubi.error.MpiFailure;
import musubi.op.Reductions;
import musubi.type.MpiType;
import musubi.type.TypeConstructors;
import musubi.type.buffer.PackBufferPool;
import musubi.type.buffer.TypedBuffer;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * An all-to-all of unequal blocks by an algorithm for equal ones, when each rank has only the sizes
 * of its own blocks: the ranks agree on the longest block, copy each block into a slot of that
 * length, and exchange the slots. "Padded Bruck" of Fan et al., Optimizing the Bruck algorithm for
 * non-uniform all-to-all communication, HPDC 2022, with any algorithm. They also agree on the
 * longest slot that each has memory for; if it is exceeded, all run the call unpadded.
 *
 * <pre>
 *   2 ranks   0 sends 1 byte and 3, 1 sends 2 and 0: slots of 3
 *             0: |1 a..|3 bcd|   |1 a..|2 ef.|
 *             1: |2 ef.|0 ...|   |3 bcd|0 ...|
 * </pre>
 *
 * <p>Both stages have the same tag: a rank begins the second one after all its messages of the
 * first have arrived, and messages with one tag do not overtake each other. Cost: that of the
 * algorithm for the longest block, plus floor(log2 p) α.
 */
final class PaddedCall implements CallInStages, CollectiveRequest.Continuation {
    /** Length of the block, and whether it has objects; slots are aligned. */
    private static final int HEADER_BYTES = 2 * Integer.BYTES;

    private static final VarHandle NUMBER =
            MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

    private final PaddingPlan padding;
    private final ExecutionPool executions;
    private final CollectiveCall call;
    private final MpiType type;
    private final int tag;
    private final PackedBlocks blocks;
    private final TypedBuffer[] incoming;

    /** The greatest block, and the negative of the least slot limit, as a maximum. */
    private final long[] agreed = new long[PaddingPlan.NUMBERS];

    private final CollectiveCall agreement = new CollectiveCall();
    private final CollectiveCall exchange = new CollectiveCall();
    private MpiType slotType;
    private int slotBytes;
    private byte[] sent;
    private byte[] received;
    private CollectiveRequest request;
    private Stage stage;

    /**
     * For the second stage: taken first, so that it gets its temporaries of the last call again.
     */
    private Execution second;

    /** Stage of the operation. */
    private enum Stage {
        AGREE,
        EXCHANGE,
        UNPADDED
    }

    /**
     * A checked call without gaps.
     *
     * @param type of its items; null in the w forms
     */
    PaddedCall(
            CollectiveContext comm,
            ExecutionPool executions,
            CollectiveCall call,
            MpiType type,
            PaddingPlan padding,
            int tag) {
        this.executions = executions;
        this.call = call;
        this.type = type;
        this.padding = padding;
        this.tag = tag;
        incoming = StagedSide.vector(call.receive, comm.size());
        TypedBuffer[] outgoing =
                call.inPlace ? incoming : StagedSide.vector(call.send, comm.size());
        blocks = new PackedBlocks(comm, call.kind, outgoing);
        agreement.reset(CollectiveKind.ALLREDUCE);
        agreement.inPlace = true;
        agreement.op = Reductions.MAX;
        agreement.receive.set(agreed, 0, agreed.length, MpiType.LONG);
        exchange.reset(CollectiveKind.ALLTOALL);
    }

    @Override
    public void start(CollectiveRequest newRequest) {
        request = newRequest;
        request.continueWith(this);
        stage = Stage.AGREE;
        blocks.encode();
        agreed[0] = blocks.longest();
        agreed[1] = -padding.maxSlotBytes();
        second = executions.take();
        executions.take().start(padding.agreement(), agreement, MpiType.LONG, tag, request);
    }

    @Override
    public boolean startNextStage() {
        if (stage == Stage.AGREE) {
            // A long until the limit is checked.
            long slot = HEADER_BYTES + Math.ceilDiv(agreed[0], Long.BYTES) * Long.BYTES;
            if (slot <= -agreed[1]) {
                exchange((int) slot);
            } else {
                runUnpadded();
            }
            return true;
        }
        if (stage == Stage.EXCHANGE) {
            unpad();
        }
        return false;
    }

    private void runUnpadded() {
        stage = Stage.UNPADDED;
        blocks.forget();
        second.start(padding.unpadded().get(), call, type, tag, request);
    }

    private void exchange(int slot) {
        stage = Stage.EXCHANGE;
        if (slot != slotBytes) {
            slotBytes = slot;
            slotType = TypeConstructors.contiguous(slot, MpiType.BYTE);
        }
        try {
            int bytes = blocks.count() * slot;
            sent = blocks.buffers().acquire(bytes);
            received = blocks.buffers().acquire(bytes);
            pad();
        } catch (OutOfMemoryError e) {
            second.failForLackOfMemory(noMemory(e));
        }
        exchange.send.set(sent, 0, 1, slotType);
        exchange.receive.set(received, 0, 1, slotType);
        second.start(padding.exchange(), exchange, slotType, tag, request);
    }

    private MpiFailure noMemory(OutOfMemoryError e) {
        return new MpiFailure(
                        ErrorClass.NO_MEM,
                        "no memory for blocks that are padded to the longest of all ranks",
                        e)
                .with("kind", call.kind, "ranks", blocks.count(), "longest", agreed[0] + " bytes")
                .advice("increase the heap, set a smaller coll.padded.bytes or force pairwise");
    }

    private void pad() {
        for (int to = 0; to < blocks.count(); to++) {
            int at = to * slotBytes;
            NUMBER.set(sent, at, (int) blocks.length(to));
            NUMBER.set(sent, at + Integer.BYTES, blocks.isOfObjects(to) ? 1 : 0);
            blocks.pack(to, sent, at + HEADER_BYTES);
        }
    }

    /** Copies the received blocks out of their slots, and releases the memory. */
    private void unpad() {
        for (int from = 0; from < incoming.length; from++) {
            int at = from * slotBytes;
            int length = (int) NUMBER.get(received, at);
            boolean objects = (int) NUMBER.get(received, at + Integer.BYTES) != 0;
            blocks.unpack(from, length, objects, received, at + HEADER_BYTES, incoming[from]);
        }
        PackBufferPool buffers = blocks.buffers();
        buffers.release(sent);
        buffers.release(received);
        sent = null;
        received = null;
        blocks.rethrow();
    }
}
