package musubi.shm;

import musubi.region.BulkCopy;
import musubi.region.RecentSlices;

import java.lang.foreign.MemorySegment;
import java.util.Objects;
import java.util.function.Function;

/**
 * Copies by the C library's {@code memcpy}, after which the receiver does not take ownership of
 * lines. Such copies are one instruction of the processor ({@code rep movsb}), which seems to
 * overwrite whole cache lines without fetching them first. The JDK's copy is a loop of vector
 * stores, each of which fetches the line that it overwrites; in a staging slot that line is in the
 * peer's cache. Numbers: docs/measurements/shm.md.
 *
 * <p>Finding and binding the function costs some 20 ms of processor time, so it happens only after
 * a rank has copied enough to recover them. Where native access is denied, the JDK copies.
 */
final class NativeCopy implements BulkCopy {
    private static final long NEVER = -1;

    private final MemorySegment map;
    private final LineOwnership ownership;

    private final RecentSlices sources = new RecentSlices();
    private final RecentSlices targets = new RecentSlices();

    /** Bytes to copy until the function is bound; {@link #NEVER}. */
    private long bytesToGo;

    private boolean bound;

    private NativeCopy(MemorySegment map, LineOwnership ownership, long bytesToGo) {
        this.map = map;
        this.ownership = ownership;
        this.bytesToGo = bytesToGo;
    }

    /** Of one rank, according to the settings. */
    static NativeCopy of(MemorySegment map, Function<String, String> setting) {
        boolean wanted = ShmSettings.NATIVE_COPY.isOn(setting);
        long bytesToGo = wanted ? ShmSettings.NATIVE_COPY_AFTER.number(setting) : NEVER;
        return new NativeCopy(map, new LineOwnership(map, setting), bytesToGo);
    }

    /** Whether a copy of {@code bytes} is made by the C library. */
    boolean takes(long bytes) {
        return bound && bytes >= LEAST_BYTES;
    }

    @Override
    public boolean copyIn(Object source, long from, long to, long bytes) {
        MemorySegment slice = slice(sources, source, from, bytes);
        if (slice == null) {
            return false;
        }
        Memcpy.copyIn(slice, address(to, bytes));
        return true;
    }

    @Override
    public boolean copyOut(long from, Object target, long to, long bytes) {
        MemorySegment slice = slice(targets, target, to, bytes);
        if (slice == null) {
            return false;
        }
        Memcpy.copyOut(address(from, bytes), slice);
        return true;
    }

    /** The C library fetches no lines that it overwrites, so these need no owner. */
    @Override
    public void discard(long from, long bytes) {
        if (!takes(bytes)) {
            ownership.take(from, bytes);
        }
    }

    /** The argument of the function; null when the JDK has to copy. */
    private MemorySegment slice(RecentSlices slices, Object memory, long offset, long bytes) {
        return bound || mayBind(bytes) ? slices.of(memory, offset, bytes) : null;
    }

    /** The map is not closed while ranks use it. */
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
            // Checked first, because binding prints a warning where access is not granted.
            bound = NativeCopy.class.getModule().isNativeAccessEnabled() && Memcpy.isThere();
            bytesToGo = NEVER;
        }
        return bound;
    }
}
