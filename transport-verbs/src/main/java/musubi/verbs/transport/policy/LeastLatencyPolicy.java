package musubi.verbs.transport.policy;

import musubi.memory.Accounted;
import musubi.memory.Component;

import java.util.Arrays;

/**
 * The assignment with the least modelled latency within the limits. The cost of a message depends
 * on its path alone, so the sum is minimal when the sources with most messages have the reliable
 * rings, and the next ones the dynamic rings.
 *
 * <p>A source gets a ring only with a minimum share of all messages: with many sources that send
 * alike, rings take memory and speed up few messages. Hysteresis keeps a ring with its source
 * unless another one sends clearly more, so two sources do not alternate.
 */
@Accounted(Component.SWITCHING)
public final class LeastLatencyPolicy implements PathPolicy {
    private static final int PERCENT = 100;

    private final Limits limits;
    private long[] order = new long[0];

    /**
     * Limits of a rank.
     *
     * @param reliable rings over reliable connections
     * @param rings rings of both kinds
     * @param leastPercent share of the messages that qualifies a source for a ring
     * @param leastMessages messages in the window that it needs in addition
     * @param keepPercent excess of messages with which another source takes its place
     */
    public record Limits(
            int reliable, int rings, int leastPercent, long leastMessages, int keepPercent) {}

    public LeastLatencyPolicy(Limits limits) {
        this.limits = limits;
    }

    @Override
    public void assign(ReceiveHistory history, ReceivePath[] paths) {
        int candidates = sort(history, paths);
        Arrays.fill(paths, ReceivePath.SEND);
        for (int i = 0; i < Math.min(candidates, limits.rings()); i++) {
            int source = (int) order[order.length - 1 - i];
            paths[source] =
                    i < limits.reliable() ? ReceivePath.RELIABLE_RING : ReceivePath.DYNAMIC_RING;
        }
    }

    /**
     * Sorts the sources that qualify for a ring to the end of {@code order}, those with most
     * messages last.
     */
    private int sort(ReceiveHistory history, ReceivePath[] paths) {
        if (order.length != paths.length) {
            order = new long[paths.length];
        }
        int candidates = 0;
        for (int source = 0; source < paths.length; source++) {
            long weight = weight(history, source, paths[source]);
            boolean enough =
                    weight * PERCENT >= history.all() * limits.leastPercent()
                            && weight >= limits.leastMessages();
            order[source] = enough ? weight << Integer.SIZE | source : 0;
            candidates += enough ? 1 : 0;
        }
        Arrays.sort(order);
        return candidates;
    }

    private long weight(ReceiveHistory history, int source, ReceivePath now) {
        // The bonus is double for the better kind of ring.
        int bonus = now.ordinal() * limits.keepPercent();
        return Math.min(history.of(source), Integer.MAX_VALUE / 4) * (PERCENT + bonus) / PERCENT;
    }
}
