package musubi.verbs.transport;

import musubi.adi.Envelope;
import musubi.adi.Inbound;
import musubi.adi.Region;
import musubi.adi.SendOutcome;
import musubi.verbs.HostChannelAdapter;
import musubi.verbs.LidTable;
import musubi.verbs.ProtectionDomain;

import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/**
 * The queues of a rank and its peers: two data targets and two data initiators, and a target with
 * an initiator each for credit and for control, whatever the number of ranks. Used by one thread at
 * a time.
 */
final class Engine {
    private static final int PACKETS_PER_POLL = 64;

    private final HostChannelAdapter adapter;
    private final int self;
    private final int worldSize;
    private final long accessKey;
    private final Inbound inbound;
    private final LidTable<Peer> peers = new LidTable<>();
    private final Failures failures;
    private final DataReceiver receiver;
    private final Datagrams credit;
    private final Datagrams agreements;
    private final Control control;
    private final DataSender sender;
    private final Transfers transfers;
    private final RingAgreements rings;
    private final Switching switching;
    private final Deque<Peer> departing = new ArrayDeque<>();

    Engine(
            HostChannelAdapter adapter,
            Self self,
            VerbsOptions options,
            Inbound inbound,
            AssignmentPolicy policy) {
        this.adapter = adapter;
        this.self = self.rank();
        this.worldSize = self.worldSize();
        this.accessKey = self.accessKey();
        this.inbound = inbound;
        failures = new Failures(options.giveUpNs());
        ProtectionDomain domain = adapter.allocateDomain();
        receiver = new DataReceiver(adapter, domain, options, this::peerOf, inbound);
        int buffers = options.receiveBuffers() / 2;
        credit = new Datagrams(adapter, domain, buffers, this::onCredit, failures);
        agreements = new Datagrams(adapter, domain, buffers, this::onControlArrival, failures);
        control = new Control(agreements, this.self, this::peerOf, this::onControl);
        openTargets(domain);
        credit.open(adapter, domain);
        agreements.open(adapter, domain);
        List<Peer> byIndex = peers.all();
        sender = new DataSender(adapter, domain, options.sendBuffers(), byIndex::get, failures);
        transfers = new Transfers(adapter, domain, failures);
        int sends = options.ringEntries();
        ReliablePairs pairs =
                new ReliablePairs(
                        adapter, domain, sender.slots().completions(), sends, options.reliable());
        rings = new RingAgreements(domain, pairs, sender, control, options);
        switching = new Switching(policy, rings, byIndex, options.switching());
        sender.connect(rings);
        receiver.connect(rings, switching);
    }

    /**
     * Who this rank is.
     *
     * @param accessKey of all targets of the job
     */
    record Self(int rank, int worldSize, long accessKey) {}

    private void openTargets(ProtectionDomain domain) {
        for (Service service : Service.values()) {
            ReceiveBuffers buffers =
                    switch (service) {
                        case DATA_EVEN, DATA_ODD -> receiver.buffers();
                        case CREDIT -> credit.receives();
                        case CONTROL -> agreements.receives();
                    };
            QueuePairs.target(adapter, domain, buffers, service.of(self, accessKey));
        }
    }

    /** What is kept for a rank; null when there is no such rank. */
    Peer peerOf(int rank) {
        if (rank < 0 || rank >= worldSize) {
            return null;
        }
        Peer known = peers.get(Service.lid(rank));
        return known != null ? known : meet(rank);
    }

    private Peer meet(int rank) {
        int index = peers.all().size();
        Peer peer = new Peer(rank, index, self, accessKey, Credits.FIRST);
        receiver.credits().onMet(peer);
        peers.put(Service.lid(rank), peer);
        return peer;
    }

    SendOutcome trySend(Peer peer, Envelope envelope, Region payload, long from, long bytes) {
        if (bytes > MessageHeader.MOST_PAYLOAD) {
            throw new IllegalArgumentException("larger than a fragment: bytes=" + bytes);
        }
        if (peer.isGone() || peer.departs) {
            return SendOutcome.PEER_LOST;
        }
        SendSlot slot = peer.hasCredit() ? sender.slots().take() : null;
        if (slot == null) {
            serve();
            return SendOutcome.BACK_PRESSURED;
        }
        MemorySegment memory = sender.slots().memory();
        long at = slot.offset;
        try {
            payload.copyTo(from, memory, at + MessageHeader.PAYLOAD, bytes);
        } catch (RuntimeException e) {
            sender.slots().giveBack(slot);
            throw e;
        }
        int limit = receiver.credits().tell(peer);
        MessageHeader.write(memory, at, self, peer.nextNumber, limit);
        MessageHeader.length(memory, at, (int) bytes);
        envelope.encode(memory, at + MessageHeader.ENVELOPE);
        slot.bytes = MessageHeader.PAYLOAD + (int) bytes;
        peer.nextNumber++;
        sender.submit(peer, slot);
        adapter.poll(0);
        return SendOutcome.ACCEPTED;
    }

    /** What moves large messages. */
    Transfers transfers() {
        return transfers;
    }

    /** Hands what was posted to the wire. */
    void push() {
        adapter.poll(0);
    }

    /** Does what needs no upcall: takes packets, learns what has been sent, gives credit. */
    int serve() {
        int work = adapter.poll(PACKETS_PER_POLL);
        sender.slots().poll();
        work += transfers.poll();
        credit.poll();
        control.poll();
        rings.poll();
        receiver.collect();
        receiver.news().send(credit, self);
        adapter.poll(0);
        return work;
    }

    /**
     * Reports up to so many arrivals, and peers that are gone; returns how many, and one more when
     * a packet has come: it may be part of a large message, in either direction.
     */
    int poll(int limit) {
        int work = Math.min(1, serve());
        work += receiver.report(limit);
        switching.poll();
        receiver.news().send(credit, self);
        adapter.poll(0);
        return work + reportLosses();
    }

    /** Whether a poll would report nothing, as far as is known. */
    boolean isQuiet() {
        return receiver.isQuiet() && failures.isEmpty();
    }

    private int reportLosses() {
        for (int left = departing.size(); left > 0; left--) {
            Peer peer = departing.remove();
            if (peer.expected - peer.lastNumber >= 0) {
                failures.lose(peer, "it has left the job");
            } else {
                departing.add(peer);
            }
        }
        int lost = 0;
        Peer peer;
        while ((peer = failures.next()) != null) {
            sender.forget(peer);
            transfers.forget(peer);
            rings.forget(peer);
            inbound.onPeerLost(peer.rank, peer.reason);
            lost++;
        }
        return lost;
    }

    private void onCredit(int buffer) {
        ReceiveBuffers buffers = credit.receives();
        long at = buffers.offset(buffer);
        Peer peer = peerOf(MessageHeader.source(buffers.memory(), at));
        if (peer != null) {
            peer.onCredit(MessageHeader.credit(buffers.memory(), at));
        }
        buffers.repost(buffer);
    }

    private void onControlArrival(int buffer) {
        control.onArrival(buffer);
    }

    private void onControl(Peer peer, ControlMessage message) {
        if (message.kind == ControlMessage.GOODBYE) {
            peer.departs = true;
            peer.lastNumber = message.number;
            departing.add(peer);
        } else {
            rings.onControl(peer, message);
        }
    }

    /** Whether all that was accepted has arrived at those who are still there. */
    boolean isDrained() {
        for (int i = 0; i < peers.all().size(); i++) {
            Peer peer = peers.all().get(i);
            if (peer.unfinished > 0 && !peer.departs && !peer.isGone()) {
                return false;
            }
        }
        return true;
    }

    /** Says goodbye to all peers that it has exchanged messages with. */
    void sayGoodbye() {
        for (int i = 0; i < peers.all().size(); i++) {
            Peer peer = peers.all().get(i);
            if (!peer.departs && !peer.isGone() && peer.hasMet()) {
                ControlMessage goodbye = new ControlMessage().begin(ControlMessage.GOODBYE);
                control.send(peer, goodbye.number(peer.nextNumber));
            }
        }
    }

    /** Whether all peers that are still there know of the goodbye. */
    boolean isGoodbyeKnown() {
        return !control.isAwaited();
    }

    /** Messages that came through rings. */
    long ringMessages() {
        return receiver.ringMessages();
    }

    /** Rings that sources have here, and reliable connections made so far. */
    RingAgreements rings() {
        return rings;
    }

    /** Offers and recalls of rings so far. */
    long changes() {
        return switching.changes();
    }
}
