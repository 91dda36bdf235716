package musubi.verbs.transport.options;

import musubi.adi.TransportContext;
import musubi.config.Setting;
import musubi.error.ErrorClass;
import musubi.error.MpiFailure;
import musubi.verbs.transport.policy.LeastLatencyPolicy;

import java.util.function.Function;

/**
 * What the settings say, as this rank's share of what its node may have.
 *
 * @param receiveBuffers for messages
 * @param sendBuffers for messages
 * @param window messages that one source may have on its way
 * @param giveUpNs how long nothing may get through to a peer, in nanoseconds
 * @param reliable reliable connections
 * @param rings rings of sources
 * @param ringEntries entries of each
 * @param switching when ways are chosen
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

    /** Another source needs so much more messages to take a ring away. */
    private static final int KEEP_PERCENT = 20;

    /**
     * When ways are chosen.
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
     * The limits of the policy that is used when no test wants another. A connection takes a queue
     * pair at either rank, so half of them are for what this rank receives.
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

    /** This rank's part of what the ranks of the node have together. */
    private static int share(Setting setting, TransportContext context) {
        return inRange(setting, context.setting(), 0, MOST) / context.localSize();
    }

    private static int inRange(
            Setting setting, Function<String, String> lookup, int least, int most) {
        long value = setting.number(lookup);
        if (value < least || value > most) {
            throw new MpiFailure(
                    ErrorClass.ARG,
                    "value of a setting is out of range: "
                            + setting.property()
                            + "="
                            + value
                            + "; set it, or "
                            + setting.variable()
                            + ", to "
                            + least
                            + " to "
                            + most);
        }
        return (int) value;
    }
}
