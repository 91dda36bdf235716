package musubi.tcp.socket;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/**
 * The C library's {@code send} and {@code recv}, for arrays as well as native memory; bound when
 * this class is initialised. They do not block. The result is the C library's; the reason of a
 * negative one is not available.
 */
final class LibcSocketCalls {
    // sys/socket.h of Linux
    private static final int MSG_DONTWAIT = 0x40;
    private static final int MSG_NOSIGNAL = 0x4000;
    private static final int MSG_MORE = 0x8000;

    private static final MethodHandle SEND = function("send", ValueLayout.ADDRESS);
    private static final MethodHandle RECV = function("recv", ValueLayout.ADDRESS);

    // Takes an address, because creating a segment for native memory allocates.
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
        // Critical: arrays do not move during the call, so a call has to be short.
        return linker.defaultLookup()
                .find(name)
                .map(f -> linker.downcallHandle(f, signature, Linker.Option.critical(true)))
                .orElse(null);
    }

    /** Whether the C library has these functions. */
    static boolean isAvailable() {
        return SEND != null && RECV != null;
    }

    /**
     * Sends a segment, on or off the heap.
     *
     * @param more whether more data follows at once, so that an incomplete packet may wait
     */
    static long send(int descriptor, MemorySegment memory, boolean more) {
        int flags = more ? MSG_DONTWAIT | MSG_NOSIGNAL | MSG_MORE : MSG_DONTWAIT | MSG_NOSIGNAL;
        try {
            return (long) SEND.invokeExact(descriptor, memory, memory.byteSize(), flags);
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    /** Sends native memory; more data follows at once. */
    static long sendMore(int descriptor, long address, long bytes) {
        try {
            return (long)
                    SEND_NATIVE.invokeExact(
                            descriptor, address, bytes, MSG_DONTWAIT | MSG_NOSIGNAL | MSG_MORE);
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    /** Receives into a writable segment, on or off the heap. */
    static long receive(int descriptor, MemorySegment memory) {
        try {
            return (long) RECV.invokeExact(descriptor, memory, memory.byteSize(), MSG_DONTWAIT);
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    /** A failed check of the method handle, such as a closed segment. */
    private static RuntimeException unexpected(Throwable e) {
        if (e instanceof Error error) {
            throw error;
        }
        return e instanceof RuntimeException failure ? failure : new IllegalStateException(e);
    }
}
