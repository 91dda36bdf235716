package musubi.pt2pt;

import musubi.adi.Inbound;
import musubi.adi.Transport;
import musubi.connect.Connector;
import musubi.connect.ContextCache;
import musubi.connect.TransportSelector;
import musubi.error.CallNotes;
import musubi.error.ErrorClass;
import musubi.error.MpiFailure;
import musubi.event.RankEvents;
import musubi.group.CommContext;
import musubi.group.MessageAddress;
import musubi.progress.MessageCounts;
import musubi.progress.ProgressEngine;
import musubi.progress.WorkList;
import musubi.pt2pt.matching.MatchingEngine;
import musubi.pt2pt.matching.UnexpectedMessage;
import musubi.pt2pt.request.CommRequest;
import musubi.pt2pt.request.RequestTable;
import musubi.pt2pt.request.SendMode;
import musubi.type.MpiType;
import musubi.type.buffer.ObjectCodec;
import musubi.type.buffer.Packer;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Map;

/**
 * Point-to-point communication of a rank. MPI-4.1 chapter 3.
 *
 * <p>A caller obtains a request, binds it to a buffer, starts it, waits for it, and releases it.
 * Thread rule: the thread that holds the rank's gate; waits leave the gate.
 */
public final class PointToPoint {
    private final MatchingEngine matching;
    private final RequestPools requestPools;
    private final SendProtocol sender;
    private final RecvProtocol receiver;
    private final ContextCache<Peer> peers;
    private final ActiveChannel active;
    private final InboundDispatcher dispatcher;
    private final MessageCounts counts;
    private final SendPath sends;
    private final TransportSelector transports;
    private final ProgressEngine progress;

    /**
     * Options from the settings.
     *
     * @param eagerWindow what a peer may send ahead of matching
     * @param checksTypes whether a receive fails that matches a message of another type
     * @param contextLimit how many peers may have open contexts at once; 1 or more
     * @param notes of receives that name another type than their message, if that is no failure
     */
    public record Options(
            EagerWindow eagerWindow, boolean checksTypes, int contextLimit, CallNotes notes) {}

    /** Point-to-point communication of a rank, over the transports of a connector. */
    public PointToPoint(
            WorkList work,
            ObjectCodec codec,
            Options options,
            RankEvents events,
            MatchingEngine matching,
            Connector connector) {
        this.matching = matching;
        RequestTable requests = new RequestTable();
        sender = new SendProtocol(work, codec, requests, options, events, matching);
        peers = new PeerContexts(options.contextLimit, sender, this::transports).cache();
        receiver = new RecvProtocol(sender, requests, matching, peers, options.notes);
        requestPools = new RequestPools(sender, receiver);
        sends = new SendPath(this, sender, peers, options.checksTypes);
        active = new ActiveChannel(peers);
        dispatcher = new InboundDispatcher(matching, sender, receiver, peers, active);
        counts = new RankMessageCounts(peers, sender, matching, requestPools);
        Connector.Connection connection = connector.connect(dispatcher, counts);
        transports = connection.transports();
        progress = connection.progress();
    }

    /** The transports, by peer. */
    public TransportSelector transports() {
        return transports;
    }

    /** Messages that run a handler at their target. */
    public ActiveChannel active() {
        return active;
    }

    /** The upcalls of transports. */
    public Inbound inbound() {
        return dispatcher;
    }

    /** Counts of messages sent and received. */
    public MessageCounts messageCounts() {
        return counts;
    }

    /** The contexts of its peers, to be looked at only. */
    public ContextCache<?> contexts() {
        return peers;
    }

    /** Counts messages by the places of peers, which have changed. */
    public void recount() {
        peers.all().forEach(peer -> peer.countAt(transports));
    }

    /** The other ranks that messages were exchanged with, by transport, in ascending order. */
    public Map<Transport, List<Integer>> routes() {
        return PeerContexts.routes(peers.all());
    }

    /** Sets the longest standard send that is copied instead of waiting for its receive. */
    public void bufferStandardSends(long bytes) {
        sender.bufferStandardSends(bytes);
    }

    /** The sends of programs. */
    public SendPath sends() {
        return sends;
    }

    /** How objects become bytes. */
    public ObjectCodec codec() {
        return sender.codec;
    }

    /** Packs items that have gaps. */
    public Packer packer() {
        return sender.packer;
    }

    /** The engine that makes progress. */
    public ProgressEngine progress() {
        return progress;
    }

    /** A send request to bind and start. */
    public SendRequest sendRequest(SendMode mode) {
        return requestPools.send(mode);
    }

    /** A receive request to bind and start. */
    public RecvRequest recvRequest() {
        return requestPools.receive();
    }

    /**
     * What uses this memory: the request that has a buffer with it and was not released, or a lost
     * peer that may still access it; null when there is none.
     */
    public String userOf(MemorySegment memory) {
        String request = requestPools.userOf(memory);
        return request == null && sender.stranded.isKept(memory)
                ? "a failed one, whose lost peer may still access the memory"
                : request;
    }

    /**
     * Binds the buffer of a receive. It belongs to the receive until that is complete.
     *
     * @param offset first element used of the buffer
     * @param count number of items of the type
     * @throws MpiFailure of class COUNT, BUFFER or TYPE
     */
    public RecvRequest bindReceive(Object buffer, long offset, long count, MpiType type) {
        RecvRequest request = recvRequest();
        try {
            request.bind(buffer, offset, count, type);
            if (sender.checksTypes) {
                progress.poll(); // A ready send may have come before this receive.
                request.watch(buffer, offset, count, type);
            }
        } catch (MpiFailure e) {
            release(request);
            throw e;
        }
        return request;
    }

    /**
     * Starts a bound receive.
     *
     * @throws MpiFailure of class RANK or TAG; the request is then released
     */
    public RecvRequest startReceive(RecvRequest bound, CommContext comm, int source, int tag) {
        try {
            start(bound, comm, source, tag);
        } catch (MpiFailure e) {
            release(bound);
            throw e;
        }
        return bound;
    }

    /**
     * Starts a bound send. The request completes when the buffer may be reused, and in synchronous
     * mode when it was matched.
     *
     * @throws MpiFailure of class RANK or TAG
     */
    public void start(SendRequest request, CommContext comm, int dest, int tag) {
        checkTag(tag);
        if (dest == MessageAddress.PROC_NULL) {
            request.finish();
            return;
        }
        start(request, comm.contextId(), comm, dest, tag);
    }

    /** Starts a bound send in another context of the communicator; for collectives. */
    public void start(SendRequest request, int contextId, CommContext comm, int dest, int tag) {
        request.peer = peers.get(comm.worldRank(dest));
        request.contextId = contextId;
        request.localRank = comm.rank();
        request.sendTag = tag;
        if (request.mode.isBuffered()) {
            request.copyPayload();
        }
        sender.start(request);
    }

    /**
     * Starts a bound receive.
     *
     * @throws MpiFailure of class RANK or TAG
     */
    public void start(RecvRequest request, CommContext comm, int source, int tag) {
        if (tag != MessageAddress.ANY_TAG) {
            checkTag(tag);
        }
        if (source == MessageAddress.PROC_NULL) {
            request.outcome(MessageAddress.PROC_NULL, MessageAddress.ANY_TAG, 0, 0);
            request.finish();
            return;
        }
        start(request, comm.contextId(), comm, source, tag);
    }

    /** Starts a bound receive in another context of the communicator; for collectives. */
    public void start(RecvRequest request, int contextId, CommContext comm, int source, int tag) {
        boolean any = source == MessageAddress.ANY_SOURCE;
        request.setMatchBits(contextId, source, tag, any ? source : comm.worldRank(source));
        UnexpectedMessage message = matching.post(request);
        if (message != null) {
            receiver.deliver(request, peers.known(message.from()), message);
        } else {
            request.setCandidates(any ? comm : null);
            if (receiver.hasLostPeers()) {
                failIfLost(request, comm, source);
            }
            if (request.region.length() >= PublishedReceives.SMALLEST_BYTES) {
                receiver.published().publish(request);
            }
        }
    }

    private void failIfLost(RecvRequest request, CommContext comm, int source) {
        String reason = receiver.lossAmong(comm, source);
        if (reason != null && matching.posted().remove(request)) {
            request.failLost(reason);
        }
    }

    /** Starts a bound receive of a message that a matched probe took out. */
    public void start(RecvRequest request, UnexpectedMessage message) {
        matching.receiveExtracted(request, message);
        receiver.deliver(request, peers.known(message.from()), message);
    }

    /**
     * Waits until the request is complete and throws its failure if it has one.
     *
     * @throws MpiFailure of the class of the failure; the request is then released
     */
    public void await(CommRequest request) {
        try {
            progress.await(request);
        } catch (MpiFailure ended) {
            if (request instanceof RecvRequest) {
                request.cancel(); // A later receive gets the message.
            }
            throw ended;
        }
        if (request.hasFailed()) {
            MpiFailure failure = request.failure();
            release(request);
            throw failure;
        }
    }

    /** Gives a complete request back; the caller forgets it. Those not from here are left alone. */
    public void release(CommRequest request) {
        if (request instanceof SendRequest send) {
            release(send);
        } else if (request instanceof RecvRequest recv) {
            release(recv);
        }
    }

    /** As {@link #release(CommRequest)}. */
    public void release(SendRequest request) {
        requestPools.release(request);
    }

    /** As {@link #release(CommRequest)}. */
    public void release(RecvRequest request) {
        requestPools.release(request);
    }

    /**
     * The earliest message that a receive with these match bits takes.
     *
     * @param wait whether to wait for one; else null when none is there after a poll
     * @throws MpiFailure of class PROC_ABORTED when none is there and none can come
     */
    public UnexpectedMessage probe(CommContext comm, int source, int tag, boolean wait) {
        UnexpectedMessage message = probe(comm, source, tag);
        if (message != null || wait) {
            return message != null ? message : awaitMessage(comm, source, tag);
        }
        boolean isLong = progress.pollOnce();
        message = probe(comm, source, tag);
        if (message == null) {
            checkAlive(comm, source);
        }
        if (message == null && isLong) {
            progress.polled(new BlockingProbe(this, comm, source, tag));
        }
        return message;
    }

    /** The earliest message in a context that a receive takes, or null; does not poll. */
    public UnexpectedMessage waiting(int contextId, int source, int tag) {
        return matching.unexpected().find(contextId, source, tag);
    }

    /** The earliest message that a receive with these match bits takes, or null; does not poll. */
    UnexpectedMessage probe(CommContext comm, int source, int tag) {
        return waiting(comm.contextId(), source, tag);
    }

    /**
     * For a probe that has found nothing: fails when it waits for a lost peer, as a receive would.
     *
     * @throws MpiFailure of class PROC_ABORTED
     */
    public void checkAlive(CommContext comm, int source) {
        String reason = receiver.hasLostPeers() ? receiver.lossAmong(comm, source) : null;
        if (reason != null) {
            throw new MpiFailure(ErrorClass.ofLoss(reason), reason);
        }
    }

    /**
     * Waits for a message that a receive with these match bits takes; the message stays.
     *
     * @throws MpiFailure of class PROC_ABORTED when none can come
     */
    public UnexpectedMessage awaitMessage(CommContext comm, int source, int tag) {
        BlockingProbe probed = new BlockingProbe(this, comm, source, tag);
        progress.await(probed);
        return probed.message();
    }

    /** Takes a probed message out; only {@link #start(RecvRequest, UnexpectedMessage)} gets it. */
    public void extract(UnexpectedMessage message) {
        matching.extract(message);
    }

    /** Where messages come from; null without checks, and with a journal. */
    public SendOrigins origins() {
        return sender.origins;
    }

    /** The most payload bytes that ever waited for receives at once. */
    public long maxUnexpectedBytes() {
        return matching.unexpected().maxStoredBytes();
    }

    /** How many receives wait for a message. */
    public int postedReceives() {
        return matching.posted().size();
    }

    static void checkTag(int tag) {
        if (tag < 0) {
            throw new MpiFailure(ErrorClass.TAG, "the tag must not be negative")
                    .with("tag", tag)
                    .advice("use 0 or more (MPI.ANY_TAG is for receives and probes)");
        }
    }
}
