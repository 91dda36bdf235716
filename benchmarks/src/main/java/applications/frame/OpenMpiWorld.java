package applications.frame;

import mpi.Datatype;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Op;
import mpi.Request;
import mpi.Status;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * A world in Open MPI's names. Its calls take no offsets into arrays, and those that do not block
 * take direct buffers only, so both copy, as programs with arrays have to.
 */
public final class OpenMpiWorld implements World {
    private final Intracomm comm;

    /** Buffers of completed transfers; kept, because their allocation costs more than a copy. */
    private final Deque<ByteBuffer> free = new ArrayDeque<>();

    /** Starts MPI; returns the arguments of the program. */
    public static String[] start(String[] args) throws MPIException {
        return MPI.Init(args);
    }

    /** All processes. */
    public OpenMpiWorld() {
        this(MPI.COMM_WORLD);
    }

    private OpenMpiWorld(Intracomm comm) {
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

    private static int width(Object array) {
        if (array instanceof int[]) {
            return Integer.BYTES;
        }
        return array instanceof byte[] ? 1 : Long.BYTES;
    }

    private static Op op(Operation operation) {
        return switch (operation) {
            case SUM -> MPI.SUM;
            case MAX -> MPI.MAX;
            case MIN -> MPI.MIN;
        };
    }

    /** The part of an array that begins with an offset: the array itself, or a copy. */
    private static Object from(Object array, int offset, int count) {
        if (offset == 0) {
            return array;
        }
        Object part = Array.newInstance(array.getClass().getComponentType(), count);
        System.arraycopy(array, offset, part, 0, count);
        return part;
    }

    /** Copies a part back to its offset, unless it is the array. */
    private static void into(Object array, int offset, int count, Object part) {
        if (part != array) {
            System.arraycopy(part, 0, array, offset, count);
        }
    }

    @Override
    public int rank() throws MPIException {
        return comm.getRank();
    }

    @Override
    public int size() throws MPIException {
        return comm.getSize();
    }

    @Override
    public World split(int color, int key) throws MPIException {
        return new OpenMpiWorld(comm.split(color, key));
    }

    @Override
    public void barrier() throws MPIException {
        comm.barrier();
    }

    @Override
    public void send(Object array, int offset, int count, int to, int tag) throws MPIException {
        comm.send(from(array, offset, count), count, type(array), to, tag);
    }

    @Override
    public void receive(Object array, int offset, int count, int from, int tag)
            throws MPIException {
        Object part = from(array, offset, count);
        comm.recv(part, count, type(array), from, tag);
        into(array, offset, count, part);
    }

    /** A direct buffer of at least this size. */
    private ByteBuffer buffer(int bytes) {
        ByteBuffer found = free.poll();
        if (found == null || found.capacity() < bytes) {
            found = ByteBuffer.allocateDirect(Math.max(bytes, 1)).order(ByteOrder.nativeOrder());
        }
        return found.clear();
    }

    private static void fill(ByteBuffer buffer, Object array, int offset, int count) {
        switch (array) {
            case double[] doubles -> buffer.asDoubleBuffer().put(doubles, offset, count);
            case int[] ints -> buffer.asIntBuffer().put(ints, offset, count);
            case long[] longs -> buffer.asLongBuffer().put(longs, offset, count);
            default -> buffer.put((byte[]) array, offset, count).clear();
        }
    }

    private static void empty(ByteBuffer buffer, Object array, int offset, int count) {
        switch (array) {
            case double[] doubles -> buffer.asDoubleBuffer().get(doubles, offset, count);
            case int[] ints -> buffer.asIntBuffer().get(ints, offset, count);
            case long[] longs -> buffer.asLongBuffer().get(longs, offset, count);
            default -> buffer.get((byte[]) array, offset, count).clear();
        }
    }

    @Override
    public Transfer startSend(Object array, int offset, int count, int to, int tag)
            throws MPIException {
        ByteBuffer buffer = buffer(count * width(array));
        fill(buffer, array, offset, count);
        Request request = comm.iSend(buffer, count, type(array), to, tag);
        return () -> {
            request.waitFor();
            free.push(buffer);
        };
    }

    @Override
    public Transfer startReceive(Object array, int offset, int count, int from, int tag)
            throws MPIException {
        ByteBuffer buffer = buffer(count * width(array));
        Request request = comm.iRecv(buffer, count, type(array), from, tag);
        return () -> {
            request.waitFor();
            empty(buffer, array, offset, count);
            free.push(buffer);
        };
    }

    @Override
    public void broadcast(Object array, int offset, int count, int root) throws MPIException {
        Object part = from(array, offset, count);
        comm.bcast(part, count, type(array), root);
        into(array, offset, count, part);
    }

    @Override
    public void reduce(Object in, Object out, int count, Operation operation, int root)
            throws MPIException {
        comm.reduce(in, out, count, type(in), op(operation), root);
    }

    @Override
    public void allReduce(Object in, Object out, int count, Operation operation)
            throws MPIException {
        comm.allReduce(in, out, count, type(in), op(operation));
    }

    @Override
    public void gather(Object in, int count, Object out, int root) throws MPIException {
        comm.gather(in, count, type(in), out, count, type(in), root);
    }

    @Override
    public void scatter(Object in, Object out, int count, int root) throws MPIException {
        comm.scatter(in, count, type(out), out, count, type(out), root);
    }

    @Override
    public void allGather(Object in, int count, Object out) throws MPIException {
        comm.allGather(in, count, type(in), out, count, type(in));
    }

    @Override
    public void allGatherV(Object in, int count, Object out, int[] counts, int[] offsets)
            throws MPIException {
        comm.allGatherv(in, count, type(in), out, counts, offsets, type(in));
    }

    @Override
    public void allToAll(Object in, int count, Object out) throws MPIException {
        comm.allToAll(in, count, type(in), out, count, type(in));
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
        comm.allToAllv(in, inCounts, inOffsets, type, out, outCounts, outOffsets, type);
    }

    @Override
    public void sendObject(Serializable value, int to, int tag) throws MPIException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream stream = new ObjectOutputStream(bytes)) {
            stream.writeObject(value);
        } catch (IOException e) {
            throw new IllegalArgumentException("cannot write " + value.getClass().getName(), e);
        }
        comm.send(bytes.toByteArray(), bytes.size(), MPI.BYTE, to, tag);
    }

    @Override
    public Message receiveObject(int from) throws MPIException {
        Status status = comm.probe(from == ANY ? MPI.ANY_SOURCE : from, MPI.ANY_TAG);
        byte[] bytes = new byte[status.getCount(MPI.BYTE)];
        comm.recv(bytes, bytes.length, MPI.BYTE, status.getSource(), status.getTag());
        try (ObjectInputStream stream = new ObjectInputStream(new ByteArrayInputStream(bytes))) {
            return new Message(stream.readObject(), status.getSource(), status.getTag());
        } catch (IOException | ClassNotFoundException e) {
            throw new IllegalStateException("cannot read the object", e);
        }
    }

    @Override
    public void end() throws MPIException {
        MPI.Finalize();
    }
}
