package musubi.shm;

import musubi.adi.BulkCopy;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.function.Function;

/**
 * The C library's {@code memcpy}. From 8 KiB on it is one instruction of the processor ({@code rep
 * movsb}), which overwrites whole cache lines without fetching them first. The JDK's copy is a loop
 * of vector stores, each of which fetches the line that it overwrites; in a staging slot that line
 * lies in the peer's cache. See {@code docs/shm.md} for the numbers.
 *
 * <p>To find and bind the function costs some 20 ms of processor time, so it is done only when a
 * rank has copied so much that this pays. Where native access is denied, the JDK copies.
 */
final class NativeCopy implements BulkCopy {
    private static final long NEVER = -1;

    /** Bytes to copy until the function is bound; {@link #NEVER}. */
    private long bytesToGo;

    private boolean bound;

    NativeCopy(long bytesToGo) {
        this.bytesToGo = bytesToGo;
    }

    /**
     * Of one rank, according to the settings.
     *
     * @param isAmd {@link Processor#isAmd}
     */
    static NativeCopy of(Function<String, String> setting, boolean isAmd) {
        boolean isSet = ShmSettings.NATIVE_COPY.text(setting) != null;
        boolean wanted = isSet ? ShmSettings.NATIVE_COPY.isOn(setting) : isAmd;
        return new NativeCopy(wanted ? ShmSettings.NATIVE_COPY_AFTER.number(setting) : NEVER);
    }

    /** Whether a copy of so many bytes is made by the C library. */
    boolean takes(long bytes) {
        return bound && bytes >= LEAST_BYTES;
    }

    @Override
    public boolean copy(
            MemorySegment source, long from, MemorySegment target, long to, long bytes) {
        if (!bound && !mayBind(bytes)) {
            return false;
        }
        try {
            MemorySegment ignored =
                    (MemorySegment)
                            Calls.MEMCPY.invokeExact(
                                    target.asSlice(to, bytes), source.asSlice(from, bytes), bytes);
        } catch (Error | RuntimeException e) {
            throw e;
        } catch (Throwable e) {
            throw new AssertionError("memcpy throws nothing", e);
        }
        return true;
    }

    private boolean mayBind(long bytes) {
        if (bytesToGo == NEVER) {
            return false;
        }
        bytesToGo -= Math.min(bytes, bytesToGo);
        if (bytesToGo == 0) {
            // Asked before, because binding warns the user where access is not granted.
            bound = NativeCopy.class.getModule().isNativeAccessEnabled() && Calls.MEMCPY != null;
            bytesToGo = NEVER;
        }
        return bound;
    }

    /** Holds the call; made when first used. */
    private static final class Calls {
        static final MethodHandle MEMCPY = memcpy();

        private static MethodHandle memcpy() {
            Linker linker = Linker.nativeLinker();
            FunctionDescriptor signature =
                    FunctionDescriptor.of(
                            ValueLayout.ADDRESS,
                            ValueLayout.ADDRESS,
                            ValueLayout.ADDRESS,
                            ValueLayout.JAVA_LONG);
            // Critical: arrays do not move during the call, which is over in a microsecond.
            return linker.defaultLookup()
                    .find("memcpy")
                    .map(f -> linker.downcallHandle(f, signature, Linker.Option.critical(true)))
                    .orElse(null);
        }
    }
}
