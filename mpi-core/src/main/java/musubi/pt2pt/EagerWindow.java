package musubi.pt2pt;

import musubi.adi.TransportTraits;
import musubi.config.Setting;
import musubi.config.Settings;

/**
 * How many bytes a peer may send ahead of matching, each message with its {@link
 * Peer#MESSAGE_COST}. Immutable; any thread.
 *
 * <p>Where nothing is set, a peer has credit for {@value #MESSAGES} of the longest messages that
 * its transport sends eagerly (up to 64 KiB), since programs often have that many in flight (OSU's
 * and IMB's windows): the others would be announced, and cost three more small messages each.
 * Measured over TCP: docs/tcp.md.
 *
 * <p>On a long path an announcement costs a round trip of milliseconds. There longer messages are
 * eager, too, and the credit grows with bandwidth x round trip.
 */
public final class EagerWindow {
    private static final long LEAST_BYTES = 1 << 20;
    private static final int MESSAGES = 64;

    /** A rank may send itself messages of any length, and should not get as much credit. */
    private static final long LONGEST_BYTES = 64 << 10;

    /** Longest eager payload on a long path. */
    private static final int LONG_PATH_LIMIT_BYTES = 1 << 20;

    /** Round trips of a full path that the credit covers: one until its return, one in reserve. */
    private static final int LONG_PATH_ROUND_TRIPS = 3;

    /** Most credit of a peer on a long path, which bounds its unexpected messages. */
    private static final long LONG_PATH_BYTES = 16 << 20;

    /** Negative: by transport. */
    private final long fixedBytes;

    private EagerWindow(long fixedBytes) {
        this.fixedBytes = fixedBytes;
    }

    /** The window that the settings give. */
    public static EagerWindow of(Settings settings) {
        return new EagerWindow(
                settings.get(Setting.EAGER_WINDOW) == null
                        ? -1
                        : settings.getLong(Setting.EAGER_WINDOW));
    }

    /** The credit of a peer that is reached over a transport with these traits. */
    long bytes(TransportTraits traits) {
        if (fixedBytes >= 0) {
            return fixedBytes;
        }
        long message = Math.min(LONGEST_BYTES, traits.eagerLimitBytes()) + Peer.MESSAGE_COST;
        return Math.max(LEAST_BYTES, MESSAGES * message);
    }

    /**
     * The credit of a peer on a long path.
     *
     * @param pathBytes bandwidth x round trip
     */
    long longPathBytes(TransportTraits traits, long pathBytes) {
        long near = bytes(traits);
        return fixedBytes >= 0
                ? near
                : Math.clamp(LONG_PATH_ROUND_TRIPS * pathBytes, near, LONG_PATH_BYTES);
    }

    /** The longest eager payload on a long path. */
    static long longPathLimit(TransportTraits traits) {
        return Math.min(LONG_PATH_LIMIT_BYTES, traits.fragmentBytes());
    }
}
