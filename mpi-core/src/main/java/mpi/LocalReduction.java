package mpi;

import musubi.type.BufferBinder;
import musubi.type.Items;
import musubi.type.Packer;

/** A reduction of two buffers of this process. MPI-4.1 section 6.9.7. */
final class LocalReduction {
    private LocalReduction() {}

    static void reduce(
            Object in, Object inOut, int count, musubi.type.Datatype type, musubi.op.Op op) {
        if (count == 0) {
            return;
        }
        Packer packer = new Packer(new BufferBinder());
        Items from = new Items().set(in, 0, count, type);
        Items to = new Items().set(inOut, 0, count, type);
        packer.check(from, false);
        packer.check(to, true);
        boolean inPlace = isArray(inOut, type);
        Items first = isArray(in, type) ? from : copy(from, packer);
        Items second = inPlace ? to : copy(to, packer);
        op.apply(first.buffer, (int) first.offset, second.buffer, (int) second.offset, count, type);
        if (!inPlace) {
            move(second, to, packer);
        }
    }

    private static boolean isArray(Object buffer, musubi.type.Datatype type) {
        return type.isObject()
                || buffer != null
                        && buffer.getClass().getComponentType() == type.base().component();
    }

    /** The same items in an array of the base type. */
    private static Items copy(Items from, Packer packer) {
        musubi.type.Datatype type = from.type;
        long size = type.base().bytes();
        long before = Math.ceilDiv(type.bytesBefore(from.count), size);
        long behind = Math.ceilDiv(type.bytesBehind(from.count), size);
        Object array = type.base().newArray(Math.toIntExact(before + behind));
        Items copy = new Items().set(array, before, from.count, type);
        move(from, copy, packer);
        return copy;
    }

    private static void move(Items from, Items to, Packer packer) {
        byte[] packed = packer.pack(from);
        packer.unpack(to, 0, to.packedBytes(), packed, 0);
        packer.buffers().give(packed);
    }
}
