package musubi.tcp.config;

import musubi.tcp.frame.FrameWriter;

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
public record TcpOptions(
        int replayBytes,
        boolean checksums,
        long reconnectNs,
        long silenceNs,
        long bufferBudget,
        int streams) {
    /** More connections to one peer are not made. */
    public static final int MAX_STREAMS = 16;

    private static final long NS_PER_MS = 1_000_000;
    private static final int HANDSHAKE_TIMEOUT_FACTOR = 6;
    private static final long MAX_MS = Long.MAX_VALUE / NS_PER_MS;
    private static final int MAX_REPLAY_BYTES = 1 << 30;

    public static TcpOptions of(Function<String, String> setting) {
        long replay = TcpSettings.REPLAY_BYTES.number(setting);
        long silence = TcpSettings.SILENCE.number(setting);
        return new TcpOptions(
                Math.clamp(replay, FrameWriter.MIN_BUFFER_BYTES, MAX_REPLAY_BYTES),
                TcpSettings.CHECKSUMS.isOn(setting),
                nanoseconds(TcpSettings.RECONNECT.number(setting)),
                silence == 0 ? Long.MAX_VALUE : nanoseconds(silence),
                TcpSettings.BUFFER_BUDGET.number(setting),
                Math.clamp(TcpSettings.STREAMS.number(setting), 1, MAX_STREAMS));
    }

    /** How long a connection may stay without a word of who made it: a rank that computes. */
    public long handshakeTimeoutNs() {
        return silenceNs > Long.MAX_VALUE / HANDSHAKE_TIMEOUT_FACTOR
                ? silenceNs
                : silenceNs * HANDSHAKE_TIMEOUT_FACTOR;
    }

    private static long nanoseconds(long milliseconds) {
        return Math.min(milliseconds, MAX_MS) * NS_PER_MS;
    }
}
