package musubi.bootstrap;

import musubi.error.MpiFailure;
import musubi.region.AddressSpace;

import java.util.Map;

/**
 * The interface to the process manager: the place of a rank in its job, and the key-value space for
 * the exchange of addresses before the first message.
 *
 * <p>Thread rule: one thread at a time, except {@link #abort}, which any thread may call. The
 * semantics are those of PMI-1: a put value is visible to other ranks after the next {@link
 * #fence}.
 */
public interface Bootstrap extends AutoCloseable {
    /** The rank in the job, from 0. */
    int worldRank();

    /** The number of ranks of the job. */
    int worldSize();

    /** The index of this rank among the ranks of its node, from 0. */
    int localRank();

    /** The number of ranks of the job on this node. */
    int localSize();

    /** The number of this node, from 0. */
    default int node() {
        return 0;
    }

    /** The {@link #node} of a rank, without a table of all ranks. */
    default int nodeOf(int worldRank) {
        return 0;
    }

    /** The {@link #node} of each rank of the job; a new array. */
    default int[] nodes() {
        return new int[worldSize()];
    }

    /** The number of this rank's program on the command line, from 0; -1 if it is unknown. */
    default int appNumber() {
        return 0;
    }

    /**
     * How the launcher has started the job: the variables of the environment with the prefix {@code
     * OMPI_}, whose names are those of Open MPI. Empty under other launchers and without one.
     */
    default Map<String, String> launch() {
        return Map.of();
    }

    /** The name of the job, unique on this machine; letters, digits, '-' and '_' only. */
    String jobId();

    /** The object shared by all ranks of this JVM; null for a rank with its own JVM. */
    default AddressSpace addressSpace() {
        return null;
    }

    /**
     * The secret of the job, for the authentication of connections; null if the process manager has
     * none. With a process manager other than Musubi's mpiexec the call is collective.
     */
    default String secret() {
        return null;
    }

    /** The link for stall reports; null without deadlock detection. */
    default StallLink stalls() {
        return null;
    }

    /**
     * Publishes a value. Neither key nor value has a space, a newline or a backslash.
     *
     * @throws MpiFailure if the process manager refuses or is gone
     */
    void put(String key, String value);

    /**
     * Waits until all ranks of the job have called fence; afterwards all earlier puts are visible.
     */
    void fence();

    /** The value of a key, put by any rank; null if there is none. */
    String get(String key);

    /**
     * Terminates the job with an exit code; does not return.
     *
     * @throws MpiFailure of class PROC_ABORTED in a JVM that a process manager has not started:
     *     other code depends on that JVM, which continues
     */
    void abort(int exitCode, String message);

    /** Announces the regular end of this rank; the last call before close. */
    void leave();

    @Override
    void close();
}
