package mpi;

import musubi.Rank;
import musubi.error.ErrorClass;
import musubi.error.MpiFailure;
import musubi.op.ReductionOp;
import musubi.region.Region;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Adapter of a user's reduction to the core. */
abstract sealed class UserOp implements ReductionOp {
    private final boolean commute;

    private UserOp(boolean commute) {
        this.commute = commute;
    }

    @Override
    public boolean isCommutative() {
        return commute;
    }

    @Override
    public boolean isOfProgram() {
        return true;
    }

    @Override
    public String name() {
        return "user-defined";
    }

    @Override
    public void apply(
            Object in,
            int inOffset,
            Object inout,
            int inoutOffset,
            int count,
            musubi.type.MpiType type) {
        Rank rank = MPI.rank;
        if (rank == null) {
            // Ended by another thread.
            call(in, inOffset, inout, inoutOffset, count, type);
            return;
        }
        rank.gate().beginOperation();
        try {
            call(in, inOffset, inout, inoutOffset, count, type);
        } finally {
            rank.gate().endOperation();
        }
    }

    /** Calls the function of the program. */
    abstract void call(
            Object in,
            int inOffset,
            Object inout,
            int inoutOffset,
            int count,
            musubi.type.MpiType type);

    /** The operation for calls with a derived type. */
    abstract ReductionOp with(Datatype datatype);

    private static Object part(Object array, int offset, int elements) {
        int there = Math.min(elements, java.lang.reflect.Array.getLength(array) - offset);
        Class<?> component = array.getClass().componentType();
        Object part = java.lang.reflect.Array.newInstance(component, elements);
        System.arraycopy(array, offset, part, 0, there);
        return part;
    }

    private static void putBack(Object part, Object array, int offset, int elements) {
        int there = java.lang.reflect.Array.getLength(array) - offset;
        System.arraycopy(part, 0, array, offset, Math.min(elements, there));
    }

    private static boolean isWhole(Object array, int offset, int elements) {
        return offset == 0 && java.lang.reflect.Array.getLength(array) == elements;
    }

    /**
     * Passes arrays of exactly the items, at offset 0: so functions that ignore length or offsets
     * behave as with MPJ Express.
     */
    static final class OfOffsets extends UserOp {
        private final User_function function;
        private final Datatype datatype;

        OfOffsets(User_function function, boolean commute) {
            this(function, commute, null);
        }

        private OfOffsets(User_function function, boolean commute, Datatype datatype) {
            super(commute);
            this.function = function;
            this.datatype = datatype;
        }

        @Override
        ReductionOp with(Datatype its) {
            return new OfOffsets(function, isCommutative(), its);
        }

        @Override
        void call(
                Object in,
                int inOffset,
                Object inout,
                int inoutOffset,
                int count,
                musubi.type.MpiType type) {
            Datatype its = datatype == null ? Datatype.of(type) : datatype;
            if (type.bytesBeforeStart(count) > 0) {
                function.Call(in, inOffset, inout, inoutOffset, count, its);
                return;
            }
            int elements = spanOf(count, type);
            Object first = isWhole(in, inOffset, elements) ? in : part(in, inOffset, elements);
            if (isWhole(inout, inoutOffset, elements)) {
                function.Call(first, 0, inout, 0, count, its);
                return;
            }
            Object second = part(inout, inoutOffset, elements);
            function.Call(first, 0, second, 0, count, its);
            putBack(second, inout, inoutOffset, elements);
        }
    }

    /** Passes byte buffers, or arrays with the items at 0. */
    static final class OfBuffers extends UserOp {
        private final UserFunction function;
        private final boolean wantsBuffers;
        private final Datatype datatype;

        OfBuffers(UserFunction function, boolean commute) {
            this(function, commute, null);
        }

        private OfBuffers(UserFunction function, boolean commute, Datatype datatype) {
            super(commute);
            this.function = function;
            this.wantsBuffers = overridesBuffers(function);
            this.datatype = datatype;
        }

        @Override
        ReductionOp with(Datatype its) {
            return new OfBuffers(function, isCommutative(), its);
        }

        private static boolean overridesBuffers(UserFunction function) {
            try {
                return function.getClass()
                                .getMethod(
                                        "call",
                                        ByteBuffer.class,
                                        ByteBuffer.class,
                                        int.class,
                                        Datatype.class)
                                .getDeclaringClass()
                        != UserFunction.class;
            } catch (NoSuchMethodException _) {
                return false;
            }
        }

        @Override
        void call(
                Object in,
                int inOffset,
                Object inout,
                int inoutOffset,
                int count,
                musubi.type.MpiType type) {
            Datatype its = datatype == null ? Datatype.of(type) : datatype;
            int elements = spanOf(count, type);
            if (wantsBuffers && !type.isObject()) {
                ByteBuffer first = buffer(in, inOffset, elements, type);
                ByteBuffer second = buffer(inout, inoutOffset, elements, type);
                function.call(first, second, count, its);
                copy(second, inout, inoutOffset, elements, type);
                return;
            }
            Object first = part(in, inOffset, elements);
            if (isWhole(inout, inoutOffset, elements)) {
                function.call(first, inout, count, its);
                return;
            }
            Object second = part(inout, inoutOffset, elements);
            function.call(first, second, count, its);
            putBack(second, inout, inoutOffset, elements);
        }

        private static ByteBuffer buffer(
                Object array, int offset, int elements, musubi.type.MpiType type) {
            int size = type.base().bytes();
            int there = Math.min(elements, java.lang.reflect.Array.getLength(array) - offset);
            byte[] copy = new byte[Math.multiplyExact(elements, size)];
            region(array, offset, there, size)
                    .copyTo(0, new Region().wrapArray(copy, 0, copy.length), 0, there * size);
            return ByteBuffer.wrap(copy).order(ByteOrder.nativeOrder());
        }

        private static void copy(
                ByteBuffer from, Object array, int offset, int elements, musubi.type.MpiType type) {
            int size = type.base().bytes();
            int there = Math.min(elements, java.lang.reflect.Array.getLength(array) - offset);
            Region to = region(array, offset, there, size);
            new Region().wrapArray(from.array(), 0, from.capacity()).copyTo(0, to, 0, to.length());
        }

        private static Region region(Object array, int offset, int elements, int size) {
            return new Region().wrapArray(array, (long) offset * size, (long) elements * size);
        }
    }

    /** Elements that items occupy from the start of the first on, gaps included. */
    private static int spanOf(int count, musubi.type.MpiType type) {
        if (count == 0) {
            return 0;
        }
        return (int) Math.ceilDiv(type.bytesAfterStart(count), (long) type.base().bytes());
    }

    /** The default body of {@link UserFunction#call(ByteBuffer, ByteBuffer, int, Datatype)}. */
    static void callWithArrays(
            UserFunction function, ByteBuffer in, ByteBuffer inOut, int count, Datatype datatype) {
        musubi.type.MpiType type = Datatype.core(datatype);
        if (type.isObject()) {
            throw new MpiFailure(ErrorClass.TYPE, "objects have no byte buffers")
                    .with("type", type);
        }
        int elements = spanOf(count, type);
        Object first = type.base().newArray(elements);
        Object second = type.base().newArray(elements);
        long bytes = (long) elements * type.base().bytes();
        region(in, bytes).copyTo(0, new Region().wrapArray(first, 0, bytes), 0, bytes);
        region(inOut, bytes).copyTo(0, new Region().wrapArray(second, 0, bytes), 0, bytes);
        function.call(first, second, count, datatype);
        new Region().wrapArray(second, 0, bytes).copyTo(0, region(inOut, bytes), 0, bytes);
    }

    private static Region region(ByteBuffer buffer, long bytes) {
        return buffer.hasArray()
                ? new Region().wrapArray(buffer.array(), buffer.arrayOffset(), bytes)
                : new Region()
                        .wrap(
                                java.lang.foreign.MemorySegment.ofBuffer(
                                        buffer.duplicate().clear()),
                                0,
                                bytes);
    }
}
