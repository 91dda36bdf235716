package musubi.pt2pt;

import musubi.error.ErrorClass;
import musubi.error.MpiFailure;
import musubi.group.CommContext;
import musubi.group.MessageAddress;

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

    private final PointToPoint pt2pt;
    private final ArrayDeque<SendRequest> inFlight = new ArrayDeque<>();
    private Object buffer;
    private long capacityBytes;
    private long usedBytes;

    /** Buffered sends of a rank. */
    public BufferedSends(PointToPoint pt2pt) {
        this.pt2pt = pt2pt;
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
        buffer = userBuffer;
        capacityBytes = bytes;
        usedBytes = 0;
    }

    /**
     * Waits until all buffered messages have been sent, and detaches the buffer.
     *
     * @throws MpiFailure of class BUFFER when none is attached
     */
    public Object detach() {
        flush();
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
        if (buffer == null) {
            throw new MpiFailure(ErrorClass.BUFFER, "no buffer is attached; attach one first");
        }
        drain();
    }

    /** As {@link #flush}, also when no buffer is attached. */
    public void drain() {
        while (!inFlight.isEmpty()) {
            SendRequest request = inFlight.peekFirst();
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
        long cost = request.length() + OVERHEAD_BYTES;
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

    private void startOrRelease(SendRequest request, CommContext comm, int dest, int tag) {
        try {
            pt2pt.start(request, comm, dest, tag);
        } catch (MpiFailure e) {
            pt2pt.release(request);
            throw e;
        }
    }

    private void reclaim() {
        for (Iterator<SendRequest> i = inFlight.iterator(); i.hasNext(); ) {
            SendRequest request = i.next();
            if (request.isComplete()) {
                usedBytes -= request.length() + OVERHEAD_BYTES;
                i.remove();
                pt2pt.release(request);
            }
        }
    }
}
