package musubi.tcp.socket;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/**
 * Calls of the C library's {@code send} and {@code recv}, which take arrays too; bound when this
 * class is initialised. None of them blocks. They return what the C library returns; why it is
 * negative is not told.
 */
final class LibcSocketCalls {
    // sys/socket.h of Linux
    private static final int MSG_DONTWAIT = 0x40;
    private static final int MSG_NOSIGNAL = 0x4000;
    private static final int MSG_MORE = 0x8000;

    private static final MethodHandle SEND = function("send", ValueLayout.ADDRESS);
    private static final MethodHandle RECV = function("recv", ValueLayout.ADDRESS);

    // Native memory is a number here, since to make a segment of it allocates.
    private static final MethodHandle SEND_NATIVE = function("send", ValueLayout.JAVA_LONG);

    private LibcSocketCalls() {}

    private static MethodHandle function(String name, MemoryLayout memory) {
        Linker linker = Linker.nativeLinker();
        FunctionDescriptor signature =
                FunctionDescriptor.of(
                        ValueLayout.JAVA_LONG,
                        ValueLayout.JAVA_INT,
                        memory,
                        ValueLayout.JAVA_LONG,
                        ValueLayout.JAVA_INT);
        // Critical: arrays do not move during the call, which copies some 100 KiB at most.
        return linker.defaultLookup()
                .find(name)
                .map(f -> linker.downcallHandle(f, signature, Linker.Option.critical(true)))
                .orElse(null);
    }

    /** Whether the C library has the functions. */
    static boolean isAvailable() {
        return SEND != null && RECV != null;
    }

    /**
     * Sends a segment, on or off the heap.
     *
     * @param more whether more will follow at once, so nothing needs to leave that is not full
     */
    static long send(int descriptor, MemorySegment memory, boolean more) {
        int flags = more ? MSG_DONTWAIT | MSG_NOSIGNAL | MSG_MORE : MSG_DONTWAIT | MSG_NOSIGNAL;
        try {
            return (long) SEND.invokeExact(descriptor, memory, memory.byteSize(), flags);
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    /** Sends native memory; more will follow at once. */
    static long sendMore(int descriptor, long address, long bytes) {
        try {
            return (long)
                    SEND_NATIVE.invokeExact(
                            descriptor, address, bytes, MSG_DONTWAIT | MSG_NOSIGNAL | MSG_MORE);
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    /** Receives into a segment, on or off the heap, that is not read-only. */
    static long receive(int descriptor, MemorySegment memory) {
        try {
            return (long) RECV.invokeExact(descriptor, memory, memory.byteSize(), MSG_DONTWAIT);
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    /** Of the handle's checks: a closed segment, say. The functions themselves throw nothing. */
    private static RuntimeException unexpected(Throwable e) {
        if (e instanceof Error error) {
            throw error;
        }
        return e instanceof RuntimeException failure ? failure : new IllegalStateException(e);
    }
}
