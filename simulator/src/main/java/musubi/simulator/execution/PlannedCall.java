package musubi.simulator.execution;

import musubi.collectives.schedule.Algorithm;
import musubi.simulator.network.CallShapes;
import musubi.simulator.network.Machine;
import musubi.simulator.network.Outcome;

/** The schedules of one call on all ranks, for several machines that they suit. Immutable. */
public final class PlannedCall {
    private final JobSchedules schedules;

    /** Plans a call. */
    public PlannedCall(Algorithm algorithm, CallShapes shapes) {
        schedules = new JobSchedules(algorithm, shapes.size(), shapes::of);
    }

    /**
     * Executes the call, event by event.
     *
     * @param gamma picoseconds for each byte that is reduced or copied
     * @param limit picoseconds after which the run is given up
     * @return the outcome; null if it takes longer
     */
    public Outcome run(Machine machine, double gamma, long limit) {
        return new Simulation(schedules, machine.network(), gamma, null).runWithin(limit);
    }
}
