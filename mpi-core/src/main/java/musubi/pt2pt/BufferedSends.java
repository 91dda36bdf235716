package musubi.pt2pt;

import musubi.error.CallNotes;
import musubi.error.ErrorClass;
import musubi.error.MpiFailure;
import musubi.group.CommContext;
import musubi.group.MessageAddress;
import musubi.pt2pt.request.SendMode;

import java.util.ArrayDeque;
import java.util.Iterator;

/**
 * Buffered mode: a send completes at once because its data is copied, as long as the copies in
 * flight fit the attached buffer. MPI-4.1 section 3.6.
 *
 * <p>The attached buffer only limits the bytes in flight; the copies lie elsewhere.
 */
public final class BufferedSends {
    /** What a message costs beside its data, in bytes: {@code MPI.BSEND_OVERHEAD}. */
    public static final int OVERHEAD_BYTES = 128;

    /** The longest message that takes no room in the lenient mode: the eager limit of Open MPI. */
    private static final int FREE_BYTES = 4096;

    private final PointToPoint pt2pt;
    private final ArrayDeque<SendRequest> inFlight = new ArrayDeque<>();

    /** Messages of buffers that others have replaced. */
    private final ArrayDeque<SendRequest> displaced = new ArrayDeque<>();

    private Object buffer;
    private long capacityBytes;
    private long usedBytes;
    private int overheadBytes;

    /** Takes what this rank permits beyond the standard; null for none. */
    private CallNotes notes;

    /** Buffered sends of a rank. */
    public BufferedSends(PointToPoint pt2pt) {
        this.pt2pt = pt2pt;
    }

    /** From now on notes what the standard forbids, but this rank permits. */
    public void noteTo(CallNotes callNotes) {
        notes = callNotes;
    }

    /**
     * Attaches a buffer.
     *
     * @throws MpiFailure of class BUFFER when one is attached
     */
    public void attach(Object userBuffer, long bytes) {
        if (buffer != null) {
            throw new MpiFailure(
                    ErrorClass.BUFFER, "a buffer is attached already; detach it first");
        }
        set(userBuffer, bytes, OVERHEAD_BYTES);
    }

    /**
     * Attaches a buffer in which a message takes no more than its data, in place of one that is
     * attached. Messages in flight still leave.
     */
    public void replace(Object userBuffer, long bytes) {
        if (buffer != null && notes != null) {
            notes.add(
                    "attaches a buffer in place of another one",
                    ": attached=" + capacityBytes + " bytes; detach that first");
        }
        displaceAll();
        set(userBuffer, bytes, 0);
    }

    private void displaceAll() {
        displaced.addAll(inFlight);
        inFlight.clear();
        usedBytes = 0;
    }

    private void set(Object userBuffer, long bytes, int overhead) {
        buffer = userBuffer;
        capacityBytes = bytes;
        overheadBytes = overhead;
    }

    /**
     * Waits until all buffered messages have been sent, and detaches the buffer.
     *
     * @throws MpiFailure of class BUFFER when none is attached
     */
    public Object detach() {
        checkAttached();
        return detachIfAttached();
    }

    /** As {@link #detach}; returns null when none is attached. */
    public Object detachIfAttached() {
        drain();
        Object detached = buffer;
        buffer = null;
        capacityBytes = 0;
        return detached;
    }

    /**
     * Waits until all buffered messages have left.
     *
     * @throws MpiFailure of class BUFFER when no buffer is attached
     */
    public void flush() {
        checkAttached();
        drain();
    }

    private void checkAttached() {
        if (buffer == null) {
            throw new MpiFailure(ErrorClass.BUFFER, "no buffer is attached; attach one first");
        }
    }

    /** As {@link #flush}, also when no buffer is attached. */
    public void drain() {
        displaceAll();
        while (!displaced.isEmpty()) {
            SendRequest request = displaced.peekFirst();
            pt2pt.progress().await(request);
            reclaim();
        }
    }

    /**
     * Sends a bound request; its buffer is free on return, and the request belongs to this object.
     *
     * @throws MpiFailure of class BUFFER when the attached buffer has too little room, RANK or TAG;
     *     the request is then released
     */
    public void send(SendRequest request, CommContext comm, int dest, int tag) {
        if (dest == MessageAddress.PROC_NULL) {
            pt2pt.release(request);
            return;
        }
        long cost = cost(request);
        if (cost == 0 && notes != null) {
            noteLackOfRoom(request.length() + OVERHEAD_BYTES);
        }
        reclaim();
        if (usedBytes + cost > capacityBytes) {
            pt2pt.progress().poll();
            reclaim();
        }
        if (usedBytes + cost > capacityBytes) {
            pt2pt.release(request);
            throw new MpiFailure(ErrorClass.BUFFER, "too little room in the attached buffer")
                    .with("needed", cost)
                    .with("attached", capacityBytes)
                    .with("used", usedBytes + " bytes")
                    .advice("attach a larger one (message + MPI.BSEND_OVERHEAD each)");
        }
        startOrRelease(request, comm, dest, tag);
        usedBytes += cost;
        inFlight.addLast(request);
        reclaim();
    }

    /** Notes a message that takes no room here, but for which the attached buffer is too small. */
    private void noteLackOfRoom(long needed) {
        if (needed > capacityBytes) {
            notes.add(
                    "sends in buffered mode without room in an attached buffer",
                    (": needed=%d bytes attached=%d bytes; attach a larger one: only here, and in"
                                    + " Open MPI, do short messages take no room")
                            .formatted(needed, capacityBytes));
        }
    }

    /** Room that a message takes in the attached buffer, in bytes. */
    private long cost(SendRequest request) {
        boolean free = request.mode == SendMode.LENIENT_BUFFERED && request.length() <= FREE_BYTES;
        return free ? 0 : request.length() + overheadBytes;
    }

    private void startOrRelease(SendRequest request, CommContext comm, int dest, int tag) {
        try {
            pt2pt.start(request, comm, dest, tag);
        } catch (MpiFailure e) {
            pt2pt.release(request);
            throw e;
        }
    }

    private void reclaim() {
        usedBytes -= releaseComplete(inFlight);
        releaseComplete(displaced);
    }

    /** Releases those that have left; returns what they took of the attached buffer. */
    private long releaseComplete(ArrayDeque<SendRequest> sends) {
        long bytes = 0;
        for (Iterator<SendRequest> i = sends.iterator(); i.hasNext(); ) {
            SendRequest request = i.next();
            if (request.isComplete()) {
                bytes += cost(request);
                i.remove();
                pt2pt.release(request);
            }
        }
        return bytes;
    }
}
