package musubi.replay;

import musubi.adi.Envelope;
import musubi.adi.Inbound;
import musubi.group.ContextId;
import musubi.pt2pt.matching.Announcement;
import musubi.pt2pt.matching.MatchQueues;
import musubi.pt2pt.matching.MessageKind;
import musubi.pt2pt.matching.PendingReceive;
import musubi.pt2pt.matching.UnexpectedMessage;
import musubi.region.Region;
import musubi.replay.journal.Match;
import musubi.replay.journal.MatchLog;
import musubi.replay.journal.ThreadStreams;

/**
 * Matching in the replay of a single rank: receives and probes get their messages from the journal,
 * as if these had arrived before. Behind the end of the journal nothing arrives.
 */
final class SingleRankReplayMatching extends JournaledMatching {
    private final Envelope envelope = new Envelope();
    private final Region region = new Region();
    private final long[] announcement = new long[2];
    private Inbound inbound;

    SingleRankReplayMatching(MatchQueues queues, MatchLog log, ThreadStreams streams) {
        super(queues, log, streams);
    }

    /** Sets the receiver of the messages in the journal; once, before any receive. */
    void deliverTo(Inbound dispatcher) {
        inbound = dispatcher;
    }

    @Override
    public UnexpectedMessage post(PendingReceive request) {
        if (ContextId.isCollective(request.contextId())) {
            deliverCollectivePart(request);
        }
        return super.post(request);
    }

    /** Delivers the message that a receive of a collective operation names. */
    private void deliverCollectivePart(PendingReceive request) {
        int context = request.contextId();
        int source = request.wantedSource();
        int tag = request.wantedTag();
        byte[] data = log.collectivePayloadOf(context, source, tag);
        if (data != null) {
            envelope.set(MessageKind.EAGER, context, source, tag, data.length, 0);
            // Of such messages the journal has only the data.
            envelope.flags = request.takesObjects() ? MessageKind.OBJECTS : 0;
            deliver(request.peerRank(), data);
        }
    }

    @Override
    UnexpectedMessage find(int contextId, int source, long number) {
        UnexpectedMessage message = super.find(contextId, source, number);
        Match match = message == null ? log.matchOfMessage(contextId, source, number) : null;
        byte[] data = match == null ? null : log.payloadOf(match.receive());
        if (data == null) {
            return message;
        }
        envelope.set(MessageKind.EAGER, contextId, source, match.tag(), match.bytes(), number);
        envelope.flags = match.flags();
        deliver(match.from(), data);
        return super.find(contextId, source, number);
    }

    /** A message that was probed but never received is announced; its data never arrives. */
    @Override
    void beforeProbe(Match message, int objects) {
        int source = message.source();
        if (find(message.contextId(), source, message.message()) == null) {
            int kind = MessageKind.READY_TO_SEND;
            long number = message.message();
            envelope.set(kind, message.contextId(), source, message.tag(), message.bytes(), number);
            envelope.flags = message.flags();
            announcement[1] = objects;
            inbound.onMessage(
                    message.from(),
                    envelope,
                    region.wrapArray(announcement, 0, Announcement.BYTES));
            region.clear();
        }
    }

    private void deliver(int from, byte[] data) {
        inbound.onMessage(from, envelope, region.wrapArray(data, 0, data.length));
        region.clear();
    }

    @Override
    public PendingReceive arrived(int from, Envelope arrived, Region payload) {
        queues.store(from, arrived, payload).setJournalNumber(arrived.cookie);
        return null;
    }
}
