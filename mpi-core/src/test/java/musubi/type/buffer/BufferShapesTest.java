package musubi.type.buffer;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.error.ErrorClass;
import musubi.error.MpiFailure;
import musubi.region.Region;
import musubi.type.MpiType;
import musubi.type.StructMember;
import musubi.type.TypeConstructors;

import org.junit.jupiter.api.Test;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.CharBuffer;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.ShortBuffer;
import java.util.List;

/** Buffers of all shapes: their elements, their room, objects, and the byte order of external32. */
class BufferShapesTest {
    private static final MpiType GAPS = TypeConstructors.hvector(2, 1, 12, MpiType.INT);
    private static final MpiType OBJECT_GAPS = TypeConstructors.hvector(2, 1, 2, MpiType.OBJECT);

    private final BufferBinder binder = new BufferBinder();
    private final Packer packer = new Packer(binder);
    private final Region region = new Region();

    private static TypedBuffer items(Object buffer, long offset, long count, MpiType type) {
        return new TypedBuffer().set(buffer, offset, count, type);
    }

    private static void assertFails(ErrorClass expected, Runnable task) {
        assertEquals(expected, assertThrows(MpiFailure.class, task::run).errorClass());
    }

    @Test
    void shouldNameTheSizeOfAnElement() {
        assertEquals(1, BufferBinder.elementBytes(null));
        assertEquals(1, BufferBinder.elementBytes(new Object[1]));
        assertEquals(1, BufferBinder.elementBytes(new boolean[1]));
        assertEquals(2, BufferBinder.elementBytes(CharBuffer.allocate(1)));
        assertEquals(2, BufferBinder.elementBytes(ShortBuffer.allocate(1)));
        assertEquals(4, BufferBinder.elementBytes(IntBuffer.allocate(1)));
        assertEquals(4, BufferBinder.elementBytes(FloatBuffer.allocate(1)));
        assertEquals(8, BufferBinder.elementBytes(LongBuffer.allocate(1)));
        assertEquals(8, BufferBinder.elementBytes(DoubleBuffer.allocate(1)));
        assertEquals(8, BufferBinder.elementBytes(new double[1]));
        assertEquals(4, BufferBinder.elementBytes(new float[1]));
        assertEquals(2, BufferBinder.elementBytes(new short[1]));
    }

    @Test
    void shouldTellBuffersOfATypeFromOthers() {
        assertTrue(BufferBinder.isBufferOf(null, MpiType.INT));
        assertTrue(BufferBinder.isBufferOf(new int[0], MpiType.INT));
        assertFalse(BufferBinder.isBufferOf(new long[0], MpiType.INT));
        assertFalse(BufferBinder.isBufferOf("text", MpiType.INT));
        assertTrue(BufferBinder.isBufferOf(new String[0], MpiType.OBJECT));
        assertTrue(BufferBinder.isBufferOf(IntBuffer.allocate(1), MpiType.INT));
        assertTrue(BufferBinder.isBufferOf(ByteBuffer.allocate(1), MpiType.INT));
        assertFalse(BufferBinder.isBufferOf(LongBuffer.allocate(1), MpiType.INT));
    }

    @Test
    void shouldBindTheExactRoomOfABuffer() {
        int[] array = new int[5];
        binder.bind(region, array, 2, 3, MpiType.INT);
        assertSame(array, region.array());
        assertEquals(12, region.length());
        assertFails(ErrorClass.BUFFER, () -> binder.bind(region, array, 3, 3, MpiType.INT));
        assertFails(ErrorClass.BUFFER, () -> binder.bind(region, array, -1, 1, MpiType.INT));
        assertFails(ErrorClass.BUFFER, () -> binder.bind(region, array, 6, 1, MpiType.INT));
        binder.bind(region, array, 5, 0, MpiType.INT);
        assertEquals(0, region.length());
        binder.bind(region, new long[1], 0, 0, MpiType.INT);
        assertNull(region.array());
        binder.bind(region, new long[1], 0, 2, MpiType.INT);
        assertEquals(8, region.length());
        assertFails(ErrorClass.BUFFER, () -> binder.bind(region, new long[1], 0, 3, MpiType.INT));
        assertFails(ErrorClass.TYPE, () -> BufferBinder.checkElements(new long[1], MpiType.INT));
        assertFails(ErrorClass.COUNT, () -> binder.bind(region, array, 0, -1, MpiType.INT));
        binder.bind(region, array, 0, 1, MpiType.INT);
        binder.bind(region, null, 0, 0, MpiType.INT);
        assertNull(region.array());
        assertFails(ErrorClass.BUFFER, () -> binder.bind(region, null, 0, 1, MpiType.INT));
        binder.bind(region, array, 0, 1, MpiType.INT);
        binder.bind(region, "no data", 0, 0, MpiType.INT);
        assertNull(region.array());
    }

    @Test
    void shouldBindBuffersFromTheirFirstElement() {
        ByteBuffer slice = ByteBuffer.allocate(20).position(4).slice();
        binder.bind(region, slice, 4, 2, MpiType.INT);
        assertEquals(8, region.length());
        slice.put(4, (byte) 77);
        byte[] first = new byte[1];
        region.copyTo(0, java.lang.foreign.MemorySegment.ofArray(first), 0, 1);
        assertEquals(77, first[0]);
        IntBuffer ints = IntBuffer.wrap(new int[] {1, 2, 3, 4}, 1, 3).slice();
        binder.bind(region, ints, 1, 2, MpiType.INT);
        assertFails(ErrorClass.BUFFER, () -> binder.bind(region, ints, 1, 3, MpiType.INT));
        assertFails(
                ErrorClass.BUFFER,
                () -> binder.bind(region, ByteBuffer.allocate(7), 0, 2, MpiType.INT));
        assertFails(
                ErrorClass.BUFFER,
                () -> binder.bind(region, ints.asReadOnlyBuffer(), 0, 1, MpiType.INT));
    }

    @Test
    void shouldRejectReadOnlyBuffersOnlyWhenTheyAreWritten() {
        ByteBuffer readOnly = ByteBuffer.allocateDirect(8).asReadOnlyBuffer();
        binder.bind(region, readOnly, 0, 2, MpiType.INT);
        assertFails(
                ErrorClass.BUFFER, () -> binder.bindWritable(region, readOnly, 0, 2, MpiType.INT));
        assertEquals(0, region.length());
        binder.bindWritable(region, readOnly, 0, 0, MpiType.INT);
        packer.check(items(readOnly, 0, 1, TypeConstructors.contiguous(2, MpiType.INT)), false);
        assertFails(
                ErrorClass.BUFFER,
                () ->
                        packer.check(
                                items(ByteBuffer.allocateDirect(16).asReadOnlyBuffer(), 0, 1, GAPS),
                                true));
    }

    @Test
    void shouldReachExactlyTheItemsWithGaps() {
        int[] array = {1, 2, 3, 4, 5};
        assertArrayEquals(new int[] {2, 5}, unpacked(packer.pack(items(array, 1, 1, GAPS))));
        for (Object buffer :
                List.of(array, IntBuffer.wrap(array), direct(array), bytesOf(direct(array)))) {
            int unit = buffer instanceof ByteBuffer ? 4 : 1;
            assertArrayEquals(
                    new int[] {2, 5}, unpacked(packer.pack(items(buffer, unit, 1, GAPS))));
            assertFails(ErrorClass.BUFFER, () -> packer.pack(items(buffer, 2 * unit, 1, GAPS)));
            assertFails(ErrorClass.BUFFER, () -> packer.pack(items(buffer, -1, 1, GAPS)));
        }
        assertFails(ErrorClass.BUFFER, () -> packer.check(items(null, 0, 1, GAPS), false));
        assertFails(ErrorClass.TYPE, () -> packer.check(items("text", 0, 1, GAPS), false));
        packer.check(items(null, 0, 0, GAPS), true);
    }

    @Test
    void shouldMoveLongBlocksWithGaps() {
        int block = 1000;
        int stride = 1500;
        MpiType type = TypeConstructors.hvector(3, block, stride, MpiType.BYTE);
        byte[] data = new byte[2 * stride + block];
        for (int i = 0; i < data.length; i++) {
            data[i] = (byte) (i * 31 + (i >> 8) + 1);
        }
        byte[] packed = packer.pack(items(data, 0, 1, type));
        byte[] room = new byte[data.length];
        packer.unpack(items(room, 0, 1, type), 0, 3 * block, packed, 0);
        for (int i = 0; i < data.length; i++) {
            boolean inBlock = i % stride < block;
            assertEquals(inBlock ? data[i] : 0, room[i], "at " + i);
            if (inBlock) {
                assertEquals(data[i], packed[i / stride * block + i % stride], "at " + i);
            }
        }
    }

    private static IntBuffer direct(int... values) {
        return ByteBuffer.allocateDirect(4 * values.length)
                .order(ByteOrder.nativeOrder())
                .asIntBuffer()
                .put(values)
                .flip();
    }

    private static ByteBuffer bytesOf(IntBuffer ints) {
        ByteBuffer bytes = ByteBuffer.allocate(4 * ints.capacity()).order(ByteOrder.nativeOrder());
        bytes.asIntBuffer().put(ints.duplicate().clear());
        return bytes;
    }

    private static int[] unpacked(byte[] packed) {
        int[] values = new int[2];
        ByteBuffer.wrap(packed).order(ByteOrder.nativeOrder()).asIntBuffer().get(values);
        return values;
    }

    @Test
    void shouldCheckArraysOfObjects() {
        Object[] objects = {"a", "b", "c"};
        assertSame(objects, ObjectCodec.checkedArray(objects, 1, 2));
        assertFails(ErrorClass.BUFFER, () -> ObjectCodec.checkedArray(objects, 2, 2));
        assertFails(ErrorClass.BUFFER, () -> ObjectCodec.checkedArray(objects, -1, 1));
        assertFails(ErrorClass.COUNT, () -> ObjectCodec.checkedArray(objects, 0, -1));
        assertFails(ErrorClass.TYPE, () -> ObjectCodec.checkedArray(new int[1], 0, 1));
        assertFails(ErrorClass.TYPE, () -> ObjectCodec.checkedArray(null, 0, 1));
        assertEquals(0, ObjectCodec.checkedArray(null, 0, 0).length);
    }

    @Test
    void shouldGatherAndScatterObjects() {
        Object[] objects = {"a", "b", "c", "d", "e", "f"};
        assertArrayEquals(
                new Object[] {"b", "d", "e"},
                packer.gatherObjects(
                        items(
                                objects,
                                1,
                                1,
                                TypeConstructors.hindexed(
                                        new long[] {1, 2}, new long[] {0, 2}, MpiType.OBJECT))));
        Object[] room = new Object[6];
        packer.scatterObjects(items(room, 1, 1, OBJECT_GAPS), new Object[] {"x", "y"}, 2);
        assertArrayEquals(new Object[] {null, "x", null, "y", null, null}, room);
        packer.copyObjects(items(objects, 0, 2, MpiType.OBJECT), items(room, 4, 2, MpiType.OBJECT));
        assertArrayEquals(new Object[] {null, "x", null, "y", "a", "b"}, room);
        packer.copyObjects(items(objects, 0, 1, OBJECT_GAPS), items(room, 4, 2, MpiType.OBJECT));
        assertArrayEquals(new Object[] {null, "x", null, "y", "a", "c"}, room);
        packer.copyObjects(items(objects, 2, 2, MpiType.OBJECT), items(room, 0, 1, OBJECT_GAPS));
        assertArrayEquals(new Object[] {"c", "x", "d", "y", "a", "c"}, room);
        assertFails(
                ErrorClass.BUFFER, () -> packer.gatherObjects(items(objects, 4, 1, OBJECT_GAPS)));
        assertFails(
                ErrorClass.COUNT, () -> packer.gatherObjects(items(objects, 0, -1, OBJECT_GAPS)));
        assertEquals(0, packer.gatherObjects(items(objects, 0, 0, OBJECT_GAPS)).length);
    }

    @Test
    void shouldEncodeAndDecodeObjectsWithGaps() {
        ObjectCodec codec = new ObjectCodec("*");
        Object[] objects = {"a", "b", "c"};
        byte[] bytes = codec.encode(items(objects, 0, 1, OBJECT_GAPS), packer).toArray();
        assertEquals(2, ObjectCodec.countOf(bytes, bytes.length));
        Object[] room = new Object[3];
        codec.decode(bytes, bytes.length, items(room, 0, 1, OBJECT_GAPS), packer);
        assertArrayEquals(new Object[] {"a", null, "c"}, room);
        byte[] plain = codec.encode(items(objects, 1, 2, MpiType.OBJECT), packer).toArray();
        codec.decode(plain, plain.length, items(room, 0, 3, MpiType.OBJECT), packer);
        assertArrayEquals(new Object[] {"b", "c", "c"}, room);
    }

    @Test
    void shouldReverseTheBytesOfEachNumber() {
        MpiType mixed =
                TypeConstructors.struct(
                        new long[] {1, 2, 1},
                        new long[] {0, 8, 16},
                        new StructMember[] {
                            StructMember.of(MpiType.INT),
                            StructMember.of(MpiType.SHORT),
                            StructMember.of(MpiType.BYTE)
                        },
                        true);
        byte[] packed = new byte[2 * 9 + 2];
        for (int i = 0; i < packed.length; i++) {
            packed[i] = (byte) i;
        }
        External32.convert(mixed, 2, packed, 1);
        assertArrayEquals(
                new byte[] {0, 4, 3, 2, 1, 6, 5, 8, 7, 9, 13, 12, 11, 10, 15, 14, 17, 16, 18, 19},
                packed);
        External32.convert(MpiType.LONG, 1, packed, 12);
        assertArrayEquals(
                new byte[] {19, 18, 16, 17, 14, 15, 10, 11},
                java.util.Arrays.copyOfRange(packed, 12, 20));
    }
}
