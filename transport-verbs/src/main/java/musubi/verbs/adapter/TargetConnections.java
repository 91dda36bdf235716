package musubi.verbs.adapter;

import musubi.verbs.wire.Packet;
import musubi.verbs.wire.PeerAddress;

import org.agrona.collections.Long2ObjectHashMap;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * The connections of a target, found by initiator. A closed one is kept for the lifetime of a
 * packet, so late duplicates are recognised. Responders are reused.
 */
final class TargetConnections {
    private final ResponderContext context;
    private final HostChannelAdapter adapter;
    private final Long2ObjectHashMap<Connection> byInitiator = new Long2ObjectHashMap<>();
    private final Deque<Connection> spare = new ArrayDeque<>();
    private int open;

    /** State of one initiator at the target. */
    static final class Connection {
        private final PeerAddress peer = new PeerAddress();
        private final Responder responder;
        private boolean open;
        private boolean ready;
        private long heardNs;

        Connection(ResponderContext context, HostChannelAdapter adapter) {
            responder = new Responder(context, adapter, peer);
        }

        Responder responder() {
            return responder;
        }

        boolean isOpen() {
            return open;
        }

        int session() {
            return peer.session();
        }

        void heard(long nowNs) {
            heardNs = nowNs;
        }

        /** Marks it as queued for sending; false if it was. */
        boolean enlist() {
            boolean added = !ready;
            ready = true;
            return added;
        }

        void delist() {
            ready = false;
        }
    }

    TargetConnections(ResponderContext context, HostChannelAdapter adapter) {
        this.context = context;
        this.adapter = adapter;
    }

    /** Number of open connections. */
    int open() {
        return open;
    }

    /** The connection of the initiator that sent a packet, or null. */
    Connection find(Packet packet) {
        return byInitiator.get(key(packet));
    }

    private static long key(Packet packet) {
        return (long) packet.sourceLid() << Integer.SIZE | packet.sourceNumber();
    }

    /** Opens a connection for the session of a connect packet; an older session ends. */
    Connection open(Packet packet, Connection known) {
        Connection connection = known == null ? add(packet) : known;
        close(connection);
        connection.open = true;
        open++;
        connection.peer.set(packet.sourceLid(), packet.sourceNumber(), packet.session());
        connection.responder.start(packet.psn());
        return connection;
    }

    /** Closes a connection; a partly received message completes in error. */
    void close(Connection connection) {
        if (connection.open) {
            connection.open = false;
            open--;
            connection.responder.flush();
            connection.responder.stop();
        }
    }

    void closeAll() {
        byInitiator.values().forEach(this::close);
    }

    /** Removes initiators without traffic for a time. */
    void forgetSilent(long nowNs, long silenceNs) {
        byInitiator.values().removeIf(connection -> isForgotten(connection, nowNs - silenceNs));
    }

    private boolean isForgotten(Connection connection, long sinceNs) {
        boolean silent = connection.heardNs - sinceNs <= 0 && !connection.ready;
        if (silent) {
            close(connection);
            spare.push(connection);
        }
        return silent;
    }

    boolean isEmpty() {
        return byInitiator.isEmpty();
    }

    private Connection add(Packet packet) {
        Connection connection = spare.isEmpty() ? new Connection(context, adapter) : spare.pop();
        byInitiator.put(key(packet), connection);
        return connection;
    }
}
