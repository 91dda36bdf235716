package musubi.coll;

import musubi.error.ErrorClass;
import musubi.error.MpiFailure;

import java.util.ArrayList;
import java.util.List;

/**
 * The keys of a communicator's hints that are about algorithms: {@code musubi_coll_bcast} forces
 * one, {@code musubi_ran_bcast} has the algorithm of the last call.
 */
public final class AlgorithmHints {
    private static final String OVERRIDE_PREFIX = "musubi_coll_";
    private static final String LAST_ALGORITHM_PREFIX = "musubi_ran_";

    private AlgorithmHints() {}

    /** The key that forces an algorithm. */
    public static String overrideKey(CollectiveKind kind) {
        return OVERRIDE_PREFIX + kind.label();
    }

    /** The key of the algorithm of the last call. */
    public static String lastAlgorithmKey(CollectiveKind kind) {
        return LAST_ALGORITHM_PREFIX + kind.label();
    }

    /**
     * The kind of collective that a key forces an algorithm for; null when the key is about
     * something else.
     *
     * @throws MpiFailure of class INFO_KEY when there is no such kind
     */
    public static CollectiveKind kindOf(String key) {
        if (!key.startsWith(OVERRIDE_PREFIX)) {
            return null;
        }
        List<String> known = new ArrayList<>();
        for (CollectiveKind kind : CollectiveKind.values()) {
            if (overrideKey(kind).equals(key)) {
                return kind;
            }
            known.add(kind.label());
        }
        throw new MpiFailure(
                ErrorClass.INFO_KEY,
                "no such kind of collective: key=" + key + " known=" + OVERRIDE_PREFIX + known);
    }
}
