package imb.operation;

import mpi.Intracomm;
import mpi.MPI;
import mpi.Request;

import java.util.Arrays;

/**
 * IMB-P2P Stencil2D and Stencil3D: each rank of a periodic grid exchanges messages with the next
 * ranks in both directions of each dimension.
 */
public final class Stencil implements Benchmark {
    private static final int TAG = 1;
    private static final int DIRECTIONS = 2;

    private final Intracomm comm;
    private final int rank;
    private final int bytes;
    private final int[] neighbours;
    private final Payload[] sent;
    private final Payload[] received;
    private final Request[] requests;

    public Stencil(BenchmarkContext job, int bytes, int dimensions) {
        comm = job.comm;
        rank = job.rank;
        this.bytes = bytes;
        int[] shape = shape(job.size, dimensions);
        if (Arrays.stream(shape).min().orElse(0) < DIRECTIONS) {
            throw new UnfitRanks(
                    "no grid of %d dimensions with 2 or more ranks in each: ranks=%d"
                            .formatted(dimensions, job.size));
        }
        neighbours = neighbours(rank, shape);
        sent = new Payload[neighbours.length];
        received = new Payload[neighbours.length];
        Arrays.setAll(sent, _ -> job.bytes(bytes));
        Arrays.setAll(received, _ -> job.bytes(bytes));
        requests = new Request[2 * neighbours.length];
    }

    /** Messages that each rank sends. */
    public static int neighbours(int dimensions) {
        return DIRECTIONS * dimensions;
    }

    /**
     * The extents of a grid of all ranks that is as close to a cube as possible, the largest first.
     *
     * @return extents that may be 1 where there is no grid with two ranks in each dimension
     */
    public static int[] shape(int ranks, int dimensions) {
        if (dimensions == 1) {
            return new int[] {ranks};
        }
        int last = (int) Math.floor(Math.pow(ranks, 1.0 / dimensions) + 1e-9);
        while (ranks % last != 0) {
            last--;
        }
        int[] rest = shape(ranks / last, dimensions - 1);
        int[] shape = Arrays.copyOf(rest, dimensions);
        shape[dimensions - 1] = last;
        return shape;
    }

    /** The ranks before and after a rank in each dimension, the first of which varies fastest. */
    public static int[] neighbours(int rank, int[] shape) {
        int[] found = new int[DIRECTIONS * shape.length];
        int stride = 1;
        for (int d = 0; d < shape.length; d++) {
            int extent = shape[d];
            int at = rank / stride % extent;
            int origin = rank - at * stride;
            found[DIRECTIONS * d] = origin + (at + extent - 1) % extent * stride;
            found[DIRECTIONS * d + 1] = origin + (at + 1) % extent * stride;
            stride *= extent;
        }
        return found;
    }

    /** A message has the tag of its direction, since two directions may have the same rank. */
    @Override
    public void iterate() {
        int count = neighbours.length;
        for (int i = 0; i < count; i++) {
            requests[i] =
                    comm.iRecv(
                            received[i].buffer(),
                            bytes,
                            MPI.BYTE,
                            neighbours[i],
                            TAG + opposite(i));
        }
        for (int i = 0; i < count; i++) {
            requests[count + i] =
                    comm.iSend(sent[i].buffer(), bytes, MPI.BYTE, neighbours[i], TAG + i);
        }
        Request.waitAll(requests);
    }

    private static int opposite(int direction) {
        return direction ^ 1;
    }

    @Override
    public void prepare(long iteration) {
        for (int i = 0; i < neighbours.length; i++) {
            sent[i].fill(rank, iteration * neighbours.length + i);
            received[i].wipe();
        }
    }

    @Override
    public void verify(long iteration) {
        for (int i = 0; i < neighbours.length; i++) {
            long message = iteration * neighbours.length + opposite(i);
            received[i].verify(0, bytes, neighbours[i], message, 0);
        }
    }
}
