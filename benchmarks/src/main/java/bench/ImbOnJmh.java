package bench;

import mpi.MPI;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.CommandLineOptionException;
import org.openjdk.jmh.runner.options.CommandLineOptions;
import org.openjdk.jmh.runner.options.OptionsBuilder;

import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * The benchmarks of {@link BenchmarkCatalogue} under JMH, with its statistics, profilers and JSON.
 * JMH runs within rank 0, without forks, because mpiexec starts the JVMs. A broadcast of rank 0
 * before each invocation starts {@link #BATCH} iterations on all ranks, at the cost of one message.
 *
 * <p>JMH reports the time of an iteration: for PingPong a round trip, twice the time of IMB.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
public class ImbOnJmh {
    /** Iterations of one broadcast. */
    static final int BATCH = 256;

    private static final int ROOT = 0;
    private static final int STOP = 0;
    private static final int CREATE = 1;
    private static final int RUN = 2;

    /** Names of {@link BenchmarkCatalogue}. */
    @Param({"PingPong"})
    public String name;

    /** Bytes of a message. */
    @Param({"8"})
    public int bytes;

    /** As Imb's -buffers. */
    @Param({"array"})
    public String buffers;

    private final Follower follower = new Follower();

    /** Runs JMH in rank 0, and its commands in the other ranks. */
    public static void main(String[] args) throws CommandLineOptionException, RunnerException {
        // JMH calls from a thread of its own, while the main thread waits.
        MPI.InitThread(args, MPI.THREAD_SERIALIZED);
        if (MPI.COMM_WORLD.getRank() == ROOT) {
            org.openjdk.jmh.runner.options.Options options =
                    new OptionsBuilder()
                            .parent(new CommandLineOptions(args))
                            .include(ImbOnJmh.class.getName())
                            .forks(0)
                            .threads(1)
                            .build();
            new Runner(options).run();
            new Follower().send(new int[] {STOP, 0, 0, 0});
        } else {
            new Follower().receiveAll();
        }
        MPI.Finalize();
    }

    /** Creates the benchmark on all ranks. */
    @Setup
    public void create() {
        follower.send(
                new int[] {
                    CREATE,
                    BenchmarkCatalogue.ALL.indexOf(
                            BenchmarkCatalogue.named(List.of(name)).getFirst()),
                    bytes,
                    BufferKind.named(buffers).ordinal()
                });
    }

    /** {@link #BATCH} iterations on all ranks. */
    @Benchmark
    @OperationsPerInvocation(BATCH)
    public void iterations() {
        follower.run();
    }

    /** Executes the commands of rank 0, on each rank including rank 0. */
    private static final class Follower {
        private final int[] run = {RUN, 0, 0, 0};
        private bench.Benchmark benchmark;

        /** At rank 0: broadcasts a command and executes it. */
        void send(int[] command) {
            MPI.COMM_WORLD.bcast(command, command.length, MPI.INT, ROOT);
            execute(command);
        }

        void run() {
            send(run);
        }

        /** At the other ranks: executes commands until STOP. */
        void receiveAll() {
            int[] command = new int[run.length];
            do {
                MPI.COMM_WORLD.bcast(command, command.length, MPI.INT, ROOT);
                execute(command);
            } while (command[0] != STOP);
        }

        private void execute(int[] command) {
            if (command[0] == CREATE) {
                create(
                        BenchmarkCatalogue.ALL.get(command[1]),
                        command[2],
                        BufferKind.values()[command[3]]);
            } else if (command[0] == RUN) {
                for (int i = 0; i < BATCH; i++) {
                    benchmark.iterate();
                }
            }
        }

        private void create(BenchmarkDefinition definition, int bytes, BufferKind kind) {
            String[] words = {"-buffers", kind.name()};
            Options options = new Options(words, Set.of("buffers"), Set.of());
            BenchmarkContext job = new BenchmarkContext(MPI.COMM_WORLD, options);
            if (definition.isPair() && job.size != 2) {
                throw new IllegalArgumentException(
                        definition.name() + " requires two ranks: mpiexec -n 2; ranks=" + job.size);
            }
            benchmark = definition.factory().create(job, bytes);
        }
    }
}
