package imb;

import imb.operation.BenchmarkContext;

import mpi.Intracomm;
import mpi.MPI;

import java.util.List;

/** Measures benchmarks; a collective operation of the ranks of a communicator. */
final class Timer {
    private static final int ROOT = 0;
    private static final int NUMBERS = 3;

    private final BenchmarkContext job;
    private final Intracomm comm;
    private final IterationPlan schedule;
    private final ThreadTeam team;

    Timer(BenchmarkContext job, IterationPlan schedule, ThreadTeam team) {
        this.job = job;
        this.schedule = schedule;
        this.team = team;
        comm = job.comm;
    }

    /**
     * Warms up and measures a benchmark.
     *
     * @param loops of each thread of this rank; the slowest counts
     */
    BenchmarkResult measure(
            BenchmarkDefinition definition, String name, List<MeasuredLoop> loops, int bytes) {
        IterationPlan.Loop loop = count -> repeat(loops, count);
        long count = schedule.iterationsAfterWarmUp(rehearsal(loops, loop), comm);
        double[] batches = new double[IterationPlan.BATCHES];
        double totalS = 0;
        double totalBytes = 0;
        for (int i = 0; i < batches.length; i++) {
            comm.barrier();
            loop.run(count);
            double own = timedS(loops) * definition.share(bytes) / count;
            totalS += own;
            totalBytes += allocated(loops);
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
                definition.messages(job.size, job.window(bytes), loops.size()),
                minimumMeanMaximum(totalBytes / iterations)[2]);
    }

    /**
     * The loop with the surrounding calls of the measurement, whose first execution would otherwise
     * trigger recompilation.
     */
    private IterationPlan.Loop rehearsal(List<MeasuredLoop> loops, IterationPlan.Loop loop) {
        return count -> {
            comm.barrier();
            double seconds = loop.run(count);
            minimumMeanMaximum(timedS(loops));
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

    /** Returns the total time of the loops of all threads. */
    private double repeat(List<MeasuredLoop> loops, long count) {
        double start = MPI.wtime();
        if (loops.size() == 1) {
            loops.getFirst().run(count);
        } else {
            team.run(thread -> loops.get(thread).run(count));
        }
        return MPI.wtime() - start;
    }

    private static double timedS(List<MeasuredLoop> loops) {
        return loops.stream().mapToDouble(MeasuredLoop::timedS).max().orElse(0);
    }

    private static long allocated(List<MeasuredLoop> loops) {
        return loops.stream().mapToLong(MeasuredLoop::allocated).max().orElse(0);
    }
}
