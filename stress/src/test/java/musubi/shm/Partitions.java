package musubi.shm;

import musubi.adi.NodeFlags;
import musubi.region.Region;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Partitions for states, used in turn: there must be more of them than states in use at a time, see
 * the strides in pom.xml. Only pages touched by a state take memory.
 */
final class Partitions {
    /** Few, because the first state in a partition takes its pages, for longer than its test. */
    private static final int COUNT = 1 << 11;

    /** A disk would take longer for pages. */
    private static final Path MEMORY = Path.of("/dev/shm");

    private static final MemorySegment MAP = map();
    private static final AtomicInteger NEXT = new AtomicInteger();

    private Partitions() {}

    private static MemorySegment map() {
        try {
            Path path = newFile();
            try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw")) {
                Files.delete(path);
                long bytes = COUNT * PartitionDescriptor.HEAP;
                file.setLength(bytes);
                FileChannel channel = file.getChannel();
                return channel.map(FileChannel.MapMode.READ_WRITE, 0, bytes, Arena.global());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Path newFile() throws IOException {
        String prefix = "musubi-jcstress";
        return Files.isDirectory(MEMORY)
                ? Files.createTempFile(MEMORY, prefix, null)
                : Files.createTempFile(prefix, null);
    }

    static MemorySegment segment() {
        return MAP;
    }

    /** The start of a partition whose ring is empty and in its first lap. */
    static long take() {
        long partition = (NEXT.getAndIncrement() & COUNT - 1) * PartitionDescriptor.HEAP;
        MAP.asSlice(partition, PartitionDescriptor.RING + 4L * PartitionDescriptor.LINE_BYTES)
                .fill((byte) 0);
        return partition;
    }

    /**
     * The start of two adjacent partitions, whose control words and flags are in their initial
     * state. A test takes either pairs or single ones.
     */
    static long takePair() {
        long pair = (NEXT.getAndAdd(2) & COUNT - 2) * PartitionDescriptor.HEAP;
        for (int i = 0; i < 2; i++) {
            long partition = pair + i * PartitionDescriptor.HEAP;
            MAP.asSlice(partition, PartitionDescriptor.RELEASES).fill((byte) 0);
            MAP.asSlice(partition + PartitionDescriptor.FLAGS, NodeFlags.FLAG_BYTES).fill((byte) 0);
        }
        return pair;
    }

    /** The flags of two ranks in a pair of partitions, in the first line, which is empty. */
    static NodeFlags[] flags(long pair) {
        MemorySegment both = MAP.asSlice(pair, 2 * PartitionDescriptor.HEAP);
        for (int rank = 0; rank < 2; rank++) {
            long at = rank * PartitionDescriptor.HEAP + PartitionDescriptor.WORLD_RANK;
            both.set(ValueLayout.JAVA_INT, at, rank);
        }
        return new NodeFlags[] {flags(both, 0), flags(both, 1)};
    }

    private static NodeFlags flags(MemorySegment both, int self) {
        Region mapping = new Region().wrap(both, 0, both.byteSize());
        ShmNodeMemory memory =
                new ShmNodeMemory(null, mapping, PartitionDescriptor.HEAP, self, null);
        return NodeFlags.of(memory, 0, self, new int[] {0, 1});
    }

    /** Sends a record whose payload names the sender. */
    static void send(RingWriter ring, long payload) {
        long position = ring.claim(PartitionDescriptor.LINE_BYTES);
        long at = ring.record(position) + PartitionDescriptor.PAYLOAD;
        MAP.set(ValueLayout.JAVA_LONG, at, payload);
        ring.commit(position, PartitionDescriptor.KIND_INLINE, Long.BYTES);
    }

    /** Receives a record: 0 if there is none, the sender if its payload is complete, else -1. */
    static int receive(RingReader ring) {
        long word = ring.peek();
        if (word == 0) {
            return 0;
        }
        int sender = PartitionDescriptor.sender(word);
        long payload = MAP.get(ValueLayout.JAVA_LONG, ring.record() + PartitionDescriptor.PAYLOAD);
        ring.advance(PartitionDescriptor.LINE_BYTES);
        return payload == sender ? sender : -1;
    }
}
