package musubi.collectives.model;

import musubi.collectives.schedule.Algorithm;
import musubi.collectives.schedule.Schedule;
import musubi.collectives.schedule.Shape;
import musubi.collectives.schedule.Step;

import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.PriorityQueue;

/**
 * Predicted time of a call between sites: the schedules of all ranks are followed step by step over
 * the {@link SiteNetwork}. So crossings of wide links, their bytes, and what overlaps are counted
 * for every algorithm, without formulas. Takes O(s log s) for s steps of all ranks. The result is
 * the same on all ranks, because it depends on the shape only.
 */
public final class ScheduleWalk {
    /**
     * Seconds of a rank for a message over TCP, with the kernel's. With less, short messages would
     * be sent in many segments.
     */
    private static final double MESSAGE_S = 8e-6;

    /** Seconds of a rank for a copy or a reduction, beyond those for its bytes. */
    private static final double STEP_S = 3e-7;

    /** Bytes a second that a rank copies or reduces. */
    private static final double COPY = 4e9;

    private static final int NUMBER_BITS = 32;

    private final Shape shape;
    private final SiteNetwork network;
    private final Schedule[] schedules;
    private final int[][] waitsFor;
    private final double[] busyUntil;
    private final PriorityQueue<Event> queue =
            new PriorityQueue<>(
                    Comparator.comparingDouble(Event::time).thenComparingLong(Event::order));

    /** Time of arrival of messages without receives. */
    private final Map<Long, Double> arrived = new HashMap<>();

    /** Receives without messages. */
    private final Map<Long, Event> awaited = new HashMap<>();

    private long events;
    private double end;

    /** What happens to a step. */
    private enum Progress {
        STARTS,
        /** The first byte of what it sends is at the receiver. */
        ARRIVES,
        ENDS
    }

    /**
     * Progress of a step.
     *
     * @param last when the last byte of an arriving message is there
     */
    private record Event(
            double time, long order, int rank, int step, Progress progress, double last) {}

    private ScheduleWalk(Algorithm algorithm, Shape call, SiteNetwork network) {
        shape = call;
        this.network = network;
        schedules = new Schedule[call.size];
        waitsFor = new int[call.size][];
        busyUntil = new double[call.size];
        for (int rank = 0; rank < call.size; rank++) {
            Shape ofRank = call.copy();
            ofRank.rank = rank;
            schedules[rank] = algorithm.schedule(ofRank);
            waitsFor[rank] = new int[schedules[rank].size()];
            schedules[rank].copyDependencies(waitsFor[rank]);
        }
    }

    /**
     * Seconds of a call.
     *
     * @param call the shape of any rank, with sites and segment size; not changed
     * @param network of the communicator
     */
    public static double seconds(Algorithm algorithm, Shape call, SiteNetwork network) {
        network.clear();
        return new ScheduleWalk(algorithm, call, network).run();
    }

    private double run() {
        for (int rank = 0; rank < schedules.length; rank++) {
            for (int step = 0; step < waitsFor[rank].length; step++) {
                if (waitsFor[rank][step] == 0) {
                    add(0, rank, step, Progress.STARTS);
                }
            }
        }
        while (!queue.isEmpty()) {
            Event next = queue.poll();
            switch (next.progress) {
                case STARTS -> start(next);
                case ARRIVES -> arrive(next);
                case ENDS -> finish(next);
            }
        }
        return end;
    }

    private void add(double time, int rank, int step, Progress progress) {
        queue.add(new Event(time, events++, rank, step, progress, time));
    }

    private void start(Event now) {
        Step step = schedules[now.rank].step(now.step);
        switch (step.kind()) {
            case SEND -> send(now, step);
            case RECV -> receive(now, step);
            default -> {
                double seconds = STEP_S + step.to().count() * shape.itemBytes / COPY;
                add(work(now, seconds), now.rank, now.step, Progress.ENDS);
            }
        }
    }

    private void send(Event now, Step step) {
        long bytes = step.from().count() * shape.itemBytes;
        double seconds = network.sending(now.rank, step.peer(), bytes);
        double sent = work(now, MESSAGE_S + seconds);
        add(sent, now.rank, now.step, Progress.ENDS);
        SiteNetwork.Arrival there =
                network.arrival(now.rank, step.peer(), bytes, sent - seconds, sent);
        queue.add(
                new Event(
                        there.first(),
                        events++,
                        now.rank,
                        now.step,
                        Progress.ARRIVES,
                        there.last()));
    }

    private void arrive(Event now) {
        Step step = schedules[now.rank].step(now.step);
        long bytes = step.from().count() * shape.itemBytes;
        SiteNetwork.Arrival there = new SiteNetwork.Arrival(now.time, now.last);
        double arrival = network.received(now.rank, step.peer(), bytes, there);
        long message = message(now.rank, step.peer(), step.number());
        Event receive = awaited.remove(message);
        if (receive == null) {
            arrived.put(message, arrival);
        } else {
            end(Math.max(arrival, receive.time) + MESSAGE_S, receive);
        }
    }

    private void receive(Event now, Step step) {
        long message = message(step.peer(), now.rank, step.number());
        Double arrival = arrived.remove(message);
        if (arrival == null) {
            awaited.put(message, now);
        } else {
            end(Math.max(arrival, now.time) + MESSAGE_S, now);
        }
    }

    private void end(double time, Event receive) {
        add(time, receive.rank, receive.step, Progress.ENDS);
    }

    /** The end of work that a rank starts as soon as it can. */
    private double work(Event now, double seconds) {
        busyUntil[now.rank] = Math.max(now.time, busyUntil[now.rank]) + seconds;
        return busyUntil[now.rank];
    }

    private long message(int from, int to, int number) {
        return ((long) from * shape.size + to << NUMBER_BITS) + number;
    }

    private void finish(Event done) {
        end = Math.max(end, done.time);
        for (int next : schedules[done.rank].step(done.step).successors()) {
            if (--waitsFor[done.rank][next] == 0) {
                add(done.time, done.rank, next, Progress.STARTS);
            }
        }
    }
}
