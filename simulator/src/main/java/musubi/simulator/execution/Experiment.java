package musubi.simulator.execution;

import musubi.coll.CollectiveKind;
import musubi.collectives.schedule.Algorithm;
import musubi.collectives.schedule.ScheduleBuilder;
import musubi.simulator.network.CallShapes;
import musubi.simulator.network.ContentionFreePaths;
import musubi.simulator.network.Machine;
import musubi.simulator.network.Outcome;

/** One kind of collective on one machine, with algorithms, sizes and segments to choose. */
public final class Experiment {
    /** All-to-alls of more ranks are estimated from the loads of links, round by round. */
    public static final int MOST_RANKS_TO_ALL = 1536;

    private final CollectiveKind kind;
    private final Machine machine;
    private final double gamma;

    /**
     * An experiment.
     *
     * @param gamma picoseconds for each byte that is reduced or copied
     */
    public Experiment(CollectiveKind kind, Machine machine, double gamma) {
        this.kind = kind;
        this.machine = machine;
        this.gamma = gamma;
    }

    /** Why an algorithm cannot do it, in words for the user; null when it can. */
    public String refusal(Algorithm algorithm) {
        if (kind.isAmongNeighbours() && machine.placement().torus() == null) {
            return "who the neighbours are says a torus: give its shape with --torus";
        }
        return algorithm.refusal(new CallShapes(kind, machine.placement(), 1, 0).of(0));
    }

    /** The segment that an algorithm takes when nobody says one, in bytes; 0: it does not cut. */
    public long ownSegment(Algorithm algorithm, long bytes) {
        return algorithm.segmentBytes(new CallShapes(kind, machine.placement(), bytes, 0).of(0));
    }

    /**
     * Runs a collective once, event by event; all-to-alls of more than {@value #MOST_RANKS_TO_ALL}
     * ranks by {@link musubi.simulator.network.Network#exchange}, whose outcome has no programs.
     *
     * @param bytes of one block; in a broadcast or reduction of the message
     * @param segment bytes; 0: messages are not cut
     */
    public Outcome run(Algorithm algorithm, long bytes, long segment) {
        return run(algorithm, bytes, segment, null);
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
        JobSchedules programs = new JobSchedules(algorithm, machine.ranks(), shapes::of);
        return new Simulation(programs, machine.network(), gamma, listener).run();
    }

    /** Whether there is no room for the programs of all ranks if they differ as those of rank 0. */
    private boolean hasManySteps(Algorithm algorithm, CallShapes shapes) {
        ScheduleBuilder builder = new ScheduleBuilder();
        algorithm.plan(shapes.of(0), builder);
        return (long) builder.drafts().size() * machine.ranks() > JobSchedules.MOST_WRITTEN;
    }

    private Outcome aroundRing(RingSchedule ring) {
        ContentionFreePaths lanes =
                ring == null ? null : machine.network().contentionFreePaths(ring.peers());
        return lanes == null ? null : new RingSimulation(ring, lanes, gamma).run();
    }

    /**
     * Bytes a second as the study of Fugaku counts them: of the message, and in an all-to-all those
     * that leave a node, (P - p) p n / t with p of P ranks on a node.
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
