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
import musubi.type.buffer.ObjectCodec;
import musubi.type.buffer.PackBufferPool;
import musubi.type.buffer.Packer;
import musubi.type.buffer.TypedBuffer;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

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
public final class PaddedCall implements CollectiveRequest.Continuation {
    /** Length of the block, and whether it has objects; slots are aligned. */
    private static final int HEADER_BYTES = 2 * Integer.BYTES;

    private static final VarHandle NUMBER =
            MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

    private final PaddingPlan padding;
    private final Packer packer;
    private final ObjectCodec codec;
    private final ExecutionPool executions;
    private final CollectiveCall call;
    private final MpiType type;
    private final int tag;
    private final TypedBuffer[] outgoing;
    private final TypedBuffer[] incoming;

    /** Serialised blocks of objects, else null. */
    private final byte[][] encoded;

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

    private MpiFailure failure;

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
    public PaddedCall(
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
        packer = comm.services().pt2pt().packer();
        codec = comm.services().pt2pt().codec();
        incoming = StagedSide.vector(call.receive, comm.size());
        outgoing = call.inPlace ? incoming : StagedSide.vector(call.send, comm.size());
        encoded = new byte[comm.size()][];
        agreement.reset(CollectiveKind.ALLREDUCE);
        agreement.inPlace = true;
        agreement.op = Reductions.MAX;
        agreement.receive.set(agreed, 0, agreed.length, MpiType.LONG);
        exchange.reset(CollectiveKind.ALLTOALL);
    }

    /** Starts the operation; the request completes with it. */
    public void start(CollectiveRequest newRequest) {
        request = newRequest;
        request.continueWith(this);
        failure = null;
        stage = Stage.AGREE;
        agreed[0] = longestBlock();
        agreed[1] = -padding.maxSlotBytes();
        second = executions.take();
        executions.take().start(padding.agreement(), agreement, MpiType.LONG, tag, request);
    }

    private long longestBlock() {
        long longest = 0;
        for (int to = 0; to < outgoing.length; to++) {
            TypedBuffer block = outgoing[to];
            encoded[to] = block.count > 0 && block.type.isObject() ? encode(block) : null;
            longest = Math.max(longest, length(to));
        }
        return longest;
    }

    /** Skips objects that are not serialisable, because others wait for the rest. */
    private byte[] encode(TypedBuffer block) {
        try {
            return codec.encode(block, packer).toArray();
        } catch (MpiFailure e) {
            recordFailure(e);
            return null;
        }
    }

    private long length(int to) {
        if (outgoing[to].type.isObject()) {
            return encoded[to] == null ? 0 : encoded[to].length;
        }
        return outgoing[to].packedBytes();
    }

    private void recordFailure(MpiFailure e) {
        if (failure == null) {
            failure = e;
        }
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
        Arrays.fill(encoded, null);
        second.start(padding.unpadded().get(), call, type, tag, request);
    }

    private void exchange(int slot) {
        stage = Stage.EXCHANGE;
        if (slot != slotBytes) {
            slotBytes = slot;
            slotType = TypeConstructors.contiguous(slot, MpiType.BYTE);
        }
        try {
            int bytes = outgoing.length * slot;
            sent = packer.buffers().acquire(bytes);
            received = packer.buffers().acquire(bytes);
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
                .with("kind", call.kind, "ranks", outgoing.length, "longest", agreed[0] + " bytes")
                .advice("increase the heap, set a smaller coll.padded.bytes or force pairwise");
    }

    private void pad() {
        for (int to = 0; to < outgoing.length; to++) {
            int at = to * slotBytes;
            int length = (int) length(to);
            NUMBER.set(sent, at, length);
            NUMBER.set(sent, at + Integer.BYTES, encoded[to] == null ? 0 : 1);
            if (encoded[to] != null) {
                System.arraycopy(encoded[to], 0, sent, at + HEADER_BYTES, length);
                encoded[to] = null;
            } else if (length > 0) {
                packer.pack(outgoing[to], 0, length, sent, at + HEADER_BYTES);
            }
        }
    }

    /** Copies the received blocks out of their slots, and releases the memory. */
    private void unpad() {
        for (int from = 0; from < incoming.length; from++) {
            try {
                unpad(from, from * slotBytes);
            } catch (MpiFailure e) {
                recordFailure(e);
            }
        }
        PackBufferPool buffers = packer.buffers();
        buffers.release(sent);
        buffers.release(received);
        sent = null;
        received = null;
        if (failure != null) {
            throw failure;
        }
    }

    private void unpad(int from, int at) {
        int length = (int) NUMBER.get(received, at);
        boolean objects = (int) NUMBER.get(received, at + Integer.BYTES) != 0;
        int start = at + HEADER_BYTES;
        TypedBuffer block = incoming[from];
        long room = block.packedBytes();
        if (length > 0 && objects != block.type.isObject()) {
            throw disagrees(ErrorClass.TYPE, "on whether a block is of objects", from, length);
        }
        byte[] bytes = objects ? Arrays.copyOfRange(received, start, start + length) : received;
        long got = objects ? ObjectCodec.countOf(bytes, length) : length;
        if (got > room) {
            throw disagrees(ErrorClass.TRUNCATE, "on the count: a block is too long", from, got);
        }
        if (objects) {
            codec.decode(bytes, length, block, packer);
        } else if (length > 0) {
            packer.unpack(block, 0, length, received, start);
        }
        if (got < room && !call.kind.acceptsShortBlocks()) {
            throw disagrees(ErrorClass.NOT_SAME, "on the count: a block is too short", from, got);
        }
    }

    private MpiFailure disagrees(ErrorClass errorClass, String what, int from, long got) {
        TypedBuffer block = incoming[from];
        String unit = block.type.isObject() ? " objects" : " bytes";
        return new MpiFailure(errorClass, "ranks disagree " + what)
                .with("kind", call.kind, "from rank", from, "got", got + unit)
                .with("expected", block.packedBytes() + unit, "type", block.type);
    }
}
