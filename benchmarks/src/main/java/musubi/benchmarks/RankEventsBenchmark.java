package musubi.benchmarks;

import musubi.bootstrap.SingletonBootstrap;
import musubi.config.Settings;
import musubi.observe.PeerTally;
import musubi.observe.Protocol;
import musubi.observe.RankEvents;

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

/** What it costs to count and note an event of a rank. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Fork(value = 2, jvmArgsAppend = "-XX:+UseSerialGC")
public class RankEventsBenchmark {
    private final RankEvents events =
            RankEvents.open(new SingletonBootstrap(), new Settings(_ -> null, Map.of()));
    private final PeerTally peer = events.tally(1, "shm", "node");
    private final LongConsumer adder = events.adder("benchmark", "calls");
    private long bytes = 8;

    /** Nothing but the loop. */
    @Benchmark
    public long baseline() {
        return ++bytes;
    }

    /** One counter. */
    @Benchmark
    public long counter() {
        adder.accept(bytes);
        return ++bytes;
    }

    /** A short message: two counters and an event. */
    @Benchmark
    public long sent() {
        events.sent(peer, Protocol.EAGER, 0, 7, bytes);
        return ++bytes;
    }

    /** A short message that is sent and one that is received, as in a step of a ping-pong. */
    @Benchmark
    public long pair() {
        events.sent(peer, Protocol.EAGER, 0, 7, bytes);
        events.received(peer, Protocol.EAGER, 0, 7, bytes);
        return ++bytes;
    }

    /** The clock, which not every event reads. */
    @Benchmark
    public long clock() {
        return System.nanoTime();
    }
}
