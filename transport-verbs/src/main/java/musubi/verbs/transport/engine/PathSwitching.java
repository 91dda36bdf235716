package musubi.verbs.transport.engine;

import musubi.memory.Accounted;
import musubi.memory.Component;
import musubi.verbs.transport.options.VerbsOptions;
import musubi.verbs.transport.policy.PathPolicy;
import musubi.verbs.transport.policy.ReceiveHistory;
import musubi.verbs.transport.policy.ReceivePath;

import java.util.List;

/** Applies the path policy to the receive history in intervals. */
@Accounted(Component.SWITCHING)
final class PathSwitching {
    /** Calls between two readings of the clock. */
    private static final int CALLS = 32;

    private final PathPolicy policy;
    private final ReceiveHistory history;
    private final RingNegotiation rings;
    private final List<VerbsPeer> peers;
    private final long periodNs;
    private final int periodsPerChoice;
    private ReceivePath[] paths = new ReceivePath[0];
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

    /** Counts a message of a source. */
    void count(VerbsPeer source) {
        history.count(source.index);
    }

    /** Number of offers and recalls so far. */
    long changes() {
        return changes;
    }

    /** Switches paths when an interval has ended. */
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
        if (paths.length != peers.size()) {
            paths = new ReceivePath[peers.size()];
        }
        for (int i = 0; i < paths.length; i++) {
            paths[i] = RingNegotiation.pathOf(peers.get(i));
        }
        policy.assign(history, paths);
        for (int i = 0; i < paths.length; i++) {
            VerbsPeer source = peers.get(i);
            if (source.localRing != null && shouldChange(source, paths[i])) {
                rings.recall(source, paths[i]);
                changes++;
            }
        }
        for (int i = 0; i < paths.length; i++) {
            VerbsPeer source = peers.get(i);
            if (source.localRing == null && paths[i] != ReceivePath.SEND && source.isPresent()) {
                rings.offer(source, paths[i]);
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
