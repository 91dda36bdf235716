package imb.operation;

import mpi.MPI;
import mpi.Win;

import java.nio.ByteBuffer;
import java.nio.IntBuffer;

/**
 * Fetch_and_op and Compare_and_swap of IMB-RMA: rank 0 increments an int of rank 1, atomically, and
 * gets it as it was before.
 */
public final class AtomicUpdate implements Benchmark {
    private static final int TARGET = 1;

    private final BenchmarkContext job;
    private final boolean swap;
    private final Win win;
    private final IntBuffer counter;
    private final IntBuffer operand = MPI.newIntBuffer(1).put(0, 1);
    private final IntBuffer expected = MPI.newIntBuffer(1);
    private final IntBuffer found = MPI.newIntBuffer(1);
    private int increments;

    /**
     * A benchmark.
     *
     * @param swap whether by compareAndSwap
     */
    public AtomicUpdate(BenchmarkContext job, boolean swap) {
        this.job = job;
        this.swap = swap;
        win = Win.allocate(Integer.BYTES, Integer.BYTES, MPI.INFO_NULL, job.comm);
        counter = ((ByteBuffer) win.getBase()).asIntBuffer();
        win.lockAll(0);
        job.comm.barrier();
    }

    @Override
    public void iterate() {
        if (job.rank != 0) {
            return;
        }
        if (swap) {
            expected.put(0, increments);
            operand.put(0, ++increments);
            win.compareAndSwap(operand, expected, found, MPI.INT, TARGET, 0);
        } else {
            increments++;
            win.fetchAndOp(operand, found, MPI.INT, TARGET, 0, MPI.SUM);
        }
        win.flush(TARGET);
    }

    @Override
    public void prepare(long iteration) {
        found.put(0, -1);
    }

    @Override
    public void verify(long iteration) {
        job.comm.barrier();
        win.sync();
        int[] made = {increments};
        job.comm.bcast(made, 1, MPI.INT, 0);
        int seen = job.rank == TARGET ? counter.get(0) : made[0];
        boolean wrong = job.rank == 0 && found.get(0) != increments - 1;
        if (wrong || seen != made[0]) {
            throw new IllegalStateException(
                    "a wrong counter: increments="
                            + made[0]
                            + " counter="
                            + seen
                            + " found="
                            + found.get(0));
        }
        job.comm.barrier();
    }

    @Override
    public void end() {
        win.unlockAll();
        win.free();
    }
}
