package musubi.coll;

import musubi.pt2pt.request.CommRequest;

/**
 * A collective operation on one rank whose arguments are given once, and which can then be run any
 * number of times. Ranks start several of them in any order. MPI-4.1 section 6.13. Thread rule: the
 * thread that holds the rank.
 */
public interface PersistentCollective {
    /**
     * Starts it; it progresses inside any MPI call.
     *
     * @return a request that completes with it; the same one each time, so it has to be complete
     *     and no longer be of use before the next start
     * @throws musubi.error.MpiFailure when that is not possible
     */
    CommRequest start();

    /** Its arguments, which do not change. */
    CollectiveCall call();
}
