package musubi.comm;

import java.lang.ref.WeakReference;
import java.util.Map;
import java.util.WeakHashMap;

/**
 * The participant sets of a rank, or of all ranks that share a JVM: communicators with equal sets
 * have the same one. Nothing is kept that no communicator has.
 *
 * <p>Thread rule: any thread.
 */
public final class ParticipantSets {
    private final Map<RankMap, WeakReference<RankMap>> known = new WeakHashMap<>();

    public ParticipantSets() {}

    /** The set that equals this one, if there is one; else this one from now on. */
    synchronized RankMap shared(RankMap set) {
        if (set instanceof RankStride) {
            return set; // as small as its place here
        }
        WeakReference<RankMap> place = known.get(set);
        RankMap found = place == null ? null : place.get();
        if (found == null) {
            known.put(set, new WeakReference<>(set));
            return set;
        }
        return found;
    }
}
