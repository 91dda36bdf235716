package bench;

import mpi.Intracomm;
import mpi.MPI;

import java.util.Collections;
import java.util.List;
import java.util.Locale;

/**
 * Blocking collectives by the definitions of IMB; the twin of collectives.c. Every call is timed
 * alone on every rank, a barrier between calls is outside the timing; the barrier itself is timed
 * back to back.
 *
 * <p>{@code Collectives [-b barrier,bcast,reduce,allreduce,alltoall,allgather] [-s sizes] [-t
 * seconds] [-w seconds] [-n iterations] [-B array|direct|partition]}
 *
 * <p>Bytes: bcast, reduce and allreduce the whole buffer (float, sum, root 0); alltoall and
 * allgather the block of one rank. A batch counts with the largest mean over the ranks, as IMB's
 * t_max; the mean is over ranks and batches, as IMB's t_avg.
 */
public final class Collectives {
    private static final int ROOT = 0;

    private final Intracomm world = MPI.COMM_WORLD;
    private final int rank = world.getRank();
    private final int size = world.getSize();
    private final Schedule schedule;
    private final Object sendBytes;
    private final Object receiveBytes;
    private final Object sendFloats;
    private final Object receiveFloats;
    private double callsS;

    private enum Kind {
        BARRIER,
        BCAST,
        REDUCE,
        ALLREDUCE,
        ALLTOALL,
        ALLGATHER
    }

    private Collectives(BenchmarkOptions options, int largest) {
        BufferKind kind = options.bufferKind();
        schedule = options.schedule();
        sendBytes = kind.bytes(Math.multiplyExact(largest, size), (byte) 0, 0);
        receiveBytes = kind.bytes(Math.multiplyExact(largest, size), (byte) 0, 0);
        sendFloats = kind.floats(largest / Float.BYTES);
        receiveFloats = kind.floats(largest / Float.BYTES);
    }

    /** Runs the benchmarks. */
    public static void main(String[] args) {
        MPI.Init(args);
        BenchmarkOptions options = new BenchmarkOptions(args, "");
        List<Integer> sizes = options.sizes("8,1K,64K,1M");
        Collectives collectives = new Collectives(options, Collections.max(sizes));
        for (String name : options.benchmarks("barrier,bcast,allreduce,alltoall,allgather")) {
            Kind kind = Kind.valueOf(name.toUpperCase(Locale.ROOT));
            for (int bytes : kind == Kind.BARRIER ? List.of(0) : sizes) {
                collectives.measure(kind, bytes);
            }
        }
        MPI.Finalize();
    }

    private void measure(Kind kind, int bytes) {
        world.barrier();
        long count = schedule.iterationsAfterWarmUp(n -> repeat(kind, bytes, n), 2);
        double[] batches = new double[Schedule.BATCHES];
        double total = 0;
        double[] slowest = new double[1];
        double[] sum = new double[1];
        for (int i = 0; i < batches.length; i++) {
            world.barrier();
            repeat(kind, bytes, count);
            double[] own = {callsS / count};
            world.reduce(own, slowest, 1, MPI.DOUBLE, MPI.MAX, ROOT);
            world.reduce(own, sum, 1, MPI.DOUBLE, MPI.SUM, ROOT);
            batches[i] = slowest[0];
            total += sum[0] / size;
        }
        if (rank == ROOT) {
            String name = kind.name().toLowerCase(Locale.ROOT);
            long iterations = count * batches.length;
            new Measurement(name, bytes, iterations, total / batches.length, batches)
                    .print(bytes, 0);
        }
    }

    /** Returns the time with the barriers in between; {@link #callsS} has that of the calls. */
    private double repeat(Kind kind, int bytes, long count) {
        double start = MPI.wtime();
        callsS = kind == Kind.BARRIER ? barriers(count) : calls(kind, bytes, count);
        return MPI.wtime() - start;
    }

    private double barriers(long count) {
        double start = MPI.wtime();
        for (long i = 0; i < count; i++) {
            world.barrier();
        }
        return MPI.wtime() - start;
    }

    private double calls(Kind kind, int bytes, long count) {
        double sum = 0;
        for (long i = 0; i < count; i++) {
            double start = MPI.wtime();
            call(kind, bytes);
            sum += MPI.wtime() - start;
            world.barrier();
        }
        return sum;
    }

    private void call(Kind kind, int bytes) {
        int floats = bytes / Float.BYTES;
        switch (kind) {
            case BARRIER -> world.barrier();
            case BCAST ->
                    world.bcast(rank == ROOT ? sendBytes : receiveBytes, bytes, MPI.BYTE, ROOT);
            case REDUCE ->
                    world.reduce(sendFloats, receiveFloats, floats, MPI.FLOAT, MPI.SUM, ROOT);
            case ALLREDUCE ->
                    world.allReduce(sendFloats, receiveFloats, floats, MPI.FLOAT, MPI.SUM);
            case ALLTOALL ->
                    world.allToAll(sendBytes, bytes, MPI.BYTE, receiveBytes, bytes, MPI.BYTE);
            case ALLGATHER ->
                    world.allGather(sendBytes, bytes, MPI.BYTE, receiveBytes, bytes, MPI.BYTE);
        }
    }
}
