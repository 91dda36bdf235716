package musubi.launch.link;

import java.time.LocalTime;
import java.time.temporal.ChronoUnit;
import java.util.Locale;

/**
 * The time limits of a link between mpiexec and a node proxy, or between two node proxies.
 *
 * @param reconnectMs the time without a frame after which the other end is lost
 * @param silenceMs the time without a frame after which the user learns of it
 */
public record LinkTimes(int reconnectMs, int silenceMs) {
    /** The variable with the time after which a host is lost, in ms. */
    public static final String RECONNECT_VARIABLE = "MUSUBI_LAUNCH_RECONNECT";

    /** The variable with the time after which a silent host is reported, in ms. */
    public static final String SILENCE_VARIABLE = "MUSUBI_LAUNCH_SILENCE";

    /** Longer than a rank takes to lose a peer, which reports the better cause. */
    private static final int DEFAULT_RECONNECT_MS = 60_000;

    /** Several heartbeats: a single one may be late on a busy machine. */
    private static final int DEFAULT_SILENCE_MS = 3_000;

    /**
     * A connection without a frame for this many times the silence is replaced, or earlier after
     * {@link #MOST_REPLACEMENT_MS}, but not before the silence is reported.
     */
    private static final int REPLACED_AFTER = 5;

    private static final int MOST_REPLACEMENT_MS = 10_000;

    /** Two heartbeats, in ms. */
    public static final int LEAST_MS = 2 * Heartbeat.INTERVAL_MS;

    public static final LinkTimes DEFAULT = new LinkTimes(DEFAULT_RECONNECT_MS, DEFAULT_SILENCE_MS);

    public LinkTimes {
        if (reconnectMs < 0 || silenceMs <= 0) {
            throw new IllegalArgumentException(
                    "reconnect=" + reconnectMs + " ms silence=" + silenceMs);
        }
    }

    /** The time without a frame after which a connection is replaced, in ms. */
    int replacementMs() {
        long several = Math.min((long) REPLACED_AFTER * silenceMs, MOST_REPLACEMENT_MS);
        return (int) Math.max(several, silenceMs);
    }

    /**
     * The text for the user of a silence: since when, and until when the other end is awaited.
     *
     * @param cause why there is no connection; empty if there is one
     */
    String silence(int silentMs, LocalTime now, String cause) {
        LocalTime since = now.minus(silentMs, ChronoUnit.MILLIS);
        return "silent for %s, since %tT%s; lost at %tT (%s=%d)"
                .formatted(
                        seconds(silentMs),
                        since,
                        cause.isEmpty() ? "" : ": " + cause,
                        since.plus(reconnectMs, ChronoUnit.MILLIS),
                        RECONNECT_VARIABLE,
                        reconnectMs);
    }

    /**
     * Why a link is lost.
     *
     * @param cause of the last break; may be empty
     */
    static String loss(int silentMs, String cause) {
        return "silent for %s (%s)%s"
                .formatted(
                        seconds(silentMs),
                        RECONNECT_VARIABLE,
                        cause.isEmpty() ? "" : ", last: " + cause);
    }

    static String seconds(int ms) {
        return String.format(Locale.ROOT, "%.1f s", ms / 1e3);
    }
}
