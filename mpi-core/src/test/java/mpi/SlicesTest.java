package mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.error.ErrorClass;
import musubi.error.MpiFailure;
import musubi.type.MpiType;
import musubi.type.TypeConstructors;
import musubi.type.buffer.BufferBinder;
import musubi.type.buffer.Packer;
import musubi.type.buffer.TypedBuffer;

import org.junit.jupiter.api.Test;

import java.lang.ref.WeakReference;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.IntBuffer;

class SlicesTest {
    /** An int two places before the start of an item. */
    private static final MpiType BEHIND =
            TypeConstructors.hindexed(new long[] {1}, new long[] {-8}, MpiType.INT);

    private static int pick(Object slice) {
        Object memory = Slices.memory(slice, 1, BEHIND);
        TypedBuffer items = new TypedBuffer().set(memory, 0, 1, BEHIND);
        byte[] packed = new Packer(new BufferBinder()).pack(items);
        return ByteBuffer.wrap(packed).order(ByteOrder.nativeOrder()).getInt(0);
    }

    private static ByteBuffer direct() {
        ByteBuffer bytes = ByteBuffer.allocateDirect(40).order(ByteOrder.nativeOrder());
        for (int i = 0; i < 10; i++) {
            bytes.putInt(4 * i, i);
        }
        return bytes;
    }

    @Test
    void shouldReachThePartOfTheParentBeforeASlice() {
        assertEquals(3, pick(MPI.slice(direct(), 20)));
        IntBuffer ints = direct().asIntBuffer();
        assertEquals(3, pick(MPI.slice(ints, 5)));
        assertEquals(1, pick(MPI.slice(MPI.slice(ints, 2), 1)));
        assertEquals(4, pick(MPI.slice(ints, 2).slice(4, 2)));
        assertEquals(4, pick(MPI.slice(new int[] {0, 1, 2, 3, 4, 5, 6}, 6)));
    }

    @Test
    void shouldReachAParentAroundOtherParents() {
        IntBuffer ints = direct().asIntBuffer();
        IntBuffer inner = ints.duplicate().slice(1, 2);
        assertThrows(MpiFailure.class, () -> pick(MPI.slice(inner, 1)));
        assertEquals(6, pick(MPI.slice(ints, 8)));
        assertThrows(MpiFailure.class, () -> pick(inner.slice(0, 1)));
        assertEquals(2, pick(ints.slice(4, 2)));
    }

    @Test
    void shouldFailWhenItemsLieBeforeTheParent() {
        ByteBuffer parent = direct();
        for (Buffer slice : new Buffer[] {MPI.slice(parent, 4), direct(), IntBuffer.allocate(9)}) {
            MpiFailure failure = assertThrows(MpiFailure.class, () -> pick(slice));
            assertEquals(ErrorClass.BUFFER, failure.errorClass());
        }
    }

    @Test
    void shouldPassBuffersOfOrdinaryItemsAsTheyAre() {
        ByteBuffer slice = MPI.slice(direct(), 8);
        assertSame(slice, Slices.memory(slice, 2, MpiType.INT));
        assertSame(slice, Slices.memory(slice, 2, MpiType.DOUBLE_INT));
    }

    @Test
    void shouldKeepOrderAndReadOnlyStateOfTheParent() {
        ByteBuffer parent = ByteBuffer.allocateDirect(16).order(ByteOrder.BIG_ENDIAN);
        IntBuffer slice = MPI.slice(parent.asIntBuffer().asReadOnlyBuffer(), 1);
        assertEquals(ByteOrder.BIG_ENDIAN, slice.order());
        assertTrue(slice.isReadOnly());
        assertEquals(3, slice.capacity());
        assertFalse(MPI.slice(parent, 4).isReadOnly());
        assertTrue(MPI.slice(parent.asReadOnlyBuffer(), 4).isReadOnly());
    }

    @Test
    void shouldNotWriteToTheParentOfAReadOnlySlice() {
        ByteBuffer parent = direct();
        assertEquals(3, pick(MPI.slice(parent, 20)));
        ByteBuffer readable = MPI.slice(parent.asReadOnlyBuffer(), 20);
        assertEquals(3, pick(readable));
        TypedBuffer items = new TypedBuffer().set(Slices.memory(readable, 1, BEHIND), 0, 1, BEHIND);
        Packer packer = new Packer(new BufferBinder());
        assertThrows(MpiFailure.class, () -> packer.check(items, true));
    }

    @Test
    void shouldSetThePositionOfTheParentToTheSlice() {
        ByteBuffer bytes = direct();
        MPI.slice(bytes.limit(10), 12);
        assertEquals(12, bytes.position());
        assertEquals(40, bytes.limit());
        IntBuffer ints = IntBuffer.allocate(4);
        MPI.slice(ints, 3);
        assertEquals(3, ints.position());
    }

    /** The parent that the program had is gone, its memory is not. */
    @Test
    void shouldReachTheMemoryOfAParentThatTheProgramHasDropped() {
        IntBuffer parent = direct().asIntBuffer();
        IntBuffer slice = MPI.slice(parent, 7);
        WeakReference<Buffer> dropped = new WeakReference<>(parent);
        parent = null;
        while (dropped.get() != null) {
            System.gc();
        }
        assertEquals(5, pick(slice));
    }
}
