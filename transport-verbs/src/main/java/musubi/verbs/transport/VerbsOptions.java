package musubi.verbs.transport;

import musubi.adi.TransportContext;
import musubi.config.Setting;
import musubi.error.ErrorClass;
import musubi.error.MpiFailure;

import java.util.function.Function;

/**
 * What the settings say, as this rank's share of what its node may have.
 *
 * @param receiveBuffers for messages
 * @param sendBuffers for messages
 * @param window messages that one source may have on its way
 * @param giveUpNs how long nothing may get through to a peer, in nanoseconds
 */
record VerbsOptions(int receiveBuffers, int sendBuffers, int window, long giveUpNs) {
    private static final int LEAST_RECEIVES = 64;
    private static final int LEAST_SENDS = 16;
    private static final int MOST = 1 << 20;

    static VerbsOptions of(TransportContext context) {
        Function<String, String> lookup = context.setting();
        int receives = share(VerbsSettings.RECEIVE_BUFFERS, context);
        return new VerbsOptions(
                Math.max(LEAST_RECEIVES, receives),
                (int) inRange(VerbsSettings.SEND_BUFFERS, lookup, LEAST_SENDS, MOST),
                (int) inRange(VerbsSettings.WINDOW, lookup, 4, 1024),
                inRange(VerbsSettings.GIVE_UP, lookup, 1, Integer.MAX_VALUE) * 1_000_000);
    }

    /** This rank's part of what the ranks of the node have together. */
    private static int share(Setting setting, TransportContext context) {
        long ofNode = inRange(setting, context.setting(), 0, MOST);
        return (int) (ofNode / context.localSize());
    }

    private static long inRange(
            Setting setting, Function<String, String> lookup, long least, long most) {
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
        return value;
    }
}
