package musubi.op;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.error.ErrorClass;
import musubi.error.MpiFailure;
import musubi.type.MpiType;
import musubi.type.signature.BaseType;

import org.junit.jupiter.api.Test;

import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.DoubleBinaryOperator;
import java.util.function.LongBinaryOperator;

/** Compares every predefined operation on every type with a line of plain arithmetic. */
class ReductionsTest {
    private static final int COUNT = 2500;
    private static final int IN_AT = 3;
    private static final int INOUT_AT = 5;
    private static final List<MpiType> INTEGERS =
            List.of(MpiType.BYTE, MpiType.CHAR, MpiType.SHORT, MpiType.INT, MpiType.LONG);
    private static final List<MpiType> FLOATS = List.of(MpiType.FLOAT, MpiType.DOUBLE);
    private static final List<MpiType> COMPLEX =
            List.of(MpiType.FLOAT_COMPLEX, MpiType.DOUBLE_COMPLEX);
    private static final List<MpiType> PAIRS =
            List.of(MpiType.SHORT2, MpiType.INT2, MpiType.LONG2, MpiType.FLOAT2, MpiType.DOUBLE2);
    private static final Map<ReductionOp, LongBinaryOperator> ON_INTEGERS =
            Map.of(
                    Reductions.MAX, Math::max,
                    Reductions.MIN, Math::min,
                    Reductions.SUM, (a, b) -> a + b,
                    Reductions.PROD, (a, b) -> a * b,
                    Reductions.BAND, (a, b) -> a & b,
                    Reductions.BOR, (a, b) -> a | b,
                    Reductions.BXOR, (a, b) -> a ^ b,
                    Reductions.LAND, (a, b) -> a != 0 && b != 0 ? 1 : 0,
                    Reductions.LOR, (a, b) -> a != 0 || b != 0 ? 1 : 0,
                    Reductions.LXOR, (a, b) -> a != 0 ^ b != 0 ? 1 : 0);
    private static final Map<ReductionOp, DoubleBinaryOperator> ON_FLOATS =
            Map.of(
                    Reductions.MAX,
                    Math::max,
                    Reductions.MIN,
                    Math::min,
                    Reductions.SUM,
                    (a, b) -> a + b,
                    Reductions.PROD,
                    (a, b) -> a * b);

    private final long seed = System.nanoTime();
    private final Random random = new Random(seed);

    @Test
    void shouldReduceIntegers() {
        for (MpiType type : INTEGERS) {
            ON_INTEGERS.forEach((op, model) -> checkIntegers(op, type, model));
        }
    }

    private void checkIntegers(ReductionOp op, MpiType type, LongBinaryOperator model) {
        Object in = randomArray(type);
        Object inout = randomArray(type);
        Object before = copyOf(inout, type);
        op.apply(in, IN_AT, inout, INOUT_AT, COUNT, type);
        for (int k = 0; k < COUNT; k++) {
            long a = integer(in, IN_AT + k);
            long b = integer(before, INOUT_AT + k);
            long expected = wrap(model.applyAsLong(a, b), type);
            assertEquals(expected, integer(inout, INOUT_AT + k), describe(op, type, k));
        }
        assertMargins(before, inout, type);
    }

    @Test
    void shouldReduceFloats() {
        for (MpiType type : FLOATS) {
            ON_FLOATS.forEach((op, model) -> checkFloats(op, type, model));
        }
    }

    private void checkFloats(ReductionOp op, MpiType type, DoubleBinaryOperator model) {
        Object in = randomArray(type);
        Object inout = randomArray(type);
        Object before = copyOf(inout, type);
        op.apply(in, IN_AT, inout, INOUT_AT, COUNT, type);
        for (int k = 0; k < COUNT; k++) {
            double expected =
                    model.applyAsDouble(
                            Array.getDouble(in, IN_AT + k), Array.getDouble(before, INOUT_AT + k));
            expected = type == MpiType.FLOAT ? (float) expected : expected;
            assertEquals(expected, Array.getDouble(inout, INOUT_AT + k), 0, describe(op, type, k));
        }
        assertMargins(before, inout, type);
    }

    @Test
    void shouldTakeBytesAsUnsignedWhenRequested() {
        byte[] in = {1, -1, 127, -128};
        byte[] max = {-1, 1, -128, 127};
        byte[] min = max.clone();
        Reductions.unsigned(Reductions.MAX).apply(in, 0, max, 0, 4, MpiType.BYTE);
        Reductions.unsigned(Reductions.MIN).apply(in, 0, min, 0, 4, MpiType.BYTE);
        for (int k = 0; k < 4; k++) {
            assertEquals(k < 2 ? -1 : -128, max[k]);
            assertEquals(k < 2 ? 1 : 127, min[k]);
        }
        assertEquals(Reductions.SUM, Reductions.unsigned(Reductions.SUM));
    }

    @Test
    void shouldReduceBooleans() {
        boolean[] in = {false, false, true, true};
        Map<ReductionOp, boolean[]> expected =
                Map.of(
                        Reductions.LAND, new boolean[] {false, false, false, true},
                        Reductions.BAND, new boolean[] {false, false, false, true},
                        Reductions.LOR, new boolean[] {false, true, true, true},
                        Reductions.BOR, new boolean[] {false, true, true, true},
                        Reductions.LXOR, new boolean[] {false, true, true, false},
                        Reductions.BXOR, new boolean[] {false, true, true, false});
        expected.forEach(
                (op, result) -> {
                    boolean[] inout = {false, true, false, true};
                    op.apply(in, 0, inout, 0, 4, MpiType.BOOLEAN);
                    assertEquals(List.of(box(result)), List.of(box(inout)), op.name());
                });
    }

    @Test
    void shouldFindPlacesOfExtrema() {
        for (MpiType type : PAIRS) {
            Object in = type.base().newArray(6);
            set(in, 5, 7, 5, 1, -3, 2);
            Object max = type.base().newArray(6);
            set(max, 5, 4, 5, 9, 2, 8);
            Object min = copyOf(max, type);
            Reductions.MAXLOC.apply(in, 0, max, 0, 3, type);
            Reductions.MINLOC.apply(in, 0, min, 0, 3, type);
            assertEquals("5 4 5 1 2 8", text(max), type.name());
            assertEquals("5 4 5 1 -3 2", text(min), type.name());
        }
    }

    @Test
    void shouldFindPlacesOfExtremaInBytes() {
        for (MpiType type :
                List.of(
                        MpiType.SHORT_INT,
                        MpiType.FLOAT_INT,
                        MpiType.LONG_INT,
                        MpiType.DOUBLE_INT)) {
            byte[] in = pairs(type, 5, 7, 5, 1, -3, 2, 300, 1 << 20);
            byte[] max = pairs(type, 5, 4, 5, 9, 2, 8, 299, 3);
            byte[] min = max.clone();
            Reductions.MAXLOC.apply(in, 0, max, 0, 4, type);
            Reductions.MINLOC.apply(in, 0, min, 0, 4, type);
            byte[] largest = pairs(type, 5, 4, 5, 1, 2, 8, 300, 1 << 20);
            byte[] smallest = pairs(type, 5, 4, 5, 1, -3, 2, 299, 3);
            assertArrayEquals(largest, max, type.name());
            assertArrayEquals(smallest, min, type.name());
            byte[] staged = pairs(type, 2, 8);
            Reductions.MAXLOC.apply(in, 3 * type.extentElements(), staged, 0, 1, type);
            assertArrayEquals(pairs(type, 300, 1 << 20), staged, type.name());
        }
    }

    private static byte[] pairs(MpiType type, int... values) {
        ByteBuffer bytes = ByteBuffer.allocate(type.extentElements() * values.length / 2);
        bytes.order(ByteOrder.nativeOrder());
        for (int k = 0; k < values.length; k += 2) {
            int at = type.extentElements() * k / 2;
            switch (type.name()) {
                case "MPI.SHORT_INT" -> bytes.putShort(at, (short) values[k]);
                case "MPI.FLOAT_INT" -> bytes.putFloat(at, values[k]);
                case "MPI.LONG_INT" -> bytes.putLong(at, values[k]);
                default -> bytes.putDouble(at, values[k]);
            }
            bytes.putInt(at + type.extentElements() / 2, values[k + 1]);
        }
        return bytes.array();
    }

    @Test
    void shouldReduceComplexNumbers() {
        for (MpiType type : COMPLEX) {
            Object in = type.base().newArray(4);
            set(in, 1, 2, 3, -1);
            Object sum = type.base().newArray(4);
            set(sum, 3, 4, 0, 2);
            Object product = copyOf(sum, type);
            Reductions.SUM.apply(in, 0, sum, 0, 2, type);
            Reductions.PROD.apply(in, 0, product, 0, 2, type);
            assertEquals("4 6 3 1", text(sum), type.name());
            assertEquals("-5 10 2 6", text(product), type.name());
        }
    }

    @Test
    void shouldReplaceOrKeep() {
        int[] inout = {1, 2};
        Reductions.NO_OP.apply(new int[] {3, 4}, 0, inout, 0, 2, MpiType.INT);
        assertEquals("1 2", text(inout));
        Reductions.REPLACE.apply(new int[] {3, 4}, 0, inout, 0, 2, MpiType.INT);
        assertEquals("3 4", text(inout));
    }

    @Test
    void shouldRefuseTypesThatTheStandardRefuses() {
        refuse(Reductions.BAND, MpiType.DOUBLE);
        refuse(Reductions.LAND, MpiType.FLOAT);
        refuse(Reductions.SUM, MpiType.BOOLEAN);
        refuse(Reductions.SUM, MpiType.INT2);
        refuse(Reductions.MAX, MpiType.FLOAT_COMPLEX);
        refuse(Reductions.MAXLOC, MpiType.INT);
        refuse(Reductions.MINLOC, MpiType.DOUBLE_COMPLEX);
        refuse(Reductions.SUM, MpiType.OBJECT);
        refuse(Reductions.SUM, MpiType.PACKED);
    }

    private static void refuse(ReductionOp op, MpiType type) {
        Object array = type.base().newArray(0);
        MpiFailure failure =
                assertThrows(MpiFailure.class, () -> op.apply(array, 0, array, 0, 0, type));
        assertEquals(ErrorClass.OP, failure.errorClass());
        assertTrue(failure.getMessage().contains(op.name()), failure.getMessage());
        assertTrue(failure.getMessage().contains(type.name()), failure.getMessage());
    }

    private Object randomArray(MpiType type) {
        Object array = type.base().newArray(COUNT + 10);
        for (int k = 0; k < COUNT + 10; k++) {
            long value = random.nextInt(4) == 0 ? 0 : random.nextLong();
            if (type.base() == BaseType.FLOAT || type.base() == BaseType.DOUBLE) {
                Array.setFloat(array, k, value % 1000 / 8f);
            } else {
                setInteger(array, k, value);
            }
        }
        return array;
    }

    private static void setInteger(Object array, int k, long value) {
        switch (array) {
            case byte[] a -> a[k] = (byte) value;
            case char[] a -> a[k] = (char) value;
            case short[] a -> a[k] = (short) value;
            case int[] a -> a[k] = (int) value;
            case long[] a -> a[k] = value;
            case float[] a -> a[k] = value;
            case double[] a -> a[k] = value;
            default -> throw new AssertionError(array);
        }
    }

    private static long integer(Object array, int k) {
        return array instanceof char[] chars ? chars[k] : Array.getLong(array, k);
    }

    private static long wrap(long value, MpiType type) {
        Object one = type.base().newArray(1);
        setInteger(one, 0, value);
        return integer(one, 0);
    }

    private static Object copyOf(Object array, MpiType type) {
        int length = Array.getLength(array);
        Object copy = type.base().newArray(length);
        System.arraycopy(array, 0, copy, 0, length);
        return copy;
    }

    private static void set(Object array, long... values) {
        for (int k = 0; k < values.length; k++) {
            setInteger(array, k, values[k]);
        }
    }

    private static String text(Object array) {
        StringBuilder text = new StringBuilder();
        for (int k = 0; k < Array.getLength(array); k++) {
            text.append(k == 0 ? "" : " ").append(Math.round(Array.getDouble(array, k)));
        }
        return text.toString();
    }

    private static Boolean[] box(boolean[] array) {
        Boolean[] boxed = new Boolean[array.length];
        for (int k = 0; k < array.length; k++) {
            boxed[k] = array[k];
        }
        return boxed;
    }

    private static void assertMargins(Object before, Object after, MpiType type) {
        for (int k = 0; k < COUNT + 10; k++) {
            if (k < INOUT_AT || k >= INOUT_AT + COUNT) {
                assertEquals(Array.get(before, k), Array.get(after, k), type.name());
            }
        }
    }

    private String describe(ReductionOp op, MpiType type, int k) {
        return op.name() + " on " + type + " at " + k + " seed=" + seed;
    }
}
