package musubi.tcp.session;

/**
 * How long a peer has been silent although it owes a receipt.
 *
 * <p>Thread rule: the thread that is in the turnstile.
 */
final class SilenceClock {
    private boolean runs;
    private long sinceNs;
    private long bytesRead;

    /** There is nothing to wait for. */
    void stop() {
        runs = false;
    }

    /**
     * Reads the clock; it starts when it has been stopped, and anew when something has come.
     *
     * @param nowBytesRead what has been read from the peer so far
     * @param excused whether the silence up to now is not the peer's
     * @return for how many nanoseconds the peer has been silent
     */
    long read(long now, long nowBytesRead, boolean excused) {
        if (!runs || excused || nowBytesRead != bytesRead) {
            runs = true;
            sinceNs = now;
            bytesRead = nowBytesRead;
        }
        return now - sinceNs;
    }
}
