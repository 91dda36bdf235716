package musubi.verbs.adapter;

import musubi.verbs.wire.Packet;
import musubi.verbs.wire.PeerAddress;

/**
 * The connections of a target, found by initiator: hash buckets with chains. A closed one is kept
 * for the lifetime of a packet, so late duplicates are recognised. Responders are reused.
 */
final class TargetConnections {
    private static final int BUCKETS = 256;

    private final DcTarget target;
    private final HostChannelAdapter adapter;
    private final Connection[] buckets = new Connection[BUCKETS];
    private Connection spare;
    private int open;

    /** State of one initiator at the target. */
    static final class Connection {
        private final PeerAddress peer = new PeerAddress();
        private final Responder responder;
        private boolean open;
        private boolean ready;
        private long heardNs;
        private Connection next;

        Connection(DcTarget target, HostChannelAdapter adapter) {
            responder = new Responder(target.context(), adapter, peer);
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

    TargetConnections(DcTarget target, HostChannelAdapter adapter) {
        this.target = target;
        this.adapter = adapter;
    }

    /** Number of open connections. */
    int open() {
        return open;
    }

    /** The connection of the initiator that sent a packet, or null. */
    Connection find(Packet packet) {
        Connection at = buckets[bucket(packet.sourceLid(), packet.sourceNumber())];
        while (at != null && !at.peer.matches(packet.sourceLid(), packet.sourceNumber())) {
            at = at.next;
        }
        return at;
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
        for (Connection first : buckets) {
            for (Connection at = first; at != null; at = at.next) {
                close(at);
            }
        }
    }

    /** Removes initiators without traffic for a time. */
    void forgetSilent(long nowNs, long silenceNs) {
        for (int i = 0; i < BUCKETS; i++) {
            Connection previous = null;
            for (Connection at = buckets[i]; at != null; ) {
                Connection following = at.next;
                if (nowNs - at.heardNs >= silenceNs && !at.ready) {
                    close(at);
                    unlink(i, previous, at);
                } else {
                    previous = at;
                }
                at = following;
            }
        }
    }

    boolean isEmpty() {
        for (Connection first : buckets) {
            if (first != null) {
                return false;
            }
        }
        return true;
    }

    private void unlink(int bucket, Connection previous, Connection at) {
        if (previous == null) {
            buckets[bucket] = at.next;
        } else {
            previous.next = at.next;
        }
        at.next = spare;
        spare = at;
    }

    private Connection add(Packet packet) {
        Connection connection = spare;
        if (connection == null) {
            connection = new Connection(target, adapter);
        } else {
            spare = connection.next;
        }
        int bucket = bucket(packet.sourceLid(), packet.sourceNumber());
        connection.next = buckets[bucket];
        buckets[bucket] = connection;
        return connection;
    }

    private static int bucket(int lid, int number) {
        int mixed = (lid * 31 + number) * 0x9E3779B1;
        return mixed >>> 24;
    }
}
