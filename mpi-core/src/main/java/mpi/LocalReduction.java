package mpi;

import musubi.adi.Region;
import musubi.type.BufferBinder;
import musubi.type.Datatype;

/** A reduction of two buffers of this process. MPI-4.1 section 6.9.7. */
final class LocalReduction {
    private LocalReduction() {}

    static void reduce(Object in, Object inOut, int count, Datatype type, musubi.op.Op op) {
        if (type.isObject()) {
            op.apply(in, 0, inOut, 0, count, type);
            return;
        }
        BufferBinder binder = new BufferBinder();
        Region from = new Region();
        Region to = new Region();
        binder.bind(from, in, 0, count, type);
        binder.bindWritable(to, inOut, 0, count, type);
        Object first = isArray(in, type) ? in : copy(from, count, type);
        if (isArray(inOut, type)) {
            op.apply(first, 0, inOut, 0, count, type);
            return;
        }
        Object second = copy(to, count, type);
        op.apply(first, 0, second, 0, count, type);
        new Region().wrapArray(second, 0, to.length()).copyTo(0, to, 0, to.length());
    }

    private static boolean isArray(Object buffer, Datatype type) {
        return buffer != null && buffer.getClass().getComponentType() == type.base().component();
    }

    private static Object copy(Region from, int count, Datatype type) {
        Object array = type.base().newArray(count * type.elements());
        from.copyTo(0, new Region().wrapArray(array, 0, from.length()), 0, from.length());
        return array;
    }
}
