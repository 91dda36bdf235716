package musubi.shm;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/** Calls of the C library's {@code memcpy}; bound when this class is initialised. */
final class Memcpy {
    // The transport's memory is an address, since a segment over it would be garbage.
    private static final MethodHandle IN = memcpy(ValueLayout.JAVA_LONG, ValueLayout.ADDRESS);
    private static final MethodHandle OUT = memcpy(ValueLayout.ADDRESS, ValueLayout.JAVA_LONG);

    private Memcpy() {}

    private static MethodHandle memcpy(MemoryLayout target, MemoryLayout source) {
        Linker linker = Linker.nativeLinker();
        FunctionDescriptor signature =
                FunctionDescriptor.ofVoid(target, source, ValueLayout.JAVA_LONG);
        // Critical: arrays do not move during the call, which takes some microseconds.
        return linker.defaultLookup()
                .find("memcpy")
                .map(f -> linker.downcallHandle(f, signature, Linker.Option.critical(true)))
                .orElse(null);
    }

    /** Whether the C library has the function. */
    static boolean isThere() {
        return IN != null;
    }

    /** Copies a segment, on or off the heap, to an address. */
    static void copyIn(MemorySegment source, long address) {
        try {
            IN.invokeExact(address, source, source.byteSize());
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    /** Copies from an address into a segment, on or off the heap, that is not read-only. */
    static void copyOut(long address, MemorySegment target) {
        try {
            OUT.invokeExact(target, address, target.byteSize());
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    /** A failed check of the handle, such as a closed segment; the function throws nothing. */
    private static RuntimeException unexpected(Throwable e) {
        if (e instanceof Error error) {
            throw error;
        }
        return e instanceof RuntimeException failure ? failure : new IllegalStateException(e);
    }
}
