package musubi.conformance;

import mpi.Comm;
import mpi.Intracomm;
import mpi.MPI;
import mpi.Op;
import mpi.Prequest;
import mpi.Request;
import mpi.Status;

/** The dialect of Open MPI's Java bindings. */
final class LowerCalls implements Calls {
    private static Object of(Ints ints) {
        return ints == null ? null : ints.argument();
    }

    @Override
    public void send(Comm comm, Mode mode, Ints buf, int count, int dest, int tag) {
        switch (mode) {
            case STANDARD -> comm.send(of(buf), count, MPI.INT, dest, tag);
            case BUFFERED -> comm.bSend(of(buf), count, MPI.INT, dest, tag);
            case SYNCHRONOUS -> comm.sSend(of(buf), count, MPI.INT, dest, tag);
            case READY -> comm.rSend(of(buf), count, MPI.INT, dest, tag);
        }
    }

    @Override
    public Request isend(Comm comm, Mode mode, Ints buf, int count, int dest, int tag) {
        return switch (mode) {
            case STANDARD -> comm.iSend(of(buf), count, MPI.INT, dest, tag);
            case BUFFERED -> comm.ibSend(of(buf), count, MPI.INT, dest, tag);
            case SYNCHRONOUS -> comm.isSend(of(buf), count, MPI.INT, dest, tag);
            case READY -> comm.irSend(of(buf), count, MPI.INT, dest, tag);
        };
    }

    @Override
    public Prequest sendInit(Comm comm, Mode mode, Ints buf, int count, int dest, int tag) {
        return switch (mode) {
            case STANDARD -> comm.sendInit(of(buf), count, MPI.INT, dest, tag);
            case BUFFERED -> comm.bSendInit(of(buf), count, MPI.INT, dest, tag);
            case SYNCHRONOUS -> comm.sSendInit(of(buf), count, MPI.INT, dest, tag);
            case READY -> comm.rSendInit(of(buf), count, MPI.INT, dest, tag);
        };
    }

    @Override
    public Status recv(Comm comm, Ints buf, int count, int source, int tag) {
        return comm.recv(of(buf), count, MPI.INT, source, tag);
    }

    @Override
    public Request irecv(Comm comm, Ints buf, int count, int source, int tag) {
        return comm.iRecv(of(buf), count, MPI.INT, source, tag);
    }

    @Override
    public Prequest recvInit(Comm comm, Ints buf, int count, int source, int tag) {
        return comm.recvInit(of(buf), count, MPI.INT, source, tag);
    }

    @Override
    public Status sendrecv(Comm comm, Side send, Side receive) {
        return comm.sendRecv(
                of(send.buf()),
                send.count(),
                MPI.INT,
                send.peer(),
                send.tag(),
                of(receive.buf()),
                receive.count(),
                MPI.INT,
                receive.peer(),
                receive.tag());
    }

    @Override
    public Status sendrecvReplace(Comm comm, Side send, int source, int recvTag) {
        return comm.sendRecvReplace(
                of(send.buf()), send.count(), MPI.INT, send.peer(), send.tag(), source, recvTag);
    }

    @Override
    public Status probe(Comm comm, int source, int tag) {
        return comm.probe(source, tag);
    }

    @Override
    public Status iprobe(Comm comm, int source, int tag) {
        return comm.iProbe(source, tag);
    }

    @Override
    public Status await(Request request) {
        return request.waitStatus();
    }

    @Override
    public Status test(Request request) {
        return request.testStatus();
    }

    @Override
    public Status[] waitAll(Request... requests) {
        return Request.waitAllStatus(requests);
    }

    @Override
    public Status[] testAll(Request... requests) {
        return Request.testAllStatus(requests);
    }

    @Override
    public Status waitAny(Request... requests) {
        return Request.waitAnyStatus(requests);
    }

    @Override
    public Status testAny(Request... requests) {
        return Request.testAnyStatus(requests);
    }

    @Override
    public Status[] waitSome(Request... requests) {
        return Request.waitSomeStatus(requests);
    }

    @Override
    public Status[] testSome(Request... requests) {
        return Request.testSomeStatus(requests);
    }

    @Override
    public void start(Prequest request) {
        request.start();
    }

    @Override
    public void startAll(Prequest... requests) {
        Prequest.startAll(requests);
    }

    @Override
    public void cancel(Request request) {
        request.cancel();
    }

    @Override
    public void free(Request request) {
        request.free();
    }

    @Override
    public boolean isCancelled(Status status) {
        return status.isCancelled();
    }

    @Override
    public int count(Status status) {
        return status.getCount(MPI.INT);
    }

    @Override
    public void barrier(Intracomm comm) {
        comm.barrier();
    }

    @Override
    public void bcast(Intracomm comm, Ints buf, int count, int root) {
        comm.bcast(of(buf), count, MPI.INT, root);
    }

    @Override
    public void gather(Intracomm comm, Ints from, int count, Ints to, int root) {
        comm.gather(of(from), count, MPI.INT, of(to), count, MPI.INT, root);
    }

    @Override
    public void gatherv(Intracomm comm, Ints from, int count, Parts to, int root) {
        comm.gatherv(of(from), count, MPI.INT, of(to.buf()), to.counts(), to.at(), MPI.INT, root);
    }

    @Override
    public void scatter(Intracomm comm, Ints from, int count, Ints to, int root) {
        comm.scatter(of(from), count, MPI.INT, of(to), count, MPI.INT, root);
    }

    @Override
    public void scatterv(Intracomm comm, Parts from, Ints to, int count, int root) {
        comm.scatterv(
                of(from.buf()), from.counts(), from.at(), MPI.INT, of(to), count, MPI.INT, root);
    }

    @Override
    public void allgather(Intracomm comm, Ints from, int count, Ints to) {
        comm.allGather(of(from), count, MPI.INT, of(to), count, MPI.INT);
    }

    @Override
    public void allgatherv(Intracomm comm, Ints from, int count, Parts to) {
        comm.allGatherv(of(from), count, MPI.INT, of(to.buf()), to.counts(), to.at(), MPI.INT);
    }

    @Override
    public void alltoall(Intracomm comm, Ints from, int count, Ints to) {
        comm.allToAll(of(from), count, MPI.INT, of(to), count, MPI.INT);
    }

    @Override
    public void alltoallv(Intracomm comm, Parts from, Parts to) {
        comm.allToAllv(
                of(from.buf()),
                from.counts(),
                from.at(),
                MPI.INT,
                of(to.buf()),
                to.counts(),
                to.at(),
                MPI.INT);
    }

    @Override
    public void reduce(Intracomm comm, Ints from, Ints to, int count, Op op, int root) {
        comm.reduce(of(from), of(to), count, MPI.INT, op, root);
    }

    @Override
    public void allreduce(Intracomm comm, Ints from, Ints to, int count, Op op) {
        comm.allReduce(of(from), of(to), count, MPI.INT, op);
    }

    @Override
    public void reduceScatter(Intracomm comm, Ints from, Ints to, int[] counts, Op op) {
        comm.reduceScatter(of(from), of(to), counts, MPI.INT, op);
    }

    @Override
    public void scan(Intracomm comm, Ints from, Ints to, int count, Op op) {
        comm.scan(of(from), of(to), count, MPI.INT, op);
    }
}
