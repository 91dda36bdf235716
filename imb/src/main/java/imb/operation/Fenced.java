package imb.operation;

import mpi.MPI;
import mpi.Win;

import java.nio.Buffer;
import java.nio.ByteBuffer;

/**
 * The benchmarks of IMB-EXT: an access between two fences, from rank 0 to rank 1 or both ways, and
 * the creation of a window. Several accesses between two fences have a section each.
 */
public final class Fenced implements Benchmark {
    /** What an iteration does. */
    public enum Kind {
        /** Creates a window, accesses nothing, and frees it. */
        WINDOW,
        UNIDIR_PUT,
        UNIDIR_GET,
        BIDIR_PUT,
        BIDIR_GET,
        /** All ranks add floats to the memory of rank 0. */
        ACCUMULATE
    }

    private final BenchmarkContext job;
    private final int bytes;
    private final int repeated;
    private final Kind kind;
    private final int target;
    private final Payload out;
    private final Payload in;
    private final Payload memory;
    private final Buffer outBuffer;
    private final Buffer[] inBuffers;
    private final ByteBuffer base;
    private final Win win;

    /**
     * A benchmark.
     *
     * @param repeated accesses between two fences
     */
    public Fenced(BenchmarkContext job, int bytes, Kind kind, int repeated) {
        this.job = job;
        this.bytes = bytes;
        this.kind = kind;
        this.repeated = repeated;
        boolean floats = kind == Kind.ACCUMULATE;
        target = floats ? 0 : 1 - job.rank;
        out = floats ? job.floats(bytes / Float.BYTES) : job.bytes(bytes);
        in = job.bytes(bytes * repeated);
        outBuffer = Aggregation.asBuffer(out.buffer());
        inBuffers = Aggregation.sections(Aggregation.asBuffer(in.buffer()), bytes, repeated);
        base = MPI.newByteBuffer(bytes * repeated);
        memory = new Payload(floats ? base.asFloatBuffer() : base, out.length() * repeated);
        win = kind == Kind.WINDOW ? null : newWindow();
        if (win != null) {
            win.fence(0);
        }
    }

    private Win newWindow() {
        return new Win(base, bytes * repeated, 1, MPI.INFO_NULL, job.comm);
    }

    @Override
    public void iterate() {
        if (kind == Kind.WINDOW) {
            Win made = newWindow();
            made.fence(0);
            made.fence(MPI.MODE_NOSUCCEED);
            made.free();
            return;
        }
        for (int k = 0; k < repeated; k++) {
            if (kind == Kind.ACCUMULATE) {
                accumulate(bytes * k);
            } else {
                transfer(k);
            }
        }
        win.fence(0);
    }

    private void accumulate(int at) {
        int count = bytes / Float.BYTES;
        win.accumulate(outBuffer, count, MPI.FLOAT, target, at, count, MPI.FLOAT, MPI.SUM);
    }

    private void transfer(int k) {
        int at = bytes * k;
        if (job.rank == 0 || kind == Kind.BIDIR_PUT || kind == Kind.BIDIR_GET) {
            if (puts()) {
                win.put(outBuffer, bytes, MPI.BYTE, target, at, bytes, MPI.BYTE);
            } else {
                win.get(inBuffers[k], bytes, MPI.BYTE, target, at, bytes, MPI.BYTE);
            }
        }
    }

    private boolean puts() {
        return kind == Kind.UNIDIR_PUT || kind == Kind.BIDIR_PUT;
    }

    @Override
    public void prepare(long iteration) {
        out.fill(job.rank, iteration);
        in.wipe();
        if (kind == Kind.UNIDIR_GET || kind == Kind.BIDIR_GET) {
            memory.fill(job.rank, iteration);
        } else {
            memory.wipe();
        }
        if (win != null) {
            win.sync();
        }
    }

    @Override
    public void verify(long iteration) {
        for (int k = 0; k < repeated; k++) {
            verifySection(k * out.length(), iteration);
        }
    }

    private void verifySection(int at, long iteration) {
        int length = out.length();
        if (kind == Kind.ACCUMULATE && job.rank == 0) {
            memory.verify(at, length, i -> sum(iteration, i));
        } else if (puts() && (kind == Kind.BIDIR_PUT || job.rank == 1)) {
            memory.verify(at, length, target, iteration, 0);
        } else if (kind == Kind.BIDIR_GET || kind == Kind.UNIDIR_GET && job.rank == 0) {
            in.verify(at, length, target, iteration, at);
        }
    }

    private double sum(long iteration, int position) {
        double sum = 0;
        for (int rank = 0; rank < job.size; rank++) {
            sum += Payload.element(rank, iteration, position);
        }
        return sum;
    }

    @Override
    public void end() {
        if (win != null) {
            win.free();
        }
    }
}
