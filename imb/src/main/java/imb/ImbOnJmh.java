package imb;

import imb.operation.BufferKind;

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
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

import java.util.concurrent.TimeUnit;

/**
 * The benchmarks of {@link BenchmarkCatalogue} under JMH, with its statistics, profilers and JSON.
 * JMH runs within rank 0, without forks, because mpiexec starts the JVMs. A broadcast of rank 0
 * before each invocation starts {@link #BATCH} iterations on all ranks, at the cost of one message.
 *
 * <p>{@code ImbOnJmh [names and suites] [-msglog min:max | -msglen 0,8,64K] [-buffers kind] [-time
 * s] [-warm_up s] [-threads n] [-echo] [-lines] [-- options of JMH]}. Non-blocking benchmarks run
 * without computation, and all on all ranks. JMH prints the time of an iteration: for PingPong a
 * round trip, twice the time of IMB. With -lines the time is that of IMB.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = ImbOnJmh.ITERATIONS, time = 1)
@Measurement(iterations = ImbOnJmh.ITERATIONS, time = 1)
public class ImbOnJmh {
    /** Iterations of one broadcast. */
    static final int BATCH = 256;

    /** Iterations of JMH, each of many invocations. */
    static final int ITERATIONS = 5;

    /** Names of {@link BenchmarkCatalogue}; a name with _echo returns the received buffer. */
    @Param({"PingPong"})
    public String name;

    /** Bytes of a message. */
    @Param({"8"})
    public int bytes;

    /** As Imb's -buffers. */
    @Param({"array"})
    public String buffers;

    /** As Imb's -threads, for the benchmarks of MT. */
    @Param({"2"})
    public int threads;

    private final JmhFollower follower = new JmhFollower(MPI.COMM_WORLD);

    /** Runs JMH in rank 0, and its commands in the other ranks. */
    public static void main(String[] args) throws Exception {
        JmhArguments arguments = JmhArguments.parse(args);
        // JMH calls from a thread of its own, while the main thread waits.
        int level = arguments.isThreaded() ? MPI.THREAD_MULTIPLE : MPI.THREAD_SERIALIZED;
        if (MPI.InitThread(args, level) < level) {
            throw new IllegalStateException("JMH needs threads that call MPI");
        }
        JmhFollower follower = new JmhFollower(MPI.COMM_WORLD);
        if (MPI.COMM_WORLD.getRank() == 0) {
            arguments.run(MPI.COMM_WORLD.getSize());
            follower.stop();
        } else {
            follower.followAll();
        }
        MPI.Finalize();
    }

    /** Creates the benchmark on all ranks. */
    @Setup
    public void create() {
        follower.create(name, bytes, BufferKind.named(buffers), threads);
    }

    /** {@link #BATCH} iterations on all ranks. */
    @Benchmark
    @OperationsPerInvocation(BATCH)
    public void iterations() {
        follower.run();
    }

    /** Ends the threads of the benchmark on all ranks. */
    @TearDown
    public void end() {
        follower.end();
    }
}
