package musubi.tcp.frame;

import musubi.memory.Accounted;
import musubi.memory.Component;
import musubi.region.Region;
import musubi.tcp.socket.HeapArrayIo;
import musubi.tcp.socket.TcpStream;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Objects;

/**
 * Where a large payload goes that arrives in parts: the landing zone of who waits for it, or memory
 * of its own when there is none.
 *
 * <p>Thread rule: the thread that is in the turnstile.
 */
@Accounted(Component.BUFFERS)
final class PayloadTarget {
    /** One read into a landing zone takes at most this. */
    private static final int READ_BYTES = HeapArrayIo.MAX_CALL_BYTES;

    private final FrameChecksum checksum;
    private final Region zone = new Region();
    private boolean isLandingZone;
    private int filled;

    /** What the kernel writes the payload to; null when it is copied from the buffer. */
    private MemorySegment inPlace;

    /** Where the zone starts in it. */
    private long inPlaceBase;

    private MemorySegment ownMemory = MemorySegment.NULL;

    /**
     * A landing without a payload.
     *
     * @param checksum of what lands; null when there is none
     */
    PayloadTarget(FrameChecksum checksum) {
        this.checksum = checksum;
    }

    /**
     * A payload of so many bytes begins to arrive.
     *
     * @param theirs where it is waited for; null when nowhere
     * @param stream from which it comes
     */
    void begin(Region theirs, int bytes, TcpStream stream) {
        isLandingZone = theirs != null;
        filled = 0;
        if (isLandingZone) {
            zone.slice(theirs, 0, bytes);
            findInPlace(bytes, stream);
        } else {
            beginOwnMemory(bytes);
        }
        if (checksum != null) {
            checksum.reset();
        }
    }

    private void beginOwnMemory(int bytes) {
        if (ownMemory.byteSize() < bytes) {
            ownMemory = Arena.ofAuto().allocate(FrameDescriptor.FRAGMENT_BYTES);
        }
        zone.wrap(ownMemory, 0, bytes);
        inPlace = ownMemory;
        inPlaceBase = 0;
    }

    private void findInPlace(int bytes, TcpStream stream) {
        inPlace = zone.segment();
        inPlaceBase = zone.base();
        if (inPlace == null) {
            inPlace = checksum == null ? stream.heapTarget(zone, bytes) : null;
            inPlaceBase = 0;
        } else if (!inPlace.isNative()) {
            inPlace = null;
        }
    }

    /** Nobody waits for the payload any more: its rest goes where it hurts nobody. */
    void abandon() {
        if (isLandingZone) {
            isLandingZone = false;
            beginOwnMemory((int) zone.length());
        }
    }

    /** Nothing of the payload is kept. */
    void clear() {
        zone.clear();
        inPlace = null;
    }

    /** Whether it is where somebody waits for it. */
    boolean isLandingZone() {
        return isLandingZone;
    }

    /** Whether the rest need not be copied from a buffer. */
    boolean isInPlace() {
        return inPlace != null;
    }

    boolean isComplete() {
        return filled == zone.length();
    }

    /** The payload, when it is complete. */
    Region payload() {
        return zone;
    }

    /** Takes at most so many bytes out of a buffer, and says how many. */
    int copyFrom(MemorySegment buffer, int from, int most) {
        int n = (int) Math.min(most, zone.length() - filled);
        zone.copyFrom(buffer, from, filled, n);
        if (checksum != null) {
            checksum.add(buffer, from, n);
        }
        filled += n;
        return n;
    }

    /** Reads once into its place; returns what {@link TcpStream#read} says. */
    int read(TcpStream stream) throws IOException {
        if (!inPlace.scope().isAlive()) {
            throw new UnrecoverableException(
                    "the buffer of a receive was freed before the message was in it");
        }
        int want = (int) Math.min(READ_BYTES, zone.length() - filled);
        long start = inPlaceBase + filled;
        Objects.checkFromIndexSize(start, want, inPlace.byteSize());
        int n = stream.read(inPlace, start, want);
        if (n > 0) {
            filled += n;
            if (checksum != null) {
                checksum.add(inPlace, start, n);
            }
        }
        return n;
    }
}
