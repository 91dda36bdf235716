package musubi.tcp.socket;

/**
 * The kernel's send and receive buffers of one connection: what its path needs, and their sizes.
 *
 * <p>Thread rule: the thread with exclusive access.
 */
public final class SocketBuffers {
    /** The smallest size that is set, even if the budget is exceeded. */
    public static final int MIN_BYTES = 4 << 10;

    /** The smallest size as long as the budget permits. */
    public static final int IDLE_BYTES = 64 << 10;

    /** Not the index of a connection. */
    static final int NOT_LISTED = -1;

    /** Size chosen and changed by the kernel. */
    public static final int AUTOTUNED = 0;

    /** Size that stays as it is. */
    static final int UNCHANGED = -1;

    /** Consecutive measurements without progress after which a connection is idle. */
    private static final int IDLE_MEASUREMENTS = 8;

    private final TcpStream stream;

    /** The last measurement. */
    private TcpInfo info = new TcpInfo(0, 0, -1, 0, TcpInfo.PathTimes.NONE);

    private int quiet;
    private int sendBytes = AUTOTUNED;
    private int receiveBytes = AUTOTUNED;

    /** Whether {@link BufferBudget} lists the connection as active. */
    boolean active;

    /** Index in the list of all connections of {@link BufferBudget}. */
    int index = NOT_LISTED;

    /** The autotuned buffers of a new connection. */
    public SocketBuffers(TcpStream stream) {
        this.stream = stream;
    }

    /** Reads the kernel's measurements; false when the connection is idle or broken. */
    boolean measure() {
        TcpInfo next = stream.tcpInfo();
        if (next == null) {
            return false;
        }
        quiet = next.transferredBytes() == info.transferredBytes() ? quiet + 1 : 0;
        info = next;
        return quiet < IDLE_MEASUREMENTS;
    }

    /**
     * Sets each direction to twice its bandwidth x delay, from a smallest size to a share of the
     * budget. Sizes above what a process may request are left to autotuning, if that is permitted.
     */
    void resizeToPath(int least, long share, KernelLimits limits, boolean autotunes) {
        long max = Math.max(share, least);
        int send = wantedBytes(info.sendPathBytes(), least, max);
        int receive = wantedBytes(info.receivePathBytes(), least, max);
        send = withinLimit(send, limits.sendBytes(), autotunes);
        receive = withinLimit(receive, limits.receiveBytes(), autotunes);
        resize(
                needsResize(send, sendBytes, max) ? send : UNCHANGED,
                needsResize(receive, receiveBytes, max) ? receive : UNCHANGED);
    }

    private static int wantedBytes(long pathBytes, int least, long max) {
        return (int) Math.min(Integer.MAX_VALUE, Math.clamp(2 * pathBytes, least, max));
    }

    private static int withinLimit(int bytes, int limit, boolean autotunes) {
        return bytes <= limit ? bytes : autotunes ? AUTOTUNED : limit;
    }

    /** Whether the size is wrong by a factor of two, or exceeds the share. */
    private static boolean needsResize(int wanted, int current, long max) {
        return wanted >= 2L * current && wanted != current
                || current > 2L * wanted
                || current > max;
    }

    /** Returns both buffers to the kernel's autotuning. */
    void autotune() {
        reset(AUTOTUNED);
    }

    /** Sets both buffers to a size. */
    void reset(int bytes) {
        resize(sendBytes == bytes ? UNCHANGED : bytes, receiveBytes == bytes ? UNCHANGED : bytes);
    }

    /** The kernel's measurements of the path now; null when there are none. */
    public TcpInfo tcpInfo() {
        return stream.tcpInfo();
    }

    /** Capacity of both buffers at the last measurement. */
    long capacityBytes() {
        return info.bufferBytes();
    }

    /** Bytes in both buffers now. */
    long usedBytes() {
        return stream.kernelBytes();
    }

    private void resize(int send, int receive) {
        if (send != UNCHANGED || receive != UNCHANGED) {
            sendBytes = send == UNCHANGED ? sendBytes : send;
            receiveBytes = receive == UNCHANGED ? receiveBytes : receive;
            stream.resizeBuffers(send, receive);
        }
    }

    /** Size set for the send buffer, or {@link #AUTOTUNED}. */
    public int sendBytes() {
        return sendBytes;
    }
}
