package musubi.pt2pt;

import musubi.adi.Envelope;
import musubi.adi.Inbound;
import musubi.adi.Region;
import musubi.comm.Communicator;
import musubi.observe.RankEvents;
import musubi.replay.Courses;
import musubi.replay.Match;
import musubi.replay.MatchOrder;

/**
 * Gives the receives and probes of a rank that is replayed alone what its journal has for them, as
 * if it had arrived before. Where the journal ends they get nothing.
 */
final class LoneMatching extends OrderedMatching {
    private final MatchOrder order;
    private final Envelope envelope = new Envelope();
    private final Region region = new Region();
    private final long[] announcement = new long[2];
    private Inbound inbound;

    LoneMatching(RankEvents events, MatchOrder order, Courses courses) {
        super(events, order, courses);
        this.order = order;
    }

    @Override
    void connect(Inbound arrivals) {
        inbound = arrivals;
    }

    @Override
    UnexpectedMessage post(RecvRequest request) {
        if (Communicator.isOfCollectives(request.contextId)) {
            bringPart(request);
        }
        return super.post(request);
    }

    /** The next message that a receive of a collective operation names. */
    private void bringPart(RecvRequest request) {
        int context = request.contextId;
        int source = request.wantedSource;
        int tag = request.wantedTag;
        byte[] data = order.partOf(context, source, tag);
        if (data != null) {
            envelope.set(MessageKind.EAGER, context, source, tag, data.length, 0);
            bring(request.peerRank, data);
        }
    }

    @Override
    UnexpectedMessage findNumber(int contextId, int source, long number) {
        UnexpectedMessage message = super.findNumber(contextId, source, number);
        Match match = message == null ? order.ofMessage(contextId, source, number) : null;
        byte[] data = match == null ? null : order.payloadOf(match.receive());
        if (data == null) {
            return message;
        }
        envelope.set(MessageKind.EAGER, contextId, source, match.tag(), match.bytes(), number);
        envelope.flags = match.flags();
        bring(match.from(), data);
        return super.findNumber(contextId, source, number);
    }

    /** What the rank only got to know of, but not the data, is announced; these never come. */
    @Override
    void probed(Match message, int objects) {
        int source = message.source();
        if (findNumber(message.contextId(), source, message.message()) == null) {
            int kind = MessageKind.READY_TO_SEND;
            long number = message.message();
            envelope.set(kind, message.contextId(), source, message.tag(), message.bytes(), number);
            envelope.flags = message.flags();
            announcement[1] = objects;
            inbound.onMessage(message.from(), envelope, region.wrapArray(announcement, 0, 16));
            region.clear();
        }
    }

    private void bring(int from, byte[] data) {
        inbound.onMessage(from, envelope, region.wrapArray(data, 0, data.length));
        region.clear();
    }

    @Override
    RecvRequest arrived(int from, Envelope arrived, Region payload) {
        store(from, arrived, payload).number = arrived.cookie;
        return null;
    }
}
