package musubi.pt2pt;

import musubi.adi.Envelope;
import musubi.adi.SendOutcome;
import musubi.connect.ContextCache;
import musubi.error.CallNotes;
import musubi.event.Protocol;
import musubi.event.RankEvents;
import musubi.group.CommContext;
import musubi.group.MessageAddress;
import musubi.progress.WorkList;
import musubi.pt2pt.matching.Announcement;
import musubi.pt2pt.matching.MatchControl;
import musubi.pt2pt.matching.MatchingEngine;
import musubi.pt2pt.matching.MessageKind;
import musubi.pt2pt.matching.UnexpectedMessage;
import musubi.pt2pt.request.RequestTable;
import musubi.region.Region;

import java.util.ArrayList;
import java.util.List;

/** The protocols of receives; the counterpart of {@link SendProtocol}. */
final class RecvProtocol {
    private static final long GET_PIECE_BYTES = 1 << 20;

    /** Records or repeats matches; null in a rank without a journal. */
    final MatchControl control;

    final SendProtocol sender;
    private final RequestTable requests;
    private final MatchingEngine matching;
    private final PublishedReceives published;
    private final CallNotes notes;
    private final WorkList work;
    private final RankEvents events;
    private final long[] words = new long[2];
    private final Envelope envelope = new Envelope();
    private final Announcement announcement = new Announcement();
    private final List<Peer> lostPeers = new ArrayList<>();

    RecvProtocol(
            SendProtocol sender,
            RequestTable requests,
            MatchingEngine matching,
            ContextCache<Peer> peers,
            CallNotes notes) {
        this.sender = sender;
        this.notes = notes;
        this.requests = requests;
        this.matching = matching;
        control = matching.control();
        this.work = sender.work;
        events = sender.events;
        published = new PublishedReceives(requests, matching, peers);
    }

    PublishedReceives published() {
        return published;
    }

    /** An arriving message has met this receive. */
    void deliver(RecvRequest request, Peer peer, Envelope envelope, Region payload) {
        beforeMatch(request, peer, envelope.length);
        int flags = envelope.flags;
        matched(request, peer, envelope.source, envelope.tag, flags, envelope.length);
        checkType(request, peer, flags, envelope.source, envelope.tag);
        if (sender.checksTypes) {
            follow(request, peer, envelope.cookie);
        }
        if (envelope.kind == MessageKind.READY_TO_SEND) {
            announcement.read(payload);
            request.outcomeCount(announcement.objectCount());
            rendezvous(request, peer, envelope.cookie, announcement.remoteKey());
            return;
        }
        boolean synchronous = (flags & MessageKind.SYNCHRONOUS) != 0;
        take(request, peer, payload, synchronous, envelope.cookie);
    }

    /** A receive has met a message that had arrived before; the message is used up. */
    void deliver(RecvRequest request, Peer peer, UnexpectedMessage message) {
        events.matchedUnexpected(
                message.from(), message.contextId(), message.tag(), message.bytes());
        beforeMatch(request, peer, message.bytes());
        matched(request, peer, message.source(), message.tag(), message.flags(), message.bytes());
        checkType(request, peer, message.flags(), message.source(), message.tag());
        if (sender.checksTypes) {
            request.checkReady(message);
            follow(request, peer, message.cookie());
        } else if ((message.flags() & MessageKind.READY) != 0 && control == null) {
            Mismatch.noteReady(notes, message);
        }
        request.outcomeCount(message.objectCount());
        if (message.isAnnounced()) {
            sender.ahead.take(request, peer, message);
            rendezvous(request, peer, message.cookie(), message.remoteKey());
        } else {
            take(request, peer, message.payload(), message.isSynchronous(), message.cookie());
        }
        matching.unexpected().recycle(message);
    }

    private void checkType(RecvRequest request, Peer peer, int flags, int source, int tag) {
        if (sender.checksTypes) {
            request.checkType(peer.worldRank(), flags, source, tag);
            return;
        }
        int sent = flags >>> MessageKind.TYPE_SHIFT;
        if (sent != request.wantedType.messageCode()) {
            Mismatch.note(notes, request, sent, source, tag);
        }
    }

    private void follow(RecvRequest request, Peer peer, long cookie) {
        if (cookie < 0) {
            sender.unbuffered.matched(
                    request.contextId(),
                    request.sendsBefore,
                    new ControlMessage(sender, peer, MessageKind.POSTED, -cookie, 0));
        }
    }

    /** A message has come on the normal way, not by a claim. */
    private void beforeMatch(RecvRequest request, Peer peer, long bytes) {
        if (request.publishedTo != null) {
            published.matched(request, bytes);
        } else if (bytes >= PublishedReceives.SMALLEST_BYTES) {
            peer.noteLargeReceived();
        }
    }

    private static void matched(
            RecvRequest request, Peer peer, int source, int tag, int flags, long length) {
        request.prepareFor(peer.worldRank(), length, flags, source, tag);
        long room = request.region.length();
        request.announcedBytes = length;
        request.expectedBytes = Math.min(length, room);
        request.receivedBytes = 0;
        request.outcome(source, tag, request.expectedBytes, 0);
        if (length > room && !request.hasFailed()) {
            request.note(Mismatch.tooLong(request.contextId(), source, tag, length, room));
        }
    }

    private void take(
            RecvRequest request, Peer peer, Region payload, boolean synchronous, long cookie) {
        request.landing();
        payload.copyTo(0, request.region, 0, request.expectedBytes);
        peer.consumed(payload.length());
        if (synchronous) {
            request.peer = peer;
            request.remoteCookie = cookie;
            request.answer = RecvRequest.Answer.MATCHED;
            work.add(request);
        } else {
            request.landed();
        }
    }

    private void rendezvous(RecvRequest request, Peer peer, long cookie, long remoteKey) {
        request.peer = peer;
        request.remoteCookie = cookie;
        request.remoteKey = remoteKey;
        request.answer = RecvRequest.Answer.RENDEZVOUS;
        if (remoteKey < 0) {
            // Data may come before the answer is sent.
            requests.add(request);
        }
        work.add(request);
    }

    /**
     * Sends the answer that the sender waits for; see {@link musubi.progress.Operation#advance}.
     */
    boolean answer(RecvRequest request) {
        if (request.isComplete() || request.answer == RecvRequest.Answer.NONE) {
            return true;
        }
        if (request.peer.lost() != null) {
            lost(request);
            return true;
        }
        SendOutcome outcome =
                switch (request.answer) {
                    case MATCHED -> acknowledge(request, MessageKind.MATCHED);
                    case GET_DONE -> acknowledge(request, MessageKind.GET_DONE);
                    default -> begin(request);
                };
        if (outcome == SendOutcome.PEER_LOST) {
            lost(request);
        }
        return outcome != SendOutcome.BACK_PRESSURED;
    }

    void lost(RecvRequest request) {
        requests.remove(request);
        request.failLost(request.peer.lossReason());
    }

    private SendOutcome acknowledge(RecvRequest request, int kind) {
        SendOutcome outcome = sender.sendControl(request.peer, kind, request.remoteCookie, 0);
        if (outcome == SendOutcome.ACCEPTED) {
            if (kind == MessageKind.GET_DONE) {
                reportLanded(request);
            }
            request.answer = RecvRequest.Answer.NONE;
            request.landed();
        }
        return outcome;
    }

    private void reportLanded(RecvRequest request) {
        int peer = request.peer.worldRank();
        events.landed(peer, request.contextId(), request.tag(), request.announcedBytes);
    }

    private SendOutcome begin(RecvRequest request) {
        if (request.remoteKey >= 0 && request.peer.remoteMemory() != null) {
            return mayShare(request) ? join(request) : get(request);
        }
        words[0] = requests.add(request);
        words[1] = request.expose(request.peer, request.region);
        request.answer = RecvRequest.Answer.NONE;
        SendOutcome outcome =
                sender.sendControl(
                        request.peer,
                        MessageKind.CLEAR_TO_SEND,
                        request.remoteCookie,
                        request.expectedBytes,
                        words);
        if (outcome == SendOutcome.BACK_PRESSURED) {
            request.answer = RecvRequest.Answer.RENDEZVOUS;
        } else if (outcome == SendOutcome.ACCEPTED && request.receivedBytes > 0) {
            landed(request, 0);
        }
        return outcome;
    }

    private boolean mayShare(RecvRequest request) {
        if (request.expectedBytes < SharedCopies.SMALLEST_BYTES || request.receivedBytes > 0) {
            return false;
        }
        SharedCopy copy = request.shared();
        copy.set(request.peer, request.expectedBytes, request.remoteKey, request.remoteCookie);
        return sender.shared.prepare(copy);
    }

    private SendOutcome join(RecvRequest request) {
        envelope.set(MessageKind.JOIN, 0, 0, 0, request.expectedBytes, request.remoteCookie);
        SendOutcome outcome = sender.shared.join(request.shared(), envelope);
        if (outcome == SendOutcome.ACCEPTED) {
            request.answer = RecvRequest.Answer.NONE;
        }
        return outcome;
    }

    private SendOutcome get(RecvRequest request) {
        while (request.receivedBytes < request.expectedBytes) {
            long at = request.receivedBytes;
            long bytes = Math.min(GET_PIECE_BYTES, request.expectedBytes - at);
            SendOutcome outcome =
                    request.peer
                            .remoteMemory()
                            .tryGet(request.remoteKey, at, request.region, at, bytes);
            if (outcome != SendOutcome.ACCEPTED) {
                return outcome;
            }
            request.receivedBytes += bytes;
        }
        request.answer = RecvRequest.Answer.GET_DONE;
        return acknowledge(request, MessageKind.GET_DONE);
    }

    /** A fragment has arrived. */
    void onData(Envelope envelope, Region payload) {
        RecvRequest request = requests.find(envelope.cookie, RecvRequest.class);
        if (request != null) {
            onData(request, envelope.length, payload);
        }
    }

    /** The receive may take less than was sent ahead. */
    void onData(RecvRequest request, long at, Region payload) {
        long bytes = Math.min(payload.length(), request.expectedBytes - at);
        if (bytes > 0) {
            payload.copyTo(0, request.region, at, bytes);
            landed(request, bytes);
        }
    }

    /** Called when {@code bytes} of the data have reached the buffer. */
    void onLanded(long cookie, long bytes) {
        RecvRequest request = requests.find(cookie, RecvRequest.class);
        if (request != null) {
            landed(request, bytes);
        }
    }

    private void landed(RecvRequest request, long bytes) {
        request.receivedBytes += bytes;
        boolean isAnswered = request.answer == RecvRequest.Answer.NONE;
        if (isAnswered && request.receivedBytes == request.expectedBytes) {
            finish(request);
        }
    }

    /** The buffer holds the whole message. */
    void onAllData(long cookie) {
        RecvRequest request = requests.find(cookie, RecvRequest.class);
        if (request != null) {
            finish(request);
        }
    }

    /** The sender has claimed a receive, and the buffer holds the whole message. */
    void onClaimed(Envelope claim) {
        RecvRequest request = requests.find(claim.cookie, RecvRequest.class);
        if (request != null) {
            onClaimed(request, request.publishedTo, claim);
            finish(request);
        }
    }

    /** The sender has claimed this receive; the message is still to be copied or has been. */
    void onClaimed(RecvRequest request, Peer peer, Envelope claim) {
        published.claimed(request);
        events.received(peer.counters(), Protocol.CLAIM, claim.contextId, claim.tag, claim.length);
        request.peer = peer;
        matched(request, peer, claim.source, claim.tag, claim.flags, claim.length);
        checkType(request, peer, claim.flags, claim.source, claim.tag);
    }

    void finish(RecvRequest request) {
        requests.remove(request);
        reportLanded(request);
        request.landed();
    }

    /** Where data of this receive goes, from an offset on; null when the receive is gone. */
    Region landingZone(long cookie) {
        RecvRequest request = requests.find(cookie, RecvRequest.class);
        return request == null ? null : request.region;
    }

    /**
     * Takes a receive back that has met no message yet; one that is claimed gets its message.
     * MPI-4.1 section 3.8.4.
     */
    void cancel(RecvRequest request) {
        if (matching.mayCancel(request)
                && published.withdraw(request)
                && matching.posted().remove(request)) {
            matching.cancelled(request);
            request.finishCancelled();
        }
    }

    /** Fails every receive that this peer was to serve. */
    void onPeerLost(Peer peer, String reason) {
        if (!lostPeers.contains(peer)) {
            lostPeers.add(peer);
        }
        matching.posted()
                .removeFrom(peer.worldRank(), receive -> fail((RecvRequest) receive, reason));
        requests.forEach(
                request -> {
                    if (request instanceof RecvRequest recv && recv.peer == peer) {
                        requests.remove(recv);
                        recv.failLost(reason);
                    }
                });
    }

    private void fail(RecvRequest request, String reason) {
        published.abandon(request);
        request.failLost(reason);
    }

    /** Whether any peer is gone. */
    boolean hasLostPeers() {
        return !lostPeers.isEmpty();
    }

    /** Why no message may come any more: the source, or for any source a member, is gone. */
    String lossAmong(CommContext comm, int source) {
        for (Peer peer : lostPeers) {
            int member = comm.peers().rankOf(peer.worldRank());
            if (member >= 0 && (source == MessageAddress.ANY_SOURCE || source == member)) {
                return peer.lost();
            }
        }
        return null;
    }
}
