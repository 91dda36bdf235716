package bench;

import com.sun.management.ThreadMXBean;

import mpi.Intracomm;
import mpi.MPI;

import java.lang.management.ManagementFactory;

/** Measures benchmarks on the ranks of a communicator, which all call it together. */
final class Timer {
    private static final int ROOT = 0;
    private static final int NUMBERS = 3;

    private final BenchmarkContext job;
    private final Intracomm comm;
    private final IterationPlan schedule;
    private final ThreadMXBean thread = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    /** Seconds that the iterations of the last loop took this rank. */
    private double timedS;

    /** Bytes of the heap that they took this rank's thread. */
    private long allocated;

    private long iteration;

    Timer(BenchmarkContext job, IterationPlan schedule) {
        this.job = job;
        this.schedule = schedule;
        comm = job.comm;
    }

    /** Warms a benchmark up and measures it. */
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
     * The loop amid the calls that surround it in the measurement. Code that runs for the first
     * time then makes the JIT compiler begin again.
     */
    private IterationPlan.Loop rehearsal(IterationPlan.Loop loop) {
        return count -> {
            comm.barrier();
            double seconds = loop.run(count);
            minimumMeanMaximum(timedS);
            return seconds;
        };
    }

    /** Over the ranks; at rank 0 only. */
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

    /** Returns the time of the loop with all in it; the fields get what the iterations took. */
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
