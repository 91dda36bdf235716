package musubi.tcp.socket;

import musubi.region.RecentSlices;
import musubi.region.Region;
import musubi.tcp.config.TcpSettings;

import java.lang.foreign.MemorySegment;
import java.util.function.Function;

/**
 * Lets the kernel read from Java arrays and write into them, so that large messages are not copied
 * to native memory and back. It is told where an array lies for the time of a call; no garbage
 * collection begins during a call, so a call moves a bounded number of bytes.
 *
 * <p>To find and bind the functions costs some 20 ms of processor time, so it is done only when a
 * rank has moved so much that this pays. Where native access is denied, arrays are copied.
 *
 * <p>Thread rule: the thread that is in the turnstile; one per rank.
 */
public final class HeapArrayIo {
    /** What a call moves at most, in about 50 microseconds. */
    public static final int MAX_CALL_BYTES = 512 << 10;

    private static final long NEVER = -1;

    private final RecentSlices sources = new RecentSlices();
    private final RecentSlices targets = new RecentSlices();

    /** Bytes to move until the functions are bound; {@link #NEVER}. */
    private long bytesUntilBinding;

    private boolean bound;

    private HeapArrayIo(long bytesToGo) {
        this.bytesUntilBinding = bytesToGo;
    }

    /** Of one rank, according to the settings. */
    public static HeapArrayIo of(Function<String, String> setting) {
        boolean wanted = TcpSettings.NATIVE_ARRAYS.isOn(setting);
        return new HeapArrayIo(wanted ? TcpSettings.NATIVE_ARRAYS_AFTER.number(setting) : NEVER);
    }

    /**
     * What {@link #send} takes for a part of a region that lies in an array; null when it is to be
     * copied.
     */
    MemorySegment sendSlice(Region payload, long from, int bytes) {
        return slice(sources, payload, from, bytes);
    }

    /** What {@link #receive} takes for a region that lies in an array; null as above. */
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
            // Asked before, because binding warns the user where access is not granted.
            bound =
                    HeapArrayIo.class.getModule().isNativeAccessEnabled()
                            && LibcSocketCalls.isAvailable();
            bytesUntilBinding = NEVER;
        }
        return bound;
    }

    /**
     * Sends as many of the bytes as there is room for.
     *
     * @param memory of {@link #sendSlice}
     * @return how many; negative when none, for a reason that another call will tell
     */
    int send(int descriptor, MemorySegment memory, long offset, int bytes) {
        int done = 0;
        while (done < bytes) {
            int wanted = Math.min(MAX_CALL_BYTES, bytes - done);
            MemorySegment part = part(sources, memory, offset + done, wanted);
            int sent = (int) LibcSocketCalls.send(descriptor, part, done + wanted < bytes);
            if (sent < wanted) {
                return done == 0 ? sent : done + Math.max(0, sent);
            }
            done += sent;
        }
        return done;
    }

    /**
     * Receives at most so many bytes.
     *
     * @param memory of {@link #receiveSlice}
     * @param bytes at most {@link #MAX_CALL_BYTES}
     * @return how many; 0 at the end of the stream; negative when none, for a reason that another
     *     call will tell
     */
    int receive(int descriptor, MemorySegment memory, long offset, int bytes) {
        return (int) LibcSocketCalls.receive(descriptor, part(targets, memory, offset, bytes));
    }

    /** The rest of what a call moved in part is a new object: it begins elsewhere each time. */
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
