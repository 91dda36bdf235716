package musubi.event;

import musubi.bootstrap.Bootstrap;
import musubi.config.Setting;
import musubi.config.Settings;
import musubi.observe.PerformanceVariables;
import musubi.observe.RankObserver;
import musubi.observe.rankrecord.CounterKind;
import musubi.observe.rankrecord.DiscardingRecord;
import musubi.observe.rankrecord.EventKind;
import musubi.observe.rankrecord.RankRecord;
import musubi.observe.rankrecord.RecordFiles;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.Locale;
import java.util.function.LongConsumer;

/**
 * The one place where the events of a rank pass: they are counted and noted in its record, which
 * others may read at any time ({@link musubi.observe.rankrecord.RecordView}).
 *
 * <p>Thread rule: the thread that holds the rank.
 */
public final class RankEvents {
    /** A message that two ranks of a job exchange within a collective has no tag of the program. */
    private static final int NONE = WaitTarget.NONE;

    private static final String MESSAGES = "messages";
    private static final String BYTES = "bytes";

    private final RankRecord record;
    private final WaitTarget target = new WaitTarget();
    private final int unexpected;
    private final int mostUnexpected;
    private final int unexpectedBytes;
    private final int mostUnexpectedBytes;
    private final int misses;
    private final int queued;
    private final int uncredited;
    private final int hits;
    private final int opened;
    private final int evictions;
    private final int lost;
    private final int waits;
    private final int waitNs;
    private final int waitSince;
    private long waitBeganNs;
    private int waitDepth;
    private int waiting;

    /** Null when nobody else wants to hear. */
    private RankObserver observer;

    private RankEvents(RankRecord record) {
        this.record = record;
        unexpected = level("unexpected.messages", MESSAGES);
        mostUnexpected = maximum("unexpected.messages.max", MESSAGES);
        unexpectedBytes = level("unexpected.bytes", BYTES);
        mostUnexpectedBytes = maximum("unexpected.bytes.max", BYTES);
        misses = counter("match.misses", "attempts");
        queued = counter("send.queued", MESSAGES);
        uncredited = counter("send.uncredited", MESSAGES);
        hits = counter("context.hits", "uses");
        opened = counter("context.opened", "contexts");
        evictions = counter("context.evictions", "contexts");
        lost = counter("peers.lost", "ranks");
        waits = counter("wait.count", "waits");
        waitNs = counter("wait.time", "ns");
        waitSince = level("wait.since", "ns");
        record.addEvent(EventKind.JOINED.ordinal(), NONE, NONE, NONE, 0, 0);
    }

    /**
     * The events of a rank that joins a job: kept in a file if mpiexec has said where, else in
     * memory of the process; not at all when the user does not want that.
     */
    public static RankEvents open(Bootstrap bootstrap, Settings settings) {
        RankRecord.Owner owner =
                new RankRecord.Owner(
                        bootstrap.jobId(), bootstrap.worldRank(), bootstrap.worldSize());
        String directory = settings.get(RecordFiles.DIRECTORY);
        if (!settings.isOn(Setting.OBSERVE)) {
            return new RankEvents(new DiscardingRecord(owner));
        }
        if (directory == null) {
            return new RankEvents(RankRecord.inMemory(owner));
        }
        Path file = RecordFiles.of(Path.of(directory), owner.rank());
        try {
            return new RankEvents(RankRecord.inFile(file, owner));
        } catch (IOException e) {
            System.err.println(
                    "musubi: rank="
                            + owner.rank()
                            + " has no file for its counters: cause="
                            + e
                            + "; make room there, or switch this off with -D"
                            + Setting.OBSERVE.property()
                            + "=false");
            return new RankEvents(RankRecord.inMemory(owner));
        }
    }

    /** What has been counted and noted so far, to be read at any time by any thread. */
    public MemorySegment memory() {
        return record.memory();
    }

    /** Tells another one of all events from now on. */
    public void observeBy(RankObserver other) {
        observer = other;
    }

    private int counter(String name, String unit) {
        return record.counterAt(name, unit, CounterKind.COUNTER);
    }

    private int level(String name, String unit) {
        return record.counterAt(name, unit, CounterKind.LEVEL);
    }

    private int maximum(String name, String unit) {
        return record.counterAt(name, unit, CounterKind.MAXIMUM);
    }

    /** Adds to a counter of this name. Thread rule of what it returns: as of this class. */
    public LongConsumer adder(String name, String unit) {
        int place = counter(name, unit);
        return amount -> record.add(place, amount);
    }

    /**
     * Where messages with a peer are counted.
     *
     * @param transport that reaches it
     * @param where {@code self}, {@code node} or {@code remote}
     */
    public PeerCounters peerCounters(int peer, String transport, String where) {
        String path = "." + transport + "." + where;
        return new PeerCounters(peer, messages("sent.", path), messages("received.", path));
    }

    private int messages(String verb, String path) {
        int first = -1;
        for (Protocol protocol : Protocol.values()) {
            String name = protocol.name().toLowerCase(Locale.ROOT) + path;
            int place = counter(verb + "messages." + name, MESSAGES);
            counter(verb + "bytes." + name, BYTES);
            first = first < 0 ? place : first;
        }
        return first;
    }

    /** A message has gone to this peer. */
    public void sent(PeerCounters to, Protocol protocol, int contextId, int tag, long bytes) {
        record.addMessage(to.sent() + protocol.offset, bytes);
        record.addQuickEvent(protocol.sentEvent, to.peer(), tag, contextId, 0, bytes);
        if (observer != null) {
            observer.sent(protocol, to.peer(), contextId, tag, bytes);
        }
    }

    /** A message has come and has met its receive. */
    public void received(PeerCounters from, Protocol protocol, int contextId, int tag, long bytes) {
        record.addMessage(from.received() + protocol.offset, bytes);
        record.addQuickEvent(
                EventKind.RECEIVED.ordinal(),
                from.peer(),
                tag,
                contextId,
                protocol.ordinal(),
                bytes);
        if (observer != null) {
            observer.received(protocol, from.peer(), contextId, tag, bytes);
        }
    }

    /** A message has come that waits for a receive. */
    public void arrivedUnexpected(
            PeerCounters from, Protocol protocol, int contextId, int tag, long bytes) {
        record.addMessage(from.received() + protocol.offset, bytes);
        record.addQuickEvent(
                EventKind.UNEXPECTED.ordinal(),
                from.peer(),
                tag,
                contextId,
                protocol.ordinal(),
                bytes);
        if (observer != null) {
            observer.arrivedUnexpected(protocol, from.peer(), contextId, tag, bytes, waiting);
        }
    }

    /** A receive has met a message that waited. */
    public void matchedUnexpected(int peer, int contextId, int tag, long bytes) {
        record.addQuickEvent(
                EventKind.MATCHED_UNEXPECTED.ordinal(), peer, tag, contextId, 0, bytes);
        if (observer != null) {
            observer.matchedUnexpected(peer, contextId, tag, bytes);
        }
    }

    /** The data of a message that was not sent with it is all there. */
    public void landed(int peer, int contextId, int tag, long bytes) {
        if (observer != null) {
            observer.landed(peer, contextId, tag, bytes);
        }
    }

    /** So many messages with so many bytes of data wait for receives. */
    public void unexpected(int messages, long bytes) {
        waiting = messages;
        record.set(unexpected, messages);
        record.raiseTo(mostUnexpected, messages);
        record.set(unexpectedBytes, bytes);
        record.raiseTo(mostUnexpectedBytes, bytes);
    }

    /** So many receives or messages were looked at that did not fit. */
    public void missed(int attempts) {
        record.add(misses, attempts);
    }

    /** A send waits for room or behind others. */
    public void queued(PeerCounters to, int contextId, int tag, long bytes) {
        record.add(queued, 1);
        record.addQuickEvent(EventKind.QUEUED.ordinal(), to.peer(), tag, contextId, 0, bytes);
    }

    /** A message that could have gone with its data is announced, for want of credit. */
    public void outOfCredit() {
        record.add(uncredited, 1);
    }

    /** An open context was used, among as many as may be. */
    public void contextHit() {
        record.add(hits, 1);
    }

    /** The context of a peer has been opened. */
    public void opened(int peer) {
        record.add(opened, 1);
        record.addEvent(EventKind.CONNECTED.ordinal(), peer, NONE, NONE, 0, 0);
        if (observer != null) {
            observer.opened(peer);
        }
    }

    /** The context of a peer has been closed for another one. */
    public void evicted(int peer) {
        record.add(evictions, 1);
        record.addEvent(EventKind.EVICTED.ordinal(), peer, NONE, NONE, 0, 0);
        if (observer != null) {
            observer.evicted(peer);
        }
    }

    /** A peer is gone. */
    public void lost(int peer) {
        record.add(lost, 1);
        record.addEvent(EventKind.LOST.ordinal(), peer, NONE, NONE, 0, 0);
        if (observer != null) {
            observer.lost(peer);
        }
    }

    /** To be filled by what a wait is for that is about to be told. */
    public WaitTarget target() {
        target.clear();
        return target;
    }

    /** A wait for the {@link #target} has lasted for some time. */
    public void waitBegan() {
        long now =
                record.addEvent(
                        EventKind.WAITING.ordinal(),
                        target.peer,
                        target.tag,
                        target.contextId,
                        target.what.ordinal(),
                        target.bytes);
        if (waitDepth++ == 0) {
            waitBeganNs = now;
            record.set(waitSince, now);
            if (observer != null) {
                observer.waitBegan();
            }
        }
    }

    /** A wait that was told is over. Of waits one within another the outer one is measured. */
    public void waitEnded() {
        if (--waitDepth == 0) {
            long now = System.nanoTime();
            long lastedNs = now - waitBeganNs;
            record.addEvent(EventKind.WAITED.ordinal(), NONE, NONE, NONE, 0, lastedNs);
            record.add(waits, 1);
            record.add(waitNs, lastedNs);
            record.set(waitSince, 0);
            if (observer != null) {
                observer.waitEnded(target);
            }
        }
    }

    /** Where calls of a collective operation by this algorithm are counted. */
    public CollectiveCounters collectiveCounters(String kind, String algorithm) {
        String name = kind.toLowerCase(Locale.ROOT) + "." + algorithm;
        int place = counter("coll.calls." + name, "calls");
        counter("coll.bytes." + name, BYTES);
        return new CollectiveCounters(kind, algorithm, place);
    }

    /**
     * An algorithm has been chosen for collective calls of a shape.
     *
     * @param ranks of the communicator
     * @param bytes of the buffer that the operation is about
     */
    public void chosen(CollectiveCounters tally, String reason, int ranks, long bytes) {
        if (observer != null) {
            observer.chosen(tally.kind(), tally.algorithm(), reason, ranks, bytes);
        }
    }

    /** A collective operation has begun; so many bytes are each rank's share. */
    public void collectiveBegan(CollectiveCounters tally, int contextId, long bytes) {
        record.addMessage(tally.place(), bytes);
        int entry = RankRecord.entryAt(tally.place());
        record.addQuickEvent(EventKind.COLLECTIVE.ordinal(), NONE, NONE, contextId, entry, bytes);
        if (observer != null) {
            observer.collectiveBegan();
        }
    }

    /**
     * The blocking collective operation that this thread has begun last is over.
     *
     * @param number of blocking operations before it in this group, the same on all ranks
     * @param root its rank in the communicator; 0 for operations without one, -1 between groups
     */
    public void collectiveEnded(
            CollectiveCounters tally, CollectiveGroup group, long number, int root, long bytes) {
        int entry = RankRecord.entryAt(tally.place());
        int contextId = group.contextId();
        record.addQuickEvent(EventKind.COLLECTIVE_DONE.ordinal(), NONE, NONE, contextId, entry, 0);
        if (observer != null) {
            observer.collectiveEnded(tally, group, number, root, bytes);
        }
    }

    /** An MPI call has failed. */
    public void failed(int errorClass) {
        record.addEvent(EventKind.FAILED.ordinal(), NONE, NONE, NONE, errorClass, 0);
    }

    /** The rank ends the job. */
    public void aborted(int code) {
        record.addEvent(EventKind.ABORTED.ordinal(), NONE, NONE, NONE, code, 0);
    }

    /** The rank has come to MPI.Finalize. */
    public void finalizing() {
        record.addEvent(EventKind.FINALIZING.ordinal(), NONE, NONE, NONE, 0, 0);
        if (observer != null) {
            observer.finalizing(new PerformanceVariables(record.memory()));
        }
    }

    /** The rank has left the job. */
    public void left() {
        record.addEvent(EventKind.LEFT.ordinal(), NONE, NONE, NONE, 0, 0);
    }
}
