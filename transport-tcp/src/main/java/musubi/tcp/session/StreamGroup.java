package musubi.tcp.session;

import java.util.Arrays;

/**
 * The streams to one peer, whose number follows their paths ({@code tcp.streams=auto}): one, and
 * more where a single one with a loss-based congestion control does not fill a long path. A stream
 * that is no longer in use ends when it is idle; its session continues when it is used again.
 *
 * <p>Thread rule: the thread with exclusive access, unless stated otherwise.
 */
public final class StreamGroup {
    /** Most streams to a peer. */
    public static final int MOST = 8;

    private final ConnectionTable table;
    private final int peer;
    private final StreamPolicy policy;

    /** The first streams by their number; null until it was in use. */
    private final PeerConnection[][] firsts = new PeerConnection[MOST + 1][];

    /** Written with exclusive access. */
    private volatile int count = 1;

    private boolean lossBound;

    /**
     * One stream to a peer, in use.
     *
     * @param policy of the number of streams
     */
    public StreamGroup(ConnectionTable table, int peer, StreamPolicy policy) {
        this.table = table;
        this.peer = peer;
        this.policy = policy;
    }

    /** Streams that {@link LongPaths} measures. */
    public static StreamGroup measured(ConnectionTable table, int peer) {
        StreamGroup group = new StreamGroup(table, peer, new StreamTuner(MOST));
        table.paths().longPaths().add(peer, group);
        return group;
    }

    /** Number of streams in use; for any thread. */
    public int count() {
        return count;
    }

    /** The streams in use; the array does not change. */
    public PeerConnection[] inUse() {
        if (firsts[count] == null) {
            PeerConnection[] streams = new PeerConnection[count];
            Arrays.setAll(streams, i -> table.connectionTo(peer, i));
            firsts[count] = streams;
        }
        return firsts[count];
    }

    /**
     * Measures the streams in use; their number follows once loss slows the path down.
     *
     * @param elapsedUs time since the last measurement, in microseconds
     * @return false when there is nothing to measure until a stream becomes active
     */
    boolean measure(long elapsedUs) {
        StreamSample sum = StreamSample.NONE;
        boolean isActive = false;
        for (PeerConnection stream : inUse()) {
            LongPath path = stream.streams().longPath();
            if (path == null) {
                sum = sum.with(StreamSample.idle(elapsedUs));
            } else {
                sum = sum.with(path.sample(elapsedUs, !stream.isDrained()));
                isActive |= path.active;
                lossBound |= path.isLossBound();
            }
        }
        if (lossBound) {
            follow(sum);
        }
        return isActive || count > 1;
    }

    /** Uses as many streams as the policy chooses by a sample. */
    public void follow(StreamSample sample) {
        int next = policy.next(sample);
        for (int i = Math.min(next, count); i < Math.max(next, count); i++) {
            boolean isUsed = i < next;
            table.connectionTo(peer, i)
                    .setUse(isUsed ? ConnectionUse.NEEDED : ConnectionUse.LEFT_TO_PEER);
        }
        count = next;
    }
}
