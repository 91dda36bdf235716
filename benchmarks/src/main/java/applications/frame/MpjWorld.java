package applications.frame;

import mpi.Datatype;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Op;
import mpi.Request;
import mpi.Status;

import java.io.Serializable;

/** A world in mpiJava's names: for Musubi and for MPJ Express. */
public final class MpjWorld implements World {
    private final Intracomm comm;

    /** Starts MPI; returns the arguments of the program. */
    public static String[] start(String[] args) throws MPIException {
        return MPI.Init(args);
    }

    /** All processes. */
    public MpjWorld() {
        this(MPI.COMM_WORLD);
    }

    private MpjWorld(Intracomm comm) {
        this.comm = comm;
    }

    private static Datatype type(Object array) {
        if (array instanceof double[]) {
            return MPI.DOUBLE;
        }
        if (array instanceof int[]) {
            return MPI.INT;
        }
        return array instanceof long[] ? MPI.LONG : MPI.BYTE;
    }

    private static Op op(Operation operation) {
        return switch (operation) {
            case SUM -> MPI.SUM;
            case MAX -> MPI.MAX;
            case MIN -> MPI.MIN;
        };
    }

    @Override
    public int rank() throws MPIException {
        return comm.Rank();
    }

    @Override
    public int size() throws MPIException {
        return comm.Size();
    }

    @Override
    public World split(int color, int key) throws MPIException {
        return new MpjWorld(comm.Split(color, key));
    }

    @Override
    public void barrier() throws MPIException {
        comm.Barrier();
    }

    @Override
    public void send(Object array, int offset, int count, int to, int tag) throws MPIException {
        comm.Send(array, offset, count, type(array), to, tag);
    }

    @Override
    public void receive(Object array, int offset, int count, int from, int tag)
            throws MPIException {
        comm.Recv(array, offset, count, type(array), from, tag);
    }

    @Override
    public Transfer startSend(Object array, int offset, int count, int to, int tag)
            throws MPIException {
        Request request = comm.Isend(array, offset, count, type(array), to, tag);
        return () -> request.Wait();
    }

    @Override
    public Transfer startReceive(Object array, int offset, int count, int from, int tag)
            throws MPIException {
        Request request = comm.Irecv(array, offset, count, type(array), from, tag);
        return () -> request.Wait();
    }

    @Override
    public void broadcast(Object array, int offset, int count, int root) throws MPIException {
        comm.Bcast(array, offset, count, type(array), root);
    }

    @Override
    public void reduce(Object in, Object out, int count, Operation operation, int root)
            throws MPIException {
        comm.Reduce(in, 0, out, 0, count, type(in), op(operation), root);
    }

    @Override
    public void allReduce(Object in, Object out, int count, Operation operation)
            throws MPIException {
        comm.Allreduce(in, 0, out, 0, count, type(in), op(operation));
    }

    @Override
    public void gather(Object in, int count, Object out, int root) throws MPIException {
        comm.Gather(in, 0, count, type(in), out, 0, count, type(in), root);
    }

    @Override
    public void scatter(Object in, Object out, int count, int root) throws MPIException {
        comm.Scatter(in, 0, count, type(out), out, 0, count, type(out), root);
    }

    @Override
    public void allGather(Object in, int count, Object out) throws MPIException {
        comm.Allgather(in, 0, count, type(in), out, 0, count, type(in));
    }

    @Override
    public void allGatherV(Object in, int count, Object out, int[] counts, int[] offsets)
            throws MPIException {
        comm.Allgatherv(in, 0, count, type(in), out, 0, counts, offsets, type(in));
    }

    @Override
    public void allToAll(Object in, int count, Object out) throws MPIException {
        comm.Alltoall(in, 0, count, type(in), out, 0, count, type(in));
    }

    @Override
    public void allToAllV(
            Object in,
            int[] inCounts,
            int[] inOffsets,
            Object out,
            int[] outCounts,
            int[] outOffsets)
            throws MPIException {
        Datatype type = type(in);
        comm.Alltoallv(in, 0, inCounts, inOffsets, type, out, 0, outCounts, outOffsets, type);
    }

    @Override
    public void sendObject(Serializable value, int to, int tag) throws MPIException {
        comm.Send(new Object[] {value}, 0, 1, MPI.OBJECT, to, tag);
    }

    @Override
    public Message receiveObject(int from) throws MPIException {
        Object[] value = new Object[1];
        int source = from == ANY ? MPI.ANY_SOURCE : from;
        Status status = comm.Recv(value, 0, 1, MPI.OBJECT, source, MPI.ANY_TAG);
        return new Message(value[0], status.source, status.tag);
    }

    @Override
    public void end() throws MPIException {
        MPI.Finalize();
    }
}
