package musubi.launch.pmi;

import java.util.ArrayList;
import java.util.List;

/**
 * The pending barriers of one epoch. A rank that enters again before the barrier is complete waits
 * in the next barrier of the same group.
 *
 * <p>Thread rule: one thread at a time.
 */
final class PmiBarriers {
    private final List<Barrier> open = new ArrayList<>();

    /**
     * A pending barrier and its waiting ranks. Compared by identity: the {@code equals} of a record
     * is made at its first use, in 10 ms.
     */
    private static final class Barrier {
        private final BarrierGroup group;
        private final List<PmiPeer> waiting = new ArrayList<>();

        Barrier(BarrierGroup group) {
            this.group = group;
        }

        boolean isComplete() {
            return waiting.size() == group.members().cardinality();
        }
    }

    /** Enters a barrier; returns the released ranks, none while the barrier is incomplete. */
    List<PmiPeer> enter(PmiPeer peer, BarrierGroup group) {
        Barrier barrier = first(peer, group);
        barrier.waiting.add(peer);
        if (!barrier.isComplete()) {
            return List.of();
        }
        open.remove(barrier);
        return barrier.waiting;
    }

    private Barrier first(PmiPeer peer, BarrierGroup group) {
        for (Barrier barrier : open) {
            if (barrier.group.isSame(group) && !barrier.waiting.contains(peer)) {
                return barrier;
            }
        }
        Barrier barrier = new Barrier(group);
        open.add(barrier);
        return barrier;
    }

    /** A rank whose barrier this rank has not entered, or null. */
    PmiPeer waiterFor(int rank) {
        for (Barrier barrier : open) {
            boolean missing = barrier.waiting.stream().noneMatch(peer -> peer.rank() == rank);
            if (missing && barrier.group.members().get(rank)) {
                return barrier.waiting.getFirst();
            }
        }
        return null;
    }

    /** Removes a rank from all barriers. */
    void remove(int rank) {
        open.forEach(barrier -> barrier.waiting.removeIf(peer -> peer.rank() == rank));
        open.removeIf(barrier -> barrier.waiting.isEmpty());
    }
}
