package imb;

import imb.operation.Options;

import mpi.MPI;

import java.util.List;

/**
 * The benchmarks of IMB-MPI1, NBC, MT, P2P, RMA and EXT; counterpart of imb.c.
 *
 * <p>{@code Imb [names and suites] [-npmin n] [-msglog min:max | -msglen 0,8,64K] [-iter n | -time
 * s] [-warm_up s] [-window n] [-threads n] [-echo] [-check] [-buffers array|direct|partition]
 * [-offset n] [-rehearse] [-lines] [-progress]}
 *
 * <ul>
 *   <li>-npmin: least number of ranks (2), doubled up to all ranks.
 *   <li>-msglog: 0 and 2^min to 2^max bytes (0:22); -msglen: a list (IMB reads a file).
 *   <li>-time: seconds of measurement for each size (0.2); -iter: iterations instead.
 *   <li>-warm_up: seconds of warm-up (2), extended while times decrease.
 *   <li>-window: messages in flight in Uniband and Biband (64).
 *   <li>-threads: threads of each rank in the benchmarks of MT (2).
 *   <li>-echo: PingPong returns the received buffer; its name is then PingPong_echo.
 *   <li>-check: verifies every byte received; times are then meaningless.
 *   <li>-offset: bytes before each message; -lines: prints {@link BenchmarkResult#line}, not
 *       tables; -progress: prints each step to standard error.
 *   <li>-rehearse: runs everything once before, uncounted, because JIT compilers share the cores
 *       with ranks and recompile code for later benchmarks.
 * </ul>
 */
public final class Imb {
    private Imb() {}

    /** Runs the benchmarks; at least two ranks. */
    public static void main(String[] args) {
        Options options = ImbArguments.parse(args);
        List<BenchmarkDefinition> chosen = BenchmarkCatalogue.named(options.names());
        initialize(args, chosen.stream().anyMatch(BenchmarkDefinition::isThreaded));
        if (MPI.COMM_WORLD.getSize() < 2) {
            throw new IllegalStateException("IMB needs 2 or more ranks: mpiexec -n 2 ...");
        }
        new SuiteRun(options, chosen).run();
        MPI.Finalize();
    }

    private static void initialize(String[] args, boolean threaded) {
        if (!threaded) {
            MPI.Init(args);
        } else if (MPI.InitThread(args, MPI.THREAD_MULTIPLE) < MPI.THREAD_MULTIPLE) {
            throw new IllegalStateException("the suite MT needs THREAD_MULTIPLE");
        }
    }
}
