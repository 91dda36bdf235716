package musubi.shm;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/**
 * Calls of the C library's {@code memcpy}; bound when this class is initialised. Each kind of array
 * is wrapped right where it is passed, so that the compiler knows the segments' exact class and
 * makes none: a segment that comes out of a field costs 40 bytes of garbage for each call.
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
     * Copies from an array or segment to an address.
     *
     * @return false when nothing was copied, because no segment can lie over the array
     * @throws IndexOutOfBoundsException when the bytes are not all in the source
     */
    static boolean copyIn(Object memory, long from, long to, long bytes) {
        try {
            return copyCommonIn(memory, from, to, bytes) || copyRareIn(memory, from, to, bytes);
        } catch (Error | RuntimeException e) {
            throw e;
        } catch (Throwable e) {
            throw new AssertionError("memcpy throws nothing", e);
        }
    }

    private static boolean copyCommonIn(Object memory, long from, long to, long bytes)
            throws Throwable {
        if (memory instanceof byte[] a) {
            copy(a, from, to, bytes);
        } else if (memory instanceof double[] a) {
            copy(a, from, to, bytes);
        } else if (memory instanceof int[] a) {
            copy(a, from, to, bytes);
        } else if (memory instanceof long[] a) {
            copy(a, from, to, bytes);
        } else {
            return false;
        }
        return true;
    }

    private static boolean copyRareIn(Object memory, long from, long to, long bytes)
            throws Throwable {
        if (memory instanceof float[] a) {
            copy(a, from, to, bytes);
        } else if (memory instanceof short[] a) {
            copy(a, from, to, bytes);
        } else if (memory instanceof char[] a) {
            copy(a, from, to, bytes);
        } else if (memory instanceof MemorySegment a) {
            copy(a, from, to, bytes);
        } else {
            return false;
        }
        return true;
    }

    private static void copy(byte[] source, long from, long to, long bytes) throws Throwable {
        IN.invokeExact(to, MemorySegment.ofArray(source).asSlice(from, bytes), bytes);
    }

    private static void copy(double[] source, long from, long to, long bytes) throws Throwable {
        IN.invokeExact(to, MemorySegment.ofArray(source).asSlice(from, bytes), bytes);
    }

    private static void copy(int[] source, long from, long to, long bytes) throws Throwable {
        IN.invokeExact(to, MemorySegment.ofArray(source).asSlice(from, bytes), bytes);
    }

    private static void copy(long[] source, long from, long to, long bytes) throws Throwable {
        IN.invokeExact(to, MemorySegment.ofArray(source).asSlice(from, bytes), bytes);
    }

    private static void copy(float[] source, long from, long to, long bytes) throws Throwable {
        IN.invokeExact(to, MemorySegment.ofArray(source).asSlice(from, bytes), bytes);
    }

    private static void copy(short[] source, long from, long to, long bytes) throws Throwable {
        IN.invokeExact(to, MemorySegment.ofArray(source).asSlice(from, bytes), bytes);
    }

    private static void copy(char[] source, long from, long to, long bytes) throws Throwable {
        IN.invokeExact(to, MemorySegment.ofArray(source).asSlice(from, bytes), bytes);
    }

    private static void copy(MemorySegment source, long from, long to, long bytes)
            throws Throwable {
        IN.invokeExact(to, source.asSlice(from, bytes), bytes);
    }

    /**
     * Copies from an address to an array or segment, which is not read-only.
     *
     * @return false when nothing was copied, because no segment can lie over the array
     * @throws IndexOutOfBoundsException when the bytes are not all in the target
     */
    static boolean copyOut(long from, Object memory, long to, long bytes) {
        try {
            return copyCommonOut(from, memory, to, bytes) || copyRareOut(from, memory, to, bytes);
        } catch (Error | RuntimeException e) {
            throw e;
        } catch (Throwable e) {
            throw new AssertionError("memcpy throws nothing", e);
        }
    }

    private static boolean copyCommonOut(long from, Object memory, long to, long bytes)
            throws Throwable {
        if (memory instanceof byte[] a) {
            copy(from, a, to, bytes);
        } else if (memory instanceof double[] a) {
            copy(from, a, to, bytes);
        } else if (memory instanceof int[] a) {
            copy(from, a, to, bytes);
        } else if (memory instanceof long[] a) {
            copy(from, a, to, bytes);
        } else {
            return false;
        }
        return true;
    }

    private static boolean copyRareOut(long from, Object memory, long to, long bytes)
            throws Throwable {
        if (memory instanceof float[] a) {
            copy(from, a, to, bytes);
        } else if (memory instanceof short[] a) {
            copy(from, a, to, bytes);
        } else if (memory instanceof char[] a) {
            copy(from, a, to, bytes);
        } else if (memory instanceof MemorySegment a) {
            copy(from, a, to, bytes);
        } else {
            return false;
        }
        return true;
    }

    private static void copy(long from, byte[] target, long to, long bytes) throws Throwable {
        OUT.invokeExact(MemorySegment.ofArray(target).asSlice(to, bytes), from, bytes);
    }

    private static void copy(long from, double[] target, long to, long bytes) throws Throwable {
        OUT.invokeExact(MemorySegment.ofArray(target).asSlice(to, bytes), from, bytes);
    }

    private static void copy(long from, int[] target, long to, long bytes) throws Throwable {
        OUT.invokeExact(MemorySegment.ofArray(target).asSlice(to, bytes), from, bytes);
    }

    private static void copy(long from, long[] target, long to, long bytes) throws Throwable {
        OUT.invokeExact(MemorySegment.ofArray(target).asSlice(to, bytes), from, bytes);
    }

    private static void copy(long from, float[] target, long to, long bytes) throws Throwable {
        OUT.invokeExact(MemorySegment.ofArray(target).asSlice(to, bytes), from, bytes);
    }

    private static void copy(long from, short[] target, long to, long bytes) throws Throwable {
        OUT.invokeExact(MemorySegment.ofArray(target).asSlice(to, bytes), from, bytes);
    }

    private static void copy(long from, char[] target, long to, long bytes) throws Throwable {
        OUT.invokeExact(MemorySegment.ofArray(target).asSlice(to, bytes), from, bytes);
    }

    private static void copy(long from, MemorySegment target, long to, long bytes)
            throws Throwable {
        OUT.invokeExact(target.asSlice(to, bytes), from, bytes);
    }
}
