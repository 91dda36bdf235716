package musubi.coll;

import musubi.pt2pt.request.CommRequest;

import java.util.function.Predicate;

/**
 * The collective operations of one communicator on one rank, bound when first used. Thread rule:
 * the thread that holds the rank.
 */
public interface Collectives {
    /**
     * Runs an operation to its end.
     *
     * @throws musubi.error.MpiFailure when an argument is wrong or the operation fails
     */
    void run(CollectiveCall call);

    /**
     * As {@link #run} of a barrier, which has no arguments. It has a way of its own, so that what
     * other collectives teach the JIT compiler does not undo its code.
     */
    void barrier();

    /**
     * Looks at the arguments of a call, as {@link #run} does first.
     *
     * @throws musubi.error.MpiFailure when an argument is wrong
     */
    void validate(CollectiveCall call);

    /**
     * Starts an operation; it progresses inside any MPI call.
     *
     * @return a request that completes with it
     * @throws musubi.error.MpiFailure when an argument is wrong
     */
    CommRequest start(CollectiveCall call);

    /**
     * Prepares an operation that can be run any number of times; ranks prepare them in the same
     * order as they call collectives. Nothing is exchanged.
     *
     * @param call belongs to the operation from now on
     * @throws musubi.error.MpiFailure when an argument is wrong
     */
    PersistentCollective prepare(CollectiveCall call);

    /**
     * Forces an algorithm for calls of a kind from now on; the same on all ranks.
     *
     * @param text {@code name[:segment=BYTES]}; {@code auto} leaves the choice to us again
     * @param source where the user has said so, for reports
     * @throws musubi.error.MpiFailure of class ARG when there is no such algorithm
     */
    void forceAlgorithm(CollectiveKind kind, String text, String source);

    /** The operation under way whose call has such a buffer, or null. */
    String userOf(Predicate<Object> buffer);

    /** What has carried out the last call of this kind; null when there was none. */
    ChosenAlgorithm lastAlgorithm(CollectiveKind kind);
}
