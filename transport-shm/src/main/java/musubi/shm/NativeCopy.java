package musubi.shm;

import musubi.adi.BulkCopy;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.Objects;
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

    private final MemorySegment map;

    /** Bytes to copy until the function is bound; {@link #NEVER}. */
    private long bytesToGo;

    private boolean bound;

    private NativeCopy(MemorySegment map, long bytesToGo) {
        this.map = map;
        this.bytesToGo = bytesToGo;
    }

    /** Of one rank, according to the settings; null when the JDK is to copy. */
    static NativeCopy of(MemorySegment map, Function<String, String> setting) {
        boolean wanted = ShmSettings.NATIVE_COPY.isOn(setting);
        return wanted ? new NativeCopy(map, ShmSettings.NATIVE_COPY_AFTER.number(setting)) : null;
    }

    /** Whether a copy of so many bytes is made by the C library. */
    boolean takes(long bytes) {
        return bound && bytes >= LEAST_BYTES;
    }

    @Override
    public boolean copyIn(MemorySegment source, long from, long to, long bytes) {
        if (!bound && !mayBind(bytes)) {
            return false;
        }
        long address = address(to, bytes);
        try {
            Calls.COPY_IN.invokeExact(address, source.asSlice(from, bytes), bytes);
        } catch (Error | RuntimeException e) {
            throw e;
        } catch (Throwable e) {
            throw new AssertionError("memcpy throws nothing", e);
        }
        return true;
    }

    @Override
    public boolean copyOut(long from, MemorySegment target, long to, long bytes) {
        if (!bound && !mayBind(bytes)) {
            return false;
        }
        long address = address(from, bytes);
        try {
            Calls.COPY_OUT.invokeExact(target.asSlice(to, bytes), address, bytes);
        } catch (Error | RuntimeException e) {
            throw e;
        } catch (Throwable e) {
            throw new AssertionError("memcpy throws nothing", e);
        }
        return true;
    }

    /** A number, since to make a segment allocates. The map is not closed while ranks use it. */
    private long address(long offset, long bytes) {
        Objects.checkFromIndexSize(offset, bytes, map.byteSize());
        return map.address() + offset;
    }

    private boolean mayBind(long bytes) {
        if (bytesToGo == NEVER) {
            return false;
        }
        bytesToGo -= Math.min(bytes, bytesToGo);
        if (bytesToGo == 0) {
            // Asked before, because binding warns the user where access is not granted.
            bound = NativeCopy.class.getModule().isNativeAccessEnabled() && Calls.COPY_IN != null;
            bytesToGo = NEVER;
        }
        return bound;
    }

    /** Holds the calls; made when first used. */
    private static final class Calls {
        static final MethodHandle COPY_IN = memcpy(ValueLayout.JAVA_LONG, ValueLayout.ADDRESS);
        static final MethodHandle COPY_OUT = memcpy(ValueLayout.ADDRESS, ValueLayout.JAVA_LONG);

        private static MethodHandle memcpy(MemoryLayout target, MemoryLayout source) {
            Linker linker = Linker.nativeLinker();
            FunctionDescriptor signature =
                    FunctionDescriptor.ofVoid(target, source, ValueLayout.JAVA_LONG);
            // Critical: arrays do not move during the call, which is over in a microsecond.
            return linker.defaultLookup()
                    .find("memcpy")
                    .map(f -> linker.downcallHandle(f, signature, Linker.Option.critical(true)))
                    .orElse(null);
        }
    }
}
