package musubi.simulator.execution;

import musubi.simulator.network.EventQueue;
import musubi.simulator.network.Network;
import musubi.simulator.network.Outcome;

import java.util.Arrays;

/**
 * Executes the schedules of all ranks by the rules of the schedule engine: a step starts when its
 * dependencies are complete, and the n-th receive from a rank gets the n-th message of that rank.
 * An early message is buffered at its receiver, so a send is complete when the network releases its
 * buffer.
 *
 * <p>An event is a send that is complete, a message that has arrived at its receive, or a
 * calculation that is done. Events at the same time are taken in the order in which they were
 * added, so runs are deterministic.
 */
final class Simulation {
    private final JobSchedules schedules;
    private final Network network;
    private final double gamma;
    private final StepListener listener;
    private final EventQueue events = new EventQueue();

    /** First step of each rank in {@link #waits}. */
    private final int[] stepsFrom;

    private final int[] waits;
    private final int[] done;
    private final long[] processorFree;
    private int[] ready = new int[64];
    private int readyTo;
    private long messages;
    private long bytes;
    private long end;

    /**
     * A run.
     *
     * @param gamma picoseconds for each byte that is reduced or copied
     * @param listener listener of all steps; null without
     */
    Simulation(JobSchedules schedules, Network network, double gamma, StepListener listener) {
        this.schedules = schedules;
        this.network = network;
        this.gamma = gamma;
        this.listener = listener;
        int ranks = schedules.ranks();
        if (ranks != network.ranks()) {
            throw new IllegalArgumentException(
                    "a network of " + network.ranks() + " ranks cannot run a job of " + ranks);
        }
        stepsFrom = new int[ranks + 1];
        for (int rank = 0; rank < ranks; rank++) {
            stepsFrom[rank + 1] = Math.addExact(stepsFrom[rank], schedules.of(rank).steps);
        }
        waits = new int[stepsFrom[ranks]];
        done = new int[ranks];
        processorFree = new long[ranks];
    }

    /** Runs all ranks to their ends. */
    Outcome run() {
        return runWithin(Long.MAX_VALUE);
    }

    /** The same; null if it takes longer than a limit in picoseconds. */
    Outcome runWithin(long limit) {
        network.clear(schedules.connections(), events);
        for (int rank = 0; rank < done.length; rank++) {
            CompactSchedule schedule = schedules.of(rank);
            System.arraycopy(schedule.waits, 0, waits, stepsFrom[rank], schedule.steps);
        }
        for (int rank = 0; rank < done.length; rank++) {
            startFirst(rank);
        }
        while (!events.isEmpty()) {
            long event = events.take();
            if (events.now() > limit) {
                return null;
            }
            if (event < 0) {
                network.onEvent(event, events.now());
            } else {
                happen((int) (event >>> Integer.SIZE), (int) event, events.now());
            }
        }
        checkEnds();
        int different = schedules.differentPrograms();
        return new Outcome(end, messages, bytes, waits.length, different, Outcome.Method.EVENTS);
    }

    private void startFirst(int rank) {
        CompactSchedule schedule = schedules.of(rank);
        for (int step = 0; step < schedule.steps; step++) {
            if (schedule.waits[step] == 0) {
                enqueue(step);
            }
        }
        startReady(rank, schedule, 0);
    }

    private void happen(int rank, int step, long now) {
        CompactSchedule schedule = schedules.of(rank);
        if (schedule.kind[step] == CompactSchedule.RECV) {
            satisfy(stepsFrom[rank], step);
        } else {
            complete(rank, schedule, step, now);
        }
        startReady(rank, schedule, now);
    }

    private void satisfy(int base, int step) {
        if (--waits[base + step] == 0) {
            enqueue(step);
        }
    }

    private void enqueue(int step) {
        if (readyTo == ready.length) {
            ready = Arrays.copyOf(ready, 2 * readyTo);
        }
        ready[readyTo++] = step;
    }

    private void startReady(int rank, CompactSchedule schedule, long now) {
        for (int i = 0; i < readyTo; i++) {
            start(rank, schedule, ready[i], now);
        }
        readyTo = 0;
    }

    private void start(int rank, CompactSchedule schedule, int step, long now) {
        if (listener != null) {
            listener.started(rank, step, now);
        }
        switch (schedule.kind[step]) {
            case CompactSchedule.SEND -> send(rank, schedule, step, now);
            case CompactSchedule.RECV -> complete(rank, schedule, step, now);
            default -> calculate(rank, schedule, step, now);
        }
    }

    private void complete(int rank, CompactSchedule schedule, int step, long now) {
        done[rank]++;
        end = Math.max(end, now);
        int base = stepsFrom[rank];
        int to = schedule.successorsFrom[step + 1];
        for (int i = schedule.successorsFrom[step]; i < to; i++) {
            satisfy(base, schedule.successors[i]);
        }
    }

    private void send(int rank, CompactSchedule schedule, int step, long now) {
        int slot = schedule.slot[step];
        int connection = schedules.connection(rank, slot);
        int peer = schedules.peer(rank, slot);
        CompactSchedule there = schedules.of(peer);
        int receive = there.receives[schedules.slotThere(connection)][schedule.number[step]];
        long length = schedule.bytes[step];
        if (length != there.bytes[receive]) {
            throw new IllegalStateException(
                    "a receive of another size: from=%d to=%d number=%d sent=%d expected=%d"
                            .formatted(
                                    rank,
                                    peer,
                                    schedule.number[step],
                                    length,
                                    there.bytes[receive]));
        }
        messages++;
        bytes += length;
        long released = network.send(rank, peer, connection, length, now, event(peer, receive));
        if (released == Network.LATER) {
            network.onRelease(event(rank, step));
        } else if (schedule.successorsFrom[step] < schedule.successorsFrom[step + 1]) {
            events.add(released, event(rank, step));
        } else {
            complete(rank, schedule, step, released);
        }
    }

    private void calculate(int rank, CompactSchedule schedule, int step, long now) {
        long cost = Math.round(schedule.bytes[step] * gamma);
        if (cost == 0) {
            complete(rank, schedule, step, now);
            return;
        }
        processorFree[rank] = Math.max(processorFree[rank], now) + cost;
        events.add(processorFree[rank], event(rank, step));
    }

    private static long event(int rank, int step) {
        return (long) rank << Integer.SIZE | step;
    }

    private void checkEnds() {
        for (int rank = 0; rank < done.length; rank++) {
            if (done[rank] != schedules.of(rank).steps) {
                throw new IllegalStateException(
                        "ranks wait for each other: rank=%d steps=%d complete=%d"
                                .formatted(rank, schedules.of(rank).steps, done[rank]));
            }
        }
    }
}
