package musubi.benchmarks;

import musubi.bootstrap.local.SingletonBootstrap;
import musubi.config.Settings;
import musubi.event.PeerCounters;
import musubi.event.Protocol;
import musubi.observe.recorder.EventRecorder;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;

/**
 * Cost of counters and events of a rank; subtract that of the baseline. Each value is stored and
 * read again at once, unlike in messages, so the results are upper bounds; {@link
 * SmallMessageBenchmark} has the difference for a whole message.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Fork(value = 2, jvmArgsAppend = "-XX:+UseSerialGC")
public class RankEventsBenchmark {
    private final EventRecorder events = open(Map.of());
    private final PeerCounters peer = events.peerCounters(1, "shm", "node");
    private final EventRecorder off = open(Map.of("musubi.observe", "false"));
    private final PeerCounters peerOff = off.peerCounters(1, "shm", "node");
    private final LongConsumer messages = events.namedCounter("benchmark.messages", "messages");
    private final LongConsumer sum = events.namedCounter("benchmark.bytes", "bytes");
    private long bytes = 8;

    private static EventRecorder open(Map<String, String> properties) {
        return EventRecorder.open(
                new SingletonBootstrap(), new Settings(properties::get, Map.of()));
    }

    /** The empty loop. */
    @Benchmark
    public long baseline() {
        return ++bytes;
    }

    /** The counters of a short message: messages and bytes. */
    @Benchmark
    public long counters() {
        messages.accept(1);
        sum.accept(bytes);
        return ++bytes;
    }

    /** The event of a short message. */
    @Benchmark
    public long event() {
        events.matchedUnexpected(1, 0, 7, bytes);
        return ++bytes;
    }

    /** A short message: two counters and an event. */
    @Benchmark
    public long sent() {
        events.sent(peer, Protocol.EAGER, 0, 7, bytes);
        return ++bytes;
    }

    /** A short message sent and one received, as in a step of a ping-pong. */
    @Benchmark
    public long pair() {
        events.sent(peer, Protocol.EAGER, 0, 7, bytes);
        events.received(peer, Protocol.EAGER, 0, 7, bytes);
        return ++bytes;
    }

    /** The same with observation disabled. */
    @Benchmark
    public long pairOff() {
        off.sent(peerOff, Protocol.EAGER, 0, 7, bytes);
        off.received(peerOff, Protocol.EAGER, 0, 7, bytes);
        return ++bytes;
    }

    /** The clock, which only some events read. */
    @Benchmark
    public long clock() {
        return System.nanoTime();
    }
}
