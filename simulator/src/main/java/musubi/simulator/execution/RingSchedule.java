package musubi.simulator.execution;

import musubi.collectives.schedule.Algorithm;
import musubi.collectives.schedule.ScheduleBuilder;
import musubi.collectives.schedule.Shape;
import musubi.simulator.network.CallShapes;

import java.util.Arrays;

/**
 * The common schedule of all ranks of a ring algorithm: each sends to the rank a fixed distance
 * ahead and receives from the one as far behind, in the same steps. One schedule serves any number
 * of ranks. It is planned for rank 0 and checked on some others; tests check all ranks of small
 * jobs. Immutable.
 */
final class RingSchedule {
    private static final int CHECKED = 8;
    private static final int AHEAD = 0;
    private static final int BEHIND = 1;

    private final int ranks;
    private final CompactSchedule schedule;
    private final int ahead;
    private final int[] predecessorsFrom;
    private final int[] predecessors;
    private final int underWay;

    private RingSchedule(int ranks, CompactSchedule schedule, int ahead, int underWay) {
        this.ranks = ranks;
        this.schedule = schedule;
        this.ahead = ahead;
        this.underWay = underWay;
        predecessorsFrom = new int[schedule.steps + 1];
        for (int successor : schedule.successors) {
            predecessorsFrom[successor + 1]++;
        }
        for (int step = 0; step < schedule.steps; step++) {
            predecessorsFrom[step + 1] += predecessorsFrom[step];
        }
        predecessors = new int[schedule.successors.length];
        int[] to = predecessorsFrom.clone();
        for (int step = 0; step < schedule.steps; step++) {
            for (int i = schedule.successorsFrom[step];
                    i < schedule.successorsFrom[step + 1];
                    i++) {
                predecessors[to[schedule.successors[i]]++] = step;
            }
        }
    }

    /** The schedule of all ranks; null when the algorithm is not such a ring. */
    static RingSchedule of(Algorithm algorithm, CallShapes shapes) {
        return of(algorithm, shapes, CHECKED);
    }

    /**
     * The same.
     *
     * @param checked number of ranks besides 0 to check
     */
    static RingSchedule of(Algorithm algorithm, CallShapes shapes, int checked) {
        int ranks = shapes.size();
        int[] peers = new int[2];
        CompactSchedule first = plan(algorithm, shapes.of(0), peers);
        if (first == null || (peers[AHEAD] + peers[BEHIND]) % ranks != 0) {
            return null;
        }
        int underWay = mostUnderWay(first);
        int ahead = peers[AHEAD];
        for (int i = 1; i <= checked && underWay > 0; i++) {
            int rank = (int) ((long) i * (ranks - 1) / checked);
            CompactSchedule other = plan(algorithm, shapes.of(rank), peers);
            if (other == null || !first.isLike(other) || peers[AHEAD] != (rank + ahead) % ranks) {
                return null;
            }
        }
        return underWay == 0 ? null : new RingSchedule(ranks, first, ahead, underWay);
    }

    /** A rank's schedule, whose two peers have slots 0 and 1; null when it has others. */
    private static CompactSchedule plan(Algorithm algorithm, Shape shape, int[] peers) {
        ScheduleBuilder builder = new ScheduleBuilder();
        algorithm.planner().plan(shape, builder);
        int[] slotOf = new int[shape.size];
        Arrays.fill(peers, -1);
        for (ScheduleBuilder.Draft draft : builder.drafts()) {
            if (draft.peer() >= 0) {
                int slot = draft.to() == null ? AHEAD : BEHIND;
                if (peers[slot] >= 0 && peers[slot] != draft.peer()) {
                    return null;
                }
                peers[slot] = draft.peer();
                slotOf[draft.peer()] = slot;
            }
        }
        boolean isRing = peers[AHEAD] >= 0 && peers[BEHIND] >= 0 && peers[AHEAD] != peers[BEHIND];
        return isRing
                ? new CompactSchedule(builder, new long[0], slotOf, 2, shape.itemBytes)
                : null;
    }

    /**
     * Greatest number of messages sent and not received, in the order of the schedule; 0: not in
     * that order.
     */
    private static int mostUnderWay(CompactSchedule schedule) {
        int sent = 0;
        int received = 0;
        int most = 0;
        for (int step = 0; step < schedule.steps; step++) {
            if (schedule.kind[step] == CompactSchedule.SEND) {
                most = Math.max(most, ++sent - received);
            } else if (schedule.kind[step] == CompactSchedule.RECV && ++received > sent) {
                return 0;
            }
        }
        return sent == received && areAlike(schedule) ? most : 0;
    }

    private static boolean areAlike(CompactSchedule schedule) {
        long[] sizes = new long[schedule.sends[AHEAD]];
        for (int step = 0; step < schedule.steps; step++) {
            if (schedule.kind[step] == CompactSchedule.SEND) {
                sizes[schedule.number[step]] = schedule.bytes[step];
            } else if (schedule.kind[step] == CompactSchedule.RECV
                    && sizes[schedule.number[step]] != schedule.bytes[step]) {
                return false;
            }
        }
        return true;
    }

    CompactSchedule schedule() {
        return schedule;
    }

    int ranks() {
        return ranks;
    }

    /** Distance from a rank to the one that it sends to. */
    int ahead() {
        return ahead;
    }

    /** Greatest number of messages in flight to a rank, with steps taken in order. */
    int underWay() {
        return underWay;
    }

    /** Dependencies of a step, besides its message. */
    int[] predecessors(int step) {
        return Arrays.copyOfRange(predecessors, predecessorsFrom[step], predecessorsFrom[step + 1]);
    }

    /** The peer that each rank sends to. */
    int[] peers() {
        int[] peers = new int[ranks];
        Arrays.setAll(peers, rank -> (rank + ahead) % ranks);
        return peers;
    }
}
