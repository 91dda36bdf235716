package musubi.collectives;

import musubi.coll.CollectiveBuffer;
import musubi.error.ErrorClass;
import musubi.error.MpiFailure;
import musubi.type.BufferBinder;
import musubi.type.Datatype;
import musubi.type.Exact;
import musubi.type.Items;
import musubi.type.Packer;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * One side of a {@link StagedCall}: the blocks that the user has named, and one behind the other in
 * packed form, in bytes or, of objects, in an array of them.
 */
final class StagedSide {
    private final Packer packer;
    private final CollectiveBuffer given;
    private final Extent extent;
    private final Items[] blocks;
    private final int size;
    private final int[] starts;
    private final boolean ofObjects;
    private byte[] bytes;
    private Object[] objects;
    private boolean filled;

    /** A side of a checked call with so many ranks. */
    StagedSide(Packer packer, CollectiveBuffer given, Extent extent, int ranks) {
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

    private static int end(int start, Items block) {
        long end = (long) start + Packer.arraySize(block);
        if (end > Packer.LONGEST) {
            throw new MpiFailure(
                    ErrorClass.COUNT,
                    "the blocks of all ranks are too long to be packed into an array: bytes="
                            + end
                            + " at least; use several calls, or a type without gaps");
        }
        return (int) end;
    }

    private Items[] blocks(int ranks) {
        if (extent == Extent.NONE) {
            return new Items[0];
        }
        if (extent != Extent.VECTOR) {
            long count = extent == Extent.BLOCKS ? Exact.product(given.count, ranks) : given.count;
            return new Items[] {new Items().set(given.buffer, given.offset, count, given.type)};
        }
        return vector(given, ranks);
    }

    /** The blocks for so many ranks that a side of a vector form names. */
    static Items[] vector(CollectiveBuffer given, int ranks) {
        Items[] result = new Items[ranks];
        int elementBytes = BufferBinder.elementBytes(given.buffer);
        for (int rank = 0; rank < ranks; rank++) {
            Datatype type = given.types == null ? given.type : given.types[rank];
            long unit = given.types == null ? type.extentBytes() : 1;
            long at = given.offset + given.displacements.at(rank) * unit / elementBytes;
            result[rank] = new Items().set(given.buffer, at, given.counts.at(rank), type);
        }
        return result;
    }

    private Datatype typeOf(int rank) {
        return given.types == null ? given.type : given.types[rank];
    }

    /**
     * Makes this the side of the packed call.
     *
     * @param withData whether it has data of the user before the call
     */
    void put(CollectiveBuffer side, boolean withData) {
        filled = withData && extent != Extent.NONE;
        if (extent == Extent.NONE) {
            side.clear();
            return;
        }
        Object memory = allocate();
        if (extent != Extent.VECTOR) {
            Datatype unit = unitOf(given.type);
            int scale = (int) (given.type.sizeBytes() / unit.sizeBytes());
            side.set(memory, 0, Exact.product(given.count, scale), unit);
        } else {
            putVector(side, memory);
        }
    }

    private static Datatype unitOf(Datatype type) {
        return Datatype.of(type.packedBase());
    }

    private void putVector(CollectiveBuffer side, Object memory) {
        int[] counts = new int[blocks.length];
        int[] displacements = new int[blocks.length];
        Datatype[] units = new Datatype[blocks.length];
        for (int rank = 0; rank < blocks.length; rank++) {
            units[rank] = unitOf(typeOf(rank));
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
        bytes = packer.buffers().take(size);
        return ByteBuffer.wrap(bytes);
    }

    /** Fills it with the user's data, when it has any. */
    void pack() {
        for (int i = 0; filled && i < blocks.length; i++) {
            if (ofObjects) {
                Object[] picked = packer.pick(blocks[i]);
                System.arraycopy(picked, 0, objects, starts[i], picked.length);
            } else {
                packer.pack(blocks[i], 0, starts[i + 1] - starts[i], bytes, starts[i]);
            }
        }
    }

    /** Puts the packed data where the user has said. */
    void unpack() {
        for (int i = 0; i < blocks.length; i++) {
            int length = starts[i + 1] - starts[i];
            if (ofObjects) {
                Object[] block = Arrays.copyOfRange(objects, starts[i], starts[i + 1]);
                packer.place(blocks[i], block, length);
            } else {
                packer.unpack(blocks[i], 0, length, bytes, starts[i]);
            }
        }
    }

    /** Gives the memory back. */
    void release() {
        if (bytes != null) {
            packer.buffers().give(bytes);
            bytes = null;
        }
        objects = null;
    }
}
