package imb.operation;

import mpi.Comm;
import mpi.MPI;

/** IMB Reduce_local: adds one buffer of floats to another, without communication. */
public final class LocalReduction implements Benchmark {
    private final int rank;
    private final int count;
    private final Payload added;
    private final Payload sums;
    private final Object in;
    private final Object inOut;

    public LocalReduction(BenchmarkContext job, int bytes) {
        rank = job.rank;
        count = bytes / Float.BYTES;
        added = job.floats(count);
        sums = job.floats(count);
        in = added.buffer();
        inOut = sums.buffer();
    }

    @Override
    public void iterate() {
        Comm.reduceLocal(in, inOut, count, MPI.FLOAT, MPI.SUM);
    }

    @Override
    public void prepare(long iteration) {
        added.fill(rank, iteration);
        sums.fill(rank + 1, iteration);
    }

    @Override
    public void verify(long iteration) {
        sums.verify(
                0,
                count,
                position ->
                        Payload.element(rank, iteration, position)
                                + Payload.element(rank + 1, iteration, position));
    }
}
