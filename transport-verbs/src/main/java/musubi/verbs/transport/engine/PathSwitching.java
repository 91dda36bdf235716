package musubi.verbs.transport.engine;

import musubi.memory.Accounted;
import musubi.memory.Component;
import musubi.verbs.transport.options.VerbsOptions;
import musubi.verbs.transport.policy.PathPolicy;
import musubi.verbs.transport.policy.ReceiveHistory;
import musubi.verbs.transport.policy.ReceivePath;

import java.util.Arrays;
import java.util.List;

/**
 * Looks from time to time at who has sent how much, and gives sources the ways that the policy
 * wants.
 */
@Accounted(Component.SWITCHING)
final class PathSwitching {
    /** How many calls go by until the clock is read. */
    private static final int CALLS = 32;

    private final PathPolicy policy;
    private final ReceiveHistory history;
    private final RingNegotiation rings;
    private final List<VerbsPeer> peers;
    private final long periodNs;
    private final int periodsPerChoice;
    private ReceivePath[] ways = new ReceivePath[0];
    private int calls;
    private long periodEndNs;
    private int periodsLeft;
    private long changes;

    PathSwitching(
            PathPolicy policy,
            RingNegotiation rings,
            List<VerbsPeer> peers,
            VerbsOptions.SwitchingOptions options) {
        this.policy = policy;
        this.rings = rings;
        this.peers = peers;
        history = new ReceiveHistory(options.periods(), options.historyEntries());
        periodNs = options.periodNs();
        periodsPerChoice = options.periods();
        periodsLeft = periodsPerChoice;
        periodEndNs = System.nanoTime() + periodNs;
    }

    /** A message of a source has been taken. */
    void count(VerbsPeer source) {
        history.count(source.index);
    }

    /** Offers and recalls so far. */
    long changes() {
        return changes;
    }

    /** Does what is due. */
    void poll() {
        if (++calls % CALLS != 0 || System.nanoTime() - periodEndNs < 0) {
            return;
        }
        rings.collectReleased();
        periodEndNs = System.nanoTime() + periodNs;
        history.endPeriod();
        if (--periodsLeft == 0) {
            periodsLeft = periodsPerChoice;
            choose();
        }
    }

    private void choose() {
        if (ways.length != peers.size()) {
            ways = new ReceivePath[peers.size()];
        }
        Arrays.setAll(ways, i -> RingNegotiation.pathOf(peers.get(i)));
        policy.assign(history, ways);
        for (int i = 0; i < ways.length; i++) {
            VerbsPeer source = peers.get(i);
            if (source.localRing != null && shouldChange(source, ways[i])) {
                rings.recall(source, ways[i]);
                changes++;
            }
        }
        for (int i = 0; i < ways.length; i++) {
            VerbsPeer source = peers.get(i);
            if (source.localRing == null && ways[i] != ReceivePath.SEND && source.isPresent()) {
                rings.offer(source, ways[i]);
                changes++;
            }
        }
    }

    private static boolean shouldChange(VerbsPeer source, ReceivePath wanted) {
        ReceivePath now = RingNegotiation.pathOf(source);
        boolean cannot =
                now == ReceivePath.DYNAMIC_RING
                        && wanted == ReceivePath.RELIABLE_RING
                        && source.localRing.declinesReliable;
        return RingNegotiation.isStable(source) && now != wanted && !cannot;
    }
}
