package musubi.shm;

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
 * Partitions for states, used in turn: there have to be more of them than states alive at a time,
 * see the strides in pom.xml. Only the pages that a state touches take memory.
 */
final class Partitions {
    private static final int COUNT = 1 << 13;
    private static final MemorySegment MAP = map();
    private static final AtomicInteger NEXT = new AtomicInteger();

    private Partitions() {}

    private static MemorySegment map() {
        try {
            Path path = Files.createTempFile("musubi-jcstress", null);
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
     * The start of two partitions, one behind the other, whose control words and board are as in
     * the beginning. A test takes either pairs or single ones.
     */
    static long takePair() {
        long pair = (NEXT.getAndAdd(2) & COUNT - 2) * PartitionDescriptor.HEAP;
        for (int i = 0; i < 2; i++) {
            long partition = pair + i * PartitionDescriptor.HEAP;
            MAP.asSlice(partition, PartitionDescriptor.RELEASES).fill((byte) 0);
            MAP.asSlice(
                            partition + PartitionDescriptor.FLAGS,
                            4L * PartitionDescriptor.FLAG_LINE_BYTES)
                    .fill((byte) 0);
        }
        return pair;
    }

    /** The boards of two ranks in a pair of partitions; lines 0 to 3 are empty. */
    static ShmNodeMemory[] boards(long pair) {
        MemorySegment both = MAP.asSlice(pair, 2 * PartitionDescriptor.HEAP);
        Region whole = new Region().wrap(both, 0, both.byteSize());
        ShmNodeMemory.Memory memory =
                new ShmNodeMemory.Memory(
                        null,
                        whole,
                        new LineOwnership(both, null, setting -> null),
                        PartitionDescriptor.HEAP);
        return new ShmNodeMemory[] {
            new ShmNodeMemory(memory, 0, 2, null), new ShmNodeMemory(memory, 1, 2, null)
        };
    }

    /** Sends a record whose payload names the sender. */
    static void send(RingWriter ring, long payload) {
        long position = ring.claim(PartitionDescriptor.LINE_BYTES);
        long at = ring.record(position) + PartitionDescriptor.PAYLOAD;
        MAP.set(ValueLayout.JAVA_LONG, at, payload);
        ring.commit(position, PartitionDescriptor.KIND_INLINE, Long.BYTES);
    }

    /** Takes a record: 0 when there is none, the sender when its payload is whole, else -1. */
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
