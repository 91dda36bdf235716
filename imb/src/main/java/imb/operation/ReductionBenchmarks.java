package imb.operation;

import mpi.Intracomm;
import mpi.MPI;
import mpi.Request;

import java.util.Arrays;

/**
 * Collectives that sum floats; the root is rank 0. The message size is that of a rank's
 * contribution, in Reduce_scatter_block that of a rank's result, as in IMB.
 */
public final class ReductionBenchmarks implements NonBlocking {
    private static final int ROOT = 0;

    /** Which collective. */
    public enum Kind {
        REDUCE,
        ALLREDUCE,
        REDUCE_SCATTER,
        REDUCE_SCATTER_BLOCK,
        SCAN,
        EXSCAN
    }

    private final Kind kind;
    private final Intracomm comm;
    private final int rank;
    private final int size;
    private final int count;
    private final Payload sent;
    private final Payload received;
    private final Object out;
    private final Object in;
    private final int[] counts;
    private Request request;

    public ReductionBenchmarks(BenchmarkContext job, int bytes, Kind kind) {
        this.kind = kind;
        comm = job.comm;
        rank = job.rank;
        size = job.size;
        count = bytes / Float.BYTES;
        int blocks = kind == Kind.REDUCE_SCATTER_BLOCK ? size : 1;
        sent = job.floats(Math.multiplyExact(count, blocks));
        received = job.floats(count);
        out = sent.buffer();
        in = received.buffer();
        counts = shares(count, size);
    }

    /** Nearly equal parts; the first ranks have the larger ones. */
    public static int[] shares(int count, int parts) {
        int[] shares = new int[parts];
        Arrays.setAll(shares, i -> count / parts + (i < count % parts ? 1 : 0));
        return shares;
    }

    @Override
    public void iterate() {
        switch (kind) {
            case REDUCE -> comm.reduce(out, in, count, MPI.FLOAT, MPI.SUM, ROOT);
            case ALLREDUCE -> comm.allReduce(out, in, count, MPI.FLOAT, MPI.SUM);
            case REDUCE_SCATTER -> comm.reduceScatter(out, in, counts, MPI.FLOAT, MPI.SUM);
            case REDUCE_SCATTER_BLOCK ->
                    comm.reduceScatterBlock(out, in, count, MPI.FLOAT, MPI.SUM);
            case SCAN -> comm.scan(out, in, count, MPI.FLOAT, MPI.SUM);
            case EXSCAN -> comm.exScan(out, in, count, MPI.FLOAT, MPI.SUM);
        }
    }

    @Override
    public void start() {
        request =
                switch (kind) {
                    case REDUCE -> comm.iReduce(out, in, count, MPI.FLOAT, MPI.SUM, ROOT);
                    case ALLREDUCE -> comm.iAllReduce(out, in, count, MPI.FLOAT, MPI.SUM);
                    case REDUCE_SCATTER -> comm.iReduceScatter(out, in, counts, MPI.FLOAT, MPI.SUM);
                    case REDUCE_SCATTER_BLOCK ->
                            comm.iReduceScatterBlock(out, in, count, MPI.FLOAT, MPI.SUM);
                    case SCAN -> comm.iScan(out, in, count, MPI.FLOAT, MPI.SUM);
                    case EXSCAN -> comm.iExScan(out, in, count, MPI.FLOAT, MPI.SUM);
                };
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
        switch (kind) {
            case REDUCE -> verifySum(rank == ROOT ? count : 0, 0, size, iteration);
            case ALLREDUCE -> verifySum(count, 0, size, iteration);
            case REDUCE_SCATTER -> {
                int origin = Arrays.stream(counts, 0, rank).sum();
                verifySum(counts[rank], origin, size, iteration);
            }
            case REDUCE_SCATTER_BLOCK -> verifySum(count, rank * count, size, iteration);
            case SCAN -> verifySum(count, 0, rank + 1, iteration);
            // The result of Exscan on rank 0 is undefined.
            case EXSCAN -> verifySum(rank == 0 ? 0 : count, 0, rank, iteration);
        }
    }

    /** Verifies the sum of the contributions of the first {@code senders} ranks. */
    private void verifySum(int length, int origin, int senders, long iteration) {
        received.verify(
                0,
                length,
                position -> {
                    double sum = 0;
                    for (int sender = 0; sender < senders; sender++) {
                        sum += Payload.element(sender, iteration, origin + position);
                    }
                    return sum;
                });
    }
}
