package musubi.collectives.algorithm;

import musubi.collectives.schedule.Schedule;
import musubi.collectives.schedule.Step;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;

/**
 * Counts the steps that the schedules of all ranks take when each message takes one step, and one
 * rank sends at most one message to the same other rank in a step. All other steps take no time.
 */
final class StepCounter {
    private static final int NOT_SENT = -1;

    private final List<RankSteps> ranks = new ArrayList<>();

    /** Sends that could start, by link; only links that have some. */
    private final Map<Long, Queue<Integer>> links = new LinkedHashMap<>();

    private long left;

    /** A schedule reduced to the necessary fields, since there may be millions of steps. */
    private static final class RankSteps {
        final int[] waitsFor;
        final int[][] successors;

        /** The peers of sends. */
        final int[] sendsTo;

        final int[] numbers;

        /** For each sender the receives of its messages, by number. */
        final Map<Integer, int[]> receives = new HashMap<>();

        RankSteps(Schedule schedule) {
            waitsFor = new int[schedule.size()];
            successors = new int[waitsFor.length][];
            sendsTo = new int[waitsFor.length];
            numbers = new int[waitsFor.length];
            for (int s = 0; s < waitsFor.length; s++) {
                Step step = schedule.step(s);
                boolean receives = step.kind() == Step.Kind.RECV;
                waitsFor[s] = step.dependencies() + (receives ? 1 : 0);
                successors[s] = step.successors();
                sendsTo[s] = step.kind() == Step.Kind.SEND ? step.peer() : NOT_SENT;
                numbers[s] = step.number();
                if (receives) {
                    expect(step.peer(), step.number(), s);
                }
            }
        }

        private void expect(int from, int number, int step) {
            int[] known = receives.getOrDefault(from, new int[1]);
            known = number < known.length ? known : Arrays.copyOf(known, 2 * number);
            known[number] = step;
            receives.put(from, known);
        }
    }

    StepCounter() {}

    /** Adds the next rank. */
    void add(Schedule schedule) {
        ranks.add(new RankSteps(schedule));
        left += schedule.size();
    }

    /** Runs all schedules to their end. */
    int steps() {
        for (int rank = 0; rank < ranks.size(); rank++) {
            int[] waits = ranks.get(rank).waitsFor.clone();
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
            int number = ranks.get(from).numbers[(int) message[1]];
            complete(from, (int) message[1]);
            release(to, ranks.get(to).receives.get(from)[number]);
        }
    }

    private void release(int rank, int step) {
        if (--ranks.get(rank).waitsFor[step] == 0) {
            start(rank, step);
        }
    }

    private void start(int rank, int index) {
        int peer = ranks.get(rank).sendsTo[index];
        if (peer == NOT_SENT) {
            complete(rank, index);
        } else {
            long link = (long) rank << 32 | peer;
            links.computeIfAbsent(link, one -> new ArrayDeque<>()).add(index);
        }
    }

    private void complete(int rank, int index) {
        left--;
        for (int next : ranks.get(rank).successors[index]) {
            release(rank, next);
        }
    }
}
