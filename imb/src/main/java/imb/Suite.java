package imb;

import java.util.Arrays;
import java.util.Optional;

/** The components of IMB whose benchmarks Musubi has. */
public enum Suite {
    /** Messages and collective operations. */
    MPI1,
    /** Non-blocking operations, and their overlap with computation. */
    NBC,
    /** Several threads for each rank. */
    MT,
    /** Messages of many ranks at once. */
    P2P,
    /** Accesses to windows under lockAll. */
    RMA,
    /** Accesses to windows between fences. */
    EXT;

    /** The suite of a name, ignoring case; IMB-MPI1 is MPI1. */
    static Optional<Suite> named(String name) {
        String bare = name.regionMatches(true, 0, "IMB-", 0, 4) ? name.substring(4) : name;
        return Arrays.stream(values()).filter(each -> each.name().equalsIgnoreCase(bare)).findAny();
    }
}
