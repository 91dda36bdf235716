package musubi.replay;

import musubi.adi.Envelope;
import musubi.group.ContextId;
import musubi.pt2pt.matching.MatchControl;
import musubi.pt2pt.matching.MatchQueues;
import musubi.pt2pt.matching.MessageKind;
import musubi.pt2pt.matching.PendingReceive;
import musubi.pt2pt.matching.UnexpectedMessage;
import musubi.region.Region;
import musubi.replay.journal.Match;
import musubi.replay.journal.MatchLog;
import musubi.replay.journal.ThreadStreams;

import java.util.HashMap;
import java.util.Map;

/**
 * Matches messages and receives as a {@link MatchLog} has recorded, and records new matches.
 *
 * <p>A receive is known by its number among all receives of the rank, a message by its number among
 * those of its source in its context. Both are the same in every run that has taken the same course
 * so far: a program starts receives, and sends to one receiver, in its own log. With several
 * threads each starts its receives in its own order, and messages of a source have one within a tag
 * only. The receives of collective operations are left alone; they name source and tag, and may be
 * started in any log.
 */
class JournaledMatching implements MatchControl {
    final MatchQueues queues;
    final MatchLog log;
    private final ThreadStreams streams;
    private final Map<MessageStream, long[]> messages = new HashMap<>();

    /** Posted receives with a recorded message, by their number. */
    private final Map<Long, PendingReceive> reserved = new HashMap<>();

    /** The receives started, by thread stream. */
    private final Map<Long, long[]> receives = new HashMap<>();

    /** The messages whose order is the same in every run. */
    private record MessageStream(int contextId, int source, int tag) {}

    JournaledMatching(MatchQueues queues, MatchLog log, ThreadStreams streams) {
        this.queues = queues;
        this.log = log;
        this.streams = streams;
    }

    private static <T> long next(Map<T, long[]> counts, T name) {
        return counts.computeIfAbsent(name, _ -> new long[1])[0]++;
    }

    private long nextReceive() {
        long stream = streams.currentStream();
        return stream + next(receives, stream);
    }

    private long nextMessage(int contextId, int source, int tag) {
        int own = streams.isMultithreaded() ? tag : 0;
        return (long) own << Integer.SIZE
                | next(messages, new MessageStream(contextId, source, own));
    }

    @Override
    public PendingReceive arrived(int from, Envelope envelope, Region payload) {
        int contextId = envelope.contextId;
        if (ContextId.isCollective(contextId)) {
            return queues.arrived(from, envelope, payload);
        }
        int source = envelope.source;
        long number = nextMessage(contextId, source, envelope.tag);
        int flags = stableFlags(envelope.flags);
        long bytes = envelope.length;
        Match arrived = new Match(0, contextId, source, number, from, envelope.tag, flags, bytes);
        log.arrived(arrived);
        Match match = log.matchOfMessage(contextId, source, number);
        PendingReceive request =
                match == null
                        ? queues.posted().firstUnreserved(contextId, source, envelope.tag)
                        : reserved.remove(match.receive());
        if (request == null || !queues.posted().remove(request)) {
            queues.store(from, envelope, payload).setJournalNumber(number);
            return null;
        }
        record(request, arrived);
        return request;
    }

    @Override
    public UnexpectedMessage post(PendingReceive request) {
        log.beforeReceive();
        request.setReserved(false);
        if (ContextId.isCollective(request.contextId())) {
            return queues.post(request);
        }
        request.setJournalNumber(nextReceive());
        log.posted(
                request.journalNumber(),
                request.contextId(),
                request.wantedSource(),
                request.wantedTag());
        Match match = log.matchOfReceive(request.journalNumber());
        UnexpectedMessage message =
                match == null ? firstUnrecorded(request) : recordedMessage(match, request);
        if (message != null) {
            queues.unexpected().remove(message);
            record(request, asMatch(message, 0));
            return message;
        }
        queues.posted().post(request);
        request.setReserved(match != null);
        if (match != null && !match.isCancelled()) {
            reserved.put(request.journalNumber(), request);
        }
        return null;
    }

    /** The earliest message for a receive that is not recorded. */
    private UnexpectedMessage firstUnrecorded(PendingReceive request) {
        if (!log.replays()) {
            return queues.unexpected()
                    .find(request.contextId(), request.wantedSource(), request.wantedTag());
        }
        UnexpectedMessage message = queues.unexpected().first();
        while (message != null && !(takes(request, message) && isUnrecorded(message))) {
            message = message.next();
        }
        return message;
    }

    private static boolean takes(PendingReceive request, UnexpectedMessage message) {
        return request.takes(message.contextId(), message.source(), message.tag());
    }

    private boolean isUnrecorded(UnexpectedMessage message) {
        return log.matchOfMessage(message.contextId(), message.source(), message.journalNumber())
                == null;
    }

    /** The message that was recorded for a receive; null before it has arrived. */
    private UnexpectedMessage recordedMessage(Match match, PendingReceive request) {
        if (match.isCancelled()) {
            return null;
        }
        if (!request.takes(match.contextId(), match.source(), match.tag())) {
            String receive = nameOf(request.journalNumber());
            throw log.diverged(
                    receive + " got " + match.describe(), receive + " is " + request.describe());
        }
        return find(match.contextId(), match.source(), match.message());
    }

    private String nameOf(long receive) {
        return "receive=" + streams.describe(receive);
    }

    /** The message with a number among those of its source in a context; stays in the queue. */
    UnexpectedMessage find(int contextId, int source, long number) {
        return queues.unexpected().findNumber(contextId, source, number);
    }

    /**
     * A probe is about to find this message, as recorded.
     *
     * @param objects the number of objects in it
     */
    void beforeProbe(Match message, int objects) {}

    static Match asMatch(UnexpectedMessage m, long receive) {
        int flags = stableFlags(m.flags());
        return new Match(
                receive,
                m.contextId(),
                m.source(),
                m.journalNumber(),
                m.from(),
                m.tag(),
                flags,
                m.bytes());
    }

    /** The flags that are the same in every run; the protocol depends on time. */
    private static int stableFlags(int flags) {
        return flags & ~MessageKind.SYNCHRONOUS;
    }

    private void record(PendingReceive request, Match found) {
        request.setReserved(false);
        record(found.with(request.journalNumber()));
    }

    private void record(Match match) {
        Match recorded = log.matchOfReceive(match.receive());
        if (recorded != null && !recorded.equals(match)) {
            String receive = nameOf(match.receive());
            throw log.diverged(
                    receive + " got " + recorded.describe(), receive + " gets " + match.describe());
        }
        log.matched(match);
    }

    @Override
    public void extracted(UnexpectedMessage message) {
        Match match = asMatch(message, nextReceive());
        message.setJournalNumber(match.receive());
        record(match);
    }

    @Override
    public void receivesExtracted(PendingReceive request, UnexpectedMessage message) {
        request.setContextId(message.contextId());
        request.setJournalNumber(message.journalNumber());
    }

    @Override
    public void landed(PendingReceive receive, Region data, long bytes) {
        if (!log.recordsPayload()) {
            return;
        }
        int contextId = receive.contextId();
        if (ContextId.isCollective(contextId)) {
            log.collectivePayload(contextId, receive.source(), receive.tag(), data, bytes);
        } else {
            log.payload(receive.journalNumber(), data, bytes);
        }
    }

    @Override
    public boolean mayCancel(PendingReceive request) {
        if (!request.isPosted()) {
            return false;
        }
        Match match = log.matchOfReceive(request.journalNumber());
        return match == null || match.isCancelled();
    }

    @Override
    public void cancelled(PendingReceive request) {
        request.setReserved(false);
        record(Match.cancelled(request.journalNumber()));
    }

    @Override
    public boolean mayCancelSend(UnexpectedMessage message) {
        return isUnrecorded(message);
    }
}
