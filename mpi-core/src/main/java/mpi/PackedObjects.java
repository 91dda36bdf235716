package mpi;

import musubi.Rank;
import musubi.error.ErrorClass;
import musubi.error.MpiFailure;
import musubi.type.buffer.ObjectCodec;
import musubi.type.buffer.Packer;
import musubi.type.buffer.TypedBuffer;

import java.nio.ByteBuffer;
import java.util.Arrays;

/** Objects among packed data, as in mpiJava: their length in 4 bytes, then their serial form. */
final class PackedObjects {
    private static final int LENGTH_BYTES = 4;

    /** Assumed size of an object and of a stream, which is unknown before serialisation. */
    private static final int USUAL_BYTES = 1024;

    private PackedObjects() {}

    /** Packs objects; returns the position after them. */
    static int pack(TypedBuffer items, byte[] packed, int position) {
        Rank rank = MPI.rank;
        byte[] encoded = rank.pt2pt().codec().encode(items, rank.pt2pt().packer()).toArray();
        Packing.checkRoom(packed, position, (long) LENGTH_BYTES + encoded.length);
        ByteBuffer.wrap(packed).position(position).putInt(encoded.length).put(encoded);
        return position + LENGTH_BYTES + encoded.length;
    }

    /** Unpacks objects; returns the position after them. */
    static int unpack(byte[] packed, int position, TypedBuffer items) {
        Packing.checkRoom(packed, position, LENGTH_BYTES);
        int start = position + LENGTH_BYTES;
        int length = ByteBuffer.wrap(packed).getInt(position);
        if (length < LENGTH_BYTES || length > packed.length - start) {
            throw new MpiFailure(ErrorClass.ARG, "there are no packed objects here")
                    .with("position", position)
                    .with("length", packed.length);
        }
        byte[] encoded = Arrays.copyOfRange(packed, start, start + length);
        ObjectCodec codec = MPI.rank.pt2pt().codec();
        Packer packer = MPI.rank.pt2pt().packer();
        codec.decode(encoded, length, items, packer);
        return start + length;
    }

    /** Bytes of objects of usual size. */
    static long size(long objects) {
        return USUAL_BYTES + objects * USUAL_BYTES;
    }
}
