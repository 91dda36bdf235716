package imb;

import imb.operation.BenchmarkContext;
import imb.operation.Computation;
import imb.operation.Options;
import imb.operation.Overlap;
import imb.operation.UnfitRanks;

import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Measures benchmarks on all ranks of the job, in the order of their names. */
final class SuiteRun {
    private static final double WARM_UP_S = 2;
    private static final double BUDGET_S = 0.2;
    private static final double MICRO = 1e6;
    private static final int THREADS = 2;
    private static final int ROOT = 0;

    private final Intracomm world = MPI.COMM_WORLD;
    private final Options options;
    private final List<BenchmarkDefinition> chosen;
    private final List<Integer> sizes;
    private final IterationPlan schedule;
    private final boolean lines;
    private final Progress progress;
    private boolean isRehearsal;

    SuiteRun(Options options, List<BenchmarkDefinition> chosen) {
        this.options = options;
        this.chosen = chosen;
        sizes = ImbArguments.sizes(options);
        schedule =
                new IterationPlan(
                        options.seconds("warm_up", WARM_UP_S),
                        options.seconds("time", BUDGET_S),
                        options.number("iter", 0));
        lines = options.has("lines");
        int rounds = options.has("rehearse") ? 2 : 1;
        int steps = chosen.stream().mapToInt(this::steps).sum();
        progress = new Progress(rounds * steps, System.nanoTime());
    }

    void run() {
        if (options.has("rehearse")) {
            isRehearsal = true;
            chosen.forEach(this::run);
            isRehearsal = false;
        }
        chosen.forEach(this::run);
    }

    private int steps(BenchmarkDefinition definition) {
        return rankCounts(definition).size() * accepted(definition).size();
    }

    private List<Integer> accepted(BenchmarkDefinition definition) {
        List<Integer> accepted = sizes.stream().filter(definition::accepts).toList();
        return accepted.isEmpty() ? List.of(0) : accepted;
    }

    private List<Integer> rankCounts(BenchmarkDefinition definition) {
        int all = world.getSize();
        if (definition.isPair()) {
            return List.of(2);
        }
        List<Integer> counts = new ArrayList<>();
        if (!definition.needsAllRanks()) {
            int least = Math.clamp(options.number("npmin", 2), 2, all);
            for (int ranks = least; ranks < all; ranks *= 2) {
                counts.add(ranks);
            }
        }
        counts.add(all);
        return counts;
    }

    private void run(BenchmarkDefinition definition) {
        for (int ranks : rankCounts(definition)) {
            runOn(ranks, definition);
        }
    }

    /** Measures on the first ranks; the others wait in a barrier. */
    private void runOn(int ranks, BenchmarkDefinition definition) {
        boolean active = world.getRank() < ranks;
        Intracomm comm = world.split(active ? 0 : MPI.UNDEFINED, world.getRank());
        if (active) {
            measureOn(comm, definition);
            comm.free();
        }
        world.barrier();
    }

    /** Each thread has a communicator of its own, as in IMB. */
    private void measureOn(Intracomm comm, BenchmarkDefinition definition) {
        int threads = definition.isThreaded() ? options.number("threads", THREADS) : 1;
        List<BenchmarkContext> jobs = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            jobs.add(new BenchmarkContext(i == 0 ? comm : comm.dup(), options, i));
        }
        try (ThreadTeam team = new ThreadTeam(threads)) {
            measure(jobs, team, definition);
        }
        jobs.stream().skip(1).forEach(job -> job.comm.free());
    }

    private void measure(
            List<BenchmarkContext> jobs, ThreadTeam team, BenchmarkDefinition definition) {
        BenchmarkContext job = jobs.getFirst();
        String name =
                job.echo && definition.name().contains("PingPong")
                        ? definition.name() + "_echo"
                        : definition.name();
        Timer timer = new Timer(job, schedule, team);
        if (!lines) {
            String threads = team.size() > 1 ? ", #threads = " + team.size() : "";
            print(job, "\n# Benchmarking " + name + ", #processes = " + job.size + threads);
            print(job, BenchmarkResult.heading(definition.transfers() > 0));
        }
        try {
            for (int bytes : accepted(definition)) {
                showProgress(job, name, bytes);
                measure(jobs, timer, definition, name, bytes);
            }
        } catch (UnfitRanks e) {
            print(job, "# skipped " + name + ": " + e.getMessage());
        } catch (MPIException e) {
            if (e.getErrorClass() != MPI.ERR_UNSUPPORTED_OPERATION) {
                throw e;
            }
            print(job, "# skipped " + name + ": " + e.getMessage());
        }
    }

    private void measure(
            List<BenchmarkContext> jobs,
            Timer timer,
            BenchmarkDefinition definition,
            String name,
            int bytes) {
        List<MeasuredLoop> loops =
                jobs.stream()
                        .map(
                                job ->
                                        new MeasuredLoop(
                                                job,
                                                definition,
                                                definition.factory().create(job, bytes)))
                        .toList();
        if (definition.overlaps()) {
            measureOverlap(jobs.getFirst(), timer, definition, loops, bytes);
        } else {
            print(jobs.getFirst(), timer.measure(definition, name, loops, bytes));
        }
        loops.forEach(loop -> loop.benchmark().end());
    }

    /** IMB-NBC: the pure time first, then computation of that duration in between. */
    private void measureOverlap(
            BenchmarkContext job,
            Timer timer,
            BenchmarkDefinition definition,
            List<MeasuredLoop> loops,
            int bytes) {
        String name = definition.name();
        Overlap overlap = (Overlap) loops.getFirst().benchmark();
        BenchmarkResult pure =
                timer.measure(definition, name + BenchmarkCatalogue.PURE, loops, bytes);
        long[] units = {overlap.computation().unitsFor(pure.medianS())};
        job.comm.bcast(units, 1, MPI.LONG, ROOT);
        double computingS = overlap.computation().secondsOf(units[0]);
        overlap.setWork(units[0]);
        BenchmarkResult overlapped = timer.measure(definition, name, loops, bytes);
        print(job, pure);
        print(job, overlapped);
        double percent =
                Computation.hiddenPercent(overlapped.medianS(), pure.medianS(), computingS);
        String text =
                lines
                        ? "O,%s,%d,%d,%.4f,%.1f"
                        : "# %s on %d, %d bytes: t_CPU[usec] %.2f, overlap[%%] %.1f";
        print(
                job,
                String.format(
                        Locale.ROOT, text, name, job.size, bytes, computingS * MICRO, percent));
    }

    private void showProgress(BenchmarkContext job, String name, int bytes) {
        if (job.rank == ROOT && options.has("progress")) {
            System.err.println(progress.next(name, job.size, bytes, System.nanoTime()));
        }
    }

    private void print(BenchmarkContext job, BenchmarkResult measurement) {
        print(job, lines ? measurement.line() : measurement.row());
    }

    private void print(BenchmarkContext job, String text) {
        if (job.rank == ROOT && !isRehearsal) {
            System.out.println(text);
        }
    }
}
