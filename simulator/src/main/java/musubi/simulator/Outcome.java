package musubi.simulator;

/**
 * How a simulated collective went.
 *
 * @param picos when the last rank was done
 * @param messages of all ranks
 * @param bytes of all messages
 * @param steps of all ranks
 * @param programs how many different programs they had; 0 when loads of links say how long it took
 */
public record Outcome(long picos, long messages, long bytes, long steps, int programs) {
    /** In seconds. */
    public double seconds() {
        return picos / Cost.SECOND;
    }
}
