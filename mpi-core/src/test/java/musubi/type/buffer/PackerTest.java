package musubi.type.buffer;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.error.ErrorClass;
import musubi.error.MpiFailure;
import musubi.region.Region;
import musubi.type.ListedType;
import musubi.type.MpiType;
import musubi.type.RandomType;
import musubi.type.StridedMap;
import musubi.type.StructMember;
import musubi.type.Subarray;
import musubi.type.TypeConstructors;
import musubi.type.signature.BaseType;
import musubi.type.signature.SignatureHash;

import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Random;

/** Packs and unpacks random types, and compares with a list of all displacements. */
class PackerTest {
    private final Packer packer = new Packer(new BufferBinder());
    private final long seed = System.nanoTime();
    private final Random random = new Random(seed);

    private String saying(RandomType type) {
        return "seed=" + seed + " entries=" + type.model().entries;
    }

    @RepeatedTest(40)
    void shouldHaveTheBoundsOfTheListWhenMadeFromAnything() {
        for (int i = 0; i < 100; i++) {
            RandomType it = RandomType.of(random, null);
            MpiType type = it.type();
            String what = saying(it);
            long[] places = it.model().places(1);
            assertEquals(places.length, type.sizeBytes(), what);
            assertEquals(it.model().lb(), type.lbBytes(), what);
            assertEquals(it.model().extent(), type.extentBytes(), what);
            assertEquals(it.model().dataEntries(), type.signature().elements(), what);
            if (places.length > 0) {
                long low = Arrays.stream(places).min().getAsLong();
                long high = Arrays.stream(places).max().getAsLong() + 1;
                assertEquals(low, type.trueLbBytes(), what);
                assertEquals(high - low, type.trueExtentBytes(), what);
            }
        }
    }

    /** Items of a type, with their memory and a list of their bytes. */
    private final class Case {
        final RandomType it;
        final int count = random.nextInt(4);
        final long[] places;
        final int start;
        final int room;

        Case(BaseType only) {
            RandomType found = RandomType.of(random, only);
            it = found;
            places = found.model().places(count);
            int unit = only == null ? 1 : only.bytes();
            long low = Math.min(0, Arrays.stream(places).min().orElse(0));
            long high = Math.max(0, Arrays.stream(places).max().orElse(0)) + 1;
            start = Math.toIntExact(Math.ceilDiv(-low, unit) * unit + unit * random.nextInt(3));
            room = Math.toIntExact(Math.ceilDiv(start + high, unit) * unit);
        }

        byte[] expected(byte[] memory) {
            byte[] packed = new byte[places.length];
            for (int i = 0; i < packed.length; i++) {
                packed[i] = memory[Math.toIntExact(start + places[i])];
            }
            return packed;
        }

        TypedBuffer items(Object buffer, int unit) {
            return new TypedBuffer().set(buffer, start / unit, count, it.type());
        }
    }

    private byte[] noise(int length) {
        byte[] noise = new byte[length];
        random.nextBytes(noise);
        return noise;
    }

    @RepeatedTest(40)
    void shouldMoveTheBytesOfTheListWhenInBytes() {
        for (int i = 0; i < 50; i++) {
            Case c = new Case(null);
            byte[] memory = noise(c.room);
            boolean inMemory = random.nextBoolean();
            Object buffer = inMemory ? direct(memory) : ByteBuffer.wrap(memory);
            byte[] expected = c.expected(memory);
            byte[] packed = packer.pack(c.items(buffer, 1));
            assertArrayEquals(expected, Arrays.copyOf(packed, expected.length), saying(c.it));
            packer.buffers().release(packed);
            byte[] target = noise(c.room);
            byte[] wanted = target.clone();
            Object to = inMemory ? direct(target) : ByteBuffer.wrap(target);
            byte[] data = noise(expected.length);
            for (int k = 0; k < data.length; k++) {
                wanted[Math.toIntExact(c.start + c.places[k])] = data[k];
            }
            unpackInPieces(c.items(to, 1), data);
            assertArrayEquals(wanted, inMemory ? content((ByteBuffer) to) : target, saying(c.it));
        }
    }

    private static ByteBuffer direct(byte[] bytes) {
        return ByteBuffer.allocateDirect(bytes.length).put(bytes).clear();
    }

    private static byte[] content(ByteBuffer buffer) {
        byte[] bytes = new byte[buffer.capacity()];
        buffer.get(0, bytes);
        return bytes;
    }

    /** Any range of the packed form can be moved separately. */
    private void unpackInPieces(TypedBuffer items, byte[] data) {
        int from = 0;
        while (from < data.length) {
            int to = from + 1 + random.nextInt(data.length - from);
            packer.unpack(items, from, to, data, from);
            from = to;
        }
    }

    @RepeatedTest(40)
    void shouldMoveAnyRangeWhenPackedInPieces() {
        for (int i = 0; i < 50; i++) {
            Case c = new Case(null);
            byte[] memory = noise(c.room);
            byte[] expected = c.expected(memory);
            for (int piece = 0; piece < 5 && expected.length > 0; piece++) {
                int from = random.nextInt(expected.length);
                int to = from + random.nextInt(expected.length - from + 1);
                byte[] packed = new byte[to - from + 2];
                packer.pack(c.items(ByteBuffer.wrap(memory), 1), from, to, packed, 1);
                assertArrayEquals(
                        Arrays.copyOfRange(expected, from, to),
                        Arrays.copyOfRange(packed, 1, packed.length - 1),
                        saying(c.it));
            }
        }
    }

    @RepeatedTest(20)
    void shouldMoveElementsWhenInAnArrayOfTheBaseType() {
        for (BaseType kind : BaseType.values()) {
            if (kind != BaseType.OBJECT && kind != BaseType.BOOLEAN) {
                for (int i = 0; i < 20; i++) {
                    moveElements(kind, new Case(kind));
                }
            }
        }
    }

    private void moveElements(BaseType kind, Case c) {
        byte[] memory = noise(c.room);
        Object array = array(kind, memory);
        byte[] expected = c.expected(memory);
        byte[] packed = packer.pack(c.items(array, kind.bytes()));
        assertArrayEquals(expected, Arrays.copyOf(packed, expected.length), saying(c.it));
        byte[] target = noise(c.room);
        byte[] wanted = target.clone();
        Object to = array(kind, target);
        for (int k = 0; k < expected.length; k++) {
            wanted[Math.toIntExact(c.start + c.places[k])] = expected[k];
        }
        unpackInPieces(c.items(to, kind.bytes()), Arrays.copyOf(packed, expected.length));
        byte[] got = new byte[c.room];
        new Region().wrapArray(to, 0, c.room).copyTo(0, MemorySegment.ofArray(got), 0, c.room);
        assertArrayEquals(wanted, got, saying(c.it));
    }

    private static Object array(BaseType kind, byte[] content) {
        Object array = kind.newArray(content.length / kind.bytes());
        new Region()
                .wrapArray(array, 0, content.length)
                .copyFrom(MemorySegment.ofArray(content), 0, 0, content.length);
        return array;
    }

    @RepeatedTest(20)
    void shouldCountElementsAsTheListWhenBytesEndAnywhere() {
        for (int i = 0; i < 50; i++) {
            RandomType it = RandomType.of(random, null);
            int elements = 0;
            int at = 0;
            for (ListedType.Entry entry : it.model().entries) {
                for (int k = 0; entry.kind() != null && k < entry.kind().bytes(); k++) {
                    long found = it.type().signature().elementsIn(at++);
                    assertEquals(k == 0 ? elements : -1, found, saying(it));
                }
                if (entry.kind() != null) {
                    elements++;
                    assertEquals(at, it.type().signature().bytesOf(elements), saying(it));
                }
            }
        }
    }

    @Test
    void shouldBeOneLoopWhenAVectorHasAMillionBlocks() {
        MpiType vector = TypeConstructors.hvector(1_000_000, 1, 24, MpiType.DOUBLE);
        assertTrue(vector.map() instanceof StridedMap);
        assertEquals(8_000_000, vector.sizeBytes());
        MpiType twice = TypeConstructors.contiguous(3, TypeConstructors.contiguous(4, vector));
        assertEquals(96_000_000, twice.sizeBytes());
        assertFalse(twice.isPlain());
    }

    @Test
    void shouldBePlainWhenPartsAdjoin() {
        long[] at = {0, 8, 24};
        long[] lengths = {1, 2, 1};
        MpiType row = TypeConstructors.hindexed(lengths, at, MpiType.DOUBLE);
        assertTrue(row.isPlain());
        assertTrue(TypeConstructors.hvector(5, 3, 12, MpiType.INT).isPlain());
        assertTrue(
                Subarray.of(new long[] {3, 4}, new long[] {3, 4}, new long[2], true, row)
                        .isPlain());
        long[] swapped = {8, 0};
        long[] ones = {1, 1};
        assertFalse(TypeConstructors.hindexed(ones, swapped, MpiType.DOUBLE).isPlain());
        assertFalse(TypeConstructors.resized(MpiType.INT, 0, 8).isPlain());
        assertFalse(TypeConstructors.contiguous(0, MpiType.INT).isPlain());
        assertTrue(MpiType.FLOAT_INT.isPlain());
        assertFalse(MpiType.SHORT_INT.isPlain());
    }

    @Test
    void shouldHaveOneFingerprintWhenTheBasicTypesAreTheSame() {
        SignatureHash row = MpiType.DOUBLE.signature().fingerprint().times(100);
        MpiType vector = TypeConstructors.hvector(10, 5, 100, MpiType.DOUBLE);
        assertEquals(row, vector.signature().fingerprint().times(2));
        MpiType indexed =
                TypeConstructors.hindexed(
                        new long[] {30, 70}, new long[] {0, 1000}, MpiType.DOUBLE);
        assertEquals(row, indexed.signature().fingerprint());
        assertFalse(row.equals(MpiType.LONG.signature().fingerprint().times(100)));
        assertFalse(row.equals(MpiType.DOUBLE.signature().fingerprint().times(99)));
        StructMember[] parts = {StructMember.of(MpiType.SHORT), StructMember.of(MpiType.INT)};
        MpiType struct = TypeConstructors.struct(new long[] {1, 1}, new long[] {0, 4}, parts, true);
        SignatureHash pair = MpiType.SHORT_INT.signature().fingerprint();
        assertEquals(pair.times(7), struct.signature().fingerprint().times(7));
        StructMember[] turned = {parts[1], parts[0]};
        MpiType other = TypeConstructors.struct(new long[] {1, 1}, new long[] {0, 4}, turned, true);
        assertFalse(pair.equals(other.signature().fingerprint()));
    }

    @Test
    void shouldFailWithBufferWhenItemsReachOut() {
        MpiType backwards = TypeConstructors.hvector(3, 1, -8, MpiType.INT);
        int[] array = new int[9];
        packer.check(new TypedBuffer().set(array, 4, 1, backwards), true);
        assertReachesOut(new TypedBuffer().set(array, 3, 1, backwards));
        assertReachesOut(new TypedBuffer().set(array, 9, 1, backwards));
        MpiType gapped = TypeConstructors.resized(MpiType.INT, 0, 16);
        packer.check(new TypedBuffer().set(array, 0, 3, gapped), true);
        assertReachesOut(new TypedBuffer().set(array, 1, 3, gapped));
        assertReachesOut(new TypedBuffer().set(null, 0, 1, gapped));
        packer.check(
                new TypedBuffer().set(null, 0, 7, TypeConstructors.contiguous(0, gapped)), true);
    }

    private void assertReachesOut(TypedBuffer items) {
        MpiFailure failure = assertThrows(MpiFailure.class, () -> packer.check(items, false));
        assertEquals(ErrorClass.BUFFER, failure.errorClass(), failure.getMessage());
    }

    @Test
    void shouldUseArraysAgainWhenTheyComeBack() {
        PackBufferPool buffers = new PackBufferPool();
        byte[] first = buffers.acquire(1000);
        assertEquals(1024, first.length);
        buffers.release(first);
        assertSame(first, buffers.acquire(600));
        assertEquals(64, buffers.acquire(0).length);
    }
}
