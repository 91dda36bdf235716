package musubi.region;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Objects shared by the ranks of one JVM, in the style of PVAS: the ranks live in one heap.
 *
 * <p>There is one address space for each job and JVM. It lives as long as the job, so it may
 * outlive an {@code MPI.Finalize}: epochs between Init and Finalize differ in their job id.
 *
 * <p>Thread rule: any thread.
 */
public final class AddressSpace {
    private final Map<String, NodeRegions> epochs = new HashMap<>();
    private final Map<Class<?>, Object> common = new HashMap<>();

    /** An empty address space. */
    public AddressSpace() {}

    /**
     * Adds a rank of this JVM until {@link #leave}.
     *
     * @param localSize number of ranks on the node, also those of other JVMs
     */
    public synchronized NodeRegions join(String jobId, int localRank, int localSize) {
        NodeRegions regions = epochs.computeIfAbsent(jobId, _ -> new NodeRegions(localSize));
        regions.join(localRank);
        return regions;
    }

    /** Removes the regions that the rank has exposed, and the epoch with the last of its ranks. */
    public synchronized void leave(String jobId, int localRank) {
        NodeRegions regions = epochs.get(jobId);
        if (regions != null && regions.leave(localRank)) {
            epochs.remove(jobId);
        }
    }

    /** The object of this kind that all ranks of the JVM share; made by the first call. */
    public synchronized <T> T shared(Class<T> kind, Supplier<T> make) {
        return kind.cast(common.computeIfAbsent(kind, _ -> make.get()));
    }

    /** The number of epochs with ranks. */
    synchronized int epochs() {
        return epochs.size();
    }
}
