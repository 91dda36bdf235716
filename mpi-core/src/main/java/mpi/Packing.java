package mpi;

import musubi.adi.Region;
import musubi.error.ErrorClass;
import musubi.error.MpiFailure;
import musubi.type.BufferBinder;
import musubi.type.Datatype;

/** Items one after the other in a byte array, in native byte order. MPI-4.1 section 5.2. */
final class Packing {
    private Packing() {}

    static int pack(Object buf, int offset, int count, Datatype type, byte[] packed, int position) {
        Region from = bind(buf, offset, count, type);
        Region to = place(packed, position, from.length());
        from.copyTo(0, to, 0, from.length());
        return position + (int) from.length();
    }

    static int unpack(
            byte[] packed, int position, Object buf, int offset, int count, Datatype type) {
        refuseObjects(type);
        Region to = new Region();
        new BufferBinder().bindWritable(to, buf, offset, count, type);
        place(packed, position, to.length()).copyTo(0, to, 0, to.length());
        return position + (int) to.length();
    }

    static int size(int count, Datatype type) {
        refuseObjects(type);
        if (count < 0) {
            throw new MpiFailure(ErrorClass.COUNT, "count must not be negative: count=" + count);
        }
        long bytes = count * type.extentBytes();
        if (bytes > Integer.MAX_VALUE) {
            throw new MpiFailure(
                    ErrorClass.COUNT, "more bytes than an array has: count=" + count + " " + type);
        }
        return (int) bytes;
    }

    private static Region bind(Object buf, int offset, int count, Datatype type) {
        refuseObjects(type);
        Region region = new Region();
        new BufferBinder().bind(region, buf, offset, count, type);
        return region;
    }

    private static void refuseObjects(Datatype type) {
        if (type.isObject()) {
            throw new MpiFailure(
                    ErrorClass.TYPE,
                    "objects cannot be packed, because their size is not known; send them as they"
                            + " are with MPI.OBJECT");
        }
    }

    private static Region place(byte[] packed, int position, long bytes) {
        int room = packed == null ? 0 : packed.length - position;
        if (packed == null || position < 0 || bytes > room) {
            throw new MpiFailure(
                    ErrorClass.BUFFER,
                    "the packed buffer has too little room: position="
                            + position
                            + " needed="
                            + bytes
                            + " length="
                            + (packed == null ? 0 : packed.length));
        }
        return new Region().wrapArray(packed, position, bytes);
    }
}
