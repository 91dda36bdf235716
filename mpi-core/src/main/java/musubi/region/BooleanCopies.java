package musubi.region;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** Copies between boolean arrays, for which the JDK has no bulk copy, and memory: 1 byte each. */
final class BooleanCopies {
    private BooleanCopies() {}

    static void copy(boolean[] source, int from, MemorySegment memory, long offset, int count) {
        for (int i = 0; i < count; i++) {
            memory.set(ValueLayout.JAVA_BYTE, offset + i, (byte) (source[from + i] ? 1 : 0));
        }
    }

    static void copy(MemorySegment memory, long offset, boolean[] target, int to, int count) {
        for (int i = 0; i < count; i++) {
            target[to + i] = memory.get(ValueLayout.JAVA_BYTE, offset + i) != 0;
        }
    }
}
