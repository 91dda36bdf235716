package imb.operation;

import mpi.MPI;
import mpi.Win;

import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.FloatBuffer;
import java.util.stream.IntStream;

/**
 * The benchmarks of IMB-RMA: accesses to windows, completed by a flush, in an epoch of lockAll. A
 * rank that only serves as target has nothing to do in an iteration.
 *
 * <p>A window has a part for each origin, so that accesses of several ranks do not meet.
 */
public final class OneSided implements NonBlocking {
    /** The access. */
    public enum Access {
        PUT,
        GET,
        ACCUMULATE,
        GET_ACCUMULATE
    }

    /** The targets of a rank. */
    public enum Pattern {
        /** Rank 0 accesses rank 1. */
        ONE_WAY,
        /** Ranks 0 and 1 access each other. */
        BOTH_WAYS,
        /** Rank 0 accesses all others. */
        ONE_TO_ALL,
        /** Each rank accesses all others. */
        ALL_TO_ALL,
        /** Each rank accesses its neighbours on a ring. */
        NEIGHBOURS;

        private int[] targets(int rank, int size) {
            return switch (this) {
                case ONE_WAY -> rank == 0 ? new int[] {1} : new int[0];
                case BOTH_WAYS -> new int[] {1 - rank};
                case ONE_TO_ALL -> rank == 0 ? others(rank, size) : new int[0];
                case ALL_TO_ALL -> others(rank, size);
                case NEIGHBOURS ->
                        IntStream.of((rank + size - 1) % size, (rank + 1) % size)
                                .distinct()
                                .toArray();
            };
        }

        private static int[] others(int rank, int size) {
            return IntStream.range(0, size).filter(other -> other != rank).toArray();
        }
    }

    private final Access access;
    private final boolean local;
    private final boolean alone;
    private final BenchmarkContext job;
    private final int bytes;
    private final int[] targets;
    private final int[] origins;
    private final Win win;
    private final Payload window;
    private final Payload out;
    private final Payload in;
    private final Buffer outBuffer;
    private final Buffer inBuffer;

    /**
     * A benchmark.
     *
     * @param local whether only local completion is waited for
     */
    public OneSided(
            BenchmarkContext job, int bytes, Access access, Pattern pattern, boolean local) {
        this.job = job;
        this.bytes = bytes;
        this.access = access;
        this.local = local;
        targets = pattern.targets(job.rank, job.size);
        origins =
                IntStream.range(0, job.size)
                        .filter(rank -> contains(pattern.targets(rank, job.size), job.rank))
                        .toArray();
        alone = targets.length == 1;
        int parts = access == Access.PUT ? job.size : 1;
        win = Win.allocate((long) bytes * parts, 1, MPI.INFO_NULL, job.comm);
        ByteBuffer base = (ByteBuffer) win.getBase();
        boolean floats = updates();
        int length = floats ? bytes / Float.BYTES : bytes;
        window = new Payload(floats ? base.asFloatBuffer() : base, length * parts);
        out = floats ? job.floats(length) : job.bytes(bytes);
        int results = access == Access.GET ? bytes * Math.max(1, targets.length) : length;
        in = floats ? job.floats(length) : job.bytes(results);
        outBuffer = asBuffer(out.buffer());
        inBuffer = asBuffer(in.buffer());
        win.lockAll(0);
        job.comm.barrier();
    }

    private static boolean contains(int[] ranks, int rank) {
        return IntStream.of(ranks).anyMatch(each -> each == rank);
    }

    private boolean updates() {
        return access == Access.ACCUMULATE || access == Access.GET_ACCUMULATE;
    }

    /** The origins of windows are buffers in the Java binding. */
    private static Buffer asBuffer(Object payload) {
        return switch (payload) {
            case byte[] array -> ByteBuffer.wrap(array);
            case float[] array -> FloatBuffer.wrap(array);
            default -> (Buffer) payload;
        };
    }

    @Override
    public void iterate() {
        start();
        complete();
    }

    @Override
    public void start() {
        for (int i = 0; i < targets.length; i++) {
            access(i);
        }
    }

    private void access(int i) {
        int target = targets[i];
        switch (access) {
            case PUT ->
                    win.put(
                            outBuffer,
                            bytes,
                            MPI.BYTE,
                            target,
                            (long) bytes * job.rank,
                            bytes,
                            MPI.BYTE);
            case GET ->
                    win.get(
                            alone ? inBuffer : MPI.slice((ByteBuffer) inBuffer, bytes * i),
                            bytes,
                            MPI.BYTE,
                            target,
                            0,
                            bytes,
                            MPI.BYTE);
            case ACCUMULATE -> {
                int count = bytes / Float.BYTES;
                win.accumulate(outBuffer, count, MPI.FLOAT, target, 0, count, MPI.FLOAT, MPI.SUM);
            }
            default -> {
                int count = bytes / Float.BYTES;
                win.getAccumulate(
                        outBuffer, count, MPI.FLOAT, inBuffer, count, MPI.FLOAT, target, 0, count,
                        MPI.FLOAT, MPI.SUM);
            }
        }
    }

    @Override
    public void complete() {
        if (local) {
            win.flushLocalAll();
        } else if (alone) {
            win.flush(targets[0]);
        } else {
            win.flushAll();
        }
    }

    @Override
    public void prepare(long iteration) {
        out.fill(job.rank, iteration);
        in.wipe();
        if (access == Access.GET) {
            window.fill(job.rank, iteration);
        } else {
            window.wipe();
        }
        win.sync();
    }

    @Override
    public void verify(long iteration) {
        if (local) {
            win.flushAll();
        }
        job.comm.barrier();
        win.sync();
        if (access == Access.GET) {
            for (int i = 0; i < targets.length; i++) {
                in.verify(bytes * i, bytes, targets[i], iteration, 0);
            }
        } else {
            int length = out.length();
            for (int origin : origins) {
                window.verify(updates() ? 0 : length * origin, length, origin, iteration, 0);
            }
        }
        job.comm.barrier();
    }

    @Override
    public void end() {
        win.unlockAll();
        win.free();
    }
}
