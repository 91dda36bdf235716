package imb.operation;

import mpi.MPI;
import mpi.Win;

import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.util.stream.IntStream;

/**
 * The benchmarks of IMB-RMA: accesses to windows, completed by a flush, in an epoch of lockAll. A
 * rank that only serves as target has nothing to do in an iteration.
 *
 * <p>A window has a part for each origin, so that accesses of several ranks do not meet, and in it
 * a section for each of the accesses that are completed together.
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
    private final int repeated;
    private final int[] targets;
    private final int[] origins;
    private final Win win;
    private final Payload window;
    private final Payload out;
    private final Payload in;
    private final Buffer outBuffer;
    private final Buffer[] inBuffers;

    /**
     * A benchmark.
     *
     * @param local whether only local completion is waited for
     * @param repeated accesses to each target that are completed together
     */
    public OneSided(
            BenchmarkContext job,
            int bytes,
            Access access,
            Pattern pattern,
            boolean local,
            int repeated) {
        this.job = job;
        this.bytes = bytes;
        this.access = access;
        this.local = local;
        this.repeated = repeated;
        targets = pattern.targets(job.rank, job.size);
        origins =
                IntStream.range(0, job.size)
                        .filter(rank -> contains(pattern.targets(rank, job.size), job.rank))
                        .toArray();
        alone = targets.length == 1;
        int sections = repeated * (access == Access.PUT ? job.size : 1);
        win = Win.allocate((long) bytes * sections, 1, MPI.INFO_NULL, job.comm);
        ByteBuffer base = (ByteBuffer) win.getBase();
        boolean floats = updates();
        int length = floats ? bytes / Float.BYTES : bytes;
        window = new Payload(floats ? base.asFloatBuffer() : base, length * sections);
        out = floats ? job.floats(length) : job.bytes(bytes);
        int results = repeated * Math.max(1, targets.length);
        in = floats ? job.floats(length * results) : job.bytes(bytes * results);
        outBuffer = Aggregation.asBuffer(out.buffer());
        inBuffers = Aggregation.sections(Aggregation.asBuffer(in.buffer()), length, results);
        win.lockAll(0);
        job.comm.barrier();
    }

    private static boolean contains(int[] ranks, int rank) {
        return IntStream.of(ranks).anyMatch(each -> each == rank);
    }

    private boolean updates() {
        return access == Access.ACCUMULATE || access == Access.GET_ACCUMULATE;
    }

    @Override
    public void iterate() {
        start();
        complete();
    }

    @Override
    public void start() {
        for (int k = 0; k < repeated; k++) {
            for (int i = 0; i < targets.length; i++) {
                access(targets[i], k, inBuffers[i * repeated + k]);
            }
        }
    }

    private void access(int target, int section, Buffer inBuffer) {
        long at = (long) bytes * section;
        switch (access) {
            case PUT ->
                    win.put(
                            outBuffer,
                            bytes,
                            MPI.BYTE,
                            target,
                            (long) bytes * repeated * job.rank + at,
                            bytes,
                            MPI.BYTE);
            case GET -> win.get(inBuffer, bytes, MPI.BYTE, target, at, bytes, MPI.BYTE);
            case ACCUMULATE -> {
                int count = bytes / Float.BYTES;
                win.accumulate(outBuffer, count, MPI.FLOAT, target, at, count, MPI.FLOAT, MPI.SUM);
            }
            default -> {
                int count = bytes / Float.BYTES;
                win.getAccumulate(
                        outBuffer, count, MPI.FLOAT, inBuffer, count, MPI.FLOAT, target, at, count,
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
                int part = bytes * repeated;
                in.verify(part * i, part, targets[i], iteration, 0);
            }
        } else {
            for (int origin : origins) {
                verifyPart(origin, iteration);
            }
        }
        job.comm.barrier();
    }

    private void verifyPart(int origin, long iteration) {
        int length = out.length();
        int part = updates() ? 0 : length * repeated * origin;
        for (int k = 0; k < repeated; k++) {
            window.verify(part + length * k, length, origin, iteration, 0);
        }
    }

    @Override
    public void end() {
        win.unlockAll();
        win.free();
    }
}
