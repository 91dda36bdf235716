package musubi.bootstrap;

import musubi.region.AddressSpace;

/**
 * What a rank knows of its job before it can send a message, and the key-value space through which
 * ranks tell each other their addresses.
 *
 * <p>Thread rule: calls come from one thread at a time, except {@link #abort}, which any thread may
 * make. The calls follow PMI-1: a value that was put is visible to the others after the next {@link
 * #fence}.
 */
public interface Bootstrap extends AutoCloseable {
    /** The place of this rank in the job, from 0. */
    int worldRank();

    /** How many ranks the job has. */
    int worldSize();

    /** The place of this rank among the ranks of its node, from 0. */
    int localRank();

    /** How many ranks of the job run on this node. */
    int localSize();

    /** A number, from 0, that the ranks of this node have and no others. */
    default int node() {
        return 0;
    }

    /** The {@link #node} of another rank, without a table of all. */
    default int nodeOf(int worldRank) {
        return 0;
    }

    /** The node of each rank of the job; a new array. Ranks of one node have the same number. */
    default int[] nodes() {
        return new int[worldSize()];
    }

    /** A name that no other job on this machine has; letters, digits, '-' and '_' only. */
    String jobId();

    /**
     * What this rank shares with the other ranks of its JVM, which all get the same object; null
     * when it has the JVM to itself.
     */
    default AddressSpace addressSpace() {
        return null;
    }

    /**
     * What all ranks of the job know and nobody else, for transports that others could connect to;
     * null when nobody hands one out. With a process manager other than Musubi's mpiexec the call
     * is collective.
     */
    default String secret() {
        return null;
    }

    /** Where to tell that this rank has waited for long; null when nobody could tell a deadlock. */
    default StallLink stalls() {
        return null;
    }

    /**
     * Publishes a value. Neither key nor value has a space, a newline or a backslash.
     *
     * @throws musubi.error.MpiFailure when the process manager refuses or is gone
     */
    void put(String key, String value);

    /** Waits until every rank of the job has called fence; then all earlier puts are visible. */
    void fence();

    /** The value put under this key by any rank, or null when there is none. */
    String get(String key);

    /**
     * Ends the whole job with this exit code; does not return. Without a process manager it ends
     * this process.
     */
    void abort(int exitCode, String message);

    /** Says that this rank is about to leave the job in good order; the last call but close. */
    void leave();

    @Override
    void close();
}
