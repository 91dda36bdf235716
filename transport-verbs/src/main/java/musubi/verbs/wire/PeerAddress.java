package musubi.verbs.wire;

/**
 * Destination of a queue pair's packets: an adapter, a queue pair, and the session of a connection.
 */
public final class PeerAddress {
    private int lid;
    private int number;
    private int session;

    public void set(int newLid, int newNumber, int newSession) {
        lid = newLid;
        number = newNumber;
        session = newSession;
    }

    /** Whether a packet comes from this address. */
    public boolean isSourceOf(Packet packet) {
        return packet.sourceLid() == lid
                && packet.sourceNumber() == number
                && packet.session() == session;
    }

    /** Addresses a packet. */
    public Packet address(Packet packet) {
        return packet.to(lid, number).session(session);
    }

    public int session() {
        return session;
    }
}
