package musubi.shm;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/**
 * Calls of the C library's {@code memcpy}; bound when this class is initialised.
 *
 * <p>Wherever this makes a segment, the compiler is to see its exact class and everything that is
 * done with it, so that it makes none; a segment that it did not see through would be 40 to 112
 * bytes of garbage for each call. That is lost where the call is inlined into callers so deeply
 * that the depth of inlining ends within it. So there is one method for both directions and all
 * kinds of arrays: it is larger than what HotSpot ever inlines ({@code FreqInlineSize}), and is
 * always compiled for itself. Even so some garbage is left in some jobs; see {@code docs/shm.md}.
 */
final class Memcpy {
    // Other than the array, memory is a number, since to make a segment of it allocates.
    private static final MethodHandle IN = memcpy(ValueLayout.JAVA_LONG, ValueLayout.ADDRESS);
    private static final MethodHandle OUT = memcpy(ValueLayout.ADDRESS, ValueLayout.JAVA_LONG);

    private Memcpy() {}

    private static MethodHandle memcpy(MemoryLayout target, MemoryLayout source) {
        Linker linker = Linker.nativeLinker();
        FunctionDescriptor signature =
                FunctionDescriptor.ofVoid(target, source, ValueLayout.JAVA_LONG);
        // Critical: arrays do not move during the call, which is over in some microseconds.
        return linker.defaultLookup()
                .find("memcpy")
                .map(f -> linker.downcallHandle(f, signature, Linker.Option.critical(true)))
                .orElse(null);
    }

    /** Whether the C library has the function. */
    static boolean isThere() {
        return IN != null;
    }

    /**
     * Copies between an array or segment and an address.
     *
     * @param in whether to the address
     * @param memory is not read-only if copied to
     * @return false when nothing was copied, because it is an array of a rare kind
     * @throws IndexOutOfBoundsException when the bytes are not all in {@code memory}
     */
    static boolean copy(boolean in, Object memory, long offset, long address, long bytes)
            throws Throwable {
        if (in && memory instanceof byte[] a) {
            IN.invokeExact(address, MemorySegment.ofArray(a).asSlice(offset, bytes), bytes);
        } else if (memory instanceof byte[] a) {
            OUT.invokeExact(MemorySegment.ofArray(a).asSlice(offset, bytes), address, bytes);
        } else if (in && memory instanceof double[] a) {
            IN.invokeExact(address, MemorySegment.ofArray(a).asSlice(offset, bytes), bytes);
        } else if (memory instanceof double[] a) {
            OUT.invokeExact(MemorySegment.ofArray(a).asSlice(offset, bytes), address, bytes);
        } else if (in && memory instanceof int[] a) {
            IN.invokeExact(address, MemorySegment.ofArray(a).asSlice(offset, bytes), bytes);
        } else if (memory instanceof int[] a) {
            OUT.invokeExact(MemorySegment.ofArray(a).asSlice(offset, bytes), address, bytes);
        } else if (in && memory instanceof long[] a) {
            IN.invokeExact(address, MemorySegment.ofArray(a).asSlice(offset, bytes), bytes);
        } else if (memory instanceof long[] a) {
            OUT.invokeExact(MemorySegment.ofArray(a).asSlice(offset, bytes), address, bytes);
        } else if (in && memory instanceof float[] a) {
            IN.invokeExact(address, MemorySegment.ofArray(a).asSlice(offset, bytes), bytes);
        } else if (memory instanceof float[] a) {
            OUT.invokeExact(MemorySegment.ofArray(a).asSlice(offset, bytes), address, bytes);
        } else if (in && memory instanceof MemorySegment a) {
            IN.invokeExact(address, a.asSlice(offset, bytes), bytes);
        } else if (memory instanceof MemorySegment a) {
            OUT.invokeExact(a.asSlice(offset, bytes), address, bytes);
        } else {
            return false;
        }
        return true;
    }
}
