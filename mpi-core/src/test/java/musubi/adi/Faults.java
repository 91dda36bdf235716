package musubi.adi;

/**
 * The faults of a {@link FaultyTransport}.
 *
 * @param seed makes a run repeatable
 * @param maxDelayPolls largest number of polls that an arrival is held for
 * @param backPressure probability that a send is refused for now, 0 to 1
 * @param loseAfterMessages accepted messages after which a peer is lost; negative for never
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

    /** Loss of every peer after a number of messages to it. */
    public static Faults loss(long seed, int loseAfterMessages) {
        return new Faults(seed, 0, 0, loseAfterMessages);
    }
}
