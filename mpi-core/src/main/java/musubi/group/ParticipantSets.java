package musubi.group;

import java.lang.foreign.MemorySegment;
import java.lang.ref.WeakReference;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.function.Function;

/**
 * The participant sets of a rank, or of all ranks that share a JVM: communicators with equal sets
 * have the same one. Nothing is kept that no communicator has.
 *
 * <p>Thread rule: any thread.
 */
public final class ParticipantSets {
    private final Map<RankMap, WeakReference<RankMap>> known = new WeakHashMap<>();

    public ParticipantSets() {}

    /**
     * The set that equals this one, if there is one; else this one from now on.
     *
     * @param node finds or makes what a table has in memory that the ranks of the node share; null
     *     where the table shall stay in the heap
     */
    synchronized RankMap intern(RankMap set, Function<int[], MemorySegment> node) {
        if (set instanceof RankStride) {
            return set; // as small as its place here
        }
        WeakReference<RankMap> place = known.get(set);
        RankMap found = place == null ? null : place.get();
        if (found == null) {
            found = set instanceof RankTable table ? table.inNodeMemory(node) : set;
            known.put(found, new WeakReference<>(found));
        }
        return found;
    }
}
