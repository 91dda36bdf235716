package bench;

import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;

import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * The benchmarks of IMB-MPI1 and the overlap of IMB-NBC; counterpart of imb.c.
 *
 * <p>{@code Imb [names] [-npmin n] [-msglog min:max | -msglen 0,8,64K] [-iter n | -time s]
 * [-warm_up s] [-window n] [-echo] [-check] [-buffers array|direct|partition] [-offset n]
 * [-rehearse] [-lines]}
 *
 * <ul>
 *   <li>-npmin: least number of ranks (2), doubled up to all ranks.
 *   <li>-msglog: 0 and 2^min to 2^max bytes (0:22); -msglen: a list (IMB reads a file).
 *   <li>-time: seconds of measurement for each size (0.2); -iter: iterations instead.
 *   <li>-warm_up: seconds of warm-up (2), extended while times decrease.
 *   <li>-window: messages in flight in Uniband and Biband (64).
 *   <li>-echo: PingPong returns the received buffer; its name is then PingPong_echo.
 *   <li>-check: verifies every byte received; times are then meaningless.
 *   <li>-offset: bytes before each message; -lines: prints {@link BenchmarkResult#line}, not
 *       tables.
 *   <li>-rehearse: runs everything once before, uncounted, because JIT compilers share the cores
 *       with ranks and recompile code for later benchmarks.
 * </ul>
 */
public final class Imb {
    private static final Set<String> VALUED =
            Set.of(
                    "npmin", "msglog", "msglen", "iter", "time", "warm_up", "window", "buffers",
                    "offset");
    private static final Set<String> PLAIN = Set.of("echo", "check", "lines", "rehearse");
    private static final double WARM_UP_S = 2;
    private static final double BUDGET_S = 0.2;
    private static final double MICRO = 1e6;
    private static final int ROOT = 0;

    private final Intracomm world = MPI.COMM_WORLD;
    private final Options options;
    private final List<Integer> sizes;
    private final IterationPlan schedule;
    private final boolean lines;
    private boolean isRehearsal;

    private Imb(Options options) {
        this.options = options;
        String list = options.text("msglen", "");
        sizes =
                list.isEmpty()
                        ? MessageSizes.ofLogarithms(options.text("msglog", MessageSizes.IMB))
                        : MessageSizes.ofList(list);
        schedule =
                new IterationPlan(
                        options.seconds("warm_up", WARM_UP_S),
                        options.seconds("time", BUDGET_S),
                        options.number("iter", 0));
        lines = options.has("lines");
    }

    /** Runs the benchmarks; at least two ranks. */
    public static void main(String[] args) {
        Options options = new Options(args, VALUED, PLAIN);
        List<BenchmarkDefinition> chosen = BenchmarkCatalogue.named(options.names());
        MPI.Init(args);
        if (MPI.COMM_WORLD.getSize() < 2) {
            throw new IllegalStateException("IMB needs 2 or more ranks: mpiexec -n 2 ...");
        }
        Imb imb = new Imb(options);
        imb.isRehearsal = options.has("rehearse");
        if (imb.isRehearsal) {
            chosen.forEach(imb::run);
            imb.isRehearsal = false;
        }
        chosen.forEach(imb::run);
        MPI.Finalize();
    }

    private void run(BenchmarkDefinition definition) {
        int all = world.getSize();
        if (definition.isPair()) {
            runOn(2, definition);
            return;
        }
        int ranks = Math.clamp(options.number("npmin", 2), 2, all);
        while (ranks < all) {
            runOn(ranks, definition);
            ranks *= 2;
        }
        runOn(all, definition);
    }

    /** Measures on the first ranks; the others wait in a barrier. */
    private void runOn(int ranks, BenchmarkDefinition definition) {
        boolean active = world.getRank() < ranks;
        Intracomm comm = world.split(active ? 0 : MPI.UNDEFINED, world.getRank());
        if (active) {
            measure(new BenchmarkContext(comm, options), definition);
            comm.free();
        }
        world.barrier();
    }

    private void measure(BenchmarkContext job, BenchmarkDefinition definition) {
        String name =
                job.echo && definition.name().startsWith("PingPong")
                        ? definition.name() + "_echo"
                        : definition.name();
        Timer timer = new Timer(job, schedule);
        if (!lines) {
            print(job, "\n# Benchmarking " + name + ", #processes = " + job.size);
            print(job, BenchmarkResult.heading(definition.transfers() > 0));
        }
        List<Integer> accepted = sizes.stream().filter(definition::accepts).toList();
        boolean empty = accepted.isEmpty();
        try {
            for (int bytes : empty ? List.of(0) : accepted) {
                measure(job, timer, definition, name, bytes);
            }
        } catch (MPIException e) {
            if (e.getErrorClass() != MPI.ERR_UNSUPPORTED_OPERATION) {
                throw e;
            }
            print(job, "# skipped " + name + ": " + e.getMessage());
        }
    }

    private void measure(
            BenchmarkContext job,
            Timer timer,
            BenchmarkDefinition definition,
            String name,
            int bytes) {
        Benchmark benchmark = definition.factory().create(job, bytes);
        if (benchmark instanceof Overlap overlap) {
            measureOverlap(job, timer, definition, overlap, bytes);
        } else {
            print(job, timer.measure(definition, name, benchmark, bytes));
        }
    }

    /** IMB-NBC: the pure time first, then computation of that duration in between. */
    private void measureOverlap(
            BenchmarkContext job,
            Timer timer,
            BenchmarkDefinition definition,
            Overlap overlap,
            int bytes) {
        String name = definition.name();
        BenchmarkResult pure = timer.measure(definition, name + "_pure", overlap, bytes);
        long[] units = {overlap.unitsFor(pure.medianS())};
        job.comm.bcast(units, 1, MPI.LONG, ROOT);
        double computingS = overlap.secondsOf(units[0]);
        overlap.setWork(units[0]);
        BenchmarkResult overlapped = timer.measure(definition, name, overlap, bytes);
        print(job, pure);
        print(job, overlapped);
        double percent = Overlap.percent(overlapped.medianS(), pure.medianS(), computingS);
        String text =
                lines
                        ? "O,%s,%d,%d,%.4f,%.1f"
                        : "# %s on %d, %d bytes: t_CPU[usec] %.2f, overlap[%%] %.1f";
        print(
                job,
                String.format(
                        Locale.ROOT, text, name, job.size, bytes, computingS * MICRO, percent));
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
