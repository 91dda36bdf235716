package musubi.collectives;

import musubi.collectives.schedule.Schedule;
import musubi.collectives.schedule.Step;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;

/**
 * Counts the steps that the schedules of all ranks take when each message takes one step, and one
 * rank sends at most one message to the same other rank in a step. All else takes no time.
 */
final class StepCounter {
    private final List<Schedule> schedules = new ArrayList<>();
    private final List<int[]> waitsFor = new ArrayList<>();

    /** For each rank the receives that wait, by sender and number. */
    private final List<Map<Long, Integer>> receives = new ArrayList<>();

    /** Sends that could start, by link; only links that have some. */
    private final Map<Long, Queue<Integer>> links = new LinkedHashMap<>();

    private int left;

    StepCounter() {}

    /** Adds the next rank. */
    void add(Schedule schedule) {
        int[] waits = new int[schedule.size()];
        Map<Long, Integer> mine = new HashMap<>();
        for (int s = 0; s < waits.length; s++) {
            Step step = schedule.step(s);
            waits[s] = step.dependencies();
            if (step.kind() == Step.Kind.RECV) {
                mine.put(pair(step.peer(), step.number()), s);
                waits[s]++;
            }
        }
        schedules.add(schedule);
        waitsFor.add(waits);
        receives.add(mine);
        left += waits.length;
    }

    private static long pair(int high, int low) {
        return (long) high << 32 | low;
    }

    /** Runs all schedules to their end. */
    int steps() {
        for (int rank = 0; rank < schedules.size(); rank++) {
            int[] waits = waitsFor.get(rank).clone();
            for (int s = 0; s < waits.length; s++) {
                if (waits[s] == 0) {
                    start(rank, s);
                }
            }
        }
        int steps = 0;
        while (!links.isEmpty()) {
            steps++;
            deliver();
        }
        if (left > 0) {
            throw new AssertionError("steps that never start: " + left);
        }
        return steps;
    }

    private void deliver() {
        List<long[]> sent = new ArrayList<>();
        links.forEach((link, sends) -> sent.add(new long[] {link, sends.poll()}));
        links.values().removeIf(Queue::isEmpty);
        for (long[] message : sent) {
            int from = (int) (message[0] >>> 32);
            int to = (int) message[0];
            Step step = schedules.get(from).step((int) message[1]);
            complete(from, (int) message[1]);
            release(to, receives.get(to).remove(pair(from, step.number())));
        }
    }

    private void release(int rank, int step) {
        if (--waitsFor.get(rank)[step] == 0) {
            start(rank, step);
        }
    }

    private void start(int rank, int index) {
        Step step = schedules.get(rank).step(index);
        if (step.kind() == Step.Kind.SEND) {
            links.computeIfAbsent(pair(rank, step.peer()), link -> new ArrayDeque<>()).add(index);
        } else {
            complete(rank, index);
        }
    }

    private void complete(int rank, int index) {
        left--;
        for (int next : schedules.get(rank).step(index).successors()) {
            release(rank, next);
        }
    }
}
