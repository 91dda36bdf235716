package musubi.verbs.transport.policy;

import java.util.Arrays;

/**
 * Simulates ranks that send the messages of a trace over paths chosen by a policy at each receiver,
 * and computes the cost in a model of hardware: time of each message, connections of each rank. The
 * initiators of a source are those of {@link musubi.verbs.transport.engine.DataSender}: two, of
 * which the least recently used one is reconnected.
 */
final class PolicySimulation {
    /** Cost by path, in ns: sends and dynamic rings, without reconnects, and reliable rings. */
    static final int SEND_NS = 1300;

    static final int RING_NS = 1000;

    /** Cost of connecting an initiator to another target. */
    static final int RECONNECT_NS = 140;

    private static final int INITIATORS = 2;
    private static final int PERIODS = 4;

    private final Receiver[] receivers;
    private final Source[] sources;
    private final int mostOut;
    private long messages;
    private long ns;

    /** Observes each message, in addition to the history. */
    interface Listener {
        void heard(int source);
    }

    private static final class Receiver {
        private final ReceiveHistory history = new ReceiveHistory(PERIODS, 1 << 12);
        private final PathPolicy policy;
        private final ReceivePath[] paths;

        Receiver(PathPolicy policy, int ranks) {
            this.policy = policy;
            paths = new ReceivePath[ranks];
            Arrays.fill(paths, ReceivePath.SEND);
        }
    }

    private static final class Source {
        private final int[] connected = {-1, -1};
        private int connections;
        private int mostConnections;

        /** Whether an initiator must connect for a message; the most recently used one is first. */
        boolean connects(int target) {
            if (connected[0] == target) {
                return false;
            }
            boolean other = connected[INITIATORS - 1] == target;
            connected[INITIATORS - 1] = connected[0];
            connected[0] = target;
            return !other;
        }
    }

    /**
     * A simulation without messages.
     *
     * @param policies one for each rank
     * @param mostOut limit of reliable connections of a rank for sending
     */
    PolicySimulation(PathPolicy[] policies, int mostOut) {
        this.mostOut = mostOut;
        int ranks = policies.length;
        receivers = new Receiver[ranks];
        sources = new Source[ranks];
        for (int rank = 0; rank < ranks; rank++) {
            receivers[rank] = new Receiver(policies[rank], ranks);
            sources[rank] = new Source();
        }
    }

    void send(int from, int to) {
        Receiver receiver = receivers[to];
        messages++;
        ns += cost(receiver.paths[from], sources[from], to);
        receiver.history.count(from);
        if (receiver.policy instanceof Listener listener) {
            listener.heard(from);
        }
    }

    private static int cost(ReceivePath path, Source source, int to) {
        if (path == ReceivePath.RELIABLE_RING) {
            return RING_NS;
        }
        int reconnect = source.connects(to) ? RECONNECT_NS : 0;
        return reconnect + (path == ReceivePath.DYNAMIC_RING ? RING_NS : SEND_NS);
    }

    /** A period ends. */
    void endPeriod() {
        for (Receiver receiver : receivers) {
            receiver.history.endPeriod();
        }
    }

    /** All receivers assign paths. A source without a free connection gets a dynamic ring. */
    void choose() {
        for (Source source : sources) {
            source.connections = 0;
        }
        for (int to = 0; to < receivers.length; to++) {
            ReceivePath[] paths = receivers[to].paths;
            receivers[to].policy.assign(receivers[to].history, paths);
            paths[to] = ReceivePath.SEND;
            for (int from = 0; from < paths.length; from++) {
                if (paths[from] == ReceivePath.RELIABLE_RING) {
                    boolean left = sources[from].connections < mostOut;
                    paths[from] = left ? ReceivePath.RELIABLE_RING : ReceivePath.DYNAMIC_RING;
                    sources[from].connections += left ? 1 : 0;
                }
            }
        }
        for (int rank = 0; rank < sources.length; rank++) {
            int in = count(receivers[rank].paths, ReceivePath.RELIABLE_RING);
            Source source = sources[rank];
            source.mostConnections = Math.max(source.mostConnections, in + source.connections);
        }
    }

    /** Starts to count time. */
    void startMeasuring() {
        messages = 0;
        ns = 0;
    }

    double nsPerMessage() {
        return (double) ns / messages;
    }

    /** Maximum number over the ranks of queue pairs created for reliable connections. */
    int mostReliable() {
        return Arrays.stream(sources).mapToInt(source -> source.mostConnections).max().orElse(0);
    }

    /** Maximum number over the ranks of rings in use. */
    int mostRings() {
        int most = 0;
        for (Receiver receiver : receivers) {
            most = Math.max(most, receiver.paths.length - count(receiver.paths, ReceivePath.SEND));
        }
        return most;
    }

    private static int count(ReceivePath[] paths, ReceivePath wanted) {
        return (int) Arrays.stream(paths).filter(path -> path == wanted).count();
    }
}
