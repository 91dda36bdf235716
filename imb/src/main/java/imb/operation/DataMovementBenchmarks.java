package imb.operation;

import mpi.Intracomm;
import mpi.MPI;
import mpi.Request;

import java.util.Arrays;

/**
 * Collectives that move data. The message size is that of the block that one rank contributes or
 * receives; the root is rank 0. The vector variants use equal counts, as in IMB.
 */
public final class DataMovementBenchmarks implements NonBlocking {
    private static final int ROOT = 0;

    /** Which collective. */
    public enum Kind {
        BCAST,
        GATHER,
        GATHERV,
        SCATTER,
        SCATTERV,
        ALLGATHER,
        ALLGATHERV,
        ALLTOALL,
        ALLTOALLV;

        private boolean scatters() {
            return this == SCATTER || this == SCATTERV || this == ALLTOALL || this == ALLTOALLV;
        }

        private boolean gathers() {
            return this != BCAST && this != SCATTER && this != SCATTERV;
        }
    }

    private final Kind kind;
    private final Intracomm comm;
    private final int rank;
    private final int size;
    private final int bytes;
    private final Payload sent;
    private final Payload received;
    private final Object out;
    private final Object in;
    private final int[] counts;
    private final int[] displacements;
    private Request request;

    public DataMovementBenchmarks(BenchmarkContext job, int bytes, Kind kind) {
        this.kind = kind;
        this.bytes = bytes;
        comm = job.comm;
        rank = job.rank;
        size = job.size;
        sent = job.bytes(kind.scatters() ? Math.multiplyExact(bytes, size) : bytes);
        received = job.bytes(kind.gathers() ? Math.multiplyExact(bytes, size) : bytes);
        out = sent.buffer();
        in = received.buffer();
        counts = new int[size];
        Arrays.fill(counts, bytes);
        displacements = new int[size];
        Arrays.setAll(displacements, i -> i * bytes);
    }

    @Override
    public void iterate() {
        switch (kind) {
            case BCAST -> comm.bcast(rank == ROOT ? out : in, bytes, MPI.BYTE, ROOT);
            case GATHER -> comm.gather(out, bytes, MPI.BYTE, in, bytes, MPI.BYTE, ROOT);
            case GATHERV ->
                    comm.gatherv(out, bytes, MPI.BYTE, in, counts, displacements, MPI.BYTE, ROOT);
            case SCATTER -> comm.scatter(out, bytes, MPI.BYTE, in, bytes, MPI.BYTE, ROOT);
            case SCATTERV ->
                    comm.scatterv(out, counts, displacements, MPI.BYTE, in, bytes, MPI.BYTE, ROOT);
            case ALLGATHER -> comm.allGather(out, bytes, MPI.BYTE, in, bytes, MPI.BYTE);
            case ALLGATHERV ->
                    comm.allGatherv(out, bytes, MPI.BYTE, in, counts, displacements, MPI.BYTE);
            case ALLTOALL -> comm.allToAll(out, bytes, MPI.BYTE, in, bytes, MPI.BYTE);
            case ALLTOALLV -> allToAllv();
        }
    }

    private void allToAllv() {
        comm.allToAllv(out, counts, displacements, MPI.BYTE, in, counts, displacements, MPI.BYTE);
    }

    @Override
    public void start() {
        request =
                switch (kind) {
                    case BCAST -> comm.iBcast(rank == ROOT ? out : in, bytes, MPI.BYTE, ROOT);
                    case GATHER -> comm.iGather(out, bytes, MPI.BYTE, in, bytes, MPI.BYTE, ROOT);
                    case GATHERV -> startGatherv();
                    case SCATTER -> comm.iScatter(out, bytes, MPI.BYTE, in, bytes, MPI.BYTE, ROOT);
                    case SCATTERV -> startScatterv();
                    case ALLGATHER -> comm.iAllGather(out, bytes, MPI.BYTE, in, bytes, MPI.BYTE);
                    case ALLGATHERV -> startAllGatherv();
                    case ALLTOALL -> comm.iAllToAll(out, bytes, MPI.BYTE, in, bytes, MPI.BYTE);
                    case ALLTOALLV -> startAllToAllv();
                };
    }

    private Request startGatherv() {
        return comm.iGatherv(out, bytes, MPI.BYTE, in, counts, displacements, MPI.BYTE, ROOT);
    }

    private Request startScatterv() {
        return comm.iScatterv(out, counts, displacements, MPI.BYTE, in, bytes, MPI.BYTE, ROOT);
    }

    private Request startAllGatherv() {
        return comm.iAllGatherv(out, bytes, MPI.BYTE, in, counts, displacements, MPI.BYTE);
    }

    private Request startAllToAllv() {
        return comm.iAllToAllv(
                out, counts, displacements, MPI.BYTE, in, counts, displacements, MPI.BYTE);
    }

    @Override
    public void complete() {
        request.waitFor();
    }

    @Override
    public void prepare(long iteration) {
        sent.fill(rank, iteration);
        received.wipe();
    }

    @Override
    public void verify(long iteration) {
        boolean receiver =
                switch (kind) {
                    case BCAST -> rank != ROOT;
                    case GATHER, GATHERV -> rank == ROOT;
                    default -> true;
                };
        if (!receiver) {
            return;
        }
        int origin = kind.scatters() ? rank * bytes : 0;
        if (!kind.gathers()) {
            received.verify(0, bytes, ROOT, iteration, origin);
            return;
        }
        for (int sender = 0; sender < size; sender++) {
            received.verify(sender * bytes, bytes, sender, iteration, origin);
        }
    }
}
