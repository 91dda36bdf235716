package musubi.tcp.relay;

/** What a relay has passed on so far. Written by the relay's thread. */
public final class RelayCounters {
    private volatile long circuits;
    private volatile long bytes;

    /** Circuits that have begun. */
    public long circuits() {
        return circuits;
    }

    /** Bytes of the circuits that have ended, both directions together. */
    public long bytes() {
        return bytes;
    }

    void begun() {
        long before = circuits;
        circuits = before + 1;
    }

    void copied(long amount) {
        long before = bytes;
        bytes = before + amount;
    }
}
