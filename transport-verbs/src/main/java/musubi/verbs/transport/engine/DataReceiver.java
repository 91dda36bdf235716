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

/** Takes messages out of the receive buffers and reports those of each source by their numbers. */
final class DataReceiver {
    private static final int NONE = -1;

    private final ReceiveBuffers buffers;
    private final MemorySegment memory;
    private final int[] next;
    private final IntFunction<VerbsPeer> peerOf;
    private final Inbound inbound;
    private final Credits credits;
    private final CreditUpdates news;
    private final Deque<VerbsPeer> ready = new ArrayDeque<>();
    private final Envelope envelope = new Envelope();
    private final Region payload = new Region();
    private RingNegotiation rings;
    private PathSwitching switching;
    private long ringMessages;

    /** {@code peerOf} gives the peer of a rank, or null when there is no such rank. */
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
        news = new CreditUpdates(credits);
    }

    ReceiveBuffers buffers() {
        return buffers;
    }

    Credits credits() {
        return credits;
    }

    CreditUpdates news() {
        return news;
    }

    /** Whether there is something to report, as far as was collected. */
    boolean hasNothingToReport() {
        return ready.isEmpty();
    }

    /** Says who has rings and who counts; before anything comes. */
    void connect(RingNegotiation agreements, PathSwitching counter) {
        rings = agreements;
        switching = counter;
    }

    /** Messages that came through rings. */
    long ringMessages() {
        return ringMessages;
    }

    /** Looks what has come; reports nothing. */
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

    /** Puts a message in its place: nearly always at the end, and the list is short. */
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

    /** Reports up to so many messages; returns how many. */
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

    /** Whether the next message of the source was sent; forgets those that a ring brought too. */
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
                news.add(source);
            }
        }
    }
}
