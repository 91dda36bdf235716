package musubi.tcp.frame;

import musubi.memory.Accounted;
import musubi.memory.Component;
import musubi.region.Region;
import musubi.tcp.memory.PagePool;
import musubi.tcp.memory.PageRun;
import musubi.tcp.socket.HeapArrayIo;
import musubi.tcp.socket.TcpStream;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.Objects;

/**
 * Destination of a large payload that arrives in parts: its landing zone, or own memory when there
 * is none.
 *
 * <p>Thread rule: the thread with exclusive access.
 */
@Accounted(Component.BUFFERS)
final class PayloadTarget {
    /** Most bytes of one read into a landing zone. */
    private static final int READ_BYTES = HeapArrayIo.MAX_CALL_BYTES;

    private final FrameChecksum checksum;
    private final Region zone = new Region();
    private boolean isLandingZone;
    private int filled;

    /** Memory that the kernel writes to; null when the payload is copied from the buffer. */
    private MemorySegment inPlace;

    /** Offset of the zone in that memory. */
    private long inPlaceBase;

    private final PagePool pool;
    private final PageRun ownMemory = new PageRun();

    /**
     * A target without a payload.
     *
     * @param checksum to update with the payload; null for none
     * @param pool for payloads without a landing zone
     */
    PayloadTarget(FrameChecksum checksum, PagePool pool) {
        this.checksum = checksum;
        this.pool = pool;
    }

    /**
     * A payload starts to arrive.
     *
     * @param landingZone its destination; null for none
     * @param stream from which it is read
     */
    void begin(Region landingZone, int bytes, TcpStream stream) {
        isLandingZone = landingZone != null;
        filled = 0;
        if (isLandingZone) {
            zone.slice(landingZone, 0, bytes);
            findInPlace(bytes, stream);
        } else {
            beginOwnMemory(bytes);
        }
        if (checksum != null) {
            checksum.reset();
        }
    }

    /** Beyond the limit if necessary: a stream that waited could keep another from its turn. */
    private void beginOwnMemory(int bytes) {
        pool.takeAnyway(ownMemory, bytes);
        inPlace = ownMemory.memory();
        inPlaceBase = ownMemory.base();
        zone.wrap(inPlace, inPlaceBase, bytes);
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

    /** Redirects the rest of the payload to own memory: its landing zone is no longer valid. */
    void abandon() {
        if (isLandingZone) {
            isLandingZone = false;
            beginOwnMemory((int) zone.length());
        }
    }

    /** Releases the payload. */
    void clear() {
        pool.release(ownMemory);
        zone.clear();
        inPlace = null;
    }

    /** Whether the payload goes to a landing zone. */
    boolean isLandingZone() {
        return isLandingZone;
    }

    /** Whether the rest is read without a copy. */
    boolean isInPlace() {
        return inPlace != null;
    }

    boolean isComplete() {
        return filled == zone.length();
    }

    /** Bytes of the rest to copy at a time when memory is scarce. */
    int stepBytes() {
        return (int) Math.min(zone.length() - filled, PagePool.PAGE_BYTES);
    }

    /** The complete payload. */
    Region payload() {
        return zone;
    }

    /** Copies up to a number of bytes from a buffer; returns how many. */
    int copyFrom(MemorySegment buffer, int from, int max) {
        int n = (int) Math.min(max, zone.length() - filled);
        zone.copyFrom(buffer, from, filled, n);
        if (checksum != null) {
            checksum.add(buffer, from, n);
        }
        filled += n;
        return n;
    }

    /** Reads once, in place; returns the result of {@link TcpStream#read}. */
    int read(TcpStream stream) throws IOException {
        if (!inPlace.scope().isAlive()) {
            throw new UnrecoverableException(
                    "the buffer of a receive was freed before the message arrived");
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
