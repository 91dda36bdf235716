package imb.operation;

import mpi.MPI;
import mpi.Win;

import java.nio.ByteBuffer;
import java.nio.IntBuffer;

/**
 * Fetch_and_op and Compare_and_swap of IMB-RMA: rank 0 increments an int of rank 1, atomically, and
 * gets it as it was before; a number of times with one flush, with operands of their own.
 */
public final class AtomicUpdate implements Benchmark {
    private static final int TARGET = 1;

    private final BenchmarkContext job;
    private final boolean swap;
    private final Win win;
    private final IntBuffer counter;
    private final int repeated;
    private final IntBuffer[] operands;
    private final IntBuffer[] expected;
    private final IntBuffer[] found;
    private int increments;

    /**
     * A benchmark.
     *
     * @param swap whether by compareAndSwap
     * @param repeated updates that are completed together
     */
    public AtomicUpdate(BenchmarkContext job, boolean swap, int repeated) {
        this.job = job;
        this.swap = swap;
        this.repeated = repeated;
        operands = ones(repeated);
        expected = ones(repeated);
        found = ones(repeated);
        win = Win.allocate(Integer.BYTES, Integer.BYTES, MPI.INFO_NULL, job.comm);
        counter = ((ByteBuffer) win.getBase()).asIntBuffer();
        win.lockAll(0);
        job.comm.barrier();
    }

    private static IntBuffer[] ones(int count) {
        IntBuffer all = MPI.newIntBuffer(count);
        IntBuffer[] each = new IntBuffer[count];
        for (int i = 0; i < count; i++) {
            all.put(i, 1);
            each[i] = MPI.slice(all, i);
        }
        return each;
    }

    @Override
    public void iterate() {
        if (job.rank != 0) {
            return;
        }
        for (int k = 0; k < repeated; k++) {
            increment(k);
        }
        win.flush(TARGET);
    }

    private void increment(int k) {
        if (swap) {
            expected[k].put(0, increments);
            operands[k].put(0, ++increments);
            win.compareAndSwap(operands[k], expected[k], found[k], MPI.INT, TARGET, 0);
        } else {
            increments++;
            win.fetchAndOp(operands[k], found[k], MPI.INT, TARGET, 0, MPI.SUM);
        }
    }

    @Override
    public void prepare(long iteration) {
        for (IntBuffer each : found) {
            each.put(0, -1);
        }
    }

    /** The value that the first wrong update has found; without one, that of the last update. */
    private int foundAtLast() {
        for (int k = 0; k < repeated; k++) {
            if (found[k].get(0) != increments - repeated + k) {
                return found[k].get(0);
            }
        }
        return increments - 1;
    }

    @Override
    public void verify(long iteration) {
        job.comm.barrier();
        win.sync();
        int[] made = {increments};
        job.comm.bcast(made, 1, MPI.INT, 0);
        int seen = job.rank == TARGET ? counter.get(0) : made[0];
        boolean wrong = job.rank == 0 && foundAtLast() != increments - 1;
        if (wrong || seen != made[0]) {
            throw new IllegalStateException(
                    "a wrong counter: increments="
                            + made[0]
                            + " counter="
                            + seen
                            + " found="
                            + foundAtLast());
        }
        job.comm.barrier();
    }

    @Override
    public void end() {
        win.unlockAll();
        win.free();
    }
}
