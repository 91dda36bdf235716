package musubi.collectives.call;

import musubi.coll.CollectiveBuffer;
import musubi.error.ErrorClass;
import musubi.error.MpiFailure;
import musubi.type.CheckedMath;
import musubi.type.MpiType;
import musubi.type.buffer.BufferBinder;
import musubi.type.buffer.Packer;
import musubi.type.buffer.TypedBuffer;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * One side of a {@link StagedCall}: the user's blocks, and their packed form, contiguous in bytes
 * or in an array of objects.
 */
public final class StagedSide {
    private final Packer packer;
    private final CollectiveBuffer given;
    private final BufferLayout extent;
    private final TypedBuffer[] blocks;
    private final int size;
    private final int[] starts;
    private final boolean ofObjects;
    private byte[] bytes;
    private Object[] objects;
    private boolean filled;

    /** A side of a checked call. */
    StagedSide(Packer packer, CollectiveBuffer given, BufferLayout extent, int ranks) {
        this.packer = packer;
        this.given = given;
        this.extent = extent;
        blocks = blocks(ranks);
        starts = new int[blocks.length + 1];
        boolean objectsFound = false;
        for (int i = 0; i < blocks.length; i++) {
            starts[i + 1] = end(starts[i], blocks[i]);
            objectsFound |= blocks[i].type.isObject();
        }
        size = starts[blocks.length];
        ofObjects = objectsFound;
    }

    private static int end(int start, TypedBuffer block) {
        long end = (long) start + Packer.arraySize(block);
        if (end > Packer.MAX_ARRAY_BYTES) {
            throw new MpiFailure(
                            ErrorClass.COUNT,
                            "the blocks of all ranks are too long to be packed into an array")
                    .with("bytes", end + " at least")
                    .advice("use several calls, or a type without gaps");
        }
        return (int) end;
    }

    private TypedBuffer[] blocks(int ranks) {
        if (extent == BufferLayout.NONE) {
            return new TypedBuffer[0];
        }
        if (extent != BufferLayout.VECTOR) {
            long count =
                    extent == BufferLayout.BLOCKS
                            ? CheckedMath.product(given.count, ranks)
                            : given.count;
            return new TypedBuffer[] {
                new TypedBuffer().set(given.buffer, given.offset, count, given.type)
            };
        }
        return vector(given, ranks);
    }

    /** The blocks of a side in a vector form. */
    public static TypedBuffer[] vector(CollectiveBuffer given, int ranks) {
        TypedBuffer[] result = new TypedBuffer[ranks];
        int elementBytes = BufferBinder.elementBytes(given.buffer);
        Object bytes = new BufferBinder().bytesOf(given.buffer);
        for (int rank = 0; rank < ranks; rank++) {
            MpiType type = given.types == null ? given.type : given.types[rank];
            long unit = given.types == null ? type.extentBytes() : 1;
            long at = given.offset * elementBytes + given.displacements.at(rank) * unit;
            result[rank] = new TypedBuffer().set(bytes, at, given.counts.at(rank), type);
        }
        return result;
    }

    /**
     * Sets a side of the packed call.
     *
     * @param withData whether it has user data before the call
     */
    void put(CollectiveBuffer side, boolean withData) {
        filled = withData && extent != BufferLayout.NONE;
        if (extent == BufferLayout.NONE) {
            side.clear();
            return;
        }
        Object memory = allocate();
        if (extent != BufferLayout.VECTOR) {
            MpiType unit = unitOf(given.type);
            int scale = (int) (given.type.sizeBytes() / unit.sizeBytes());
            side.set(memory, 0, CheckedMath.product(given.count, scale), unit);
        } else {
            putVector(side, memory);
        }
    }

    private static MpiType unitOf(MpiType type) {
        return MpiType.of(type.packedBase());
    }

    private void putVector(CollectiveBuffer side, Object memory) {
        int[] counts = new int[blocks.length];
        int[] displacements = new int[blocks.length];
        MpiType[] units = new MpiType[blocks.length];
        for (int rank = 0; rank < blocks.length; rank++) {
            units[rank] = unitOf(blocks[rank].type);
            int unitBytes = (int) units[rank].sizeBytes();
            counts[rank] = (starts[rank + 1] - starts[rank]) / unitBytes;
            displacements[rank] = given.types == null ? starts[rank] / unitBytes : starts[rank];
        }
        side.setVector(memory, 0, counts, displacements, given.types == null ? units[0] : null);
        side.types = given.types == null ? null : units;
    }

    private Object allocate() {
        if (ofObjects) {
            objects = new Object[size];
            return objects;
        }
        bytes = packer.buffers().acquire(size);
        return ByteBuffer.wrap(bytes);
    }

    /** Packs the user's data, if any. */
    void pack() {
        for (int i = 0; filled && i < blocks.length; i++) {
            if (ofObjects) {
                Object[] picked = packer.gatherObjects(blocks[i]);
                System.arraycopy(picked, 0, objects, starts[i], picked.length);
            } else {
                packer.pack(blocks[i], 0, starts[i + 1] - starts[i], bytes, starts[i]);
            }
        }
    }

    /** Unpacks the data into the user's blocks. */
    void unpack() {
        for (int i = 0; i < blocks.length; i++) {
            int length = starts[i + 1] - starts[i];
            if (ofObjects) {
                Object[] block = Arrays.copyOfRange(objects, starts[i], starts[i + 1]);
                packer.scatterObjects(blocks[i], block, length);
            } else {
                packer.unpack(blocks[i], 0, length, bytes, starts[i]);
            }
        }
    }

    /** Releases the memory. */
    void release() {
        if (bytes != null) {
            packer.buffers().release(bytes);
            bytes = null;
        }
        objects = null;
    }
}
