package musubi.memory;

import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/** What memory is used for, in bytes: of a rank, or summed over several. Immutable; any thread. */
public final class MemoryReport {
    private static final int COMPONENTS = Component.values().length;

    /** The heap of each component, then what is outside of it. */
    private final long[] bytes;

    /**
     * A report.
     *
     * @param bytes the heap of each component, then what each has outside of it
     */
    public MemoryReport(long[] bytes) {
        this.bytes = bytes.clone();
    }

    /** A report of no memory at all. */
    public static MemoryReport empty() {
        return new MemoryReport(new long[2 * COMPONENTS]);
    }

    /** Objects and arrays in the Java heap. */
    public long heapBytes(Component component) {
        return bytes[component.ordinal()];
    }

    /** Memory outside of the Java heap: direct buffers, shared memory. */
    public long offHeapBytes(Component component) {
        return bytes[COMPONENTS + component.ordinal()];
    }

    /** All memory of a component. */
    public long bytes(Component component) {
        return heapBytes(component) + offHeapBytes(component);
    }

    /** What the library uses: all components but {@link Component#OTHER}. */
    public long libraryBytes() {
        return LongStream.of(bytes).sum() - bytes(Component.OTHER);
    }

    /** The Java heap of all components. */
    public long heapBytes() {
        return Arrays.stream(bytes, 0, COMPONENTS).sum();
    }

    /** Memory outside of the Java heap of all components. */
    public long offHeapBytes() {
        return Arrays.stream(bytes, COMPONENTS, 2 * COMPONENTS).sum();
    }

    /** The sum of two reports. */
    public MemoryReport plus(MemoryReport other) {
        long[] sum = new long[bytes.length];
        for (int i = 0; i < sum.length; i++) {
            sum[i] = bytes[i] + other.bytes[i];
        }
        return new MemoryReport(sum);
    }

    /** As a word of digits and commas; {@link #decode} reads it. */
    public String encode() {
        return LongStream.of(bytes).mapToObj(Long::toString).collect(Collectors.joining(","));
    }

    /** Reads what {@link #encode} made. */
    public static MemoryReport decode(String value) {
        return new MemoryReport(
                Arrays.stream(value.split(",")).mapToLong(Long::parseLong).toArray());
    }
}
