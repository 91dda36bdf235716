package musubi.replay;

import musubi.adi.Envelope;
import musubi.comm.Communicator;
import musubi.event.RankEvents;
import musubi.pt2pt.RecvProtocol;
import musubi.pt2pt.RecvRequest;
import musubi.pt2pt.matching.MatchingEngine;
import musubi.pt2pt.matching.MessageKind;
import musubi.pt2pt.matching.UnexpectedMessage;
import musubi.region.Region;
import musubi.replay.journal.Match;
import musubi.replay.journal.MatchLog;
import musubi.replay.journal.ThreadStreams;

import java.util.HashMap;
import java.util.Map;

/**
 * Brings messages and receives together as a {@link MatchLog} says, and tells it what has come of
 * that.
 *
 * <p>A receive is known by its number among all receives of the rank, a message by its number among
 * those of its source in its context. Both are the same in every run that has taken the same course
 * so far: a program starts receives, and sends to one receiver, in its own order. With several
 * threads each starts its receives in its own order, and messages of a source have one within a tag
 * only. The receives of collective operations are left alone; they name source and tag, and may be
 * started in any order.
 */
public class JournaledMatching extends MatchingEngine {
    private final MatchLog order;
    private final ThreadStreams courses;
    private final Map<MessageStream, long[]> messages = new HashMap<>();

    /** Posted receives that a message is recorded for, by their number. */
    private final Map<Long, RecvRequest> reserved = new HashMap<>();

    /** How many have been started, by course. */
    private final Map<Long, long[]> receives = new HashMap<>();

    /** Messages that come in an order of their own. */
    private record MessageStream(int contextId, int source, int tag) {}

    public JournaledMatching(RankEvents events, MatchLog order, ThreadStreams courses) {
        super(events);
        this.order = order;
        this.courses = courses;
    }

    private static <T> long next(Map<T, long[]> counts, T name) {
        return counts.computeIfAbsent(name, _ -> new long[1])[0]++;
    }

    private long nextReceive() {
        long course = courses.currentStream();
        return course + next(receives, course);
    }

    private long nextMessage(int contextId, int source, int tag) {
        int own = courses.isMultithreaded() ? tag : 0;
        return (long) own << Integer.SIZE
                | next(messages, new MessageStream(contextId, source, own));
    }

    @Override
    public RecvRequest newReceive(RecvProtocol protocol) {
        return order.recordsPayload()
                ? new RecordedReceive(protocol, order)
                : super.newReceive(protocol);
    }

    @Override
    public boolean allowsClaims() {
        return false;
    }

    @Override
    public RecvRequest arrived(int from, Envelope envelope, Region payload) {
        int contextId = envelope.contextId;
        if (Communicator.isOfCollectives(contextId)) {
            return super.arrived(from, envelope, payload);
        }
        int source = envelope.source;
        long number = nextMessage(contextId, source, envelope.tag);
        Match match = order.matchOfMessage(contextId, source, number);
        RecvRequest request =
                match == null
                        ? posted().firstUnreserved(contextId, source, envelope.tag)
                        : reserved.remove(match.receive());
        if (request == null || !posted().remove(request)) {
            store(from, envelope, payload).number = number;
            return null;
        }
        long bytes = envelope.length;
        int flags = lasting(envelope.flags);
        tell(request, new Match(0, contextId, source, number, from, envelope.tag, flags, bytes));
        return request;
    }

    @Override
    public UnexpectedMessage post(RecvRequest request) {
        request.reserved = false;
        if (Communicator.isOfCollectives(request.contextId)) {
            return super.post(request);
        }
        request.number = nextReceive();
        Match match = order.matchOfReceive(request.number);
        UnexpectedMessage message = match == null ? firstFree(request) : find(match, request);
        if (message != null) {
            unexpected().remove(message);
            tell(request, asMatch(message, 0));
            return message;
        }
        posted().post(request);
        request.reserved = match != null;
        if (match != null && !match.isCancelled()) {
            reserved.put(request.number, request);
        }
        return null;
    }

    /** The earliest message for a receive that nothing is recorded of. */
    private UnexpectedMessage firstFree(RecvRequest request) {
        if (!order.replays()) {
            return unexpected().find(request.contextId, request.wantedSource, request.wantedTag);
        }
        UnexpectedMessage message = unexpected().first();
        while (message != null && !(takes(request, message) && isFree(message))) {
            message = message.nextArrival;
        }
        return message;
    }

    private static boolean takes(RecvRequest request, UnexpectedMessage message) {
        return request.takes(message.contextId, message.source, message.tag);
    }

    private boolean isFree(UnexpectedMessage message) {
        return order.matchOfMessage(message.contextId, message.source, message.number) == null;
    }

    /** The message that was recorded for a receive, if it has come. */
    private UnexpectedMessage find(Match match, RecvRequest request) {
        if (match.isCancelled()) {
            return null;
        }
        if (!request.takes(match.contextId(), match.source(), match.tag())) {
            throw order.diverged(
                    "receive=" + courses.describe(request.number) + " got " + match.describe(),
                    "receive=" + courses.describe(request.number) + " is " + request.describe());
        }
        return findNumber(match.contextId(), match.source(), match.message());
    }

    static Match asMatch(UnexpectedMessage m, long receive) {
        int flags = lasting(m.flags);
        return new Match(receive, m.contextId, m.source, m.number, m.from, m.tag, flags, m.length);
    }

    /** The flags that a message has in every run; how it is sent depends on time. */
    private static int lasting(int flags) {
        return flags & ~MessageKind.SYNCHRONOUS;
    }

    private void tell(RecvRequest request, Match found) {
        request.reserved = false;
        tell(found.with(request.number));
    }

    private void tell(Match match) {
        Match recorded = order.matchOfReceive(match.receive());
        if (recorded != null && !recorded.equals(match)) {
            throw order.diverged(
                    "receive=" + courses.describe(match.receive()) + " got " + recorded.describe(),
                    "receive=" + courses.describe(match.receive()) + " gets " + match.describe());
        }
        order.matched(match);
    }

    @Override
    public void extract(UnexpectedMessage message) {
        super.extract(message);
        Match match = asMatch(message, nextReceive());
        message.number = match.receive();
        tell(match);
    }

    @Override
    public void receiveExtracted(RecvRequest request, UnexpectedMessage message) {
        request.contextId = message.contextId;
        request.number = message.number;
    }

    @Override
    public boolean mayCancel(RecvRequest request) {
        if (request.chain == null) {
            return false;
        }
        Match match = order.matchOfReceive(request.number);
        return match == null || match.isCancelled();
    }

    @Override
    public void cancelled(RecvRequest request) {
        request.reserved = false;
        tell(Match.cancelled(request.number));
    }

    @Override
    public boolean mayCancelSend(UnexpectedMessage message) {
        return isFree(message);
    }
}
