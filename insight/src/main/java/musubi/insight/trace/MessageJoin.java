package musubi.insight.trace;

import musubi.insight.trace.ReceivedMessage.Route;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Joins the two ends of messages, by the numbers that both ranks give the messages of a pair. */
public final class MessageJoin {
    private final Map<Integer, Map<Pair, SentMessage>> sent = new HashMap<>();
    private final List<MatchedMessage> messages = new ArrayList<>();

    private MessageJoin() {}

    private record Pair(int from, long number) {}

    /** A message that has arrived but not landed. */
    private static final class Arrived {
        private final SentMessage sent;
        private final boolean unexpected;
        private final long arrivedNs;
        private long matchedNs;

        Arrived(SentMessage sent, boolean unexpected, long ns) {
            this.sent = sent;
            this.unexpected = unexpected;
            arrivedNs = ns;
            matchedNs = ns;
        }

        /** Whether its payload arrives later. */
        boolean isToLand() {
            return !sent.protocol().equals("eager");
        }
    }

    /** The messages with both ends, by the time of sending. */
    public static List<MatchedMessage> join(List<RankTrack> tracks) {
        MessageJoin join = new MessageJoin();
        for (RankTrack track : tracks) {
            for (SentMessage each : track.sent()) {
                join.sent
                        .computeIfAbsent(each.peer(), _ -> new HashMap<>())
                        .put(new Pair(track.rank(), each.number()), each);
            }
        }
        tracks.forEach(join::follow);
        join.messages.sort(Comparator.comparingLong(message -> message.sent().ns()));
        return join.messages;
    }

    /** Follows the messages received by one rank through their steps. */
    private void follow(RankTrack track) {
        Map<Pair, SentMessage> toRank = sent.getOrDefault(track.rank(), Map.of());
        Map<Route, Deque<Arrived>> stored = new HashMap<>();
        Map<Route, Deque<Arrived>> landing = new HashMap<>();
        for (ReceivedMessage each : track.received()) {
            switch (each.step()) {
                case MATCHED, STORED -> {
                    SentMessage origin = toRank.get(new Pair(each.peer(), each.number()));
                    if (origin != null) {
                        boolean early = each.step() == ReceivedMessage.Step.STORED;
                        Arrived arrived = new Arrived(origin, early, each.ns());
                        if (early) {
                            queue(stored, each).add(arrived);
                        } else {
                            matched(track, each, arrived, landing);
                        }
                    }
                }
                case MET -> {
                    Arrived arrived = queue(stored, each).poll();
                    if (arrived != null) {
                        arrived.matchedNs = each.ns();
                        matched(track, each, arrived, landing);
                    }
                }
                case LANDED -> {
                    Arrived arrived = queue(landing, each).poll();
                    if (arrived != null) {
                        add(track, each, arrived);
                    }
                }
            }
        }
    }

    private static Deque<Arrived> queue(
            Map<Route, Deque<Arrived>> queues, ReceivedMessage received) {
        return queues.computeIfAbsent(received.route(), _ -> new ArrayDeque<>());
    }

    private void matched(
            RankTrack track,
            ReceivedMessage received,
            Arrived arrived,
            Map<Route, Deque<Arrived>> landing) {
        if (arrived.isToLand()) {
            queue(landing, received).add(arrived);
        } else {
            add(track, received, arrived);
        }
    }

    private void add(RankTrack track, ReceivedMessage last, Arrived arrived) {
        messages.add(
                new MatchedMessage(
                        last.peer(),
                        track.rank(),
                        arrived.sent,
                        arrived.arrivedNs,
                        arrived.matchedNs,
                        last.ns(),
                        arrived.unexpected));
    }
}
