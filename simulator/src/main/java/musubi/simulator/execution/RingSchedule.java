package musubi.simulator.execution;

import musubi.collectives.schedule.Algorithm;
import musubi.collectives.schedule.ScheduleBuilder;
import musubi.collectives.schedule.Shape;
import musubi.simulator.network.CallShapes;

import java.util.Arrays;

/**
 * What all ranks do in an algorithm in which each sends to the rank so many places ahead, receives
 * from the one as many places behind, and all do the same at the same step: one program, and so
 * room for any number of ranks. It is planned for rank 0; that others do the same is checked on
 * some, and for all ranks of small jobs by test. Immutable.
 */
final class RingSchedule {
    private static final int CHECKED = 8;
    private static final int AHEAD = 0;
    private static final int BEHIND = 1;

    private final int ranks;
    private final CompactSchedule program;
    private final int ahead;
    private final int[] predecessorsFrom;
    private final int[] predecessors;
    private final int underWay;

    private RingSchedule(int ranks, CompactSchedule program, int ahead, int underWay) {
        this.ranks = ranks;
        this.program = program;
        this.ahead = ahead;
        this.underWay = underWay;
        predecessorsFrom = new int[program.steps + 1];
        for (int successor : program.successors) {
            predecessorsFrom[successor + 1]++;
        }
        for (int step = 0; step < program.steps; step++) {
            predecessorsFrom[step + 1] += predecessorsFrom[step];
        }
        predecessors = new int[program.successors.length];
        int[] to = predecessorsFrom.clone();
        for (int step = 0; step < program.steps; step++) {
            for (int i = program.successorsFrom[step]; i < program.successorsFrom[step + 1]; i++) {
                predecessors[to[program.successors[i]]++] = step;
            }
        }
    }

    /** The program of all ranks; null when they do not do the same around a ring. */
    static RingSchedule of(Algorithm algorithm, CallShapes shapes) {
        return of(algorithm, shapes, CHECKED);
    }

    /**
     * The same.
     *
     * @param checked how many ranks besides 0 have to do the same
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

    /** A rank's program, whose two peers have slots 0 and 1; null when it is another one. */
    private static CompactSchedule plan(Algorithm algorithm, Shape shape, int[] peers) {
        ScheduleBuilder builder = new ScheduleBuilder();
        algorithm.plan(shape, builder);
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

    /** The most messages that are sent and not received, by the program; 0: not in that order. */
    private static int mostUnderWay(CompactSchedule program) {
        int sent = 0;
        int received = 0;
        int most = 0;
        for (int step = 0; step < program.steps; step++) {
            if (program.kind[step] == CompactSchedule.SEND) {
                most = Math.max(most, ++sent - received);
            } else if (program.kind[step] == CompactSchedule.RECV && ++received > sent) {
                return 0;
            }
        }
        return sent == received && areAlike(program) ? most : 0;
    }

    private static boolean areAlike(CompactSchedule program) {
        long[] sizes = new long[program.sends[AHEAD]];
        for (int step = 0; step < program.steps; step++) {
            if (program.kind[step] == CompactSchedule.SEND) {
                sizes[program.number[step]] = program.bytes[step];
            } else if (program.kind[step] == CompactSchedule.RECV
                    && sizes[program.number[step]] != program.bytes[step]) {
                return false;
            }
        }
        return true;
    }

    CompactSchedule program() {
        return program;
    }

    int ranks() {
        return ranks;
    }

    /** How many places ahead the rank is that a rank sends to. */
    int ahead() {
        return ahead;
    }

    /** So many messages are under way to a rank at once at most, if steps are taken in order. */
    int underWay() {
        return underWay;
    }

    /** The steps that a step waits for, besides its message. */
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
