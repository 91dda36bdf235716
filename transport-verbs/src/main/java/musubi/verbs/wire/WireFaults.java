package musubi.verbs.wire;

/**
 * What goes wrong on a wire.
 *
 * @param loss share of packets lost, 0 to 1
 * @param duplication share of packets that arrive twice
 * @param reordering share of packets that are held back, for up to {@code holdNs}
 * @param holdNs longest time that a reordered packet is held back, in nanoseconds
 * @param delayNs time that each packet is held back, in nanoseconds
 * @param seed start of the sequence of random numbers
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
