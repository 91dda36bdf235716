package musubi.pt2pt;

import musubi.adi.Envelope;
import musubi.adi.Inbound;
import musubi.connect.ContextCache;
import musubi.event.PeerCounters;
import musubi.event.Protocol;
import musubi.event.RankEvents;
import musubi.pt2pt.matching.MatchingEngine;
import musubi.pt2pt.matching.MessageKind;
import musubi.region.Region;

/** What transports call: sorts arrivals by kind. Neither sends nor polls. */
final class InboundDispatcher implements Inbound {
    private final MatchingEngine matching;
    private final SendProtocol sender;
    private final RecvProtocol receiver;
    private final ContextCache<Peer> peers;
    private final ActiveChannel active;
    private final RankEvents events;
    private final long[] words = new long[2];
    private final Region wordsRegion = new Region();
    private final Region landing = new Region();

    InboundDispatcher(
            MatchingEngine matching,
            SendProtocol sender,
            RecvProtocol receiver,
            ContextCache<Peer> peers,
            ActiveChannel active) {
        this.matching = matching;
        this.sender = sender;
        this.receiver = receiver;
        this.peers = peers;
        this.active = active;
        events = sender.events;
        wordsRegion.wrapArray(words, 0, 16);
    }

    @Override
    public void onMessage(int from, Envelope envelope, Region payload) {
        switch (envelope.kind) {
            case MessageKind.EAGER, MessageKind.READY_TO_SEND ->
                    onMatchable(from, envelope, payload);
            case MessageKind.DATA -> {
                peers.known(from).countOtherReceived(payload.length());
                receiver.onData(envelope, payload);
            }
            case MessageKind.AHEAD -> {
                Peer peer = peers.known(from);
                peer.countOtherReceived(payload.length());
                sender.ahead.onArrival(peer, envelope, payload, receiver);
            }
            case MessageKind.ACTIVE -> {
                peers.known(from).countOtherReceived(1);
                active.onMessage(from, envelope, payload);
            }
            default -> {
                peers.known(from).countOtherReceived(1);
                onControl(from, envelope, payload);
            }
        }
    }

    private void onControl(int from, Envelope envelope, Region payload) {
        switch (envelope.kind) {
            case MessageKind.CLEAR_TO_SEND -> {
                payload.copyTo(0, wordsRegion, 0, 16);
                sender.onClearToSend(envelope.cookie, envelope.length, words[0], words[1]);
            }
            case MessageKind.PUT_DONE -> receiver.onAllData(envelope.cookie);
            case MessageKind.JOIN -> sender.shared.onJoin(peers.get(from), envelope, payload);
            case MessageKind.COPIED -> sender.shared.onCopied(envelope.cookie, envelope.length);
            case MessageKind.CLAIMED -> receiver.onClaimed(envelope);
            case MessageKind.GET_DONE, MessageKind.MATCHED -> sender.onReceived(envelope.cookie);
            case MessageKind.CREDIT -> peers.known(from).addCredit(envelope.length);
            case MessageKind.CANCEL ->
                    sender.cancellation.onRequest(peers.get(from), envelope.cookie);
            case MessageKind.ORIGIN -> sender.origins.learn(from, envelope.cookie, payload);
            case MessageKind.CANCEL_ANSWER ->
                    sender.cancellation.onAnswer(envelope.cookie, envelope.length == 1);
            case MessageKind.POSTED -> sender.unbuffered.onPosted((int) envelope.cookie);
            default ->
                    throw new IllegalStateException(
                            "a message of no known kind from=" + from + " " + envelope);
        }
    }

    private void onMatchable(int from, Envelope envelope, Region payload) {
        Peer peer = peers.get(from);
        peer.countReceived();
        RecvRequest request = (RecvRequest) matching.arrived(from, envelope, payload);
        boolean eager = envelope.kind == MessageKind.EAGER;
        Protocol protocol = eager ? Protocol.EAGER : Protocol.RENDEZVOUS;
        PeerCounters counters = peer.counters();
        if (request != null) {
            events.received(counters, protocol, envelope.contextId, envelope.tag, envelope.length);
            receiver.deliver(request, peer, envelope, payload);
        } else {
            events.arrivedUnexpected(
                    counters, protocol, envelope.contextId, envelope.tag, envelope.length);
        }
    }

    @Override
    public Region landingZone(int from, Envelope envelope, long bytes) {
        if (envelope.kind != MessageKind.DATA) {
            return null;
        }
        Region zone = receiver.landingZone(envelope.cookie);
        return zone == null ? null : landing.slice(zone, envelope.length, bytes);
    }

    @Override
    public void onLanded(int from, Envelope envelope, long bytes) {
        peers.known(from).countOtherReceived(bytes);
        receiver.onLanded(envelope.cookie, bytes);
    }

    @Override
    public void onPeerLost(int peerRank, String reason) {
        Peer peer = peers.known(peerRank);
        peers.close(peerRank);
        events.lost(peerRank);
        sender.onPeerLost(peer, reason);
        receiver.onPeerLost(peer, reason);
        active.onPeerLost(peerRank, reason);
    }
}
