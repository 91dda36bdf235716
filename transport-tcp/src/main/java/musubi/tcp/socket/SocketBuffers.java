package musubi.tcp.socket;

/**
 * The kernel's two buffers of one connection: what its path needs, and what it has been given.
 *
 * <p>Thread rule: the thread that is in the turnstile.
 */
public final class SocketBuffers {
    /** No connection is given less. */
    static final int MIN_BYTES = 64 << 10;

    /** A size: the kernel chooses, and changes it as it likes. */
    static final int AUTOTUNED = 0;

    /** A size: what it is. */
    static final int UNCHANGED = -1;

    /** So many times in a row nothing had moved before the connection counts as idle. */
    private static final int IDLE_MEASUREMENTS = 8;

    private final TcpStream stream;
    private final TcpInfo info = new TcpInfo();
    private long transferredBefore = -1;
    private int quiet;
    private int sendBytes = AUTOTUNED;
    private int receiveBytes = AUTOTUNED;

    /** Whether {@link BufferBudget} has it among the active ones. */
    boolean active;

    /** Those of a connection, left to the kernel. */
    public SocketBuffers(TcpStream stream) {
        this.stream = stream;
    }

    /** Asks the kernel how the connection does; false when it has been idle for long. */
    boolean measure() {
        if (!stream.readTcpInfo(info)) {
            return false;
        }
        quiet = info.transferredBytes() == transferredBefore ? quiet + 1 : 0;
        transferredBefore = info.transferredBytes();
        return quiet < IDLE_MEASUREMENTS;
    }

    /**
     * Gives each direction twice its bandwidth x delay, a share at most. What is more than a
     * process may ask for is left to the kernel.
     */
    void resizeToPath(long share, KernelLimits limits) {
        int send = wantedBytes(info.sendPathBytes(), share, limits.sendBytes());
        int receive = wantedBytes(info.receivePathBytes(), share, limits.receiveBytes());
        long most = Math.max(share, MIN_BYTES);
        resize(
                needsResize(send, sendBytes, most) ? send : UNCHANGED,
                needsResize(receive, receiveBytes, most) ? receive : UNCHANGED);
    }

    private static int wantedBytes(long pathBytes, long share, int limit) {
        long bytes = Math.max(MIN_BYTES, Math.min(2 * pathBytes, share));
        return bytes > limit ? AUTOTUNED : (int) bytes;
    }

    /** Whether the figures have changed by a factor of two, or the share is exceeded. */
    private static boolean needsResize(int wanted, int given, long most) {
        return wanted >= 2L * given && wanted != given || given > 2L * wanted || given > most;
    }

    /** Gives back what it has. */
    void shrink() {
        reset(MIN_BYTES);
    }

    /** Lets the kernel choose again. */
    void autotune() {
        reset(AUTOTUNED);
    }

    private void reset(int bytes) {
        resize(sendBytes == bytes ? UNCHANGED : bytes, receiveBytes == bytes ? UNCHANGED : bytes);
    }

    /** What the kernel's buffers could hold at the last look. */
    long capacityBytes() {
        return info.bufferBytes();
    }

    private void resize(int send, int receive) {
        if (send != UNCHANGED || receive != UNCHANGED) {
            sendBytes = send == UNCHANGED ? sendBytes : send;
            receiveBytes = receive == UNCHANGED ? receiveBytes : receive;
            stream.resizeBuffers(send, receive);
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
