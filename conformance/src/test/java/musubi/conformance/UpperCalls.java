package musubi.conformance;

import mpi.Comm;
import mpi.Intracomm;
import mpi.MPI;
import mpi.Op;
import mpi.Prequest;
import mpi.Request;
import mpi.Status;

/** The dialect of mpiJava and MPJ Express. */
final class UpperCalls implements Calls {
    private static Object of(Ints ints) {
        return ints == null ? null : ints.argument();
    }

    private static int at(Ints ints) {
        return ints == null ? 0 : ints.offset();
    }

    @Override
    public void send(Comm comm, Mode mode, Ints buf, int count, int dest, int tag) {
        switch (mode) {
            case STANDARD -> comm.Send(of(buf), at(buf), count, MPI.INT, dest, tag);
            case BUFFERED -> comm.Bsend(of(buf), at(buf), count, MPI.INT, dest, tag);
            case SYNCHRONOUS -> comm.Ssend(of(buf), at(buf), count, MPI.INT, dest, tag);
            case READY -> comm.Rsend(of(buf), at(buf), count, MPI.INT, dest, tag);
        }
    }

    @Override
    public Request isend(Comm comm, Mode mode, Ints buf, int count, int dest, int tag) {
        return switch (mode) {
            case STANDARD -> comm.Isend(of(buf), at(buf), count, MPI.INT, dest, tag);
            case BUFFERED -> comm.Ibsend(of(buf), at(buf), count, MPI.INT, dest, tag);
            case SYNCHRONOUS -> comm.Issend(of(buf), at(buf), count, MPI.INT, dest, tag);
            case READY -> comm.Irsend(of(buf), at(buf), count, MPI.INT, dest, tag);
        };
    }

    @Override
    public Prequest sendInit(Comm comm, Mode mode, Ints buf, int count, int dest, int tag) {
        return switch (mode) {
            case STANDARD -> comm.Send_init(of(buf), at(buf), count, MPI.INT, dest, tag);
            case BUFFERED -> comm.Bsend_init(of(buf), at(buf), count, MPI.INT, dest, tag);
            case SYNCHRONOUS -> comm.Ssend_init(of(buf), at(buf), count, MPI.INT, dest, tag);
            case READY -> comm.Rsend_init(of(buf), at(buf), count, MPI.INT, dest, tag);
        };
    }

    @Override
    public Status recv(Comm comm, Ints buf, int count, int source, int tag) {
        return comm.Recv(of(buf), at(buf), count, MPI.INT, source, tag);
    }

    @Override
    public Request irecv(Comm comm, Ints buf, int count, int source, int tag) {
        return comm.Irecv(of(buf), at(buf), count, MPI.INT, source, tag);
    }

    @Override
    public Prequest recvInit(Comm comm, Ints buf, int count, int source, int tag) {
        return comm.Recv_init(of(buf), at(buf), count, MPI.INT, source, tag);
    }

    @Override
    public Status sendrecv(Comm comm, Side send, Side receive) {
        return comm.Sendrecv(
                of(send.buf()),
                at(send.buf()),
                send.count(),
                MPI.INT,
                send.peer(),
                send.tag(),
                of(receive.buf()),
                at(receive.buf()),
                receive.count(),
                MPI.INT,
                receive.peer(),
                receive.tag());
    }

    @Override
    public Status sendrecvReplace(Comm comm, Side send, int source, int recvTag) {
        return comm.Sendrecv_replace(
                of(send.buf()),
                at(send.buf()),
                send.count(),
                MPI.INT,
                send.peer(),
                send.tag(),
                source,
                recvTag);
    }

    @Override
    public Status probe(Comm comm, int source, int tag) {
        return comm.Probe(source, tag);
    }

    @Override
    public Status iprobe(Comm comm, int source, int tag) {
        return comm.Iprobe(source, tag);
    }

    @Override
    public Status await(Request request) {
        return request.Wait();
    }

    @Override
    public Status test(Request request) {
        return request.Test();
    }

    @Override
    public Status[] waitAll(Request... requests) {
        return Request.Waitall(requests);
    }

    @Override
    public Status[] testAll(Request... requests) {
        return Request.Testall(requests);
    }

    @Override
    public Status waitAny(Request... requests) {
        return Request.Waitany(requests);
    }

    @Override
    public Status testAny(Request... requests) {
        return Request.Testany(requests);
    }

    @Override
    public Status[] waitSome(Request... requests) {
        return Request.Waitsome(requests);
    }

    @Override
    public Status[] testSome(Request... requests) {
        return Request.Testsome(requests);
    }

    @Override
    public void start(Prequest request) {
        request.Start();
    }

    @Override
    public void startAll(Prequest... requests) {
        Prequest.Startall(requests);
    }

    @Override
    public void cancel(Request request) {
        request.Cancel();
    }

    @Override
    public void free(Request request) {
        request.Free();
    }

    @Override
    public boolean isCancelled(Status status) {
        return status.Test_cancelled();
    }

    @Override
    public int count(Status status) {
        return status.Get_count(MPI.INT);
    }

    @Override
    public void barrier(Intracomm comm) {
        comm.Barrier();
    }

    @Override
    public void bcast(Intracomm comm, Ints buf, int count, int root) {
        comm.Bcast(of(buf), at(buf), count, MPI.INT, root);
    }

    @Override
    public void gather(Intracomm comm, Ints from, int count, Ints to, int root) {
        comm.Gather(of(from), at(from), count, MPI.INT, of(to), at(to), count, MPI.INT, root);
    }

    @Override
    public void gatherv(Intracomm comm, Ints from, int count, Parts to, int root) {
        comm.Gatherv(
                of(from),
                at(from),
                count,
                MPI.INT,
                of(to.buf()),
                at(to.buf()),
                to.counts(),
                to.at(),
                MPI.INT,
                root);
    }

    @Override
    public void scatter(Intracomm comm, Ints from, int count, Ints to, int root) {
        comm.Scatter(of(from), at(from), count, MPI.INT, of(to), at(to), count, MPI.INT, root);
    }

    @Override
    public void scatterv(Intracomm comm, Parts from, Ints to, int count, int root) {
        comm.Scatterv(
                of(from.buf()),
                at(from.buf()),
                from.counts(),
                from.at(),
                MPI.INT,
                of(to),
                at(to),
                count,
                MPI.INT,
                root);
    }

    @Override
    public void allgather(Intracomm comm, Ints from, int count, Ints to) {
        comm.Allgather(of(from), at(from), count, MPI.INT, of(to), at(to), count, MPI.INT);
    }

    @Override
    public void allgatherv(Intracomm comm, Ints from, int count, Parts to) {
        comm.Allgatherv(
                of(from),
                at(from),
                count,
                MPI.INT,
                of(to.buf()),
                at(to.buf()),
                to.counts(),
                to.at(),
                MPI.INT);
    }

    @Override
    public void alltoall(Intracomm comm, Ints from, int count, Ints to) {
        comm.Alltoall(of(from), at(from), count, MPI.INT, of(to), at(to), count, MPI.INT);
    }

    @Override
    public void alltoallv(Intracomm comm, Parts from, Parts to) {
        comm.Alltoallv(
                of(from.buf()),
                at(from.buf()),
                from.counts(),
                from.at(),
                MPI.INT,
                of(to.buf()),
                at(to.buf()),
                to.counts(),
                to.at(),
                MPI.INT);
    }

    @Override
    public void reduce(Intracomm comm, Ints from, Ints to, int count, Op op, int root) {
        comm.Reduce(of(from), at(from), of(to), at(to), count, MPI.INT, op, root);
    }

    @Override
    public void allreduce(Intracomm comm, Ints from, Ints to, int count, Op op) {
        comm.Allreduce(of(from), at(from), of(to), at(to), count, MPI.INT, op);
    }

    @Override
    public void reduceScatter(Intracomm comm, Ints from, Ints to, int[] counts, Op op) {
        comm.Reduce_scatter(of(from), at(from), of(to), at(to), counts, MPI.INT, op);
    }

    @Override
    public void scan(Intracomm comm, Ints from, Ints to, int count, Op op) {
        comm.Scan(of(from), at(from), of(to), at(to), count, MPI.INT, op);
    }
}
