package musubi.pt2pt.matching;

import musubi.adi.Envelope;
import musubi.event.RankEvents;
import musubi.region.Region;
import musubi.type.buffer.ObjectCodec;

/**
 * The posted receives and the unexpected messages of a rank, for all transports and communicators,
 * matched in the order of MPI-4.1 section 3.5.
 */
public final class MatchQueues {
    private final PostedReceiveQueue posted;
    private final UnexpectedQueue unexpected;
    private final Announcement announcement = new Announcement();

    /** Empty queues. */
    public MatchQueues(RankEvents events) {
        posted = new PostedReceiveQueue(events);
        unexpected = new UnexpectedQueue(events);
    }

    /** The receives that wait for a message. */
    public PostedReceiveQueue posted() {
        return posted;
    }

    /** The messages that wait for a receive. */
    public UnexpectedQueue unexpected() {
        return unexpected;
    }

    /** The receive for an arriving message, taken out; null after storing the message. */
    public PendingReceive arrived(int from, Envelope envelope, Region payload) {
        PendingReceive receive = posted.match(envelope.contextId, envelope.source, envelope.tag);
        if (receive == null) {
            store(from, envelope, payload);
        }
        return receive;
    }

    /** The message for a new receive, taken out; null after posting the receive. */
    public UnexpectedMessage post(PendingReceive receive) {
        UnexpectedMessage message =
                unexpected.find(receive.contextId, receive.wantedSource, receive.wantedTag);
        if (message == null) {
            posted.post(receive);
        } else {
            unexpected.remove(message);
        }
        return message;
    }

    /** Stores a message that no receive takes now. */
    public UnexpectedMessage store(int from, Envelope envelope, Region payload) {
        UnexpectedMessage message = unexpected.acquire();
        describe(message, from, envelope);
        if (message.isAnnounced()) {
            announcement.read(payload);
            message.remoteKey = announcement.remoteKey();
            message.objectCount = announcement.objectCount();
        } else {
            int bytes = (int) payload.length();
            unexpected.ensureCapacity(message, bytes);
            payload.copyTo(0, message.payload, 0, bytes);
            message.objectCount =
                    message.hasObjects() ? ObjectCodec.countOf(message.storage, bytes) : 0;
        }
        unexpected.add(message);
        return message;
    }

    private static void describe(UnexpectedMessage message, int from, Envelope envelope) {
        message.from = from;
        message.contextId = envelope.contextId;
        message.source = envelope.source;
        message.tag = envelope.tag;
        message.kind = envelope.kind;
        message.flags = envelope.flags;
        message.length = envelope.length;
        message.cookie = envelope.cookie;
    }
}
