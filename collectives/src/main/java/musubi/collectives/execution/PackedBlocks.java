package musubi.collectives.execution;

import musubi.coll.CollectiveContext;
import musubi.coll.CollectiveKind;
import musubi.error.ErrorClass;
import musubi.error.MpiFailure;
import musubi.type.buffer.ObjectCodec;
import musubi.type.buffer.PackBufferPool;
import musubi.type.buffer.Packer;
import musubi.type.buffer.TypedBuffer;

import java.util.Arrays;

/**
 * The blocks that a rank sends in a call, packed into arrays of bytes, objects serialised; and
 * received ones unpacked. A failure is kept until the end, because other ranks wait for the rest.
 */
final class PackedBlocks {
    private final CollectiveKind kind;
    private final Packer packer;
    private final ObjectCodec codec;
    private final TypedBuffer[] outgoing;

    /** Serialised blocks of objects, else null. */
    private final byte[][] encoded;

    private MpiFailure failure;

    /** Blocks of a call; they are the caller's. */
    PackedBlocks(CollectiveContext comm, CollectiveKind kind, TypedBuffer... outgoing) {
        this.kind = kind;
        this.outgoing = outgoing;
        packer = comm.services().pt2pt().packer();
        codec = comm.services().pt2pt().codec();
        encoded = new byte[outgoing.length][];
    }

    /** Arrays for packed blocks. */
    PackBufferPool buffers() {
        return packer.buffers();
    }

    /** Number of blocks to send. */
    int count() {
        return outgoing.length;
    }

    /** Serialises the blocks of objects of another call. */
    void encode() {
        failure = null;
        for (int i = 0; i < outgoing.length; i++) {
            TypedBuffer block = outgoing[i];
            encoded[i] = block.count > 0 && block.type.isObject() ? encode(block) : null;
        }
    }

    /** Skips objects that are not serialisable. */
    private byte[] encode(TypedBuffer block) {
        try {
            return codec.encode(block, packer).toArray();
        } catch (MpiFailure e) {
            record(e);
            return null;
        }
    }

    /** Bytes of a packed block. */
    long length(int block) {
        if (outgoing[block].type.isObject()) {
            return encoded[block] == null ? 0 : encoded[block].length;
        }
        return outgoing[block].packedBytes();
    }

    /** Bytes of the longest packed block. */
    long longest() {
        long longest = 0;
        for (int block = 0; block < outgoing.length; block++) {
            longest = Math.max(longest, length(block));
        }
        return longest;
    }

    /** Whether a block has objects. */
    boolean isOfObjects(int block) {
        return encoded[block] != null;
    }

    /** Packs a block into an array. */
    void pack(int block, byte[] to, int at) {
        int length = (int) length(block);
        if (encoded[block] != null) {
            System.arraycopy(encoded[block], 0, to, at, length);
            encoded[block] = null;
        } else if (length > 0) {
            packer.pack(outgoing[block], 0, length, to, at);
        }
    }

    /** Drops serialised objects. */
    void forget() {
        Arrays.fill(encoded, null);
    }

    /**
     * Unpacks a block from an array; keeps the failure, if any.
     *
     * @param length in bytes
     * @param objects whether it has objects
     * @param start of the block in the array
     */
    void unpack(int from, int length, boolean objects, byte[] in, int start, TypedBuffer block) {
        try {
            unpackChecked(from, length, objects, in, start, block);
        } catch (MpiFailure e) {
            record(e);
        }
    }

    private void unpackChecked(
            int from, int length, boolean objects, byte[] in, int start, TypedBuffer block) {
        long room = block.packedBytes();
        if (length > 0 && objects != block.type.isObject()) {
            String what = "on whether a block is of objects";
            throw disagrees(ErrorClass.TYPE, what, from, length, block);
        }
        byte[] bytes = objects ? Arrays.copyOfRange(in, start, start + length) : in;
        long got = objects ? ObjectCodec.countOf(bytes, length) : length;
        if (got > room) {
            String what = "on the count: a block is too long";
            throw disagrees(ErrorClass.TRUNCATE, what, from, got, block);
        }
        if (objects) {
            codec.decode(bytes, length, block, packer);
        } else if (length > 0) {
            packer.unpack(block, 0, length, in, start);
        }
        if (got < room && !kind.acceptsShortBlocks()) {
            String what = "on the count: a block is too short";
            throw disagrees(ErrorClass.NOT_SAME, what, from, got, block);
        }
    }

    private MpiFailure disagrees(
            ErrorClass errorClass, String what, int from, long got, TypedBuffer block) {
        String unit = block.type.isObject() ? " objects" : " bytes";
        return new MpiFailure(errorClass, "ranks disagree " + what)
                .with("kind", kind, "from rank", from, "got", got + unit)
                .with("expected", block.packedBytes() + unit, "type", block.type);
    }

    private void record(MpiFailure e) {
        if (failure == null) {
            failure = e;
        }
    }

    /** Throws the first failure, if any. */
    void rethrow() {
        if (failure != null) {
            throw failure;
        }
    }
}
