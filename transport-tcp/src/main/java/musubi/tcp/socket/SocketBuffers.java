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

    /** Part of the estimate that a measurement without load takes away. */
    private static final int DECAY = 16;

    /** Part of the time with data in flight from which on the size is the limit. */
    private static final int LIMITED_PART = 8;

    /** More than any share: what the path needs is measured with large buffers. */
    private static final long UNKNOWN_DEMAND = Long.MAX_VALUE >> 2;

    private final TcpStream stream;

    /** The last measurement. */
    private TcpInfo info = new TcpInfo(0, 0, -1, 0, TcpInfo.PathTimes.NONE);

    private int quiet;
    private long sendDemand = UNKNOWN_DEMAND;
    private long receiveDemand = UNKNOWN_DEMAND;
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
        long busyUs = next.path().busyUs() - info.path().busyUs();
        long limitedUs = next.path().limitedUs() - info.path().limitedUs();
        boolean sendLimited = limitedUs > busyUs / LIMITED_PART;
        info = next;
        sendDemand = demand(sendDemand, info.sendPathBytes(), sendBytes, sendLimited);
        // A receiver does not learn whether its window is the limit, except that it is used up.
        long used = info.receivePathBytes();
        boolean receiveLimited = used >= receiveBytes - receiveBytes / 4;
        receiveDemand = demand(receiveDemand, used, receiveBytes, receiveLimited);
        return quiet < IDLE_MEASUREMENTS;
    }

    /**
     * Twice the bandwidth x delay, and twice the size when that is the limit, for which less would
     * be measured than the path has. Falls slowly, as a measurement may be of a moment without
     * load.
     */
    private static long demand(long before, long pathBytes, int size, boolean isLimited) {
        long least = isLimited && size != AUTOTUNED ? 2L * size : 0;
        return Math.max(Math.max(least, 2 * pathBytes), before - before / DECAY);
    }

    /** Size that outgoing data needs, or keeps. */
    long sendNeed() {
        return need(sendDemand, sendBytes);
    }

    /** As {@link #sendNeed}, of incoming data. */
    long receiveNeed() {
        return need(receiveDemand, receiveBytes);
    }

    private static long need(long demand, int size) {
        return size <= 2 * demand ? Math.max(demand, size) : demand;
    }

    /**
     * Sets each direction to what it needs, from a smallest size to a share of the budget. Sizes
     * above what a process may request are left to autotuning, if that is permitted.
     */
    void resizeToPath(int least, long share, KernelLimits limits, boolean autotunes) {
        long max = Math.max(share, least);
        sendDemand = Math.clamp(sendDemand, least, max);
        receiveDemand = Math.clamp(receiveDemand, least, max);
        int send = withinLimit(sendDemand, limits.sendBytes(), autotunes);
        int receive = withinLimit(receiveDemand, limits.receiveBytes(), autotunes);
        resize(
                needsResize(send, sendBytes, max) ? send : UNCHANGED,
                needsResize(receive, receiveBytes, max) ? receive : UNCHANGED);
    }

    private static int withinLimit(long bytes, int limit, boolean autotunes) {
        return bytes <= limit ? (int) bytes : autotunes ? AUTOTUNED : limit;
    }

    /** Whether the size is far too small, twice too large, or exceeds the share. */
    private static boolean needsResize(int wanted, int current, long max) {
        return 2L * wanted >= 3L * current && wanted != current
                || current > 2L * wanted
                || current > max;
    }

    /** Returns both buffers to the kernel's autotuning. */
    void autotune() {
        reset(AUTOTUNED);
    }

    /** Sets both buffers to a size. */
    void reset(int bytes) {
        sendDemand = bytes == AUTOTUNED ? UNKNOWN_DEMAND : bytes;
        receiveDemand = sendDemand;
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
