package musubi.pt2pt;

import musubi.adi.Envelope;
import musubi.adi.PostedReceive;
import musubi.adi.SendOutcome;
import musubi.event.Protocol;
import musubi.event.RankEvents;
import musubi.progress.WorkList;
import musubi.pt2pt.matching.MatchingEngine;
import musubi.pt2pt.matching.MessageKind;
import musubi.pt2pt.request.CommRequest;
import musubi.pt2pt.request.RequestTable;
import musubi.pt2pt.request.SendMode;
import musubi.pt2pt.request.StrandedMemory;
import musubi.pt2pt.unbuffered.UnbufferedExecution;
import musubi.region.Region;
import musubi.type.buffer.BufferBinder;
import musubi.type.buffer.ObjectCodec;
import musubi.type.buffer.Packer;
import musubi.type.buffer.TypedBuffer;

import java.util.function.Consumer;

/**
 * The protocols of sends; chooses the protocol of a message.
 *
 * <pre>
 *   sender                                        receiver
 *   claim:       tryPut into a posted receive, CLAIMED        when the peer had published one
 *                or JOIN, both copy, COPIED               a long one, see SharedCopies
 *   eager:       EAGER(payload) ----------------- match       to the eager limit, see Peer
 *   rendezvous:  READY_TO_SEND(key) ------------- match
 *                CLEAR_TO_SEND(key) ------------- answer      array to array
 *                DATA, DATA, ... ---------------- copy out, see AheadFragments
 *   put:         ... CLEAR_TO_SEND(key), tryPut, PUT_DONE     into remote memory: one copy
 *   get:         ... tryGet by the receiver, GET_DONE         out of remote memory: one copy
 *                or ... JOIN by the receiver, both copy, COPIED
 * </pre>
 */
final class SendProtocol {
    private static final long PUT_PIECE_BYTES = 1 << 20;

    final WorkList work;
    final BufferBinder binder;
    final Packer packer;

    /** Names items for the moment of a call. */
    final TypedBuffer items = new TypedBuffer();

    final ObjectCodec codec;
    private final RequestTable requests;
    final EagerWindow eagerWindow;

    /** Whether messages carry their type code, and receives compare it. */
    final boolean checksTypes;

    /** Null without checks, and with a journal, which has type codes only. */
    final SendOrigins origins;

    /** Null without checks, and with a journal. */
    final UnbufferedExecution unbuffered;

    final RankEvents events;
    private final Envelope envelope = new Envelope();
    private final PostedReceive wanted = new PostedReceive();
    private final long[] words = new long[2];
    private final Region wordsRegion = new Region();
    private final Region nothing = new Region();

    final SharedCopies shared;
    final SendCancellation cancellation;
    final AheadFragments ahead;
    final StrandedMemory stranded = new StrandedMemory();
    private final DataFragments fragments;

    /**
     * Largest standard send that is copied instead of waiting; see {@link BufferedStandardSends}.
     */
    private long bufferedSendBytes;

    SendProtocol(
            WorkList work,
            ObjectCodec codec,
            RequestTable requests,
            PointToPoint.Options options,
            RankEvents events,
            MatchingEngine matching) {
        this.work = work;
        binder = new BufferBinder();
        packer = new Packer(binder);
        this.codec = codec;
        this.requests = requests;
        eagerWindow = options.eagerWindow();
        checksTypes = options.checksTypes();
        origins = checksTypes && matching.control() == null ? new SendOrigins() : null;
        unbuffered =
                checksTypes && matching.control() == null ? new UnbufferedExecution(work) : null;
        this.events = events;
        wordsRegion.wrapArray(words, 0, 16);
        shared = new SharedCopies(this, requests);
        ahead = new AheadFragments(this, requests, matching);
        cancellation = new SendCancellation(this, requests, matching);
        fragments = new DataFragments(this);
    }

    void bufferStandardSends(long bytes) {
        bufferedSendBytes = bytes;
    }

    /** The sends before a receive that is posted now, in the execution without buffers. */
    int sendsBefore() {
        return unbuffered == null ? 0 : unbuffered.sendsBefore();
    }

    /** Starts a send: at once if nothing waits before it, else behind the others. */
    void start(SendRequest request) {
        request.begin();
        if (origins != null) {
            origins.mark(request);
        }
        Peer peer = request.peer;
        if (peer.lost() != null) {
            request.failLost(peer.lost());
        } else if (!peer.isIdle() || request.unannounced != null || !inject(request)) {
            request.completeFromCopy(bufferedSendBytes);
            peer.enqueue(request);
        }
    }

    /**
     * Sends a message that needs no request, because it can be handed to the transport at once.
     *
     * @param flags of the envelope
     * @return false when it cannot; then nothing has happened
     */
    boolean tryFastSend(Peer peer, Region payload, int flags, int contextId, int rank, int tag) {
        long bytes = payload.length();
        if (!peer.takesFastSend(bytes) || !peer.takeCredit(bytes)) {
            return false;
        }
        envelope.set(MessageKind.EAGER, contextId, rank, tag, bytes, 0);
        envelope.flags = flags;
        if (peer.endpoint().trySend(envelope, payload, 0, bytes) != SendOutcome.ACCEPTED) {
            peer.addCredit(bytes + Peer.MESSAGE_COST);
            return false;
        }
        peer.countSent();
        events.sent(peer.counters(), Protocol.EAGER, contextId, tag, bytes);
        return true;
    }

    /**
     * Sends the first message of a request.
     *
     * @return false when there is no room now
     */
    boolean inject(SendRequest request) {
        Peer peer = request.peer;
        long bytes = request.region.length();
        if (bytes >= peer.traits().claimBytes() && claim(request, bytes)) {
            return stream(request);
        }
        if (peer.traits().isEager(bytes) || peer.isEagerOnLongPath(bytes)) {
            if (peer.takeCredit(bytes) || peer.extendCredit() && peer.takeCredit(bytes)) {
                return sendEager(request, bytes);
            }
            events.outOfCredit();
        }
        return announce(request, bytes);
    }

    /** Goes on with the send at the head of its queue, which had no room before. */
    boolean injectAgain(SendRequest request) {
        boolean begins = request.stage == SendRequest.Stage.QUEUED;
        if (begins && origins != null && !origins.markAgain(request)) {
            return false;
        }
        return begins ? inject(request) : stream(request);
    }

    /**
     * Claims the receive that the peer has published for this message, if it has. The request stays
     * at the head of its queue until CLAIMED is sent, so no later message overtakes it.
     */
    private boolean claim(SendRequest request, long bytes) {
        Peer peer = request.peer;
        wanted.set(
                request.contextId, request.localRank, request.sendTag, peer.messagesSent(), bytes);
        if (request.hasObjects() || !peer.claim(wanted)) {
            return false;
        }
        endFollowing(request);
        request.agree(SendRequest.Stage.CLAIMED, bytes, wanted.cookie, wanted.remoteKey);
        if (bytes >= SharedCopies.SMALLEST_BYTES && prepareShared(request)) {
            request.stage = SendRequest.Stage.JOINING;
        }
        events.sent(peer.counters(), Protocol.CLAIM, request.contextId, request.sendTag, bytes);
        return true;
    }

    /** The receive of a send is posted, or the send waits for it, or has failed. */
    void endFollowing(SendRequest request) {
        if (request.unbufferedNumber != 0) {
            unbuffered.complete(request.unbufferedNumber);
            request.unbufferedNumber = 0;
        }
    }

    private boolean prepareShared(SendRequest request) {
        SharedCopy copy = request.shared();
        copy.set(request.peer, request.agreedBytes, request.remoteKey, request.remoteCookie);
        return shared.prepare(copy);
    }

    private boolean join(SendRequest request) {
        request.fill(envelope, MessageKind.JOIN, request.agreedBytes, request.remoteCookie);
        SendOutcome outcome = shared.join(request.shared(), envelope);
        if (outcome == SendOutcome.PEER_LOST) {
            lost(request);
        } else if (outcome == SendOutcome.ACCEPTED) {
            request.stage = SendRequest.Stage.SHARED;
        }
        return outcome != SendOutcome.BACK_PRESSURED;
    }

    private boolean sendEager(SendRequest request, long bytes) {
        Peer peer = request.peer;
        boolean synchronous = request.mode == SendMode.SYNCHRONOUS;
        long cookie = synchronous ? requests.add(request) : -request.unbufferedNumber;
        request.fill(envelope, MessageKind.EAGER, bytes, cookie);
        if (synchronous) {
            envelope.flags |= MessageKind.SYNCHRONOUS;
        }
        // A rank's message to itself can be matched within trySend.
        request.stage = SendRequest.Stage.ANNOUNCED;
        SendOutcome outcome = peer.endpoint().trySend(envelope, request.region, 0, bytes);
        if (outcome == SendOutcome.BACK_PRESSURED) {
            request.stage = SendRequest.Stage.QUEUED;
            peer.addCredit(bytes + Peer.MESSAGE_COST);
            return false;
        }
        if (outcome == SendOutcome.PEER_LOST) {
            lost(request);
            return true;
        }
        sent(request, Protocol.EAGER, bytes);
        if (!synchronous) {
            done(request);
        }
        return true;
    }

    private boolean announce(SendRequest request, long bytes) {
        Peer peer = request.peer;
        request.completeFromCopy(bufferedSendBytes);
        endFollowing(request);
        request.fill(envelope, MessageKind.READY_TO_SEND, bytes, requests.add(request));
        words[0] = request.expose(peer, request.region);
        words[1] = request.objectsSent;
        request.stage = SendRequest.Stage.ANNOUNCED;
        SendOutcome outcome = peer.endpoint().trySend(envelope, wordsRegion, 0, 16);
        if (outcome == SendOutcome.BACK_PRESSURED) {
            request.stage = SendRequest.Stage.QUEUED;
            return false;
        }
        if (outcome == SendOutcome.PEER_LOST) {
            lost(request);
        } else {
            sent(request, Protocol.RENDEZVOUS, bytes);
            ahead.send(request);
        }
        return true;
    }

    private void sent(SendRequest request, Protocol protocol, long bytes) {
        request.peer.countSent();
        events.sent(request.peer.counters(), protocol, request.contextId, request.sendTag, bytes);
    }

    /** The receiver is ready for {@code bytes} of the message. */
    void onClearToSend(long cookie, long bytes, long recvCookie, long recvKey) {
        SendRequest request = requests.find(cookie, SendRequest.class);
        if (request == null || request.stage != SendRequest.Stage.ANNOUNCED) {
            return;
        }
        request.agree(SendRequest.Stage.STREAMING, bytes, recvCookie, recvKey);
        work.add(request);
    }

    /** The receiver has matched a synchronous send, or has got the data by itself. */
    void onReceived(long cookie) {
        SendRequest request = requests.find(cookie, SendRequest.class);
        if (request != null) {
            done(request);
        }
    }

    /** Moves data as long as there is room; see {@link musubi.progress.Operation#advance}. */
    boolean stream(SendRequest request) {
        return switch (request.stage) {
            case JOINING -> join(request);
            case CLAIMED, STREAMING -> moveData(request);
            case AWAITING_RELEASE -> fragments.completeIfReleased(request);
            default -> true;
        };
    }

    private boolean moveData(SendRequest request) {
        boolean put = request.remoteKey >= 0 && request.peer.remoteMemory() != null;
        SendOutcome outcome = put ? putAll(request) : fragments.send(request);
        if (outcome == SendOutcome.PEER_LOST) {
            lost(request);
        } else if (outcome == SendOutcome.ACCEPTED) {
            done(request);
        }
        return outcome != SendOutcome.BACK_PRESSURED;
    }

    private SendOutcome putAll(SendRequest request) {
        Peer peer = request.peer;
        while (request.sentBytes < request.agreedBytes) {
            long at = request.sentBytes;
            long bytes = Math.min(PUT_PIECE_BYTES, request.agreedBytes - at);
            SendOutcome outcome =
                    peer.remoteMemory().tryPut(request.remoteKey, at, request.region, at, bytes);
            if (outcome != SendOutcome.ACCEPTED) {
                return outcome;
            }
            request.sentBytes += bytes;
        }
        if (request.stage == SendRequest.Stage.CLAIMED) {
            request.fill(envelope, MessageKind.CLAIMED, request.agreedBytes, request.remoteCookie);
            return peer.countControl(peer.endpoint().trySend(envelope, nothing, 0, 0));
        }
        return sendControl(peer, MessageKind.PUT_DONE, request.remoteCookie, 0);
    }

    /** Sends a control message without payload. */
    SendOutcome sendControl(Peer peer, int kind, long cookie, long length) {
        envelope.set(kind, 0, 0, 0, length, cookie);
        return peer.countControl(peer.endpoint().trySend(envelope, nothing, 0, 0));
    }

    /** Sends a control message with a payload of two numbers. */
    SendOutcome sendControl(Peer peer, int kind, long cookie, long length, long[] payload) {
        words[0] = payload[0];
        words[1] = payload[1];
        envelope.set(kind, 0, 0, 0, length, cookie);
        return peer.countControl(peer.endpoint().trySend(envelope, wordsRegion, 0, 16));
    }

    /** Calls an action for each send and receive that an answer of its peer advances. */
    void forEachInTable(Consumer<CommRequest> action) {
        requests.forEach(action);
    }

    /** Fails every send that waits for this peer. */
    void onPeerLost(Peer peer, String reason) {
        peer.markLost(reason);
        requests.forEach(
                request -> {
                    if (request instanceof SendRequest send && send.peer == peer) {
                        requests.remove(send);
                        send.failLost(reason);
                    }
                });
    }

    void lost(SendRequest request) {
        requests.remove(request);
        request.failLost(request.peer.lossReason());
    }

    void done(SendRequest request) {
        requests.remove(request);
        request.stage = SendRequest.Stage.DONE;
        request.finish();
    }
}
