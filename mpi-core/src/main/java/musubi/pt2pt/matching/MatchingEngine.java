package musubi.pt2pt.matching;

import musubi.adi.Envelope;
import musubi.adi.Inbound;
import musubi.event.RankEvents;
import musubi.pt2pt.RecvProtocol;
import musubi.pt2pt.RecvRequest;
import musubi.region.Region;
import musubi.replay.JournaledMatching;
import musubi.replay.SingleRankReplayMatching;
import musubi.replay.journal.Match;
import musubi.replay.journal.MatchLog;
import musubi.replay.journal.ThreadStreams;
import musubi.type.buffer.ObjectCodec;

/** Brings messages and receives together, for all transports and communicators of a rank. */
public class MatchingEngine {
    private final PostedReceiveQueue posted;
    private final UnexpectedQueue unexpected;
    private final long[] announcement = new long[2];
    private final Region announcementRegion = new Region();

    public MatchingEngine(RankEvents events) {
        posted = new PostedReceiveQueue(events);
        unexpected = new UnexpectedQueue(events);
        announcementRegion.wrapArray(announcement, 0, 16);
    }

    /** One that leaves to {@code order} what depends on time; the usual one when it is null. */
    public static MatchingEngine of(RankEvents events, MatchLog order, ThreadStreams courses) {
        if (order == null) {
            return new MatchingEngine(events);
        }
        return order.isSingleRank()
                ? new SingleRankReplayMatching(events, order, courses)
                : new JournaledMatching(events, order, courses);
    }

    public final PostedReceiveQueue posted() {
        return posted;
    }

    public final UnexpectedQueue unexpected() {
        return unexpected;
    }

    /** The receive that this message goes to, taken out; null after storing the message. */
    public RecvRequest arrived(int from, Envelope envelope, Region payload) {
        RecvRequest request = posted.match(envelope.contextId, envelope.source, envelope.tag);
        if (request == null) {
            store(from, envelope, payload);
        }
        return request;
    }

    public final UnexpectedMessage store(int from, Envelope envelope, Region payload) {
        UnexpectedMessage message = unexpected.acquire();
        describe(message, from, envelope);
        if (message.announced) {
            readAnnouncement(payload);
            message.remoteKey = announcement[0];
            message.objectCount = (int) announcement[1];
            message.payload.clear();
        } else {
            int bytes = (int) payload.length();
            unexpected.ensureCapacity(message, bytes);
            payload.copyTo(0, message.payload, 0, bytes);
            message.objectCount = message.objects ? ObjectCodec.countOf(message.storage) : 0;
        }
        unexpected.add(message);
        return message;
    }

    private static void describe(UnexpectedMessage message, int from, Envelope envelope) {
        message.from = from;
        message.contextId = envelope.contextId;
        message.source = envelope.source;
        message.tag = envelope.tag;
        message.announced = envelope.kind == MessageKind.READY_TO_SEND;
        message.synchronous = !message.announced && (envelope.flags & MessageKind.SYNCHRONOUS) != 0;
        message.objects = (envelope.flags & MessageKind.OBJECTS) != 0;
        message.flags = envelope.flags;
        message.length = envelope.length;
        message.cookie = envelope.cookie;
    }

    /** Reads what an announcement carries; {@link #remoteKey} has it until the next call. */
    public final void readAnnouncement(Region payload) {
        payload.copyTo(0, announcementRegion, 0, 16);
    }

    /** Remote key of the announcement read last. */
    public final long remoteKey() {
        return announcement[0];
    }

    /** Object count of the announcement read last. */
    public final int objectCount() {
        return (int) announcement[1];
    }

    /** The message for a new receive, taken out of the queue; null after posting the receive. */
    public UnexpectedMessage post(RecvRequest request) {
        UnexpectedMessage message =
                unexpected.find(request.contextId, request.wantedSource, request.wantedTag);
        if (message == null) {
            posted.post(request);
        } else {
            unexpected.remove(message);
        }
        return message;
    }

    /** Says where messages go that do not come by themselves. */
    public void connect(Inbound inbound) {}

    /**
     * A probe is about to find this message, as recorded.
     *
     * @param objects how many are in it
     */
    public void probed(Match message, int objects) {}

    /** The message with a number among those of its source in a context; stays in the queue. */
    public UnexpectedMessage findNumber(int contextId, int source, long number) {
        return unexpected.findNumber(contextId, source, number);
    }

    /** A new receive; requests are pooled. */
    public RecvRequest newReceive(RecvProtocol protocol) {
        return new RecvRequest(protocol);
    }

    /** A matched probe takes a message out. */
    public void extract(UnexpectedMessage message) {
        unexpected.remove(message);
    }

    /** A receive gets a message that a matched probe has taken out. */
    public void receiveExtracted(RecvRequest request, UnexpectedMessage message) {}

    /** Whether senders may put messages into posted receives by themselves. */
    public boolean allowsClaims() {
        return true;
    }

    /** Whether a posted receive may be taken back. */
    public boolean mayCancel(RecvRequest request) {
        return true;
    }

    /** A receive has been taken back. */
    public void cancelled(RecvRequest request) {}

    /** Whether a message may go back to its sender, who asks for it. */
    public boolean mayCancelSend(UnexpectedMessage message) {
        return true;
    }
}
