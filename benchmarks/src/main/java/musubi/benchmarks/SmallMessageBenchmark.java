package musubi.benchmarks;

import musubi.Rank;
import musubi.bootstrap.local.LocalJob;
import musubi.config.Settings;
import musubi.progress.ThreadLevel;
import musubi.pt2pt.RecvRequest;
import musubi.pt2pt.SendPath;
import musubi.pt2pt.SendRequest;
import musubi.pt2pt.request.SendMode;
import musubi.type.MpiType;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
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

import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * Processor time of a message of 8 bytes at both ends, below the façade: two ranks with shared
 * memory in one thread. No cache line moves between cores and no thread waits, so small overheads
 * are visible that vanish in the noise between two cores.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Fork(
        value = 2,
        jvmArgsAppend = {"-XX:+UseSerialGC", "--enable-native-access=ALL-UNNAMED"})
public class SmallMessageBenchmark {
    private static final int TAG = 7;

    /** Whether counters and events are recorded. */
    @Param({"true", "false"})
    public String observe;

    private final long[] out = {1};
    private final long[] in = new long[1];
    private Rank first;
    private Rank second;

    /** Starts both ranks. */
    @Setup
    public void open() {
        var job = new LocalJob(2, "jmh-" + ProcessHandle.current().pid() + "-" + System.nanoTime());
        var other = CompletableFuture.supplyAsync(() -> open(job, 1));
        first = open(job, 0);
        second = other.join();
    }

    private Rank open(LocalJob job, int rank) {
        Settings settings = new Settings(Map.of("musubi.observe", observe)::get, Map.of());
        return Rank.open(job.bootstrap(rank), settings, ThreadLevel.SINGLE);
    }

    /** Ends both ranks. */
    @TearDown
    public void leave() {
        var other = CompletableFuture.runAsync(second::leave);
        first.leave();
        other.join();
    }

    /** One message each way, so that both ranks poll and return credit. */
    @Benchmark
    @OperationsPerInvocation(2)
    public long message() {
        exchange(first, second);
        exchange(second, first);
        return in[0];
    }

    private void exchange(Rank from, Rank to) {
        RecvRequest request = to.pt2pt().recvRequest();
        request.bind(in, 0, 1, MpiType.LONG);
        to.pt2pt().start(request, to.world(), from.world().rank(), TAG);
        send(from.pt2pt().sends(), from, to.world().rank());
        to.pt2pt().await(request);
        to.pt2pt().release(request);
    }

    private void send(SendPath sends, Rank from, int to) {
        SendRequest bound = sends.bind(SendMode.STANDARD, out, 0, 1, MpiType.LONG);
        if (sends.start(bound, SendMode.STANDARD, from.world(), to, TAG) != null) {
            throw new IllegalStateException("no room for a message of 8 bytes");
        }
    }
}
