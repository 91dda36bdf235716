package musubi.verbs.wire;

/**
 * Faults of a wire.
 *
 * @param loss share of packets lost, 0 to 1
 * @param duplication share of packets duplicated
 * @param reordering share of packets delayed by up to {@code holdNs}
 * @param holdNs longest delay of a reordered packet, in nanoseconds
 * @param delayNs delay of each packet, in nanoseconds
 * @param seed seed of the random numbers
 */
public record WireFaults(
        double loss, double duplication, double reordering, long holdNs, long delayNs, long seed) {
    /** Loss, duplication and reordering with the same chance, no delay. */
    public static WireFaults of(double chance, long seed) {
        return new WireFaults(chance, chance, chance, 50_000, 0, seed);
    }

    /** Only a delay of each packet. */
    public static WireFaults delay(long delayNs) {
        return new WireFaults(0, 0, 0, 0, delayNs, 0);
    }
}
