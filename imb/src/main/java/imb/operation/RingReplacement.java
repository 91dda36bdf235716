package imb.operation;

import mpi.Intracomm;
import mpi.MPI;

/** IMB-P2P SendRecv_Replace: one buffer, sent to the right and replaced by that from the left. */
public final class RingReplacement implements Benchmark {
    private static final int TAG = 1;

    private final Intracomm comm;
    private final int rank;
    private final int left;
    private final int right;
    private final int bytes;
    private final Payload payload;
    private final Object buffer;

    public RingReplacement(BenchmarkContext job, int bytes) {
        comm = job.comm;
        rank = job.rank;
        left = (rank - 1 + job.size) % job.size;
        right = (rank + 1) % job.size;
        this.bytes = bytes;
        payload = job.bytes(bytes);
        buffer = payload.buffer();
    }

    @Override
    public void iterate() {
        comm.sendRecvReplace(buffer, bytes, MPI.BYTE, right, TAG, left, TAG);
    }

    @Override
    public void prepare(long iteration) {
        payload.fill(rank, iteration);
    }

    @Override
    public void verify(long iteration) {
        payload.verify(0, bytes, left, iteration, 0);
    }
}
