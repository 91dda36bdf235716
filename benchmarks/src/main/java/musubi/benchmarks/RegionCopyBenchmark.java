package musubi.benchmarks;

import musubi.region.Region;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.TimeUnit;

/**
 * Overhead of a {@link Region} over a plain copy between a Java array and off-heap memory, as on
 * both sides of each message through shared memory.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Fork(value = 2, jvmArgsAppend = "-XX:+UseSerialGC")
public class RegionCopyBenchmark {
    /** Bytes of a message. */
    @Param({"8", "1024", "65536", "1048576"})
    public int bytes;

    private final Region region = new Region();
    private Arena arena;
    private byte[] array;
    private MemorySegment arraySegment;
    private MemorySegment memory;

    /** Allocates and touches the memory. */
    @Setup
    public void allocate() {
        arena = Arena.ofConfined();
        array = new byte[bytes];
        arraySegment = MemorySegment.ofArray(array);
        memory = arena.allocate(bytes, Long.BYTES).fill((byte) 1);
    }

    /** Releases the memory. */
    @TearDown
    public void free() {
        arena.close();
    }

    /** The same copy without a region. */
    @Benchmark
    public MemorySegment baseline() {
        MemorySegment.copy(arraySegment, 0, memory, 0, bytes);
        return memory;
    }

    /** Sender: from the user's array into shared memory. */
    @Benchmark
    public MemorySegment arrayToMemory() {
        region.wrapArray(array, 0, bytes).copyTo(0, memory, 0, bytes);
        return memory;
    }

    /** Receiver: from shared memory into the user's array. */
    @Benchmark
    public byte[] memoryToArray() {
        region.wrapArray(array, 0, bytes).copyFrom(memory, 0, 0, bytes);
        return array;
    }
}
