package mpi;

import musubi.error.ErrorClass;
import musubi.error.MpiFailure;
import musubi.type.MpiType;
import musubi.type.buffer.BufferBinder;
import musubi.type.buffer.External32;
import musubi.type.buffer.Packer;
import musubi.type.buffer.TypedBuffer;

/**
 * Packing to byte arrays, in native byte order or in the portable representation. MPI-4.1 sections
 * 5.2 and 5.3.
 */
final class Packing {
    private Packing() {}

    /** Packs items; returns the position after them. */
    static int pack(TypedBuffer items, byte[] packed, int position) {
        if (items.type.isObject()) {
            return PackedObjects.pack(items, packed, position);
        }
        Packer packer = new Packer(new BufferBinder());
        packer.check(items, false);
        int bytes = Packer.arraySize(items);
        checkRoom(packed, position, bytes);
        packer.pack(items, 0, bytes, packed, position);
        return position + bytes;
    }

    /** Unpacks items; returns the position after them. */
    static int unpack(byte[] packed, int position, TypedBuffer items) {
        if (items.type.isObject()) {
            return PackedObjects.unpack(packed, position, items);
        }
        Packer packer = new Packer(new BufferBinder());
        packer.check(items, true);
        int bytes = Packer.arraySize(items);
        checkRoom(packed, position, bytes);
        packer.unpack(items, 0, bytes, packed, position);
        return position + bytes;
    }

    /** As {@link #pack}, in the order of "external32". */
    static int packExternal(String representation, TypedBuffer items, byte[] packed, int position) {
        checkRepresentation(representation);
        refuseObjects(items.type);
        int end = pack(items, packed, position);
        External32.convert(items.type, items.count, packed, position);
        return end;
    }

    /** As {@link #unpack}, in the order of "external32"; the packed bytes stay as they are. */
    static int unpackExternal(
            String representation, byte[] packed, int position, TypedBuffer items) {
        checkRepresentation(representation);
        refuseObjects(items.type);
        Packer packer = new Packer(new BufferBinder());
        packer.check(items, true);
        int bytes = Packer.arraySize(items);
        checkRoom(packed, position, bytes);
        byte[] copy = java.util.Arrays.copyOfRange(packed, position, position + bytes);
        External32.convert(items.type, items.count, copy, 0);
        packer.unpack(items, 0, bytes, copy, 0);
        return position + bytes;
    }

    /** Bytes of packed items; for objects, an estimate for small ones. */
    static long size(long count, MpiType type) {
        if (count < 0) {
            throw new MpiFailure(ErrorClass.COUNT, "count must not be negative")
                    .with("count", count);
        }
        if (type.isObject()) {
            return PackedObjects.size(count * type.elements());
        }
        return new TypedBuffer().set(null, 0, count, type).packedBytes();
    }

    /** As {@link #size}, in a representation. */
    static long externalSize(String representation, long count, MpiType type) {
        checkRepresentation(representation);
        refuseObjects(type);
        return size(count, type);
    }

    private static void checkRepresentation(String representation) {
        if (!"external32".equals(representation)) {
            throw new MpiFailure(ErrorClass.ARG, "no such representation of data")
                    .with("datarep", representation)
                    .advice("pass \"external32\"");
        }
    }

    private static void refuseObjects(MpiType type) {
        if (type.isObject()) {
            throw new MpiFailure(ErrorClass.TYPE, "objects have no form in external32")
                    .advice("pack them with Pack, or send them as they are with MPI.OBJECT");
        }
    }

    static void checkRoom(byte[] packed, int position, long bytes) {
        int room = packed == null ? 0 : packed.length - position;
        if (packed == null || position < 0 || bytes > room) {
            throw new MpiFailure(ErrorClass.BUFFER, "the packed buffer has too little room")
                    .with("position", position)
                    .with("needed", bytes)
                    .with("length", packed == null ? 0 : packed.length);
        }
    }
}
