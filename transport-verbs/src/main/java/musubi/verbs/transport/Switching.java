package musubi.verbs.transport;

import musubi.memory.Accounted;
import musubi.memory.Component;

import java.util.Arrays;
import java.util.List;

/**
 * Looks from time to time at who has sent how much, and gives sources the ways that the policy
 * wants.
 */
@Accounted(Component.SWITCHING)
final class Switching {
    /** How many calls go by until the clock is read. */
    private static final int CALLS = 32;

    private final AssignmentPolicy policy;
    private final ReceiveHistory history;
    private final RingAgreements rings;
    private final List<Peer> peers;
    private final long periodNs;
    private final int periodsPerChoice;
    private Way[] ways = new Way[0];
    private int calls;
    private long periodEndNs;
    private int periodsLeft;
    private long changes;

    Switching(
            AssignmentPolicy policy,
            RingAgreements rings,
            List<Peer> peers,
            VerbsOptions.Switching options) {
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
    void count(Peer source) {
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
            ways = new Way[peers.size()];
        }
        Arrays.setAll(ways, i -> RingAgreements.way(peers.get(i)));
        policy.assign(history, ways);
        for (int i = 0; i < ways.length; i++) {
            Peer source = peers.get(i);
            if (source.in != null && wantsOther(source, ways[i])) {
                rings.recall(source, ways[i]);
                changes++;
            }
        }
        for (int i = 0; i < ways.length; i++) {
            Peer source = peers.get(i);
            if (source.in == null && ways[i] != Way.SEND && !source.isGone() && !source.departs) {
                rings.offer(source, ways[i]);
                changes++;
            }
        }
    }

    private static boolean wantsOther(Peer source, Way wanted) {
        Way now = RingAgreements.way(source);
        boolean cannot = now == Way.DYNAMIC_RING && wanted == Way.RELIABLE_RING && source.declines;
        return RingAgreements.isSettled(source) && now != wanted && !cannot;
    }
}
