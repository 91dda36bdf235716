package musubi.verbs;

/** Where a queue pair's packets go: an adapter, a queue pair, and the session of a connection. */
final class PeerAddress {
    private int lid;
    private int number;
    private int session;

    void set(int newLid, int newNumber, int newSession) {
        lid = newLid;
        number = newNumber;
        session = newSession;
    }

    /** Whether a packet comes from there. */
    boolean sent(Packet packet) {
        return packet.sourceLid() == lid
                && packet.sourceNumber() == number
                && packet.session() == session;
    }

    /** Addresses a packet. */
    Packet address(Packet packet) {
        return packet.to(lid, number).session(session);
    }

    boolean is(int otherLid, int otherNumber) {
        return lid == otherLid && number == otherNumber;
    }

    int session() {
        return session;
    }
}
