package bench;

import com.sun.management.ThreadMXBean;

import mpi.Intracomm;
import mpi.MPI;

import java.lang.management.ManagementFactory;

/** Measures benchmarks; a collective operation of the ranks of a communicator. */
final class Timer {
    private static final int ROOT = 0;
    private static final int NUMBERS = 3;

    private final BenchmarkContext job;
    private final Intracomm comm;
    private final IterationPlan schedule;
    private final ThreadMXBean thread = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    /** Seconds of the iterations of the last loop on this rank. */
    private double timedS;

    /** Heap allocation of this rank's thread in them, in bytes. */
    private long allocated;

    private long iteration;

    Timer(BenchmarkContext job, IterationPlan schedule) {
        this.job = job;
        this.schedule = schedule;
        comm = job.comm;
    }

    /** Warms up and measures a benchmark. */
    BenchmarkResult measure(
            BenchmarkDefinition definition, String name, Benchmark benchmark, int bytes) {
        IterationPlan.Loop loop = count -> repeat(definition, benchmark, count);
        long count = schedule.iterationsAfterWarmUp(rehearsal(loop), comm);
        double[] batches = new double[IterationPlan.BATCHES];
        double totalS = 0;
        double totalBytes = 0;
        for (int i = 0; i < batches.length; i++) {
            comm.barrier();
            loop.run(count);
            double own = timedS * definition.share() / count;
            totalS += own;
            totalBytes += allocated;
            batches[i] = minimumMeanMaximum(own)[2];
        }
        long iterations = count * batches.length;
        return new BenchmarkResult(
                name,
                job.size,
                bytes,
                iterations,
                minimumMeanMaximum(totalS / batches.length),
                batches,
                definition.messages(job.size, job.window(bytes)),
                minimumMeanMaximum(totalBytes / iterations)[2]);
    }

    /**
     * The loop with the surrounding calls of the measurement, whose first execution would otherwise
     * trigger recompilation.
     */
    private IterationPlan.Loop rehearsal(IterationPlan.Loop loop) {
        return count -> {
            comm.barrier();
            double seconds = loop.run(count);
            minimumMeanMaximum(timedS);
            return seconds;
        };
    }

    /** Minimum, mean and maximum over the ranks; at rank 0 only. */
    private double[] minimumMeanMaximum(double own) {
        double[] value = {own};
        double[] result = new double[NUMBERS];
        double[] out = new double[1];
        comm.reduce(value, out, 1, MPI.DOUBLE, MPI.MIN, ROOT);
        result[0] = out[0];
        comm.reduce(value, out, 1, MPI.DOUBLE, MPI.SUM, ROOT);
        result[1] = out[0] / job.size;
        comm.reduce(value, out, 1, MPI.DOUBLE, MPI.MAX, ROOT);
        result[2] = out[0];
        return result;
    }

    /** Returns the total time of the loop; sets the fields to those of the iterations. */
    private double repeat(BenchmarkDefinition definition, Benchmark benchmark, long count) {
        double start = MPI.wtime();
        long before = thread.getCurrentThreadAllocatedBytes();
        if (job.checking) {
            timedS = checked(benchmark, count);
        } else if (definition.isTimedByCall()) {
            timedS = calls(benchmark, count);
        } else {
            timedS = loop(benchmark, count);
        }
        allocated = thread.getCurrentThreadAllocatedBytes() - before;
        return MPI.wtime() - start;
    }

    private static double loop(Benchmark benchmark, long count) {
        double start = MPI.wtime();
        for (long i = 0; i < count; i++) {
            benchmark.iterate();
        }
        return MPI.wtime() - start;
    }

    private double calls(Benchmark benchmark, long count) {
        double sum = 0;
        for (long i = 0; i < count; i++) {
            double start = MPI.wtime();
            benchmark.iterate();
            sum += MPI.wtime() - start;
            comm.barrier();
        }
        return sum;
    }

    private double checked(Benchmark benchmark, long count) {
        double sum = 0;
        for (long i = 0; i < count; i++) {
            benchmark.prepare(iteration);
            comm.barrier();
            double start = MPI.wtime();
            benchmark.iterate();
            sum += MPI.wtime() - start;
            benchmark.verify(iteration);
            iteration++;
        }
        return sum;
    }
}
