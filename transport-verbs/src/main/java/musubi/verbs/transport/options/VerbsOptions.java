package musubi.verbs.transport.options;

import musubi.adi.TransportContext;
import musubi.config.Setting;
import musubi.error.ErrorClass;
import musubi.error.MpiFailure;
import musubi.verbs.transport.policy.LeastLatencyPolicy;

import java.util.function.Function;

/**
 * Values of the settings, with this rank's share of the resources of its node.
 *
 * @param receiveBuffers receive buffers for messages
 * @param sendBuffers send buffers for messages
 * @param window messages that one source may have in flight
 * @param giveUpNs time without progress after which a peer is lost, in nanoseconds
 * @param reliable reliable connections
 * @param rings rings for sources
 * @param ringEntries entries of each ring
 * @param switching intervals of the choice of paths
 */
public record VerbsOptions(
        int receiveBuffers,
        int sendBuffers,
        int window,
        long giveUpNs,
        int reliable,
        int rings,
        int ringEntries,
        SwitchingOptions switching) {
    private static final int LEAST_RECEIVES = 64;
    private static final int LEAST_SENDS = 16;
    private static final int MOST_WINDOW = 1024;
    private static final int MOST = 1 << 20;
    private static final int NS_PER_MS = 1_000_000;
    private static final int ALL_PERCENT = 100;

    /** Excess of messages, in percent, with which another source takes a ring over. */
    private static final int KEEP_PERCENT = 20;

    /**
     * Intervals of the choice of paths.
     *
     * @param periodNs length of a period, in nanoseconds
     * @param periods in the window, and from one choice to the next
     * @param historyEntries pairs of period and source
     */
    public record SwitchingOptions(long periodNs, int periods, int historyEntries) {}

    public static VerbsOptions of(TransportContext context) {
        Function<String, String> lookup = context.setting();
        int window = inRange(VerbsSettings.WINDOW, lookup, 4, MOST_WINDOW);
        return new VerbsOptions(
                Math.max(LEAST_RECEIVES, share(VerbsSettings.RECEIVE_BUFFERS, context)),
                inRange(VerbsSettings.SEND_BUFFERS, lookup, LEAST_SENDS, MOST),
                window,
                (long) NS_PER_MS * inRange(VerbsSettings.GIVE_UP, lookup, 1, Integer.MAX_VALUE),
                share(VerbsSettings.RELIABLE, context),
                share(VerbsSettings.RINGS, context),
                inRange(VerbsSettings.RING_ENTRIES, lookup, 2, window),
                new SwitchingOptions(
                        (long) NS_PER_MS * inRange(VerbsSettings.PERIOD, lookup, 1, MOST),
                        inRange(VerbsSettings.PERIODS, lookup, 1, MOST_WINDOW),
                        inRange(VerbsSettings.HISTORY_ENTRIES, lookup, 1, MOST)));
    }

    /**
     * The limits of the default policy. A connection takes a queue pair at either rank, so half of
     * them are for what this rank receives.
     */
    public static LeastLatencyPolicy.Limits limits(TransportContext context) {
        Function<String, String> lookup = context.setting();
        return new LeastLatencyPolicy.Limits(
                share(VerbsSettings.RELIABLE, context) / 2,
                share(VerbsSettings.RINGS, context),
                inRange(VerbsSettings.LEAST_PERCENT, lookup, 0, ALL_PERCENT),
                inRange(VerbsSettings.LEAST_MESSAGES, lookup, 1, Integer.MAX_VALUE),
                KEEP_PERCENT);
    }

    /** This rank's share of a resource of its node. */
    private static int share(Setting setting, TransportContext context) {
        return inRange(setting, context.setting(), 0, MOST) / context.localSize();
    }

    private static int inRange(
            Setting setting, Function<String, String> lookup, int least, int most) {
        long value = setting.number(lookup);
        if (value < least || value > most) {
            throw new MpiFailure(ErrorClass.ARG, "value of a setting is out of range")
                    .with(setting.property(), value)
                    .advice("set it, or " + setting.variable() + ", to " + least + " to " + most);
        }
        return (int) value;
    }
}
