package musubi.pt2pt;

import musubi.connect.ContextCache;
import musubi.error.MpiFailure;
import musubi.group.CommContext;
import musubi.group.MessageAddress;
import musubi.pt2pt.matching.MessageKind;
import musubi.pt2pt.request.SendMode;
import musubi.pt2pt.unbuffered.UnbufferedExecution;
import musubi.region.Region;
import musubi.type.MpiType;

/**
 * The sends of programs. A send takes one of three ways:
 *
 * <pre>
 *   without a request   short contiguous messages, while the transport takes them at once
 *   buffered            buffered mode: {@link BufferedSends} has a copy
 *   with a request      all others
 * </pre>
 *
 * <p>One per rank; thread rule: the thread that holds the rank's gate.
 */
public final class SendPath {
    /** Beyond this a request costs little beside the copy, and the buffer is bound only once. */
    private static final int FAST_SEND_BYTES = 4096;

    private final PointToPoint pt2pt;
    private final SendProtocol sender;
    private final ContextCache<Peer> peers;
    private final BufferedSends bufferedSends;
    private final BufferedStandardSends bufferedStandardSends;
    private final Region fastSendRegion = new Region();
    private int fastSendFlags;
    private long maxFastSendBytes;

    /** The mode of standard sends. */
    private SendMode standardMode = SendMode.STANDARD;

    SendPath(
            PointToPoint pt2pt,
            SendProtocol sender,
            ContextCache<Peer> peers,
            boolean checksTypes) {
        this.pt2pt = pt2pt;
        this.sender = sender;
        this.peers = peers;
        bufferedSends = new BufferedSends(pt2pt);
        bufferedStandardSends = new BufferedStandardSends(pt2pt);
        maxFastSendBytes = checksTypes ? -1 : FAST_SEND_BYTES;
    }

    /** From now on a standard send is complete only when it has been matched. */
    public void makeStandardSendsSynchronous() {
        standardMode = SendMode.SYNCHRONOUS;
        maxFastSendBytes = -1;
    }

    /** Sends in buffered mode, and the buffer attached for them. */
    public BufferedSends buffered() {
        return bufferedSends;
    }

    /** The execution without buffers; null without checks, and with a journal. */
    public UnbufferedExecution unbuffered() {
        return sender.unbuffered;
    }

    /** Waits until all messages have left whose sends have returned. */
    public void drain() {
        bufferedSends.drain();
        bufferedStandardSends.drain();
    }

    /**
     * Binds the buffer of a send. It belongs to the send until that is complete.
     *
     * @param offset first element used of the buffer
     * @param count number of items of the type
     * @return the bound request; null for a short contiguous message in standard or ready mode,
     *     which {@link #start} sends without a request where possible: a request takes a third of
     *     the time of such a send
     * @throws MpiFailure of class COUNT, BUFFER or TYPE
     */
    public SendRequest bind(SendMode mode, Object buffer, long offset, long count, MpiType type) {
        if (mode.isEager() && type.isPlain() && count * type.extentBytes() <= maxFastSendBytes) {
            sender.binder.bind(fastSendRegion, buffer, offset, count, type);
            fastSendFlags = type.messageCode() << MessageKind.TYPE_SHIFT | SendRequest.flagOf(mode);
            return null;
        }
        SendRequest request = pt2pt.sendRequest(mode == SendMode.STANDARD ? standardMode : mode);
        try {
            return request.bind(buffer, offset, count, type);
        } catch (MpiFailure e) {
            pt2pt.release(request);
            throw e;
        }
    }

    /**
     * Starts the send that {@link #bind} has bound; no other send may be bound in between.
     *
     * @param bound result of {@link #bind}
     * @return the request in flight; null when the send is complete
     * @throws MpiFailure of class RANK or TAG, or BUFFER when the attached buffer is too small; the
     *     request is then released
     */
    public SendRequest start(
            SendRequest bound, SendMode mode, CommContext comm, int dest, int tag) {
        SendRequest request = bound;
        if (request == null) {
            if (dest != MessageAddress.PROC_NULL && tryFastSend(comm, dest, tag)) {
                return null;
            }
            request = pt2pt.sendRequest(mode).bind(fastSendRegion, fastSendFlags);
            fastSendRegion.clear();
        }
        if (mode.isBuffered()) {
            bufferedSends.send(request, comm, dest, tag);
            return null;
        }
        try {
            pt2pt.start(request, comm, dest, tag);
        } catch (MpiFailure e) {
            sender.endFollowing(request);
            pt2pt.release(request);
            throw e;
        }
        return request;
    }

    /** As {@link #start}, for a blocking send, which {@link #finish} ends. */
    public SendRequest startBlocking(
            SendRequest bound, SendMode mode, CommContext comm, int dest, int tag) {
        if (bound != null
                && sender.unbuffered != null
                && bound.mode == SendMode.STANDARD
                && dest != MessageAddress.PROC_NULL) {
            bound.unbufferedNumber =
                    sender.unbuffered.begin(
                            comm.contextId(), comm.worldRank(dest), tag, bound.length());
        }
        return start(bound, mode, comm, dest, tag);
    }

    private boolean tryFastSend(CommContext comm, int dest, int tag) {
        PointToPoint.checkTag(tag);
        Peer peer = peers.get(comm.worldRank(dest));
        boolean sent =
                sender.tryFastSend(
                        peer, fastSendRegion, fastSendFlags, comm.contextId(), comm.rank(), tag);
        if (sent) {
            fastSendRegion.drop();
        }
        return sent;
    }

    /**
     * Ends a blocking send: returns when its buffer may be reused.
     *
     * @param started result of {@link #start}
     */
    public void finish(SendRequest started) {
        if (started == null) {
            return;
        }
        if (started.isBuffered()) {
            bufferedStandardSends.take(started);
        } else {
            pt2pt.await(started);
            pt2pt.release(started);
        }
    }
}
