package musubi.simulator.network;

/**
 * Result of a simulated collective.
 *
 * @param picos time at which the last rank was done
 * @param messages of all ranks
 * @param bytes of all messages
 * @param steps of all ranks
 * @param schedules number of different schedules
 * @param method method of the simulation
 */
public record Outcome(
        long picos, long messages, long bytes, long steps, int schedules, Method method) {
    /** Method of a simulation. */
    public enum Method {
        /** Event by event. */
        EVENTS,
        /** Around a ring, step by step for all ranks at once; the times are those of events. */
        RING,
        /** From the loads of links, round by round. */
        LOADS
    }

    /** In seconds. */
    public double seconds() {
        return picos / LinkCost.SECOND;
    }
}
