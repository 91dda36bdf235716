package musubi.tcp;

/**
 * The kernel's two buffers of one connection: what its path needs, and what it has been given.
 *
 * <p>Thread rule: the thread that is in the turnstile.
 */
final class SocketBuffers {
    /** No connection is given less. */
    static final int LEAST_BYTES = 64 << 10;

    /** A size: the kernel chooses, and changes it as it likes. */
    static final int AUTOTUNED = 0;

    /** A size: what it is. */
    static final int UNCHANGED = -1;

    /** So many times in a row nothing had moved before the connection counts as idle. */
    private static final int QUIET = 8;

    private final TcpStream stream;
    private final PathFigures figures = new PathFigures();
    private long movedBefore = -1;
    private int quiet;
    private int sendBytes = AUTOTUNED;
    private int receiveBytes = AUTOTUNED;

    /** Whether {@link BufferBudget} has it among the active ones. */
    boolean active;

    /** Those of a connection, left to the kernel. */
    SocketBuffers(TcpStream stream) {
        this.stream = stream;
    }

    /** Asks the kernel how the connection does; false when it has been idle for long. */
    boolean look() {
        if (!stream.measure(figures)) {
            return false;
        }
        quiet = figures.moved() == movedBefore ? quiet + 1 : 0;
        movedBefore = figures.moved();
        return quiet < QUIET;
    }

    /**
     * Gives each direction twice its bandwidth x delay, a share at most. What is more than a
     * process may ask for is left to the kernel.
     */
    void fit(long share, KernelLimits limits) {
        int send = fitted(figures.outgoingBytes(), share, limits.sendBytes());
        int receive = fitted(figures.incomingBytes(), share, limits.receiveBytes());
        long most = Math.max(share, LEAST_BYTES);
        give(
                isFar(send, sendBytes, most) ? send : UNCHANGED,
                isFar(receive, receiveBytes, most) ? receive : UNCHANGED);
    }

    private static int fitted(long pathBytes, long share, int limit) {
        long bytes = Math.max(LEAST_BYTES, Math.min(2 * pathBytes, share));
        return bytes > limit ? AUTOTUNED : (int) bytes;
    }

    /** Whether the figures have changed by a factor of two, or the share is exceeded. */
    private static boolean isFar(int wanted, int given, long most) {
        return wanted >= 2L * given && wanted != given || given > 2L * wanted || given > most;
    }

    /** Gives back what it has. */
    void giveBack() {
        reset(LEAST_BYTES);
    }

    /** Lets the kernel choose again. */
    void release() {
        reset(AUTOTUNED);
    }

    private void reset(int bytes) {
        give(sendBytes == bytes ? UNCHANGED : bytes, receiveBytes == bytes ? UNCHANGED : bytes);
    }

    /** What the kernel's buffers could hold at the last look. */
    long heldBytes() {
        return figures.bufferBytes();
    }

    private void give(int send, int receive) {
        if (send != UNCHANGED || receive != UNCHANGED) {
            sendBytes = send == UNCHANGED ? sendBytes : send;
            receiveBytes = receive == UNCHANGED ? receiveBytes : receive;
            stream.resize(send, receive);
        }
    }

    /** The size of the one to the peer that was asked for. */
    int sendBytes() {
        return sendBytes;
    }

    /** The size of the one from the peer that was asked for. */
    int receiveBytes() {
        return receiveBytes;
    }
}
