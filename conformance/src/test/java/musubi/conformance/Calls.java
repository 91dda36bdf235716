package musubi.conformance;

import mpi.Comm;
import mpi.Intracomm;
import mpi.Op;
import mpi.Prequest;
import mpi.Request;
import mpi.Status;

/** The calls that both dialects have, on integers. A null buffer stands for none. */
public interface Calls {
    /** A blocking send. */
    void send(Comm comm, Mode mode, Ints buf, int count, int dest, int tag);

    /** A non-blocking send. */
    Request isend(Comm comm, Mode mode, Ints buf, int count, int dest, int tag);

    /** A persistent send. */
    Prequest sendInit(Comm comm, Mode mode, Ints buf, int count, int dest, int tag);

    /** A blocking receive. */
    Status recv(Comm comm, Ints buf, int count, int source, int tag);

    /** A non-blocking receive. */
    Request irecv(Comm comm, Ints buf, int count, int source, int tag);

    /** A persistent receive. */
    Prequest recvInit(Comm comm, Ints buf, int count, int source, int tag);

    /** The arguments of one side of a send-receive. */
    record Side(Ints buf, int count, int peer, int tag) {}

    /** Sends and receives. */
    Status sendrecv(Comm comm, Side send, Side receive);

    /** Sends and receives with one buffer. */
    Status sendrecvReplace(Comm comm, Side send, int source, int recvTag);

    /** Waits for a message. */
    Status probe(Comm comm, int source, int tag);

    /** Probes for a message without waiting. */
    Status iprobe(Comm comm, int source, int tag);

    /** Waits for a request. */
    Status await(Request request);

    /** Tests a request; null if it is not complete. */
    Status test(Request request);

    /** Waits for all. */
    Status[] waitAll(Request... requests);

    /** Tests all requests; null if some are not complete. */
    Status[] testAll(Request... requests);

    /** Waits for one. */
    Status waitAny(Request... requests);

    /** Tests for one; null if none is complete. */
    Status testAny(Request... requests);

    /** Waits for at least one. */
    Status[] waitSome(Request... requests);

    /** Tests for all that are complete. */
    Status[] testSome(Request... requests);

    /** Starts one. */
    void start(Prequest request);

    /** Starts all. */
    void startAll(Prequest... requests);

    /** Cancels an operation. */
    void cancel(Request request);

    /** Frees a request. */
    void free(Request request);

    /** Whether the operation was cancelled. */
    boolean isCancelled(Status status);

    /** The number of integers received. */
    int count(Status status);

    /** A barrier. */
    void barrier(Intracomm comm);

    /** A broadcast. */
    void bcast(Intracomm comm, Ints buf, int count, int root);

    /** A gather. */
    void gather(Intracomm comm, Ints from, int count, Ints to, int root);

    /** A gatherv. */
    void gatherv(Intracomm comm, Ints from, int count, Parts to, int root);

    /** A scatter. */
    void scatter(Intracomm comm, Ints from, int count, Ints to, int root);

    /** A scatterv. */
    void scatterv(Intracomm comm, Parts from, Ints to, int count, int root);

    /** An all-gather. */
    void allgather(Intracomm comm, Ints from, int count, Ints to);

    /** An all-gatherv. */
    void allgatherv(Intracomm comm, Ints from, int count, Parts to);

    /** An all-to-all. */
    void alltoall(Intracomm comm, Ints from, int count, Ints to);

    /** Counts and displacements of the blocks of all ranks. */
    record Parts(Ints buf, int[] counts, int[] at) {}

    /** An all-to-allv. */
    void alltoallv(Intracomm comm, Parts from, Parts to);

    /** A reduce. */
    void reduce(Intracomm comm, Ints from, Ints to, int count, Op op, int root);

    /** An all-reduce. */
    void allreduce(Intracomm comm, Ints from, Ints to, int count, Op op);

    /** A reduce-scatter. */
    void reduceScatter(Intracomm comm, Ints from, Ints to, int[] counts, Op op);

    /** A scan. */
    void scan(Intracomm comm, Ints from, Ints to, int count, Op op);
}
