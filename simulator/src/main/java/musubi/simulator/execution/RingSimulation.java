package musubi.simulator.execution;

import musubi.simulator.network.ContentionFreePaths;
import musubi.simulator.network.Outcome;

import java.util.Arrays;

/**
 * Executes a {@link RingSchedule} step by step for all ranks at once, with arrays of times in place
 * of events. The times equal those of {@link Simulation}: each rank sends to one peer over a path
 * of its own and receives from one, so a message waits only for the one before. The assumptions are
 * checked: messages of a rank are ready in the order of the schedule, and dependencies on steps no
 * longer kept are satisfied.
 */
final class RingSimulation {
    /** Steps whose times are kept; earlier ones are checked not to matter. */
    private static final int KEPT = 128;

    private final RingSchedule ring;
    private final CompactSchedule schedule;
    private final ContentionFreePaths.Table paths;
    private final double gamma;
    private final int ranks;

    /** Completion time of each of the last steps, for each rank. */
    private final long[][] done;

    /** Completion time of all steps before those, for each rank. */
    private final long[] before;

    /** Arrival times of messages not received yet, by rank and number. */
    private final long[][] arrivals;

    private final long[] pathFree;
    private final long[] processorFree;
    private final long[] sendReady;
    private final long[] calculationReady;
    private final long[] ready;

    /**
     * A run.
     *
     * @param gamma picoseconds for each byte that is reduced or copied
     */
    RingSimulation(RingSchedule ring, ContentionFreePaths paths, double gamma) {
        this.ring = ring;
        schedule = ring.schedule();
        this.paths = new ContentionFreePaths.Table(paths);
        this.gamma = gamma;
        ranks = ring.ranks();
        done = new long[KEPT][ranks];
        before = new long[ranks];
        arrivals = new long[ring.underWay()][ranks];
        pathFree = new long[ranks];
        processorFree = new long[ranks];
        sendReady = new long[ranks];
        calculationReady = new long[ranks];
        ready = new long[ranks];
    }

    /** Runs all ranks to their ends. */
    Outcome run() {
        long messages = 0;
        long bytes = 0;
        for (int step = 0; step < schedule.steps; step++) {
            long[] mine = done[step % KEPT];
            latest(before, mine);
            findReady(step);
            switch (schedule.kind[step]) {
                case CompactSchedule.SEND -> {
                    send(step, mine);
                    messages += ranks;
                    bytes += ranks * schedule.bytes[step];
                }
                case CompactSchedule.RECV -> System.arraycopy(ready, 0, mine, 0, ranks);
                default -> calculate(step, mine);
            }
        }
        for (long[] last : done) {
            latest(before, last);
        }
        long end = Arrays.stream(before).max().orElse(0);
        long steps = (long) ranks * schedule.steps;
        return new Outcome(end, messages, bytes, steps, 1, Outcome.Method.RING);
    }

    private static void latest(long[] times, long[] others) {
        for (int i = 0; i < times.length; i++) {
            times[i] = Math.max(times[i], others[i]);
        }
    }

    private void findReady(int step) {
        Arrays.fill(ready, 0);
        boolean isFar = false;
        for (int earlier : ring.predecessors(step)) {
            if (earlier > step - KEPT) {
                latest(ready, done[earlier % KEPT]);
            } else {
                isFar = true;
            }
        }
        if (schedule.kind[step] == CompactSchedule.RECV) {
            latest(ready, arrivals[schedule.number[step] % arrivals.length]);
        }
        if (isFar) {
            checkOrder(before, ready, "a step waits for one of long ago");
        }
    }

    private void send(int step, long[] released) {
        checkOrder(sendReady, ready, "a message is ready before one that was to go first");
        System.arraycopy(ready, 0, sendReady, 0, ranks);
        ContentionFreePaths.Times times = paths.of(schedule.bytes[step]);
        long[] occupancy = times.occupancy();
        long[] flight = times.flight();
        long[] arrival = arrivals[schedule.number[step] % arrivals.length];
        int ahead = ring.ahead();
        for (int rank = 0; rank < ranks; rank++) {
            long start = Math.max(ready[rank], pathFree[rank]);
            pathFree[rank] = start + occupancy[rank];
            released[rank] = pathFree[rank];
            int peer = rank + ahead;
            arrival[peer < ranks ? peer : peer - ranks] = start + flight[rank];
        }
    }

    private void calculate(int step, long[] finished) {
        long cost = Math.round(schedule.bytes[step] * gamma);
        if (cost == 0) {
            System.arraycopy(ready, 0, finished, 0, ranks);
            return;
        }
        checkOrder(calculationReady, ready, "a calculation is ready before an earlier one");
        System.arraycopy(ready, 0, calculationReady, 0, ranks);
        latest(processorFree, ready);
        for (int rank = 0; rank < ranks; rank++) {
            processorFree[rank] += cost;
        }
        System.arraycopy(processorFree, 0, finished, 0, ranks);
    }

    private static void checkOrder(long[] first, long[] second, String what) {
        boolean isOrdered = true;
        for (int i = 0; i < first.length; i++) {
            isOrdered &= first[i] <= second[i];
        }
        if (!isOrdered) {
            throw new IllegalArgumentException(
                    ("ring is too large for events, and cannot run by rounds on this network:"
                                    + " ranks=%s reason=%s; take fewer ranks")
                            .formatted(first.length, what));
        }
    }
}
