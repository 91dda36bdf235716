package imb;

import com.sun.management.ThreadMXBean;

import imb.operation.Benchmark;
import imb.operation.BenchmarkContext;

import mpi.MPI;

import java.lang.management.ManagementFactory;

/** The iterations of a benchmark in one thread of a rank, and their time. */
final class MeasuredLoop {
    /** Distance of the iterations of two threads, for which the content of messages differs. */
    private static final int THREAD_BITS = 40;

    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private final BenchmarkContext job;
    private final BenchmarkDefinition definition;
    private final Benchmark benchmark;
    private long iteration;
    private double timedS;
    private long allocated;

    MeasuredLoop(BenchmarkContext job, BenchmarkDefinition definition, Benchmark benchmark) {
        this.job = job;
        this.definition = definition;
        this.benchmark = benchmark;
        iteration = (long) job.thread << THREAD_BITS;
    }

    Benchmark benchmark() {
        return benchmark;
    }

    /** Seconds of the iterations of the last run, without what lies between them. */
    double timedS() {
        return timedS;
    }

    /** Heap allocation of this thread in the last run, in bytes. */
    long allocated() {
        return allocated;
    }

    /** Runs a number of iterations. */
    void run(long count) {
        long before = threads.getCurrentThreadAllocatedBytes();
        if (job.checking) {
            timedS = checked(count);
        } else if (definition.isTimedByCall()) {
            timedS = calls(count);
        } else {
            timedS = loop(benchmark, count);
        }
        allocated = threads.getCurrentThreadAllocatedBytes() - before;
    }

    private static double loop(Benchmark benchmark, long count) {
        double start = MPI.wtime();
        for (long i = 0; i < count; i++) {
            benchmark.iterate();
        }
        return MPI.wtime() - start;
    }

    private double calls(long count) {
        double sum = 0;
        for (long i = 0; i < count; i++) {
            double start = MPI.wtime();
            benchmark.iterate();
            sum += MPI.wtime() - start;
            job.comm.barrier();
        }
        return sum;
    }

    private double checked(long count) {
        double sum = 0;
        for (long i = 0; i < count; i++) {
            benchmark.prepare(iteration);
            job.comm.barrier();
            double start = MPI.wtime();
            benchmark.iterate();
            sum += MPI.wtime() - start;
            benchmark.verify(iteration);
            iteration++;
        }
        return sum;
    }
}
