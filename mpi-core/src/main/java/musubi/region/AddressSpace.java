package musubi.region;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;

/**
 * What the ranks of one JVM share with each other, in the style of PVAS: they live in one heap, so
 * an object here is reached by all of them.
 *
 * <p>There is one for each job and JVM. It lives as long as the job, so it may outlive an {@code
 * MPI.Finalize}: what belongs to one epoch is told apart by {@link
 * musubi.adi.TransportContext#jobId}.
 *
 * <p>Thread rule: any thread.
 */
public final class AddressSpace {
    private final Map<String, NodeRegions> epochs = new HashMap<>();
    private final Map<Class<?>, Object> common = new HashMap<>();

    /** An address space without anything in it. */
    public AddressSpace() {}

    /**
     * Lets a rank of this JVM in; it leaves with {@link #leave}.
     *
     * @param localSize the ranks of the node, also those of other JVMs
     */
    public synchronized NodeRegions join(String jobId, int localRank, int localSize) {
        NodeRegions regions = epochs.computeIfAbsent(jobId, _ -> new NodeRegions(localSize));
        regions.join(localRank);
        return regions;
    }

    /** Forgets what the rank has exposed, and the epoch with the last of its ranks. */
    public synchronized void leave(String jobId, int localRank) {
        NodeRegions regions = epochs.get(jobId);
        if (regions != null && regions.leave(localRank)) {
            epochs.remove(jobId);
        }
    }

    /** The one object of this kind that all ranks of the JVM have; made for the first who asks. */
    public synchronized <T> T shared(Class<T> kind, Supplier<T> make) {
        return kind.cast(common.computeIfAbsent(kind, _ -> make.get()));
    }

    /** How many epochs have ranks in them. */
    synchronized int epochs() {
        return epochs.size();
    }
}
