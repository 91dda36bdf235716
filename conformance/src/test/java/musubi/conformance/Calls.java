package musubi.conformance;

import mpi.Comm;
import mpi.Intracomm;
import mpi.Op;
import mpi.Prequest;
import mpi.Request;
import mpi.Status;

/** What both dialects have, for integers. A null buffer stands for none. */
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

    /** Where one side of a send-receive lies. */
    record Side(Ints buf, int count, int peer, int tag) {}

    /** Sends and receives. */
    Status sendrecv(Comm comm, Side send, Side receive);

    /** Sends and receives with one buffer. */
    Status sendrecvReplace(Comm comm, Side send, int source, int recvTag);

    /** Waits for a message. */
    Status probe(Comm comm, int source, int tag);

    /** Looks for a message. */
    Status iprobe(Comm comm, int source, int tag);

    /** Waits for a request. */
    Status await(Request request);

    /** Looks whether a request is complete; null when it is not. */
    Status test(Request request);

    /** Waits for all. */
    Status[] waitAll(Request... requests);

    /** Looks whether all are complete; null when they are not. */
    Status[] testAll(Request... requests);

    /** Waits for one. */
    Status waitAny(Request... requests);

    /** Looks for one; null when there is none. */
    Status testAny(Request... requests);

    /** Waits for at least one. */
    Status[] waitSome(Request... requests);

    /** Looks for those complete. */
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

    /** How many integers were received. */
    int count(Status status);

    /** Meets the others. */
    void barrier(Intracomm comm);

    /** From the root to all. */
    void bcast(Intracomm comm, Ints buf, int count, int root);

    /** From all to the root, as many from each. */
    void gather(Intracomm comm, Ints from, int count, Ints to, int root);

    /** From all to the root. */
    void gatherv(Intracomm comm, Ints from, int count, Parts to, int root);

    /** From the root to each, as many to each. */
    void scatter(Intracomm comm, Ints from, int count, Ints to, int root);

    /** From the root to each. */
    void scatterv(Intracomm comm, Parts from, Ints to, int count, int root);

    /** From each to all, as many from each. */
    void allgather(Intracomm comm, Ints from, int count, Ints to);

    /** From each to all. */
    void allgatherv(Intracomm comm, Ints from, int count, Parts to);

    /** From each to each, as many. */
    void alltoall(Intracomm comm, Ints from, int count, Ints to);

    /** Numbers and places of what goes to or comes from each rank. */
    record Parts(Ints buf, int[] counts, int[] at) {}

    /** From each to each. */
    void alltoallv(Intracomm comm, Parts from, Parts to);

    /** Combines at the root. */
    void reduce(Intracomm comm, Ints from, Ints to, int count, Op op, int root);

    /** Combines for all. */
    void allreduce(Intracomm comm, Ints from, Ints to, int count, Op op);

    /** Combines and scatters. */
    void reduceScatter(Intracomm comm, Ints from, Ints to, int[] counts, Op op);

    /** Combines up to this rank. */
    void scan(Intracomm comm, Ints from, Ints to, int count, Op op);
}
