package mpi;

import musubi.adi.Region;
import musubi.error.ErrorClass;
import musubi.error.MpiFailure;
import musubi.op.Op;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** A user's reduction as the core sees it. */
abstract sealed class UserOp implements Op {
    private final boolean commute;

    private UserOp(boolean commute) {
        this.commute = commute;
    }

    @Override
    public boolean isCommutative() {
        return commute;
    }

    @Override
    public String name() {
        return "user-defined";
    }

    /** Gets the arrays as they are. */
    static final class OfOffsets extends UserOp {
        private final User_function function;

        OfOffsets(User_function function, boolean commute) {
            super(commute);
            this.function = function;
        }

        @Override
        public void apply(
                Object in,
                int inOffset,
                Object inout,
                int inoutOffset,
                int count,
                musubi.type.Datatype type) {
            function.Call(in, inOffset, inout, inoutOffset, count, Datatype.of(type));
        }
    }

    /** Gets byte buffers, or arrays that start at 0. */
    static final class OfBuffers extends UserOp {
        private final UserFunction function;
        private final boolean wantsBuffers;

        OfBuffers(UserFunction function, boolean commute) {
            super(commute);
            this.function = function;
            this.wantsBuffers = overridesBuffers(function);
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
        public void apply(
                Object in,
                int inOffset,
                Object inout,
                int inoutOffset,
                int count,
                musubi.type.Datatype type) {
            int elements = count * type.elements();
            if (wantsBuffers && !type.isObject()) {
                ByteBuffer first = buffer(in, inOffset, count, type);
                ByteBuffer second = buffer(inout, inoutOffset, count, type);
                function.call(first, second, count, Datatype.of(type));
                copy(second, inout, inoutOffset, count, type);
                return;
            }
            Object first = type.base().newArray(elements);
            System.arraycopy(in, inOffset, first, 0, elements);
            if (inoutOffset == 0 && java.lang.reflect.Array.getLength(inout) == elements) {
                function.call(first, inout, count, Datatype.of(type));
                return;
            }
            Object second = type.base().newArray(elements);
            System.arraycopy(inout, inoutOffset, second, 0, elements);
            function.call(first, second, count, Datatype.of(type));
            System.arraycopy(second, 0, inout, inoutOffset, elements);
        }

        private static ByteBuffer buffer(
                Object array, int offset, int count, musubi.type.Datatype type) {
            int bytes = Math.toIntExact(count * type.extentBytes());
            byte[] copy = new byte[bytes];
            Region from = new Region();
            from.wrapArray(array, (long) offset * type.base().bytes(), bytes);
            from.copyTo(0, new Region().wrapArray(copy, 0, bytes), 0, bytes);
            return ByteBuffer.wrap(copy).order(ByteOrder.nativeOrder());
        }

        private static void copy(
                ByteBuffer from, Object array, int offset, int count, musubi.type.Datatype type) {
            int bytes = Math.toIntExact(count * type.extentBytes());
            Region to = new Region();
            to.wrapArray(array, (long) offset * type.base().bytes(), bytes);
            new Region().wrapArray(from.array(), 0, bytes).copyTo(0, to, 0, bytes);
        }
    }

    /** The default body of {@link UserFunction#call(ByteBuffer, ByteBuffer, int, Datatype)}. */
    static void callWithArrays(
            UserFunction function, ByteBuffer in, ByteBuffer inOut, int count, Datatype datatype) {
        musubi.type.Datatype type = Datatype.core(datatype);
        if (type.isObject()) {
            throw new MpiFailure(ErrorClass.TYPE, "objects have no byte buffers: type=" + type);
        }
        int elements = count * type.elements();
        Object first = type.base().newArray(elements);
        Object second = type.base().newArray(elements);
        long bytes = count * type.extentBytes();
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
