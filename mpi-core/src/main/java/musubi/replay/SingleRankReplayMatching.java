package musubi.replay;

import musubi.adi.Envelope;
import musubi.adi.Inbound;
import musubi.comm.Communicator;
import musubi.event.RankEvents;
import musubi.pt2pt.RecvRequest;
import musubi.pt2pt.matching.MessageKind;
import musubi.pt2pt.matching.UnexpectedMessage;
import musubi.region.Region;
import musubi.replay.journal.Match;
import musubi.replay.journal.MatchLog;
import musubi.replay.journal.ThreadStreams;

/**
 * Gives the receives and probes of a rank that is replayed alone what its journal has for them, as
 * if it had arrived before. Where the journal ends they get nothing.
 */
public final class SingleRankReplayMatching extends JournaledMatching {
    private final MatchLog order;
    private final Envelope envelope = new Envelope();
    private final Region region = new Region();
    private final long[] announcement = new long[2];
    private Inbound inbound;

    public SingleRankReplayMatching(RankEvents events, MatchLog order, ThreadStreams courses) {
        super(events, order, courses);
        this.order = order;
    }

    @Override
    public void connect(Inbound arrivals) {
        inbound = arrivals;
    }

    @Override
    public UnexpectedMessage post(RecvRequest request) {
        if (Communicator.isOfCollectives(request.contextId)) {
            deliverCollectivePart(request);
        }
        return super.post(request);
    }

    /** The next message that a receive of a collective operation names. */
    private void deliverCollectivePart(RecvRequest request) {
        int context = request.contextId;
        int source = request.wantedSource;
        int tag = request.wantedTag;
        byte[] data = order.collectivePayloadOf(context, source, tag);
        if (data != null) {
            envelope.set(MessageKind.EAGER, context, source, tag, data.length, 0);
            deliver(request.peerRank, data);
        }
    }

    @Override
    public UnexpectedMessage findNumber(int contextId, int source, long number) {
        UnexpectedMessage message = super.findNumber(contextId, source, number);
        Match match = message == null ? order.matchOfMessage(contextId, source, number) : null;
        byte[] data = match == null ? null : order.payloadOf(match.receive());
        if (data == null) {
            return message;
        }
        envelope.set(MessageKind.EAGER, contextId, source, match.tag(), match.bytes(), number);
        envelope.flags = match.flags();
        deliver(match.from(), data);
        return super.findNumber(contextId, source, number);
    }

    /** What the rank only got to know of, but not the data, is announced; these never come. */
    @Override
    public void probed(Match message, int objects) {
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

    private void deliver(int from, byte[] data) {
        inbound.onMessage(from, envelope, region.wrapArray(data, 0, data.length));
        region.clear();
    }

    @Override
    public RecvRequest arrived(int from, Envelope arrived, Region payload) {
        store(from, arrived, payload).number = arrived.cookie;
        return null;
    }
}
