package musubi.simulator.calibration;

import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;

import musubi.coll.CollectiveKind;

import java.util.List;

/** The measured calls, with buffers for the largest. Belongs to one rank and one thread. */
final class MeasuredCall {
    static final List<CollectiveKind> KINDS =
            List.of(
                    CollectiveKind.BARRIER,
                    CollectiveKind.BCAST,
                    CollectiveKind.REDUCE,
                    CollectiveKind.ALLREDUCE,
                    CollectiveKind.ALLGATHER,
                    CollectiveKind.ALLTOALL);

    private final Intracomm comm;
    private final byte[] mine;
    private final byte[] all;
    private final double[] terms;
    private final double[] sums;

    /** Calls on a communicator with buffers of {@code mostBytes}, also for all blocks together. */
    MeasuredCall(Intracomm comm, long mostBytes) {
        this.comm = comm;
        mine = new byte[Math.toIntExact(mostBytes)];
        all = new byte[mine.length];
        terms = new double[Math.ceilDiv(mine.length, Double.BYTES)];
        sums = new double[terms.length];
    }

    /** Whether there is a block for each rank, so bytes count once per rank. */
    static boolean hasBlocks(CollectiveKind kind) {
        return kind == CollectiveKind.ALLGATHER || kind == CollectiveKind.ALLTOALL;
    }

    /** Whether a rank may leave the call before others enter it. */
    static boolean mayReturnEarly(CollectiveKind kind) {
        return kind == CollectiveKind.BCAST || kind == CollectiveKind.REDUCE;
    }

    /** Makes the call. */
    void run(CollectiveKind kind, int bytes) throws MPIException {
        int items = bytes / Double.BYTES;
        switch (kind) {
            case BARRIER -> comm.barrier();
            case BCAST -> comm.bcast(mine, bytes, MPI.BYTE, 0);
            case REDUCE -> comm.reduce(terms, sums, items, MPI.DOUBLE, MPI.SUM, 0);
            case ALLREDUCE -> comm.allReduce(terms, sums, items, MPI.DOUBLE, MPI.SUM);
            case ALLGATHER -> comm.allGather(mine, bytes, MPI.BYTE, all, bytes, MPI.BYTE);
            case ALLTOALL -> comm.allToAll(mine, bytes, MPI.BYTE, all, bytes, MPI.BYTE);
            default -> throw new IllegalArgumentException("not measured: " + kind);
        }
    }
}
