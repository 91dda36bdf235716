package musubi.buffer;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/**
 * The heap of the C library. Bound at first use, which costs some 20 ms of processor time. Thread
 * rule: any thread.
 */
final class NativeHeap {
    private static final Linker LINKER = Linker.nativeLinker();
    private static final MethodHandle CALLOC =
            bind(
                    "calloc",
                    FunctionDescriptor.of(
                            ValueLayout.ADDRESS, ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG));
    private static final MethodHandle FREE =
            bind("free", FunctionDescriptor.ofVoid(ValueLayout.ADDRESS));

    private NativeHeap() {}

    private static MethodHandle bind(String name, FunctionDescriptor signature) {
        return LINKER.downcallHandle(LINKER.defaultLookup().find(name).orElseThrow(), signature);
    }

    /** Zeroed memory until {@link #free}. */
    static MemorySegment allocate(long bytes) {
        MemorySegment memory;
        try {
            memory = (MemorySegment) CALLOC.invokeExact(1L, bytes);
        } catch (Error | RuntimeException e) {
            throw e;
        } catch (Throwable e) {
            throw new AssertionError("the C library throws nothing", e);
        }
        if (memory.address() == 0) {
            throw new OutOfMemoryError("calloc: bytes=" + bytes);
        }
        return memory.reinterpret(bytes);
    }

    /** Frees memory of {@link #allocate}, once. */
    static void free(MemorySegment memory) {
        try {
            FREE.invokeExact(memory);
        } catch (Error | RuntimeException e) {
            throw e;
        } catch (Throwable e) {
            throw new AssertionError("the C library throws nothing", e);
        }
    }
}
