package musubi.tcp.config;

import musubi.config.Setting;

import java.util.function.Function;

/**
 * When a path counts as long, and what is chosen for it, from {@link TcpSettings}.
 *
 * @param rttUs shortest round trip from which a path is long, in microseconds; 0 for never
 * @param congestion congestion control for paths with loss; null when one is set for all paths
 */
public record LongPathOptions(long rttUs, String congestion) {
    /** Follows the rate of delivery, so that loss does not slow it down. */
    private static final String FOR_LOSS = "bbr";

    static LongPathOptions of(Function<String, String> setting) {
        return new LongPathOptions(
                Setting.LONG_PATH.number(setting),
                TcpSettings.CONGESTION.text(setting) == null ? FOR_LOSS : null);
    }

    /** Whether a path with this shortest round trip is long. */
    public boolean isLong(long minRttUs) {
        return rttUs > 0 && minRttUs >= rttUs;
    }
}
