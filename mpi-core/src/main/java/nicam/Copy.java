package nicam;

/**
 * A copy from the region of a node to the region of a node; neither need be the caller's.
 * Immutable, and may be used again.
 *
 * @param source node that has the data
 * @param sourceRegion number of its region
 * @param sourceOffset first byte in that
 * @param destination node that gets them
 * @param destinationRegion number of its region
 * @param destinationOffset first byte in that
 * @param bytes to copy
 */
public record Copy(
        int source,
        int sourceRegion,
        long sourceOffset,
        int destination,
        int destinationRegion,
        long destinationOffset,
        long bytes) {}
