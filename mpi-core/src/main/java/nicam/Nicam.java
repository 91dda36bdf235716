package nicam;

import java.nio.ByteBuffer;

/**
 * A process as a node of NICAM. All calls but {@link #await}, {@link #lockMemory} and {@link
 * #close} start something and return; completion is seen by flags of the node's memory.
 *
 * <p>A node has {@link #FLAGS} flags and {@link #COUNTERS} counters, numbered from 0, which are 0
 * at first. Flags are only raised, counters only incremented: a wait for a value cannot miss it,
 * and a flag is used again with a higher value. Two notifications from one node to one flag are
 * seen in their order.
 *
 * <p>Memory that the caller's node loads and stores (on one machine over shared memory, for buffers
 * of {@code MPI.newByteBuffer} of 64 KiB or more; in one JVM for all) is accessed by the calling
 * thread at once. All else is done by the network interface: the progress of the process's calls,
 * or its progress thread ({@code -Dmusubi.progress.thread=true}), with which the program's threads
 * make no progress themselves.
 *
 * <p>Thread rule: with {@code MPI.THREAD_MULTIPLE} any thread, each with a ring of commands of its
 * own; else the thread that calls MPI. Errors are of class {@link NicamException}; those of a
 * command that fails later are thrown by the node's next call.
 */
public interface Nicam extends AutoCloseable {
    /** Flags of a node. */
    int FLAGS = 1024;

    /** Counters of a node. */
    int COUNTERS = 256;

    /** The number of this node: its rank in the communicator. */
    int node();

    /** Number of nodes. */
    int nodes();

    /**
     * Makes memory of each node accessible to all, as {@code nicam_lock_memory}; collective.
     *
     * @param memory a direct buffer, all of it; sizes may differ
     * @return the number of the region, the same on all nodes
     */
    int lockMemory(ByteBuffer memory);

    /** Copies, as {@code nicam_bcopy}. The source's data stay unchanged until a {@link #sync}. */
    void copy(Copy copy);

    /** Copies, and then raises a flag of the destination, as {@code nicam_bcopy_notify}. */
    void copyNotify(Copy copy, int flag, long value);

    /** Copies, and then increments a counter of the destination, as {@code nicam_bcopy_countup}. */
    void copyCountUp(Copy copy, int counter);

    /**
     * Raises a flag of this node when all transfers that it has issued are complete at their
     * destinations, as {@code nicam_sync}.
     */
    void sync(int flag, long value);

    /** Raises a flag of a node, as {@code nicam_write1}. */
    void write(int destination, int flag, long value);

    /**
     * Raises a flag of this node when one of its counters has reached a number, as {@code
     * nicam_set_counter}; also when that was before the call.
     */
    void setCounter(int counter, long count, int flag, long value);

    /**
     * Copies from this node to the same place on all nodes, and raises a flag on each, as {@code
     * nicam_bcast}.
     */
    void broadcast(int region, long offset, long bytes, int flag, long value);

    /**
     * Whether broadcasts that come to this node from now on have no effect here, as {@code
     * nicam_bcast_discard}.
     */
    void discardBroadcasts(boolean discard);

    /**
     * Starts a barrier, as {@code nicam_barrier}: a flag of this node is raised by one when all
     * nodes have started it. Any number may be outstanding; they complete in their order.
     */
    void barrier(int flag);

    /**
     * The source's half of a copy, as {@code nicam_bcopy_src}, which is paired with the other half
     * at the source by key, in any order of the calls; equal keys in the order of their calls. The
     * flag is raised when the data may be changed.
     */
    void copySource(long key, int destination, Half half);

    /**
     * The destination's half, as {@code nicam_bcopy_dst}; the flag is raised when the data are
     * there.
     */
    void copyDestination(long key, int source, Half half);

    /** The value of a flag of this node. */
    long flag(int flag);

    /** The value of a counter of this node. */
    long counter(int counter);

    /** Waits until a flag of this node has a value, or a higher one. */
    void await(int flag, long value);

    /** How often calls of this class have polled the network; 0 with a progress thread. */
    long hostPolls();

    /** Completes all transfers, and ends the access to all regions; collective. */
    @Override
    void close();
}
