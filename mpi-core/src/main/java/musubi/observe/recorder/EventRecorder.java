package musubi.observe.recorder;

import musubi.bootstrap.Bootstrap;
import musubi.config.Setting;
import musubi.config.Settings;
import musubi.error.FreeSpace;
import musubi.event.CollectiveCounters;
import musubi.event.CollectiveGroup;
import musubi.event.PeerCounters;
import musubi.event.Protocol;
import musubi.event.RankEvents;
import musubi.event.WaitTarget;
import musubi.observe.PerformanceVariables;
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
 * Counts the events of a rank and writes them into its record, which can be read at any time
 * ({@link musubi.observe.rankrecord.RecordView}), and passes them on to an observer.
 *
 * <p>Thread rule: the thread that holds the rank.
 */
public final class EventRecorder extends RankEvents {
    /** A message that two ranks of a job exchange within a collective has no tag of the program. */
    private static final int NONE = WaitTarget.NONE;

    /** Counters of messages for each protocol: their number and their bytes. */
    static final int PLACES = 2;

    /** The kinds of events for sent messages follow each other in the order of the protocols. */
    private static final int SENT = EventKind.SENT_EAGER.ordinal();

    private static final String MESSAGES = "messages";
    private static final String BYTES = "bytes";

    private final RankRecord record;
    private final int unexpected = level("unexpected.messages", MESSAGES);
    private final int mostUnexpected = maximum("unexpected.messages.max", MESSAGES);
    private final int unexpectedBytes = level("unexpected.bytes", BYTES);
    private final int mostUnexpectedBytes = maximum("unexpected.bytes.max", BYTES);
    private final int misses = counter("match.misses", "attempts");
    private final int queued = counter("send.queued", MESSAGES);
    private final int uncredited = counter("send.uncredited", MESSAGES);
    private final int hits = counter("context.hits", "uses");
    private final int opened = counter("context.opened", "contexts");
    private final int evictions = counter("context.evictions", "contexts");
    private final int lost = counter("peers.lost", "ranks");
    private final int waits = counter("wait.count", "waits");
    private final int waitNs = counter("wait.time", "ns");
    private final int waitSince = level("wait.since", "ns");
    private long waitBeganNs;
    private int waitDepth;
    private int waiting;

    /** Null if there is none. */
    private RankObserver observer;

    private EventRecorder(RankRecord record) {
        this.record = record;
        super();
        record.addEvent(EventKind.JOINED.ordinal(), NONE, NONE, NONE, 0, 0);
    }

    /**
     * A recorder for a rank that joins a job. The record is a file in the directory that mpiexec
     * sets, else memory of the process; with {@code musubi.observe=false} nothing is recorded.
     */
    public static EventRecorder open(Bootstrap bootstrap, Settings settings) {
        return open(bootstrap, settings, 1);
    }

    /**
     * As above, with counters of messages to each site.
     *
     * @param sites of the job, at most
     */
    public static EventRecorder open(Bootstrap bootstrap, Settings settings, int sites) {
        RankRecord.Owner owner =
                new RankRecord.Owner(
                        bootstrap.jobId(), bootstrap.worldRank(), bootstrap.worldSize(), sites);
        String directory = settings.get(RecordFiles.DIRECTORY);
        if (!settings.isOn(Setting.OBSERVE)) {
            return new EventRecorder(new DiscardingRecord(owner));
        }
        if (directory == null) {
            return new EventRecorder(RankRecord.inMemory(owner));
        }
        Path file = RecordFiles.of(Path.of(directory), owner.rank());
        try {
            return new EventRecorder(RankRecord.inFile(file, owner));
        } catch (IOException e) {
            System.err.println(
                    ("musubi: rank=%s has no file for its counters, which mpitop cannot show:"
                                    + " file=%s cause=%s bytes free=%s; free space there, or"
                                    + " switch this off with -D%s=false")
                            .formatted(
                                    owner.rank(),
                                    file,
                                    e.getMessage(),
                                    FreeSpace.of(Path.of(directory)),
                                    Setting.OBSERVE.property()));
            return new EventRecorder(RankRecord.inMemory(owner));
        }
    }

    /** The memory of the record, read-only; any thread. */
    public MemorySegment memory() {
        return record.memory();
    }

    /** Passes all further events on to an observer. */
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

    @Override
    public LongConsumer namedCounter(String name, String unit) {
        int place = counter(name, unit);
        return amount -> record.add(place, amount);
    }

    /** A level of the grid; it is set with values, by any one thread at a time. */
    public LongConsumer namedLevel(String name, String unit) {
        int place = level(name, unit);
        return value -> record.set(place, value);
    }

    /** Passes events on to it; null if there is none. */
    public RankObserver observer() {
        return observer;
    }

    @Override
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

    @Override
    public void sent(PeerCounters to, Protocol protocol, int contextId, int tag, long bytes) {
        record.addMessage(to.sent() + PLACES * protocol.ordinal(), bytes);
        record.addQuickEvent(SENT + protocol.ordinal(), to.peer(), tag, contextId, 0, bytes);
        if (observer != null) {
            observer.sent(protocol, to.peer(), contextId, tag, bytes);
        }
    }

    @Override
    public void received(PeerCounters from, Protocol protocol, int contextId, int tag, long bytes) {
        record.addMessage(from.received() + PLACES * protocol.ordinal(), bytes);
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

    @Override
    public void arrivedUnexpected(
            PeerCounters from, Protocol protocol, int contextId, int tag, long bytes) {
        record.addMessage(from.received() + PLACES * protocol.ordinal(), bytes);
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

    @Override
    public void matchedUnexpected(int peer, int contextId, int tag, long bytes) {
        record.addQuickEvent(
                EventKind.MATCHED_UNEXPECTED.ordinal(), peer, tag, contextId, 0, bytes);
        if (observer != null) {
            observer.matchedUnexpected(peer, contextId, tag, bytes);
        }
    }

    @Override
    public void landed(int peer, int contextId, int tag, long bytes) {
        if (observer != null) {
            observer.landed(peer, contextId, tag, bytes);
        }
    }

    @Override
    public void unexpected(int messages, long bytes) {
        waiting = messages;
        record.set(unexpected, messages);
        record.raiseTo(mostUnexpected, messages);
        record.set(unexpectedBytes, bytes);
        record.raiseTo(mostUnexpectedBytes, bytes);
    }

    @Override
    public void missed(int attempts) {
        record.add(misses, attempts);
    }

    @Override
    public void queued(PeerCounters to, int contextId, int tag, long bytes) {
        record.add(queued, 1);
        record.addQuickEvent(EventKind.QUEUED.ordinal(), to.peer(), tag, contextId, 0, bytes);
    }

    @Override
    public void outOfCredit() {
        record.add(uncredited, 1);
    }

    @Override
    public void contextHit() {
        record.add(hits, 1);
    }

    @Override
    public void opened(int peer) {
        record.add(opened, 1);
        record.addEvent(EventKind.CONNECTED.ordinal(), peer, NONE, NONE, 0, 0);
        if (observer != null) {
            observer.opened(peer);
        }
    }

    @Override
    public void evicted(int peer) {
        record.add(evictions, 1);
        record.addEvent(EventKind.EVICTED.ordinal(), peer, NONE, NONE, 0, 0);
        if (observer != null) {
            observer.evicted(peer);
        }
    }

    @Override
    public void lost(int peer) {
        record.add(lost, 1);
        record.addEvent(EventKind.LOST.ordinal(), peer, NONE, NONE, 0, 0);
        if (observer != null) {
            observer.lost(peer);
        }
    }

    @Override
    public void waitBegan() {
        WaitTarget target = lastTarget();
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

    @Override
    public void waitEnded() {
        if (--waitDepth == 0) {
            long now = System.nanoTime();
            long lastedNs = now - waitBeganNs;
            record.addEvent(EventKind.WAITED.ordinal(), NONE, NONE, NONE, 0, lastedNs);
            record.add(waits, 1);
            record.add(waitNs, lastedNs);
            record.set(waitSince, 0);
            if (observer != null) {
                observer.waitEnded(lastTarget());
            }
        }
    }

    @Override
    public CollectiveCounters collectiveCounters(String kind, String algorithm) {
        String name = kind.toLowerCase(Locale.ROOT) + "." + algorithm;
        int place = counter("coll.calls." + name, "calls");
        counter("coll.bytes." + name, BYTES);
        return new CollectiveCounters(kind, algorithm, place);
    }

    @Override
    public void chosen(CollectiveCounters counters, String reason, int ranks, long bytes) {
        if (observer != null) {
            observer.chosen(counters.kind(), counters.algorithm(), reason, ranks, bytes);
        }
    }

    @Override
    public void collectiveBegan(CollectiveCounters counters, int contextId, long bytes) {
        record.addMessage(counters.place(), bytes);
        int entry = RankRecord.entryAt(counters.place());
        record.addQuickEvent(EventKind.COLLECTIVE.ordinal(), NONE, NONE, contextId, entry, bytes);
        if (observer != null) {
            observer.collectiveBegan();
        }
    }

    @Override
    public void collectiveEnded(
            CollectiveCounters counters, CollectiveGroup group, long number, int root, long bytes) {
        int entry = RankRecord.entryAt(counters.place());
        int contextId = group.contextId();
        record.addQuickEvent(EventKind.COLLECTIVE_DONE.ordinal(), NONE, NONE, contextId, entry, 0);
        if (observer != null) {
            observer.collectiveEnded(counters, group, number, root, bytes);
        }
    }

    @Override
    public void failed(int errorClass) {
        record.addEvent(EventKind.FAILED.ordinal(), NONE, NONE, NONE, errorClass, 0);
    }

    /** The rank aborts the job. */
    public void aborted(int code) {
        record.addEvent(EventKind.ABORTED.ordinal(), NONE, NONE, NONE, code, 0);
    }

    /** The rank has entered MPI.Finalize. */
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
