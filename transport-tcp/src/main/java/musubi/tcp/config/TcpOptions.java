package musubi.tcp.config;

import musubi.error.Descriptors;

import java.util.function.Function;

/**
 * Options of sessions with peers, from {@link TcpSettings}.
 *
 * @param replayBytes most unacknowledged data kept for a peer
 * @param checksums whether frames carry checksums
 * @param reconnectNs time after which a peer that cannot be reached is lost
 * @param silenceNs time after which a connection without acknowledgements is broken; also the
 *     time-out of an outgoing handshake
 * @param hostSilenceNs time after which a connection is broken whose peer's kernel does not answer
 * @param memoryBytes limit for the memory of all connections, the kernel's included; 0 for none
 * @param streams number of connections to a peer that carry fragments of large messages; {@link
 *     #AUTO_STREAMS} for as many as a path needs
 * @param maxUnauthenticated number of connections without a hello beyond which one is closed
 * @param shutdownNs longest wait of a rank that shuts down for the acknowledgements of its peers
 * @param longPaths what is chosen for paths with a long round trip
 */
public record TcpOptions(
        int replayBytes,
        boolean checksums,
        long reconnectNs,
        long silenceNs,
        long hostSilenceNs,
        long memoryBytes,
        int streams,
        int maxUnauthenticated,
        long shutdownNs,
        LongPathOptions longPaths) {
    /** Most connections to one peer. */
    public static final int MAX_STREAMS = 16;

    /** A number of streams that follows the path. */
    public static final int AUTO_STREAMS = 0;

    private static final String AUTO = "auto";

    private static final int MOST_UNAUTHENTICATED = 1024;

    private static final long NS_PER_MS = 1_000_000;
    private static final int HANDSHAKE_TIMEOUT_FACTOR = 6;
    private static final long MAX_MS = Long.MAX_VALUE / NS_PER_MS;
    private static final int MAX_REPLAY_BYTES = 1 << 30;

    /**
     * The options that settings give, and those that have no setting.
     *
     * @param descriptors number of descriptors that the rank may have
     */
    public static TcpOptions of(
            Function<String, String> setting, long descriptors, long shutdownNs) {
        long replay = TcpSettings.REPLAY_BYTES.number(setting);
        return new TcpOptions(
                (int) Math.min(replay, MAX_REPLAY_BYTES),
                TcpSettings.CHECKSUMS.isOn(setting),
                nanoseconds(TcpSettings.RECONNECT.number(setting)),
                nanosecondsOrNever(TcpSettings.SILENCE.number(setting)),
                nanosecondsOrNever(TcpSettings.HOST_SILENCE.number(setting)),
                TcpSettings.MEMORY.number(setting),
                streams(setting),
                Descriptors.unauthenticated(descriptors, MOST_UNAUTHENTICATED),
                shutdownNs,
                LongPathOptions.of(setting));
    }

    private static int streams(Function<String, String> setting) {
        if (AUTO.equalsIgnoreCase(TcpSettings.STREAMS.text(setting))) {
            return AUTO_STREAMS;
        }
        String wanted = "a whole number, 1 to " + MAX_STREAMS + ", or " + AUTO;
        return Math.clamp(TcpSettings.STREAMS.number(setting, wanted), 1, MAX_STREAMS);
    }

    /** Time-out of an incoming handshake; longer, because its initiator may compute. */
    public long handshakeTimeoutNs() {
        return silenceNs > Long.MAX_VALUE / HANDSHAKE_TIMEOUT_FACTOR
                ? silenceNs
                : silenceNs * HANDSHAKE_TIMEOUT_FACTOR;
    }

    private static long nanosecondsOrNever(long milliseconds) {
        return milliseconds == 0 ? Long.MAX_VALUE : nanoseconds(milliseconds);
    }

    private static long nanoseconds(long milliseconds) {
        return Math.min(milliseconds, MAX_MS) * NS_PER_MS;
    }
}
