package musubi.pt2pt;

import musubi.connect.ContextCache;
import musubi.progress.MessageCounts;
import musubi.pt2pt.matching.MatchingEngine;
import musubi.pt2pt.matching.PendingReceive;
import musubi.pt2pt.matching.UnexpectedMessage;

import java.util.ArrayList;
import java.util.List;

/**
 * The messages of a rank, counted so that those of all ranks add up: each message once when a
 * transport has taken it and once when a transport has brought it, fragments by their bytes.
 */
final class RankMessageCounts implements MessageCounts {
    private static final int MOST_SHOWN = 8;

    private final ContextCache<Peer> peers;
    private final SendProtocol sender;
    private final InboundDispatcher arrivals;
    private final MatchingEngine matching;

    RankMessageCounts(
            ContextCache<Peer> peers,
            SendProtocol sender,
            InboundDispatcher arrivals,
            MatchingEngine matching) {
        this.peers = peers;
        this.sender = sender;
        this.arrivals = arrivals;
        this.matching = matching;
    }

    @Override
    public long sent() {
        long sent = sender.controlSent();
        for (Peer peer : peers.all()) {
            sent += peer.messagesSent();
        }
        return sent;
    }

    @Override
    public long received() {
        long received = arrivals.controlReceived();
        for (Peer peer : peers.all()) {
            received += peer.messagesReceived();
        }
        return received;
    }

    @Override
    public List<String> unexpectedMessages() {
        List<String> lines = new ArrayList<>();
        UnexpectedMessage message = matching.unexpected().first();
        while (message != null && lines.size() < MOST_SHOWN) {
            lines.add(describe(message));
            message = message.next();
        }
        int more = matching.unexpected().size() - lines.size();
        if (more > 0) {
            lines.add("and " + more + " more messages that it does not receive");
        }
        return lines;
    }

    private String describe(UnexpectedMessage message) {
        String what = "holds a message that it does not receive: " + message.describe();
        what += sender.origins == null ? "" : sender.origins.suffix(message);
        PendingReceive nearest = matching.posted().nearest(message);
        return nearest == null ? what : what + "; " + nearest.describeMismatch(message);
    }
}
