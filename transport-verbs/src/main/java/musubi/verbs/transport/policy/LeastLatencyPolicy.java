package musubi.verbs.transport.policy;

import musubi.memory.Accounted;
import musubi.memory.Component;

import java.util.Arrays;

/**
 * The assignment with the least modelled latency within the limits. A message costs what its way
 * costs, whatever the others do, so the sum is least when the sources with most messages have the
 * reliable rings, and the next ones the dynamic rings.
 *
 * <p>A source gets a ring only when a share of all messages comes from it: with many sources that
 * send alike, rings would take memory and make a difference to few messages. A source that has
 * something keeps it against others with not much more, so that two do not change places for ever.
 */
@Accounted(Component.SWITCHING)
public final class LeastLatencyPolicy implements PathPolicy {
    private static final int PERCENT = 100;

    private final Limits limits;
    private long[] order = new long[0];

    /**
     * What a rank may have.
     *
     * @param reliable rings over reliable connections
     * @param rings rings of both kinds
     * @param leastPercent share of the messages that a source needs for a ring
     * @param leastMessages messages in the window that it needs besides
     * @param keepPercent so much more messages another source needs to take its place
     */
    public record Limits(
            int reliable, int rings, int leastPercent, long leastMessages, int keepPercent) {}

    public LeastLatencyPolicy(Limits limits) {
        this.limits = limits;
    }

    @Override
    public void assign(ReceiveHistory history, ReceivePath[] ways) {
        int candidates = sort(history, ways);
        Arrays.fill(ways, ReceivePath.SEND);
        for (int i = 0; i < Math.min(candidates, limits.rings()); i++) {
            int source = (int) order[order.length - 1 - i];
            ways[source] =
                    i < limits.reliable() ? ReceivePath.RELIABLE_RING : ReceivePath.DYNAMIC_RING;
        }
    }

    /** Sources that may have a ring, at the end of {@code order}, those with most messages last. */
    private int sort(ReceiveHistory history, ReceivePath[] ways) {
        if (order.length != ways.length) {
            order = new long[ways.length];
        }
        int candidates = 0;
        for (int source = 0; source < ways.length; source++) {
            long weight = weight(history, source, ways[source]);
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
        // Twice as much to have it again, for the better of two rings.
        int bonus = now.ordinal() * limits.keepPercent();
        return Math.min(history.of(source), Integer.MAX_VALUE / 4) * (PERCENT + bonus) / PERCENT;
    }
}
