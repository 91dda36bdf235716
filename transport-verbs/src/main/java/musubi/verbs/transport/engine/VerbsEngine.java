package musubi.verbs.transport.engine;

import musubi.adi.Envelope;
import musubi.adi.Inbound;
import musubi.adi.SendOutcome;
import musubi.region.Region;
import musubi.verbs.adapter.HostChannelAdapter;
import musubi.verbs.memory.ProtectionDomain;
import musubi.verbs.transport.options.VerbsOptions;
import musubi.verbs.transport.policy.PathPolicy;
import musubi.verbs.transport.protocol.ControlDatagram;
import musubi.verbs.transport.protocol.MessageHeader;
import musubi.verbs.transport.protocol.WellKnownTarget;

import org.agrona.collections.Int2ObjectHashMap;

import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * The queue pairs of a rank and the state of its peers: two targets and two initiators for data,
 * and one of each for credit and for control, independent of the number of ranks. Used by one
 * thread at a time.
 */
public final class VerbsEngine {
    private static final int PACKETS_PER_POLL = 64;

    private final HostChannelAdapter adapter;
    private final int self;
    private final int worldSize;
    private final long accessKey;
    private final Inbound inbound;
    private final Int2ObjectHashMap<VerbsPeer> byRank = new Int2ObjectHashMap<>();

    /** In the order of their indexes. */
    private final List<VerbsPeer> peers = new ArrayList<>();

    private final PeerFailures failures;
    private final DataReceiver receiver;
    private final Datagrams credit;
    private final Datagrams controlDatagrams;
    private final ControlChannel control;
    private final DataSender sender;
    private final RdmaTransfers transfers;
    private final RdmaAtomics atomics;
    private final RingNegotiation rings;
    private final PathSwitching switching;
    private final Deque<VerbsPeer> departing = new ArrayDeque<>();

    public VerbsEngine(
            HostChannelAdapter adapter,
            LocalRank self,
            VerbsOptions options,
            Inbound inbound,
            PathPolicy policy) {
        this.adapter = adapter;
        this.self = self.rank();
        this.worldSize = self.worldSize();
        this.accessKey = self.accessKey();
        this.inbound = inbound;
        failures = new PeerFailures(options.giveUpNs());
        ProtectionDomain domain = adapter.allocateDomain();
        receiver = new DataReceiver(adapter, domain, options, this::peerOf, inbound);
        int buffers = options.receiveBuffers() / 2;
        credit = new Datagrams(adapter, domain, buffers, this::onCredit, failures);
        controlDatagrams =
                new Datagrams(adapter, domain, buffers, this::onControlArrival, failures);
        control = new ControlChannel(controlDatagrams, this.self, this::peerOf, this::onControl);
        openTargets(domain);
        credit.open(adapter, domain);
        controlDatagrams.open(adapter, domain);
        sender = new DataSender(adapter, domain, options.sendBuffers(), peers::get, failures);
        transfers = new RdmaTransfers(adapter, domain, failures);
        atomics = new RdmaAtomics(adapter, domain, failures);
        int sends = options.ringEntries();
        ReliableConnectionPool pairs =
                new ReliableConnectionPool(
                        adapter, domain, sender.slots().completions(), sends, options.reliable());
        rings = new RingNegotiation(domain, pairs, sender, control, options);
        switching = new PathSwitching(policy, rings, peers, options.switching());
        sender.connect(rings);
        receiver.connect(rings, switching);
    }

    /**
     * Identity of this rank.
     *
     * @param accessKey access key of all targets of the job
     */
    public record LocalRank(int rank, int worldSize, long accessKey) {}

    private void openTargets(ProtectionDomain domain) {
        for (WellKnownTarget target : WellKnownTarget.values()) {
            ReceiveBuffers buffers =
                    switch (target) {
                        case DATA_EVEN, DATA_ODD -> receiver.buffers();
                        case CREDIT -> credit.receives();
                        case CONTROL -> controlDatagrams.receives();
                    };
            QueuePairSetup.target(adapter, domain, buffers, target.addressOf(self, accessKey));
        }
    }

    /** The state of a peer; null when there is no such rank. */
    public VerbsPeer peerOf(int rank) {
        if (rank < 0 || rank >= worldSize) {
            return null;
        }
        VerbsPeer known = byRank.get(rank);
        return known != null ? known : addPeer(rank);
    }

    private VerbsPeer addPeer(int rank) {
        VerbsPeer peer = new VerbsPeer(rank, peers.size(), self, accessKey);
        receiver.credits().onNewSource(peer);
        byRank.put(rank, peer);
        peers.add(peer);
        return peer;
    }

    public SendOutcome trySend(
            VerbsPeer peer, Envelope envelope, Region payload, long from, long bytes) {
        if (bytes > MessageHeader.MOST_PAYLOAD) {
            throw new IllegalArgumentException("larger than a fragment: bytes=" + bytes);
        }
        if (!peer.isPresent()) {
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
            sender.slots().release(slot);
            throw e;
        }
        int limit = receiver.credits().advertise(peer);
        MessageHeader.write(memory, at, self, peer.nextNumber(), limit);
        MessageHeader.length(memory, at, (int) bytes);
        envelope.encode(memory, at + MessageHeader.ENVELOPE);
        slot.bytes = MessageHeader.PAYLOAD + (int) bytes;
        sender.submit(peer, slot);
        adapter.poll(0);
        return SendOutcome.ACCEPTED;
    }

    /** Transfers of large messages. */
    public RdmaTransfers transfers() {
        return transfers;
    }

    /** Atomic operations on the memory of peers. */
    public RdmaAtomics atomics() {
        return atomics;
    }

    /** Passes posted requests to the wire. */
    public void push() {
        adapter.poll(0);
    }

    /** Makes all progress that needs no upcall: arrivals, send completions, credit. */
    public int serve() {
        int work = adapter.poll(PACKETS_PER_POLL);
        sender.slots().poll();
        work += transfers.poll() + atomics.poll();
        credit.poll();
        control.poll();
        rings.poll();
        receiver.collect();
        receiver.updates().send(credit, self);
        adapter.poll(0);
        return work;
    }

    /**
     * Reports up to {@code limit} arrivals, and lost peers; returns their number, plus one if any
     * packet has arrived: it may belong to a large message, in either direction.
     */
    public int poll(int limit) {
        int work = Math.min(1, serve());
        work += receiver.report(limit);
        switching.poll();
        receiver.updates().send(credit, self);
        adapter.poll(0);
        return work + reportLosses();
    }

    /** Whether a poll would report nothing of what has arrived so far. */
    public boolean hasNothingToReport() {
        return receiver.hasNothingToReport() && failures.isEmpty();
    }

    private int reportLosses() {
        for (int left = departing.size(); left > 0; left--) {
            VerbsPeer peer = departing.remove();
            if (peer.hasSentAll()) {
                failures.lose(peer, "it has left the job");
            } else {
                departing.add(peer);
            }
        }
        int lost = 0;
        VerbsPeer peer;
        while ((peer = failures.next()) != null) {
            sender.forget(peer);
            transfers.forget(peer);
            atomics.forget(peer);
            rings.forget(peer);
            inbound.onPeerLost(peer.rank, peer.reason());
            lost++;
        }
        return lost;
    }

    private void onCredit(int buffer) {
        ReceiveBuffers buffers = credit.receives();
        long at = buffers.offset(buffer);
        VerbsPeer peer = peerOf(MessageHeader.source(buffers.memory(), at));
        if (peer != null) {
            peer.onCredit(MessageHeader.credit(buffers.memory(), at));
        }
        buffers.repost(buffer);
    }

    private void onControlArrival(int buffer) {
        control.onArrival(buffer);
    }

    private void onControl(VerbsPeer peer, ControlDatagram message) {
        if (message.kind == ControlDatagram.GOODBYE) {
            peer.depart(message.number);
            departing.add(peer);
        } else {
            rings.onControl(peer, message);
        }
    }

    /** Whether all accepted messages to present peers have arrived. */
    public boolean isDrained() {
        for (int i = 0; i < peers.size(); i++) {
            VerbsPeer peer = peers.get(i);
            if (!peer.isDrained() && peer.isPresent()) {
                return false;
            }
        }
        return true;
    }

    /** Sends a goodbye to all peers with which messages were exchanged. */
    public void sendGoodbyes() {
        for (int i = 0; i < peers.size(); i++) {
            VerbsPeer peer = peers.get(i);
            if (peer.isPresent() && peer.hasExchangedMessages()) {
                ControlDatagram goodbye = new ControlDatagram().begin(ControlDatagram.GOODBYE);
                control.send(peer, goodbye.number(peer.nextNumber()));
            }
        }
    }

    /** Whether all present peers have acknowledged the goodbye. */
    public boolean isGoodbyeAcknowledged() {
        return !control.hasUndelivered();
    }

    /** Number of messages received through rings. */
    public long ringMessages() {
        return receiver.ringMessages();
    }

    /** Rings of sources, and the pool of reliable connections. */
    RingNegotiation rings() {
        return rings;
    }

    /** Number of offers and recalls of rings so far. */
    long changes() {
        return switching.changes();
    }
}
