package musubi.tcp.socket;

import musubi.region.RecentSlices;
import musubi.region.Region;
import musubi.tcp.config.TcpSettings;

import java.lang.foreign.MemorySegment;
import java.util.function.Function;

/**
 * System calls that read and write Java arrays directly, so that large messages are not copied to
 * native memory and back. The kernel gets the address of an array for the duration of a call. No
 * garbage collection starts during a call, so each call moves a bounded number of bytes.
 *
 * <p>Binding the functions takes some 20 ms of processor time, so it happens only after a rank has
 * moved enough data. Without native access arrays are copied.
 *
 * <p>Thread rule: the thread with exclusive access; one instance per rank.
 */
public final class HeapArrayIo {
    /** The most bytes of one call, which takes about 50 microseconds. */
    public static final int MAX_CALL_BYTES = 512 << 10;

    private static final long NEVER = -1;

    private final RecentSlices sources = new RecentSlices();
    private final RecentSlices targets = new RecentSlices();

    /** Bytes to move until the functions are bound, or {@link #NEVER}. */
    private long bytesUntilBinding;

    private boolean bound;

    private HeapArrayIo(long bytesToGo) {
        this.bytesUntilBinding = bytesToGo;
    }

    /** The instance of a rank, configured by its settings. */
    public static HeapArrayIo of(Function<String, String> setting) {
        boolean enabled = TcpSettings.NATIVE_ARRAYS.isOn(setting);
        return new HeapArrayIo(enabled ? TcpSettings.NATIVE_ARRAYS_AFTER.number(setting) : NEVER);
    }

    /**
     * The slice for {@link #send} of a part of a region in an array; null when the part has to be
     * copied.
     */
    MemorySegment sendSlice(Region payload, long from, int bytes) {
        return slice(sources, payload, from, bytes);
    }

    /** The slice for {@link #receive} of a region in an array; null as above. */
    MemorySegment receiveSlice(Region zone, int bytes) {
        return slice(targets, zone, 0, bytes);
    }

    private MemorySegment slice(RecentSlices slices, Region region, long from, int bytes) {
        if (region.array() == null || !bound && !mayBind(bytes)) {
            return null;
        }
        return slices.of(region.array(), region.base() + from, bytes);
    }

    private boolean mayBind(int bytes) {
        if (bytesUntilBinding == NEVER) {
            return false;
        }
        bytesUntilBinding -= Math.min(bytes, bytesUntilBinding);
        if (bytesUntilBinding == 0) {
            // Checked first, because binding without native access prints a warning.
            bound =
                    HeapArrayIo.class.getModule().isNativeAccessEnabled()
                            && LibcSocketCalls.isAvailable();
            bytesUntilBinding = NEVER;
        }
        return bound;
    }

    /**
     * Sends as many bytes as there is room for.
     *
     * @param memory from {@link #sendSlice}
     * @return the number of bytes; negative when none, for a reason that Netty's call reports
     */
    int send(int descriptor, MemorySegment memory, long offset, int bytes) {
        int done = 0;
        while (done < bytes) {
            int chunk = Math.min(MAX_CALL_BYTES, bytes - done);
            MemorySegment part = part(sources, memory, offset + done, chunk);
            int sent = (int) LibcSocketCalls.send(descriptor, part, done + chunk < bytes);
            if (sent < chunk) {
                return done == 0 ? sent : done + Math.max(0, sent);
            }
            done += sent;
        }
        return done;
    }

    /**
     * Receives up to a number of bytes.
     *
     * @param memory from {@link #receiveSlice}
     * @param bytes at most {@link #MAX_CALL_BYTES}
     * @return the number of bytes; 0 at the end of the stream; negative when none, for a reason
     *     that Netty's call reports
     */
    int receive(int descriptor, MemorySegment memory, long offset, int bytes) {
        return (int) LibcSocketCalls.receive(descriptor, part(targets, memory, offset, bytes));
    }

    /** The rest after a partial transfer is a new segment, as its offset varies. */
    private static MemorySegment part(
            RecentSlices slices, MemorySegment memory, long offset, int bytes) {
        if (bytes == memory.byteSize()) {
            return memory;
        }
        return offset % MAX_CALL_BYTES == 0
                ? slices.of(memory, offset, bytes)
                : memory.asSlice(offset, bytes);
    }
}
