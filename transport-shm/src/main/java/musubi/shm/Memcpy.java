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
    static boolean copyIn(Object source, long from, long address, long bytes) {
        if (source instanceof byte[] a) {
            copyIn(MemorySegment.ofArray(a), from, address, bytes);
        } else if (source instanceof double[] a) {
            copyIn(MemorySegment.ofArray(a), from, address, bytes);
        } else if (source instanceof int[] a) {
            copyIn(MemorySegment.ofArray(a), from, address, bytes);
        } else if (source instanceof long[] a) {
            copyIn(MemorySegment.ofArray(a), from, address, bytes);
        } else if (source instanceof float[] a) {
            copyIn(MemorySegment.ofArray(a), from, address, bytes);
        } else {
            return copyRareIn(source, from, address, bytes);
        }
        return true;
    }

    private static boolean copyRareIn(Object source, long from, long address, long bytes) {
        if (source instanceof short[] a) {
            copyIn(MemorySegment.ofArray(a), from, address, bytes);
        } else if (source instanceof char[] a) {
            copyIn(MemorySegment.ofArray(a), from, address, bytes);
        } else if (source instanceof MemorySegment memory) {
            copyIn(memory, from, address, bytes);
        } else {
            return false;
        }
        return true;
    }

    private static void copyIn(MemorySegment source, long from, long address, long bytes) {
        try {
            IN.invokeExact(address, source.asSlice(from, bytes), bytes);
        } catch (Throwable e) {
            throw rethrown(e);
        }
    }

    /**
     * Copies from an address to an array or segment, which is not read-only.
     *
     * @return false when nothing was copied, because no segment can lie over the array
     * @throws IndexOutOfBoundsException when the bytes are not all in the target
     */
    static boolean copyOut(long address, Object target, long to, long bytes) {
        if (target instanceof byte[] a) {
            copyOut(address, MemorySegment.ofArray(a), to, bytes);
        } else if (target instanceof double[] a) {
            copyOut(address, MemorySegment.ofArray(a), to, bytes);
        } else if (target instanceof int[] a) {
            copyOut(address, MemorySegment.ofArray(a), to, bytes);
        } else if (target instanceof long[] a) {
            copyOut(address, MemorySegment.ofArray(a), to, bytes);
        } else if (target instanceof float[] a) {
            copyOut(address, MemorySegment.ofArray(a), to, bytes);
        } else {
            return copyRareOut(address, target, to, bytes);
        }
        return true;
    }

    private static boolean copyRareOut(long address, Object target, long to, long bytes) {
        if (target instanceof short[] a) {
            copyOut(address, MemorySegment.ofArray(a), to, bytes);
        } else if (target instanceof char[] a) {
            copyOut(address, MemorySegment.ofArray(a), to, bytes);
        } else if (target instanceof MemorySegment memory) {
            copyOut(address, memory, to, bytes);
        } else {
            return false;
        }
        return true;
    }

    private static void copyOut(long address, MemorySegment target, long to, long bytes) {
        try {
            OUT.invokeExact(target.asSlice(to, bytes), address, bytes);
        } catch (Throwable e) {
            throw rethrown(e);
        }
    }

    private static RuntimeException rethrown(Throwable e) {
        return switch (e) {
            case RuntimeException unchecked -> unchecked;
            case Error error -> throw error;
            default -> throw new AssertionError("memcpy throws nothing", e);
        };
    }
}
