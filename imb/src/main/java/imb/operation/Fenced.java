package imb.operation;

import mpi.MPI;
import mpi.Win;

import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.FloatBuffer;

/**
 * The benchmarks of IMB-EXT: an access between two fences, from rank 0 to rank 1 or both ways, and
 * the creation of a window.
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
    private final Kind kind;
    private final int target;
    private final Payload out;
    private final Payload in;
    private final Payload memory;
    private final Buffer outBuffer;
    private final Buffer inBuffer;
    private final ByteBuffer base;
    private final Win win;

    public Fenced(BenchmarkContext job, int bytes, Kind kind) {
        this.job = job;
        this.bytes = bytes;
        this.kind = kind;
        boolean floats = kind == Kind.ACCUMULATE;
        target = floats ? 0 : 1 - job.rank;
        out = floats ? job.floats(bytes / Float.BYTES) : job.bytes(bytes);
        in = job.bytes(bytes);
        outBuffer = asBuffer(out.buffer());
        inBuffer = asBuffer(in.buffer());
        base = MPI.newByteBuffer(bytes);
        memory = new Payload(floats ? base.asFloatBuffer() : base, out.length());
        win = kind == Kind.WINDOW ? null : newWindow();
        if (win != null) {
            win.fence(0);
        }
    }

    private Win newWindow() {
        return new Win(base, bytes, 1, MPI.INFO_NULL, job.comm);
    }

    private static Buffer asBuffer(Object payload) {
        return switch (payload) {
            case byte[] array -> ByteBuffer.wrap(array);
            case float[] array -> FloatBuffer.wrap(array);
            default -> (Buffer) payload;
        };
    }

    @Override
    public void iterate() {
        switch (kind) {
            case WINDOW -> {
                Win made = newWindow();
                made.fence(0);
                made.fence(MPI.MODE_NOSUCCEED);
                made.free();
                return;
            }
            case ACCUMULATE -> {
                int count = bytes / Float.BYTES;
                win.accumulate(outBuffer, count, MPI.FLOAT, target, 0, count, MPI.FLOAT, MPI.SUM);
            }
            default -> transfer();
        }
        win.fence(0);
    }

    private void transfer() {
        if (job.rank == 0 || kind == Kind.BIDIR_PUT || kind == Kind.BIDIR_GET) {
            if (puts()) {
                win.put(outBuffer, bytes, MPI.BYTE, target, 0, bytes, MPI.BYTE);
            } else {
                win.get(inBuffer, bytes, MPI.BYTE, target, 0, bytes, MPI.BYTE);
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
        int length = out.length();
        if (kind == Kind.ACCUMULATE && job.rank == 0) {
            memory.verify(0, length, i -> sum(iteration, i));
        } else if (puts() && (kind == Kind.BIDIR_PUT || job.rank == 1)) {
            memory.verify(0, length, target, iteration, 0);
        } else if (kind == Kind.BIDIR_GET || kind == Kind.UNIDIR_GET && job.rank == 0) {
            in.verify(0, length, target, iteration, 0);
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
