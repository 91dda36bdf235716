package applications.frame;

import mpi.MPIException;

import java.io.Serializable;

/**
 * The communication of an application, the same for MPI's names of mpiJava and of Open MPI. Arrays
 * are those of double, int, long or byte; offsets and counts are elements. Calls block unless their
 * name begins with start; their meaning is that of MPI. Thread rule: one thread.
 */
public interface World {
    /** As a source of {@link #receiveObject}: any rank. */
    int ANY = -1;

    /** Reductions. */
    enum Operation {
        SUM,
        MAX,
        MIN
    }

    /** A transfer that has started; its array is not to be used before it is complete. */
    interface Transfer {
        void complete() throws MPIException;
    }

    /** A received object. */
    record Message(Object value, int source, int tag) {}

    int rank() throws MPIException;

    int size() throws MPIException;

    /** A world of the ranks with the same color, in the order of the keys. */
    World split(int color, int key) throws MPIException;

    void barrier() throws MPIException;

    void send(Object array, int offset, int count, int to, int tag) throws MPIException;

    void receive(Object array, int offset, int count, int from, int tag) throws MPIException;

    Transfer startSend(Object array, int offset, int count, int to, int tag) throws MPIException;

    Transfer startReceive(Object array, int offset, int count, int from, int tag)
            throws MPIException;

    void broadcast(Object array, int offset, int count, int root) throws MPIException;

    void reduce(Object in, Object out, int count, Operation operation, int root)
            throws MPIException;

    void allReduce(Object in, Object out, int count, Operation operation) throws MPIException;

    void gather(Object in, int count, Object out, int root) throws MPIException;

    void scatter(Object in, Object out, int count, int root) throws MPIException;

    void allGather(Object in, int count, Object out) throws MPIException;

    void allGatherV(Object in, int count, Object out, int[] counts, int[] offsets)
            throws MPIException;

    void allToAll(Object in, int count, Object out) throws MPIException;

    void allToAllV(
            Object in,
            int[] inCounts,
            int[] inOffsets,
            Object out,
            int[] outCounts,
            int[] outOffsets)
            throws MPIException;

    void sendObject(Serializable value, int to, int tag) throws MPIException;

    /** Receives an object with any tag. */
    Message receiveObject(int from) throws MPIException;

    /** Ends MPI; to be called once, on the first world. */
    void end() throws MPIException;
}
