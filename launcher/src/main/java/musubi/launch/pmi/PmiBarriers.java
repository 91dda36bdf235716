package musubi.launch.pmi;

import java.util.ArrayList;
import java.util.List;

/**
 * The barriers that ranks of one epoch wait in. A rank that comes again before the others have come
 * once waits in the next barrier of the same group.
 *
 * <p>Thread rule: one thread at a time.
 */
final class PmiBarriers {
    private final List<Barrier> open = new ArrayList<>();

    /** One barrier, and who has come. */
    private record Barrier(BarrierGroup group, List<PmiPeer> waiting) {
        boolean isComplete() {
            return waiting.size() == group.members().cardinality();
        }
    }

    /** A rank comes; returns those who may go on, which are none while one is missing. */
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
            if (barrier.group.equals(group) && !barrier.waiting.contains(peer)) {
                return barrier;
            }
        }
        Barrier barrier = new Barrier(group, new ArrayList<>());
        open.add(barrier);
        return barrier;
    }

    /** A rank that waits for this one, or null. */
    PmiPeer waiterFor(int rank) {
        for (Barrier barrier : open) {
            boolean missing = barrier.waiting.stream().noneMatch(peer -> peer.rank() == rank);
            if (missing && barrier.group.members().get(rank)) {
                return barrier.waiting.getFirst();
            }
        }
        return null;
    }

    /** This rank does not wait any more. */
    void remove(int rank) {
        open.forEach(barrier -> barrier.waiting.removeIf(peer -> peer.rank() == rank));
        open.removeIf(barrier -> barrier.waiting.isEmpty());
    }
}
