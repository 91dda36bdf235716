package musubi.simulator.network;

/**
 * How a simulated collective went.
 *
 * @param picos when the last rank was done
 * @param messages of all ranks
 * @param bytes of all messages
 * @param steps of all ranks
 * @param programs how many different programs they had
 * @param way how the time was found
 */
public record Outcome(long picos, long messages, long bytes, long steps, int programs, Way way) {
    /** How a time is found. */
    public enum Way {
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
