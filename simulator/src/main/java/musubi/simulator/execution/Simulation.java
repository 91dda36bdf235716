package musubi.simulator.execution;

import musubi.simulator.network.EventQueue;
import musubi.simulator.network.Network;
import musubi.simulator.network.Outcome;

import java.util.Arrays;

/**
 * Executes the programs of all ranks by the rules of the engine that runs schedules: a step starts
 * when all that it waits for are complete, and message n from a rank to another one is what the
 * n-th receive there gets. A message is buffered at its receiver if it comes early, so a send is
 * complete when the network lets its buffer go.
 *
 * <p>An event is a send that is complete, a message that has arrived at its receive, or a
 * calculation that is done. Events at the same time are taken in the order in which they arose, so
 * two runs are the same in each step.
 */
final class Simulation {
    private final JobSchedules programs;
    private final Network network;
    private final double gamma;
    private final StepListener listener;
    private final EventQueue events = new EventQueue();

    /** Where the steps of a rank begin in {@link #waits}. */
    private final int[] stepsFrom;

    private final short[] waits;
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
     * @param listener null for nobody
     */
    Simulation(JobSchedules programs, Network network, double gamma, StepListener listener) {
        this.programs = programs;
        this.network = network;
        this.gamma = gamma;
        this.listener = listener;
        int ranks = programs.ranks();
        if (ranks != network.ranks()) {
            throw new IllegalArgumentException(
                    "a network of " + network.ranks() + " ranks cannot run a job of " + ranks);
        }
        stepsFrom = new int[ranks + 1];
        for (int rank = 0; rank < ranks; rank++) {
            stepsFrom[rank + 1] = Math.addExact(stepsFrom[rank], programs.of(rank).steps);
        }
        waits = new short[stepsFrom[ranks]];
        done = new int[ranks];
        processorFree = new long[ranks];
    }

    /** Runs all ranks to their ends. */
    Outcome run() {
        network.clear(programs.connections(), events);
        for (int rank = 0; rank < done.length; rank++) {
            CompactSchedule program = programs.of(rank);
            System.arraycopy(program.waits, 0, waits, stepsFrom[rank], program.steps);
        }
        for (int rank = 0; rank < done.length; rank++) {
            startFirst(rank);
        }
        while (!events.isEmpty()) {
            long event = events.take();
            if (event < 0) {
                network.onEvent(event, events.now());
            } else {
                happen((int) (event >>> Integer.SIZE), (int) event, events.now());
            }
        }
        checkEnds();
        int different = programs.differentPrograms();
        return new Outcome(end, messages, bytes, waits.length, different, Outcome.Way.EVENTS);
    }

    private void startFirst(int rank) {
        CompactSchedule program = programs.of(rank);
        for (int step = 0; step < program.steps; step++) {
            if (program.waits[step] == 0) {
                enqueue(step);
            }
        }
        startReady(rank, program, 0);
    }

    private void happen(int rank, int step, long now) {
        CompactSchedule program = programs.of(rank);
        if (program.kind[step] == CompactSchedule.RECV) {
            satisfy(stepsFrom[rank], step);
        } else {
            complete(rank, program, step, now);
        }
        startReady(rank, program, now);
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

    private void startReady(int rank, CompactSchedule program, long now) {
        for (int i = 0; i < readyTo; i++) {
            start(rank, program, ready[i], now);
        }
        readyTo = 0;
    }

    private void start(int rank, CompactSchedule program, int step, long now) {
        if (listener != null) {
            listener.started(rank, step, now);
        }
        switch (program.kind[step]) {
            case CompactSchedule.SEND -> send(rank, program, step, now);
            case CompactSchedule.RECV -> complete(rank, program, step, now);
            default -> calculate(rank, program, step, now);
        }
    }

    private void complete(int rank, CompactSchedule program, int step, long now) {
        done[rank]++;
        end = Math.max(end, now);
        int base = stepsFrom[rank];
        int to = program.successorsFrom[step + 1];
        for (int i = program.successorsFrom[step]; i < to; i++) {
            satisfy(base, program.successors[i]);
        }
    }

    private void send(int rank, CompactSchedule program, int step, long now) {
        int slot = program.slot[step];
        int connection = programs.connection(rank, slot);
        int peer = programs.peer(rank, slot);
        CompactSchedule there = programs.of(peer);
        int receive = there.receives[programs.slotThere(connection)][program.number[step]];
        long length = program.bytes[step];
        if (length != there.bytes[receive]) {
            throw new IllegalStateException(
                    "a receive of another size: from="
                            + rank
                            + " to="
                            + peer
                            + " number="
                            + program.number[step]
                            + " sent="
                            + length
                            + " expected="
                            + there.bytes[receive]);
        }
        messages++;
        bytes += length;
        long released = network.send(rank, peer, connection, length, now, event(peer, receive));
        if (program.successorsFrom[step] < program.successorsFrom[step + 1]) {
            events.add(released, event(rank, step));
        } else {
            complete(rank, program, step, released);
        }
    }

    private void calculate(int rank, CompactSchedule program, int step, long now) {
        long cost = Math.round(program.bytes[step] * gamma);
        if (cost == 0) {
            complete(rank, program, step, now);
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
            if (done[rank] != programs.of(rank).steps) {
                throw new IllegalStateException(
                        "ranks wait for each other: rank="
                                + rank
                                + " steps="
                                + programs.of(rank).steps
                                + " complete="
                                + done[rank]);
            }
        }
    }
}
