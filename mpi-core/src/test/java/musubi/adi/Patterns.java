package musubi.adi;

import musubi.region.Region;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Payloads determined by a seed. */
final class Patterns {
    private Patterns() {}

    static byte[] bytes(long seed, int length) {
        byte[] content = new byte[length];
        new Random(seed).nextBytes(content);
        return content;
    }

    static Region region(byte[] content) {
        return new Region().wrapArray(content, 0, content.length);
    }

    /** The same bytes in every kind of memory that a region can wrap, at the offset in elements. */
    static List<Region> inAllKinds(byte[] content, int offset) {
        int n = content.length;
        List<Region> regions = new ArrayList<>();
        regions.add(in(new byte[n + offset], content, offset));
        regions.add(in(new short[n / 2 + offset], content, offset * 2L));
        regions.add(in(new char[n / 2 + offset], content, offset * 2L));
        regions.add(in(new int[n / 4 + offset], content, offset * 4L));
        regions.add(in(new float[n / 4 + offset], content, offset * 4L));
        regions.add(in(new long[n / 8 + offset], content, offset * 8L));
        regions.add(in(new double[n / 8 + offset], content, offset * 8L));
        regions.add(in(new double[n / 8 + offset + 1], content, offset * 8L + 3));
        MemorySegment nativeMemory = java.lang.foreign.Arena.ofAuto().allocate(n + offset);
        MemorySegment.copy(content, 0, nativeMemory, ValueLayout.JAVA_BYTE, offset, n);
        regions.add(new Region().wrap(nativeMemory, offset, n));
        MemorySegment heapMemory = MemorySegment.ofArray(new byte[n + offset]);
        MemorySegment.copy(content, 0, heapMemory, ValueLayout.JAVA_BYTE, offset, n);
        regions.add(new Region().wrap(heapMemory, offset, n));
        return regions;
    }

    private static Region in(Object array, byte[] content, long offset) {
        Region region = new Region().wrapArray(array, offset, content.length);
        region.copyFrom(MemorySegment.ofArray(content), 0, 0, content.length);
        return region;
    }

    /** A region over booleans, with the expected bytes at the receiver. */
    static Region booleans(boolean[] array, int offset, int count) {
        for (int i = 0; i < count; i++) {
            array[offset + i] = i % 3 == 0;
        }
        return new Region().wrapArray(array, offset, count);
    }
}
