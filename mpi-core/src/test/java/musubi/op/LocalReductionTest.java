package musubi.op;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.error.ErrorClass;
import musubi.error.MpiFailure;
import musubi.type.MpiType;
import musubi.type.TypeConstructors;

import org.junit.jupiter.api.Test;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.IntBuffer;

/** Reductions of two buffers of one rank, in arrays and outside. */
class LocalReductionTest {
    private static final ReductionOp SUM = new PredefinedOp(Operator.SUM, false);

    private static IntBuffer direct(int... values) {
        return ByteBuffer.allocateDirect(4 * values.length)
                .order(ByteOrder.nativeOrder())
                .asIntBuffer()
                .put(values)
                .flip();
    }

    private static int[] valuesOf(IntBuffer buffer) {
        int[] values = new int[buffer.capacity()];
        buffer.duplicate().clear().get(values);
        return values;
    }

    @Test
    void shouldReduceArrays() {
        int[] result = {10, 20, 30};
        LocalReduction.reduce(new int[] {1, 2, 3}, result, 2, MpiType.INT, SUM);
        assertArrayEquals(new int[] {11, 22, 30}, result);
        LocalReduction.reduce(null, null, 0, MpiType.INT, SUM);
    }

    @Test
    void shouldReduceBuffersOutsideOfTheHeap() {
        IntBuffer result = direct(10, 20, 30);
        LocalReduction.reduce(direct(1, 2, 3), result, 3, MpiType.INT, SUM);
        assertArrayEquals(new int[] {11, 22, 33}, valuesOf(result));
        int[] array = {100, 200, 300};
        LocalReduction.reduce(result, array, 3, MpiType.INT, SUM);
        assertArrayEquals(new int[] {111, 222, 333}, array);
        LocalReduction.reduce(array, result, 2, MpiType.INT, SUM);
        assertArrayEquals(new int[] {122, 244, 33}, valuesOf(result));
    }

    @Test
    void shouldRejectBuffersThatAreTooShortOrReadOnly() {
        int[] two = new int[2];
        for (Runnable wrong :
                java.util.List.<Runnable>of(
                        () -> LocalReduction.reduce(two, new int[3], 3, MpiType.INT, SUM),
                        () -> LocalReduction.reduce(new int[3], two, 3, MpiType.INT, SUM),
                        () ->
                                LocalReduction.reduce(
                                        two,
                                        direct(1, 2).asReadOnlyBuffer(),
                                        2,
                                        MpiType.INT,
                                        SUM))) {
            assertThrows(MpiFailure.class, wrong::run);
        }
        MpiFailure failure =
                assertThrows(
                        MpiFailure.class,
                        () -> LocalReduction.reduce(two, two, 1L << 31, MpiType.INT, SUM));
        assertEquals(ErrorClass.COUNT, failure.errorClass());
    }

    @Test
    void shouldBeDefinedForTypesOfItsFamily() {
        assertTrue(SUM.isDefinedFor(MpiType.INT));
        assertFalse(SUM.isDefinedFor(TypeConstructors.contiguous(2, MpiType.INT)));
        assertFalse(SUM.isDefinedFor(MpiType.OBJECT));
        assertTrue(SUM.isCommutative());
        assertFalse(new PredefinedOp(Operator.REPLACE, false).isCommutative());
        assertFalse(new PredefinedOp(Operator.NO_OP, false).isCommutative());
        assertEquals("MPI.SUM", SUM.name());
    }
}
