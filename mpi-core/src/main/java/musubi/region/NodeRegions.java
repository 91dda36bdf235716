package musubi.region;

/**
 * The memory that the ranks of a node expose to each other by reference, in one epoch; made by
 * {@link AddressSpace#join}. Ranks of the node that live in another JVM have no table.
 *
 * <p>Thread rule: any thread.
 */
public final class NodeRegions {
    private final RegionTable[] tables;
    private int joined;
    private int left;

    NodeRegions(int localSize) {
        tables = new RegionTable[localSize];
    }

    synchronized void join(int localRank) {
        tables[localRank] = new RegionTable();
        joined++;
    }

    /**
     * Removes the table of a rank.
     *
     * @return whether it was the last of those that had joined
     */
    synchronized boolean leave(int localRank) {
        tables[localRank].clear();
        left++;
        return left == joined;
    }

    /** Whether all ranks of the node have joined, so live in this JVM. */
    public synchronized boolean isWhole() {
        return joined == tables.length;
    }

    /** The regions that a rank exposes; null when it has not joined, or lives in another JVM. */
    public synchronized RegionTable of(int localRank) {
        return tables[localRank];
    }
}
