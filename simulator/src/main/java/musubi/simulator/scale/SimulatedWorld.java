package musubi.simulator.scale;

import musubi.adi.Envelope;
import musubi.group.ContextId;
import musubi.group.Progression;
import musubi.memory.Accounted;
import musubi.memory.Component;
import musubi.pt2pt.matching.MessageKind;
import musubi.region.Region;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * All ranks but those of one node. A simulated rank echoes point-to-point messages, clears and
 * takes long ones, returns credit, and takes part in the exchanges of a split. There each rank
 * sends to one rank and receives from the one at the same distance on the other side, so a message
 * from the node determines the message of another simulated rank.
 *
 * <p>None of this is memory of the library. Thread rule: any thread; {@link #split} while no rank
 * communicates.
 */
@Accounted(Component.OTHER)
final class SimulatedWorld {
    private static final int OFFER_WORDS = 2;
    private static final int LEAST_WORDS = 5;
    private static final int EAGER_WORDS = SimulatedPeers.MOST_PAYLOAD / Long.BYTES;
    private static final long MESSAGE_COST = 256;

    /** Credit of a peer, in bytes; equal to the setting of the node's ranks. */
    static final long WINDOW = 1 << 20;

    private final ScaleScenario scenario;
    private final List<Inbox> inboxes = new ArrayList<>();
    private final SimulatedPeers[] peers;
    private final Map<Integer, List<long[]>> answersByOrder = new HashMap<>();
    private int split;
    private List<long[]> answers;

    /** Messages for one rank of the node, and the simulated ranks' state about it. */
    final class Inbox {
        private final ArrayDeque<SimulatedMessage> messages = new ArrayDeque<>();
        private final ArrayDeque<Stream> streams = new ArrayDeque<>();
        private final Map<Long, Stream> announced = new HashMap<>();
        private final Map<Integer, Long> owed = new HashMap<>();
        private long nextCookie;
        private int sent;

        synchronized void add(SimulatedMessage message) {
            messages.add(message);
        }

        synchronized SimulatedMessage poll() {
            SimulatedMessage next = messages.poll();
            while (next == null && !streams.isEmpty()) {
                next = streams.peek().next();
                if (next == null) {
                    streams.remove();
                }
            }
            return next;
        }

        /** Sends numbers in one message, or announces them when they are too many. */
        synchronized void send(int from, Envelope like, SimulatedMessage.Payload numbers) {
            long bytes = (long) numbers.count() * Long.BYTES;
            if (numbers.count() <= EAGER_WORDS) {
                add(message(from, MessageKind.EAGER, like, bytes, 0, numbers));
                return;
            }
            long cookie = nextCookie++;
            announced.put(cookie, new Stream(from, numbers));
            SimulatedMessage.Payload key = SimulatedMessage.Payload.of(-1, 0);
            add(message(from, MessageKind.READY_TO_SEND, like, bytes, cookie, key));
        }

        synchronized void start(long cookie, long recvCookie) {
            Stream stream = announced.remove(cookie);
            stream.recvCookie = recvCookie;
            streams.add(stream);
        }

        synchronized void owe(int peer, long bytes) {
            long sum = owed.merge(peer, bytes + MESSAGE_COST, Long::sum);
            if (sum >= WINDOW / 2) {
                owed.remove(peer);
                add(new SimulatedMessage(peer, MessageKind.CREDIT, 0, 0, sum, 0, null));
            }
        }

        /**
         * Number of minimum reductions that the rank had sent to simulated ranks before this one.
         */
        synchronized int sent() {
            return sent++;
        }

        synchronized void restart() {
            sent = 0;
        }
    }

    /** A long message on its way to a rank of the node. */
    private static final class Stream {
        private final int from;
        private final SimulatedMessage.Payload numbers;
        private long recvCookie;
        private int sent;

        Stream(int from, SimulatedMessage.Payload numbers) {
            this.from = from;
            this.numbers = numbers;
        }

        SimulatedMessage next() {
            int start = sent;
            int count = Math.min(EAGER_WORDS, numbers.count() - start);
            if (count == 0) {
                return null;
            }
            sent += count;
            SimulatedMessage.Payload part = part(numbers, start, count);
            long at = (long) start * Long.BYTES;
            return new SimulatedMessage(from, MessageKind.DATA, 0, 0, at, recvCookie, part);
        }

        private static SimulatedMessage.Payload part(
                SimulatedMessage.Payload whole, int start, int count) {
            return new SimulatedMessage.Payload() {
                @Override
                public int count() {
                    return count;
                }

                @Override
                public long number(int index) {
                    return whole.number(start + index);
                }
            };
        }
    }

    /** Colours and keys of successive ranks in a split. */
    private record SplitPreferences(ScaleScenario scenario, int split, int first, int ranks)
            implements SimulatedMessage.Payload {
        @Override
        public int count() {
            return 2 * ranks;
        }

        @Override
        public long number(int index) {
            boolean isColour = index % 2 == 0;
            return isColour
                    ? 0
                    : scenario.key(split, Math.floorMod(first + index / 2, scenario.ranks()));
        }
    }

    SimulatedWorld(ScaleScenario scenario) {
        this.scenario = scenario;
        peers = new SimulatedPeers[scenario.m()];
        for (int i = 0; i < scenario.m(); i++) {
            inboxes.add(new Inbox());
        }
    }

    /** Sets the simulated peers of a rank of the node, before it communicates. */
    void peers(int worldRank, SimulatedPeers others) {
        peers[worldRank - scenario.firstRank()] = others;
    }

    /** The simulated peers of a rank of the node. */
    SimulatedPeers peers(int worldRank) {
        return peers[worldRank - scenario.firstRank()];
    }

    Inbox inbox(int worldRank) {
        return inboxes.get(worldRank - scenario.firstRank());
    }

    /** Sets the number of the next split. */
    void split(int number) {
        split = number;
        int order = scenario.irregular() ? -1 : number % 4;
        answers = order < 0 ? answers() : answersByOrder.computeIfAbsent(order, _ -> answers());
        inboxes.forEach(Inbox::restart);
    }

    /** Result of each agreement on the first unexpected key. */
    private List<long[]> answers() {
        List<long[]> found = new ArrayList<>();
        Progression known = new Progression(0, scenario.key(split, 0));
        boolean goesOn = true;
        int place = 0;
        while (goesOn) {
            long jump = 0;
            boolean isExpected = true;
            while (isExpected && place + 1 < scenario.ranks()) {
                jump = scenario.key(split, place + 1) - scenario.key(split, place);
                isExpected = known.expects(place, 0, jump);
                place += isExpected ? 1 : 0;
            }
            long where = isExpected ? Long.MAX_VALUE : place;
            found.add(new long[] {where, 0, jump, 0, scenario.key(split, 0)});
            goesOn = !isExpected && known.extend(place, 0, jump);
        }
        return found;
    }

    /** A rank of the node has sent a message to a simulated one. */
    void onSend(int from, int to, Envelope envelope, Region payload) {
        switch (envelope.kind) {
            case MessageKind.EAGER -> {
                inbox(from).owe(to, payload.length());
                answer(from, to, envelope, numbers(payload));
            }
            case MessageKind.READY_TO_SEND -> {
                inbox(from).add(clear(to, envelope));
                answer(from, to, envelope, null);
            }
            case MessageKind.CLEAR_TO_SEND ->
                    inbox(from).start(envelope.cookie, numbers(payload)[0]);
            default -> {
                // Data and credit are ignored.
            }
        }
    }

    private static long[] numbers(Region payload) {
        long bytes = payload.length();
        long[] numbers = new long[(int) bytes / Long.BYTES];
        payload.copyTo(0, new Region().wrapArray(numbers, 0, bytes), 0, bytes);
        return numbers;
    }

    private static SimulatedMessage clear(int to, Envelope envelope) {
        return new SimulatedMessage(
                to,
                MessageKind.CLEAR_TO_SEND,
                0,
                0,
                envelope.length,
                envelope.cookie,
                SimulatedMessage.Payload.of(0, -1));
    }

    private void answer(int from, int to, Envelope envelope, long[] sent) {
        if (ContextId.isCollective(envelope.contextId)) {
            exchange(from, to, envelope, sent);
        } else {
            SimulatedMessage.Payload echo =
                    sent == null
                            ? new SplitPreferences(scenario, split, to, (int) envelope.length / 16)
                            : SimulatedMessage.Payload.of(sent);
            inbox(from).send(to, envelope, echo);
        }
    }

    /** Sends the counterpart of a message: from the same distance on the other side. */
    private void exchange(int from, int to, Envelope envelope, long[] sent) {
        int n = scenario.ranks();
        int behind = Math.floorMod(to - from, n);
        boolean forward = behind <= n / 2;
        int distance = forward ? behind : n - behind;
        int shift = Math.max(0, scenario.m() - distance);
        int receiver = forward ? from - shift : from + shift;
        int sender = Math.floorMod(forward ? receiver - distance : receiver + distance, n);
        int words = (int) (envelope.length / Long.BYTES);
        SimulatedMessage.Payload reply =
                switch (words) {
                    case LEAST_WORDS -> SimulatedMessage.Payload.of(least(from));
                    case OFFER_WORDS ->
                            forward
                                    ? SimulatedMessage.Payload.of(sent)
                                    : new SplitPreferences(scenario, split, sender, 1);
                    default -> new SplitPreferences(scenario, split, sender, words / 2);
                };
        inbox(receiver).send(sender, envelope, reply);
    }

    /** Result of the agreement that this rank of the node takes part in. */
    private long[] least(int from) {
        int place = from - scenario.firstRank();
        int rounds = 0;
        for (int distance = 1; distance < scenario.ranks(); distance *= 2) {
            rounds += place + distance < scenario.m() ? 0 : 1;
        }
        return answers.get(inbox(from).sent() / rounds);
    }

    private static SimulatedMessage message(
            int from,
            int kind,
            Envelope like,
            long bytes,
            long cookie,
            SimulatedMessage.Payload payload) {
        return new SimulatedMessage(from, kind, like.contextId, like.tag, bytes, cookie, payload);
    }
}
