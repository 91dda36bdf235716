package musubi.verbs.transport.engine;

import musubi.adi.Envelope;
import musubi.adi.Inbound;
import musubi.region.Region;
import musubi.verbs.adapter.HostChannelAdapter;
import musubi.verbs.memory.ProtectionDomain;
import musubi.verbs.transport.options.VerbsOptions;
import musubi.verbs.transport.protocol.MessageHeader;

import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.IntFunction;

/**
 * Takes messages from receive buffers and rings, and reports those of each source in the order of
 * their numbers.
 */
final class DataReceiver {
    private static final int NONE = -1;

    private final ReceiveBuffers buffers;
    private final MemorySegment memory;
    private final int[] next;
    private final IntFunction<VerbsPeer> peerOf;
    private final Inbound inbound;
    private final Credits credits;
    private final CreditUpdates updates;
    private final Deque<VerbsPeer> ready = new ArrayDeque<>();
    private final Envelope envelope = new Envelope();
    private final Region payload = new Region();
    private RingNegotiation rings;
    private PathSwitching switching;
    private long ringMessages;

    /** {@code peerOf} returns the peer of a rank, or null when there is no such rank. */
    DataReceiver(
            HostChannelAdapter adapter,
            ProtectionDomain domain,
            VerbsOptions options,
            IntFunction<VerbsPeer> peerOf,
            Inbound inbound) {
        this.peerOf = peerOf;
        this.inbound = inbound;
        int count = options.receiveBuffers();
        buffers =
                new ReceiveBuffers(
                        adapter, domain, count, MessageHeader.ENTRY_BYTES, this::onArrival);
        memory = buffers.memory();
        next = new int[count];
        credits = new Credits(count, options.window(), options.ringEntries());
        updates = new CreditUpdates(credits);
    }

    ReceiveBuffers buffers() {
        return buffers;
    }

    Credits credits() {
        return credits;
    }

    CreditUpdates updates() {
        return updates;
    }

    /** Whether no collected message waits to be reported. */
    boolean hasNothingToReport() {
        return ready.isEmpty();
    }

    /** Connects the negotiation of rings and the path switching, before the first arrival. */
    void connect(RingNegotiation negotiation, PathSwitching pathSwitching) {
        rings = negotiation;
        switching = pathSwitching;
    }

    /** Number of messages received through rings. */
    long ringMessages() {
        return ringMessages;
    }

    /** Collects arrivals without reporting them. */
    void collect() {
        buffers.poll();
        for (int i = 0; i < rings.used().size(); i++) {
            LocalRing ring = rings.used().get(i);
            if (ring.isFilled()) {
                markReady(ring.source);
            }
        }
    }

    private void onArrival(int buffer) {
        long at = buffers.offset(buffer);
        VerbsPeer source = peerOf.apply(MessageHeader.source(memory, at));
        if (source == null || source.distance(MessageHeader.number(memory, at)) < 0) {
            buffers.repost(buffer);
            return;
        }
        source.onCredit(MessageHeader.credit(memory, at));
        insert(source, buffer);
        markReady(source);
    }

    /** Inserts a message by its number: nearly always at the end of a short list. */
    private void insert(VerbsPeer source, int buffer) {
        int number = numberIn(buffer);
        int before = NONE;
        int at = source.firstArrived;
        while (at != NONE && numberIn(at) - number < 0) {
            before = at;
            at = next[at];
        }
        if (at != NONE && numberIn(at) == number) {
            buffers.repost(buffer);
            return;
        }
        next[buffer] = at;
        if (before == NONE) {
            source.firstArrived = buffer;
        } else {
            next[before] = buffer;
        }
    }

    private int numberIn(int buffer) {
        return MessageHeader.number(memory, buffers.offset(buffer));
    }

    private void markReady(VerbsPeer source) {
        if (!source.ready) {
            source.ready = true;
            ready.add(source);
        }
    }

    /** Reports up to {@code limit} messages; returns their number. */
    int report(int limit) {
        int reported = 0;
        while (reported < limit && !ready.isEmpty()) {
            VerbsPeer source = ready.peek();
            if (!hasNext(source)) {
                ready.remove();
                source.ready = false;
            } else {
                reportNext(source);
                reported++;
            }
        }
        return reported;
    }

    private boolean hasNext(VerbsPeer source) {
        return isInBuffer(source) || source.localRing != null && source.localRing.hasNext();
    }

    /**
     * Whether the next message of the source lies in a receive buffer; drops duplicates of messages
     * that a ring delivered.
     */
    private boolean isInBuffer(VerbsPeer source) {
        while (source.firstArrived != NONE) {
            int buffer = source.firstArrived;
            int ahead = source.distance(numberIn(buffer));
            if (ahead >= 0) {
                return ahead == 0;
            }
            source.firstArrived = next[buffer];
            buffers.repost(buffer);
        }
        return false;
    }

    private void reportNext(VerbsPeer source) {
        if (!isInBuffer(source)) {
            reportFromRing(source);
            return;
        }
        int buffer = source.firstArrived;
        source.firstArrived = next[buffer];
        try {
            report(source, memory, buffers.offset(buffer));
        } finally {
            buffers.repost(buffer);
        }
    }

    private void reportFromRing(VerbsPeer source) {
        LocalRing ring = source.localRing;
        ringMessages++;
        try {
            source.onCredit(MessageHeader.credit(ring.memory(), ring.nextOffset()));
            report(source, ring.memory(), ring.nextOffset());
        } finally {
            ring.advance();
        }
    }

    private void report(VerbsPeer source, MemorySegment from, long at) {
        try {
            envelope.decode(from, at + MessageHeader.ENVELOPE);
            int bytes = MessageHeader.length(from, at);
            payload.wrap(from, at + MessageHeader.PAYLOAD, bytes);
            inbound.onMessage(source.rank, envelope, payload);
        } finally {
            source.onReported();
            switching.count(source);
            if (credits.onReported(source)) {
                updates.add(source);
            }
        }
    }
}
