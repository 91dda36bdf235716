package musubi.bootstrap.deadlock;

import musubi.bootstrap.Stall;

import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The waits of stalled ranks among each other: an AND/OR graph, in which a wait needs all of its
 * ranks or one of them (Knapp, Deadlock detection in distributed databases, Computing Surveys
 * 19(4), 1987).
 *
 * <p>The graph is reduced from outside. A rank that is not stalled may do anything. A stalled rank
 * <i>resumes</i> when the ranks that one of its waits needs can act; it <i>takes part</i> in a
 * collective operation that it has started when a rank can act whose message the operation needs
 * next, even if the rank itself does not resume. What remains can only be ended from within. Each
 * step overestimates what can happen: a rank that remains cannot resume.
 */
final class WaitForGraph {
    private final Stall[] stalls;
    private final BitSet resumes;
    private final BitSet takesPart;

    private WaitForGraph(Stall[] stalls) {
        this.stalls = stalls;
        resumes = new BitSet(stalls.length);
        takesPart = new BitSet(stalls.length);
    }

    /**
     * The ranks that no rank outside of them can release, if no message is in flight among them.
     *
     * @param stalls the stalls by rank; null for a rank that is not stalled
     * @return the ranks; empty if there are none, or a message may be in flight
     */
    static BitSet deadlocked(Stall[] stalls) {
        WaitForGraph graph = new WaitForGraph(stalls);
        graph.reduce();
        BitSet rest = new BitSet(stalls.length);
        rest.set(0, stalls.length);
        rest.andNot(graph.resumes);
        return graph.areMessagesReceived(rest) ? rest : new BitSet();
    }

    private void reduce() {
        for (int rank = 0; rank < stalls.length; rank++) {
            resumes.set(rank, stalls[rank] == null || stalls[rank].traffic() == null);
        }
        boolean changed = true;
        for (int sweep = 0; changed; sweep++) {
            changed = false;
            for (int i = 0; i < stalls.length; i++) {
                // By turns in both directions, as chains of waits run in one of them.
                int rank = sweep % 2 == 0 ? i : stalls.length - 1 - i;
                changed |= !resumes.get(rank) && advance(rank);
            }
        }
    }

    /** Whether a rank that does not resume can do more than was found before. */
    private boolean advance(int rank) {
        for (Stall.Wait wait : stalls[rank].waits()) {
            if (mayEnd(wait)) {
                resumes.set(rank);
                return true;
            }
        }
        if (!takesPart.get(rank) && mayTakePart(stalls[rank])) {
            takesPart.set(rank);
            return true;
        }
        return false;
    }

    private boolean mayEnd(Stall.Wait wait) {
        boolean collective = wait.release() == Stall.Release.COLLECTIVE;
        if (wait.release() == Stall.Release.UNKNOWN || wait.release() == Stall.Release.POLLING) {
            return true;
        }
        return wait.anySuffices()
                ? wait.ranks().stream().anyMatch(rank -> canAct(rank, collective))
                : wait.ranks().stream().allMatch(rank -> canAct(rank, collective));
    }

    private boolean mayTakePart(Stall stall) {
        return canAnyAct(stall.traffic().collectivePeers())
                || stall.waits().stream()
                        .filter(wait -> wait.release() == Stall.Release.COLLECTIVE)
                        .anyMatch(wait -> canAnyAct(wait.ranks()));
    }

    private boolean canAnyAct(List<Integer> ranks) {
        return ranks.stream().anyMatch(rank -> canAct(rank, true));
    }

    private boolean canAct(int rank, boolean collective) {
        boolean isInJob = rank >= 0 && rank < stalls.length;
        return !isInJob || resumes.get(rank) || collective && takesPart.get(rank);
    }

    /** Whether each of these ranks has received what the others of them have sent to it. */
    private boolean areMessagesReceived(BitSet ranks) {
        Map<Long, Long> inFlight = new HashMap<>();
        ranks.stream().forEach(rank -> count(rank, ranks, inFlight));
        return inFlight.values().stream().allMatch(messages -> messages == 0);
    }

    /** Adds what a rank has sent by pair of ranks, and subtracts what it has received. */
    private void count(int rank, BitSet ranks, Map<Long, Long> inFlight) {
        for (Stall.PeerCounts peer : stalls[rank].traffic().counts()) {
            if (ranks.get(peer.rank())) {
                inFlight.merge(pair(rank, peer.rank()), peer.sent(), Long::sum);
                inFlight.merge(pair(peer.rank(), rank), -peer.received(), Long::sum);
            }
        }
    }

    private static long pair(int from, int to) {
        return (long) from << Integer.SIZE | to;
    }
}
