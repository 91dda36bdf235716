package musubi.adi;

/**
 * What a {@link FaultyTransport} does wrong.
 *
 * @param seed makes a run repeatable
 * @param maxDelayPolls arrivals are held for 0 to so many polls
 * @param backPressure probability that a send is refused for now, 0 to 1
 * @param loseAfterMessages each peer is lost after so many accepted messages; negative for never
 */
public record Faults(long seed, int maxDelayPolls, double backPressure, int loseAfterMessages) {
    /** Delay only. */
    public static Faults delay(long seed, int maxDelayPolls) {
        return new Faults(seed, maxDelayPolls, 0, -1);
    }

    /** Back-pressure only. */
    public static Faults backPressure(long seed, double probability) {
        return new Faults(seed, 0, probability, -1);
    }

    /** Loss of every peer after so many messages to it. */
    public static Faults loss(long seed, int loseAfterMessages) {
        return new Faults(seed, 0, 0, loseAfterMessages);
    }
}
