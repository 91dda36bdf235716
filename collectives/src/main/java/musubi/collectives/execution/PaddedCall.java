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
 * An all-to-all of different blocks by an algorithm for equal ones, although a rank knows its own
 * blocks only: the ranks agree on the longest block of all, put each block into a place of that
 * length, and exchange the places. "Padded Bruck" of Fan et al., Optimizing the Bruck algorithm for
 * non-uniform all-to-all communication, HPDC 2022, but for any algorithm. What they agree on
 * besides is how long a place may be for each of them; when one has to be longer, all run the call
 * without places.
 *
 * <pre>
 *   2 ranks   0 sends 1 byte and 3, 1 sends 2 and 0: places of 3
 *             0: |1 a..|3 bcd|   |1 a..|2 ef.|
 *             1: |2 ef.|0 ...|   |3 bcd|0 ...|
 * </pre>
 *
 * <p>Both stages have the same tag: a rank begins the second one when all its messages of the first
 * have come, and messages with the same tag do not overtake each other. Cost: that of the algorithm
 * for the longest block, and floor(log2 p) α before it.
 */
public final class PaddedCall implements CollectiveRequest.Continuation {
    /** Length of the block, and whether it is objects; places stay aligned. */
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

    /** Blocks of objects as bytes, else null. */
    private final byte[][] encoded;

    /** The longest block, and the least of what is possible, negative: its greatest. */
    private final long[] agreed = new long[PaddingPlan.NUMBERS];

    private final CollectiveCall agreement = new CollectiveCall();
    private final CollectiveCall exchange = new CollectiveCall();
    private MpiType placeType;
    private int placeBytes;
    private byte[] sent;
    private byte[] received;
    private CollectiveRequest request;
    private Stage stage;

    /** For the second stage: taken first, so that next time it has its temporaries again. */
    private Execution second;

    private MpiFailure failure;

    /** What the ranks are doing. */
    private enum Stage {
        AGREE,
        EXCHANGE,
        UNPADDED
    }

    /**
     * A checked call whose items have no gaps.
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

    /** Starts it; the request completes with it. */
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

    /** Objects that are not serialisable are left out, because others wait for the rest. */
    private byte[] encode(TypedBuffer block) {
        try {
            return codec.encode(block, packer);
        } catch (MpiFailure e) {
            note(e);
            return null;
        }
    }

    private long length(int to) {
        if (outgoing[to].type.isObject()) {
            return encoded[to] == null ? 0 : encoded[to].length;
        }
        return outgoing[to].packedBytes();
    }

    private void note(MpiFailure e) {
        if (failure == null) {
            failure = e;
        }
    }

    @Override
    public boolean startNextStage() {
        if (stage == Stage.AGREE) {
            // Longs until it is known that places are not too long.
            long place = HEADER_BYTES + Math.ceilDiv(agreed[0], Long.BYTES) * Long.BYTES;
            if (place <= -agreed[1]) {
                exchange((int) place);
            } else {
                runUnpadded();
            }
            return true;
        }
        if (stage == Stage.EXCHANGE) {
            takeOut();
        }
        return false;
    }

    private void runUnpadded() {
        stage = Stage.UNPADDED;
        Arrays.fill(encoded, null);
        second.start(padding.unpadded(), call, type, tag, request);
    }

    private void exchange(int place) {
        stage = Stage.EXCHANGE;
        if (place != placeBytes) {
            placeBytes = place;
            placeType = TypeConstructors.contiguous(place, MpiType.BYTE);
        }
        try {
            int bytes = outgoing.length * place;
            sent = packer.buffers().acquire(bytes);
            received = packer.buffers().acquire(bytes);
            putIn();
        } catch (OutOfMemoryError e) {
            second.failForLackOfMemory(noMemory(e));
        }
        exchange.send.set(sent, 0, 1, placeType);
        exchange.receive.set(received, 0, 1, placeType);
        second.start(padding.exchange(), exchange, placeType, tag, request);
    }

    private MpiFailure noMemory(OutOfMemoryError e) {
        return new MpiFailure(
                ErrorClass.NO_MEM,
                "no memory for blocks that are padded to the longest of all ranks: kind="
                        + call.kind
                        + " ranks="
                        + outgoing.length
                        + " longest="
                        + agreed[0]
                        + " bytes; give the rank a larger heap, set a smaller coll.padded.bytes or"
                        + " force pairwise",
                e);
    }

    private void putIn() {
        for (int to = 0; to < outgoing.length; to++) {
            int at = to * placeBytes;
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

    /** Puts what has come where it belongs, and gives the memory back. */
    private void takeOut() {
        for (int from = 0; from < incoming.length; from++) {
            try {
                takeOut(from, from * placeBytes);
            } catch (MpiFailure e) {
                note(e);
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

    private void takeOut(int from, int at) {
        int length = (int) NUMBER.get(received, at);
        boolean objects = (int) NUMBER.get(received, at + Integer.BYTES) != 0;
        int start = at + HEADER_BYTES;
        TypedBuffer block = incoming[from];
        long room = block.packedBytes();
        if (length > 0 && objects != block.type.isObject()) {
            throw disagrees(ErrorClass.TYPE, "on whether a block is of objects", from, length);
        }
        byte[] bytes = objects ? Arrays.copyOfRange(received, start, start + length) : received;
        long got = objects ? ObjectCodec.countOf(bytes) : length;
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
        return new MpiFailure(
                errorClass,
                "ranks disagree "
                        + what
                        + ": kind="
                        + call.kind
                        + " from rank="
                        + from
                        + " got="
                        + got
                        + unit
                        + " expected="
                        + block.packedBytes()
                        + unit
                        + " type="
                        + block.type);
    }
}
