package musubi.op;

import musubi.error.ErrorClass;
import musubi.error.MpiFailure;
import musubi.type.MpiType;
import musubi.type.buffer.BufferBinder;
import musubi.type.buffer.Packer;
import musubi.type.buffer.TypedBuffer;

/** A reduction of two buffers of this process. MPI-4.1 section 6.9.7. */
public final class LocalReduction {
    private LocalReduction() {}

    public static void reduce(Object in, Object inOut, long items, MpiType type, ReductionOp op) {
        if (items == 0) {
            return;
        }
        int count = arrayLength(items);
        Packer packer = new Packer(new BufferBinder());
        TypedBuffer from = new TypedBuffer().set(in, 0, count, type);
        TypedBuffer to = new TypedBuffer().set(inOut, 0, count, type);
        packer.check(from, false);
        packer.check(to, true);
        boolean inPlace = isArray(inOut, type);
        TypedBuffer first = isArray(in, type) ? from : copy(from, packer);
        TypedBuffer second = inPlace ? to : copy(to, packer);
        op.apply(first.buffer, (int) first.offset, second.buffer, (int) second.offset, count, type);
        if (!inPlace) {
            move(second, to, packer);
        }
    }

    /** Operations get arrays, whose lengths are ints. */
    private static int arrayLength(long items) {
        if (items > Integer.MAX_VALUE) {
            throw new MpiFailure(ErrorClass.COUNT, "a reduction takes at most 2^31 - 1 items")
                    .with("count", items)
                    .advice("use several calls");
        }
        return (int) items;
    }

    private static boolean isArray(Object buffer, MpiType type) {
        return type.isObject()
                || buffer != null
                        && buffer.getClass().getComponentType() == type.base().component();
    }

    /** The same items in an array of the base type. */
    private static TypedBuffer copy(TypedBuffer from, Packer packer) {
        MpiType type = from.type;
        long size = type.base().bytes();
        long before = Math.ceilDiv(type.bytesBeforeStart(from.count), size);
        long behind = Math.ceilDiv(type.bytesAfterStart(from.count), size);
        Object array = type.base().newArray(Math.toIntExact(before + behind));
        TypedBuffer copy = new TypedBuffer().set(array, before, from.count, type);
        move(from, copy, packer);
        return copy;
    }

    private static void move(TypedBuffer from, TypedBuffer to, Packer packer) {
        byte[] packed = packer.pack(from);
        packer.unpack(to, 0, to.packedBytes(), packed, 0);
        packer.buffers().release(packed);
    }
}
