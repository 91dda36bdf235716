package musubi.pt2pt;

import musubi.bootstrap.Stall;
import musubi.connect.ContextCache;
import musubi.group.ContextId;
import musubi.progress.MessageCounts;
import musubi.pt2pt.matching.MatchingEngine;
import musubi.pt2pt.matching.PendingReceive;
import musubi.pt2pt.matching.UnexpectedMessage;
import musubi.pt2pt.request.CommRequest;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Supplier;

/**
 * The messages of a rank, counted so that those of all ranks add up: each message once when a
 * transport has taken it and once when a transport has brought it, fragments by their bytes.
 */
final class RankMessageCounts implements MessageCounts {
    private static final int MOST_SHOWN = 8;
    private static final int MOST_IN_LINE = 3;

    private final ContextCache<Peer> peers;
    private final SendProtocol sender;
    private final MatchingEngine matching;
    private final RequestPools requests;

    RankMessageCounts(
            ContextCache<Peer> peers,
            SendProtocol sender,
            MatchingEngine matching,
            RequestPools requests) {
        this.peers = peers;
        this.sender = sender;
        this.matching = matching;
        this.requests = requests;
    }

    @Override
    public long sent() {
        long sent = 0;
        for (Peer peer : peers.all()) {
            sent += peer.sent();
        }
        return sent;
    }

    @Override
    public long received() {
        long received = 0;
        for (Peer peer : peers.all()) {
            received += peer.received();
        }
        return received;
    }

    /** Unknown with a journal, whose receives are not in the queue, and for wildcards. */
    @Override
    public Stall.Traffic traffic() {
        if (matching.control() != null) {
            return null;
        }
        List<Stall.PeerCounts> counts = new ArrayList<>();
        for (Peer peer : peers.all()) {
            counts.add(new Stall.PeerCounts(peer.worldRank(), peer.sent(), peer.received()));
        }
        TreeSet<Integer> collective = collectivePeers();
        boolean named = collective.isEmpty() || collective.first() >= 0;
        return named ? new Stall.Traffic(List.copyOf(collective), counts) : null;
    }

    private TreeSet<Integer> collectivePeers() {
        TreeSet<Integer> ranks = new TreeSet<>();
        matching.posted()
                .forEach(
                        receive -> {
                            if (ContextId.isCollective(receive.contextId())) {
                                ranks.add(receive.peerRank());
                            }
                        });
        sender.forEachInTable(
                request -> {
                    Peer peer = collectivePeer(request);
                    if (peer != null) {
                        ranks.add(peer.worldRank());
                    }
                });
        return ranks;
    }

    private static Peer collectivePeer(CommRequest request) {
        return switch (request) {
            case SendRequest send when ContextId.isCollective(send.contextId) -> send.peer;
            case RecvRequest recv when ContextId.isCollective(recv.contextId()) -> recv.peer;
            default -> null;
        };
    }

    @Override
    public List<String> unexpectedMessages() {
        // Messages of one loop have equal descriptions.
        Map<String, Integer> shown = new LinkedHashMap<>();
        int left = matching.unexpected().size();
        UnexpectedMessage message = matching.unexpected().first();
        while (message != null && shown.size() < MOST_SHOWN) {
            shown.merge(describe(message), 1, Integer::sum);
            left--;
            message = message.next();
        }
        List<String> lines = new ArrayList<>();
        shown.forEach(
                (line, times) -> lines.add(times == 1 ? line : line + ", " + times + " times"));
        if (left > 0) {
            lines.add("and " + left + " more messages that it does not receive");
        }
        return lines;
    }

    @Override
    public List<String> leftOperations() {
        Left messages = new Left("messages not received");
        UnexpectedMessage message = matching.unexpected().first();
        while (message != null) {
            if (!ContextId.isCollective(message.contextId())) {
                messages.add(message::describe);
            }
            message = message.next();
        }
        Left receives = new Left("receives without a message");
        matching.posted()
                .forEach(
                        receive -> {
                            if (!ContextId.isCollective(receive.contextId())) {
                                receives.add(receive::describe);
                            }
                        });
        List<String> lines = new ArrayList<>();
        if (messages.count > matching.cancelledReceives()) {
            // Else they may be those of receives whose cancellation may come too late.
            lines.add(messages.line());
        }
        if (receives.count > 0) {
            lines.add(receives.line());
        }
        int others = requests.inUse() - matching.posted().size();
        if (others > 0) {
            lines.add("requests not completed by a wait or test: " + others);
        }
        if (matching.extracted() > 0) {
            lines.add(
                    "messages taken by a matched probe and not received: " + matching.extracted());
        }
        return lines;
    }

    /** What is left of a kind: the number, and the first ones. */
    private static final class Left {
        private final String what;
        private final List<String> first = new ArrayList<>();
        private int count;

        private Left(String what) {
            this.what = what;
        }

        private void add(Supplier<String> description) {
            if (count++ < MOST_IN_LINE) {
                first.add(description.get());
            }
        }

        private String line() {
            String more = count > first.size() ? "; and others" : "";
            return what + ": " + count + " (" + String.join("; ", first) + more + ")";
        }
    }

    private String describe(UnexpectedMessage message) {
        String what = "holds a message that it does not receive: " + message.describe();
        what += sender.origins == null ? "" : sender.origins.suffix(message);
        PendingReceive nearest = matching.posted().nearest(message);
        return nearest == null ? what : what + "; " + nearest.describeMismatch(message);
    }
}
