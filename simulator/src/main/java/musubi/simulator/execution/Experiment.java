package musubi.simulator.execution;

import musubi.coll.CollectiveKind;
import musubi.collectives.schedule.Algorithm;
import musubi.collectives.schedule.ScheduleBuilder;
import musubi.simulator.network.CallShapes;
import musubi.simulator.network.ContentionFreePaths;
import musubi.simulator.network.Machine;
import musubi.simulator.network.Outcome;

/**
 * One kind of collective on one machine, with algorithms, sizes and segments to choose.
 *
 * @param gamma picoseconds for each byte that is reduced or copied
 */
public record Experiment(CollectiveKind kind, Machine machine, double gamma) {
    /** All-to-alls of more ranks are estimated from the loads of links, round by round. */
    public static final int MOST_RANKS_TO_ALL = 1536;

    /** Why an algorithm cannot be used, as text for the user; null when it can. */
    public String refusal(Algorithm algorithm) {
        if (kind.isAmongNeighbours() && machine.placement().torus() == null) {
            return "neighbours need a torus; give its shape with --torus";
        }
        return algorithm.refusal(new CallShapes(kind, machine.placement(), 1, 0).of(0));
    }

    /** The default segment of an algorithm, in bytes; 0: none. */
    public long ownSegment(Algorithm algorithm, long bytes) {
        return algorithm.segmentBytes(new CallShapes(kind, machine.placement(), bytes, 0).of(0));
    }

    /**
     * Runs a collective once, event by event; all-to-alls of more than {@value #MOST_RANKS_TO_ALL}
     * ranks by {@link musubi.simulator.network.Network#exchange}, whose outcome has no schedules.
     *
     * @param bytes of one block; in a broadcast or reduction of the message
     * @param segment bytes; 0: no segmentation
     */
    public Outcome run(Algorithm algorithm, long bytes, long segment) {
        return run(algorithm, bytes, segment, null);
    }

    /**
     * When the last receive of each rank was complete, in picoseconds; 0 for ranks without any.
     * Event by event.
     *
     * @param segment bytes; 0: no segmentation
     */
    public long[] arrivals(Algorithm algorithm, long bytes, long segment) {
        CallShapes shapes = new CallShapes(kind, machine.placement(), bytes, segment);
        JobSchedules schedules = new JobSchedules(algorithm, machine.ranks(), shapes::of);
        long[] last = new long[machine.ranks()];
        StepListener listener =
                (rank, step, time) -> {
                    if (schedules.of(rank).kind[step] == CompactSchedule.RECV) {
                        last[rank] = time;
                    }
                };
        new Simulation(schedules, machine.network(), gamma, listener).run();
        return last;
    }

    Outcome run(Algorithm algorithm, long bytes, long segment, StepListener listener) {
        if (isToAll() && machine.ranks() > MOST_RANKS_TO_ALL) {
            return machine.network().exchange(algorithm, bytes);
        }
        CallShapes shapes = new CallShapes(kind, machine.placement(), bytes, segment);
        if (listener == null && hasManySteps(algorithm, shapes)) {
            Outcome outcome = aroundRing(RingSchedule.of(algorithm, shapes));
            if (outcome != null) {
                return outcome;
            }
        }
        JobSchedules schedules = new JobSchedules(algorithm, machine.ranks(), shapes::of);
        return new Simulation(schedules, machine.network(), gamma, listener).run();
    }

    /**
     * Whether the schedules of all ranks exceed the memory, if they are all different and as long
     * as that of rank 0.
     */
    private boolean hasManySteps(Algorithm algorithm, CallShapes shapes) {
        ScheduleBuilder builder = new ScheduleBuilder();
        algorithm.planner().plan(shapes.of(0), builder);
        return (long) builder.drafts().size() * machine.ranks() > JobSchedules.MOST_WRITTEN;
    }

    private Outcome aroundRing(RingSchedule ring) {
        ContentionFreePaths paths =
                ring == null ? null : machine.network().contentionFreePaths(ring.peers());
        return paths == null ? null : new RingSimulation(ring, paths, gamma).run();
    }

    /**
     * Throughput in bytes a second as the study of Fugaku defines it: of the message, and in an
     * all-to-all of the bytes that leave a node, (P - p) p n / t with p of P ranks on a node.
     */
    public double throughput(long bytes, Outcome outcome) {
        double here = machine.placement().nodes().size(0);
        double messages = isToAll() ? (machine.ranks() - here) * here : 1;
        return messages * bytes / outcome.seconds();
    }

    private boolean isToAll() {
        return kind == CollectiveKind.ALLTOALL || kind == CollectiveKind.ALLTOALLV;
    }
}
