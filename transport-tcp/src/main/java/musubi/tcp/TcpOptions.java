package musubi.tcp;

import java.util.function.Function;

/**
 * How sessions with peers are kept; from {@link TcpSettings}.
 *
 * @param replayBytes what a session keeps at most until its peer has received it
 * @param checksums whether frames carry checksums
 * @param reconnectNs how long a peer may be out of reach before it is given up
 * @param silenceNs how long a peer may leave frames without a receipt before the connection is
 *     taken for broken; also how long a handshake may take
 * @param bufferBudget what the kernel's buffers of all connections may take together; 0 for what
 *     the kernel chooses
 * @param streams how many connections carry the fragments of large messages to a peer
 */
record TcpOptions(
        int replayBytes,
        boolean checksums,
        long reconnectNs,
        long silenceNs,
        long bufferBudget,
        int streams) {
    /** More connections to one peer are not made. */
    static final int MOST_STREAMS = 16;

    private static final long NS_PER_MS = 1_000_000;
    private static final int STRANGERS_PATIENCE = 6;
    private static final long LONGEST_MS = Long.MAX_VALUE / NS_PER_MS;
    private static final int LARGEST_REPLAY = 1 << 30;

    static TcpOptions of(Function<String, String> setting) {
        long replay = TcpSettings.REPLAY_BYTES.number(setting);
        long silence = TcpSettings.SILENCE.number(setting);
        return new TcpOptions(
                Math.clamp(replay, FrameWriter.LEAST_BUFFER_BYTES, LARGEST_REPLAY),
                TcpSettings.CHECKSUMS.isOn(setting),
                nanoseconds(TcpSettings.RECONNECT.number(setting)),
                silence == 0 ? Long.MAX_VALUE : nanoseconds(silence),
                TcpSettings.BUFFER_BUDGET.number(setting),
                Math.clamp(TcpSettings.STREAMS.number(setting), 1, MOST_STREAMS));
    }

    /** How long a connection may stay without a word of who made it: a rank that computes. */
    long strangersNs() {
        return silenceNs > Long.MAX_VALUE / STRANGERS_PATIENCE
                ? silenceNs
                : silenceNs * STRANGERS_PATIENCE;
    }

    private static long nanoseconds(long milliseconds) {
        return Math.min(milliseconds, LONGEST_MS) * NS_PER_MS;
    }
}
