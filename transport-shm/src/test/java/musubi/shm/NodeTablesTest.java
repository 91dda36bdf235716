package musubi.shm;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.ToLongFunction;

/** Each rank has its own mapping, as in its own JVM. */
class NodeTablesTest {
    private static final int RANKS = 3;
    private static final int PLACES = RANKS * PartitionDescriptor.TABLE_COUNT;
    private static final int LINE_INTS = PartitionDescriptor.LINE_BYTES / Integer.BYTES;
    private static final int COLLECTIONS = 200;

    @TempDir private Path directory;

    private final List<NodeFile> files = new ArrayList<>();
    private final List<NodeTables> ranks = new ArrayList<>();

    private void open(long heapBytes, ToLongFunction<int[]> hash) throws IOException {
        long partitionBytes = PartitionDescriptor.partitionBytes(heapBytes);
        for (int rank = 0; rank < RANKS; rank++) {
            Path path = directory.resolve("node");
            NodeFile file = NodeFile.open(path, partitionBytes * RANKS, new NodeMappings());
            long partition = rank * partitionBytes;
            assertTrue(file.reserve(partition, PartitionDescriptor.HEAP));
            long start = partition + PartitionDescriptor.HEAP;
            files.add(file);
            PartitionHeap heap = new PartitionHeap(file, start, heapBytes);
            ranks.add(new NodeTables(file, heap, partitionBytes, hash));
        }
    }

    @AfterEach
    void close() {
        files.forEach(NodeFile::close);
    }

    private long bytes() {
        return ranks.stream().mapToLong(NodeTables::offHeapBytes).sum();
    }

    private static int[] numbers(MemorySegment memory) {
        return memory.toArray(ValueLayout.JAVA_INT);
    }

    @Test
    void shouldKeepEqualTablesOnceForAllRanksAndHashes() throws IOException {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        // With few hashes most tables have the hash of another one.
        open(1 << 20, numbers -> NodeTables.hash(numbers) & 6);
        List<int[]> plain = new ArrayList<>();
        List<MemorySegment> held = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            plain.add(random.ints(1 + random.nextInt(500)).toArray());
        }
        for (int i = 0; i < 300; i++) {
            int[] numbers = plain.get(random.nextInt(plain.size()));
            MemorySegment memory = ranks.get(random.nextInt(RANKS)).share(numbers.clone());
            assertArrayEquals(numbers, numbers(memory), "seed=" + seed);
            held.add(memory);
        }
        long lines =
                held.stream()
                        .map(NodeTablesTest::numbers)
                        .map(Arrays::toString)
                        .distinct()
                        .mapToLong(text -> lines(text.split(",").length))
                        .sum();
        assertEquals(lines * PartitionDescriptor.LINE_BYTES, bytes(), "seed=" + seed);
        MemorySegment any = held.getFirst();
        assertThrows(RuntimeException.class, () -> any.set(ValueLayout.JAVA_INT, 0, 1));
    }

    private static long lines(int ints) {
        return (ints + LINE_INTS - 1) / LINE_INTS;
    }

    @Test
    void shouldKeepATableOnceWhenAllRanksRequestItAtOnce() throws Exception {
        open(1 << 22, NodeTables::hash);
        try (ExecutorService threads = Executors.newFixedThreadPool(RANKS)) {
            for (int round = 0; round < 30; round++) {
                int[] numbers = new Random(round).ints(10_000).toArray();
                List<Callable<MemorySegment>> all = new ArrayList<>();
                ranks.forEach(rank -> all.add(() -> rank.share(numbers)));
                for (Future<MemorySegment> shared : threads.invokeAll(all)) {
                    assertArrayEquals(numbers, numbers(shared.get()));
                }
                long used = lines(numbers.length) * PartitionDescriptor.LINE_BYTES;
                assertTrue(bytes() <= (round + 1) * used, "round=" + round + " bytes=" + bytes());
            }
        }
    }

    @Test
    void shouldReclaimUnusedTablesOnly() throws Exception {
        open(1 << 20, NodeTables::hash);
        MemorySegment kept = ranks.get(1).share(new int[] {-1, -2});
        assertNotNull(ranks.get(0).share(new int[] {-1, -2}));
        for (int i = 0; i < 2 * PLACES; i++) {
            int[] numbers = {i, i, i};
            assertArrayEquals(numbers, numbers(shareOnceThereIsRoom(i % RANKS, numbers)));
        }
        assertArrayEquals(new int[] {-1, -2}, numbers(kept));
        assertEquals(PartitionDescriptor.LINE_BYTES, bytesInUse(1));
    }

    /** Bytes that a rank has written and that are in use, once there is only one table. */
    private long bytesInUse(int rank) throws InterruptedException {
        for (int i = 0; i < COLLECTIONS && ranks.get(rank).offHeapBytes() > 64; i++) {
            System.gc();
            Thread.sleep(1);
            ranks.get(rank).sweep();
        }
        return ranks.get(rank).offHeapBytes();
    }

    private MemorySegment shareOnceThereIsRoom(int rank, int[] numbers) throws Exception {
        MemorySegment memory = ranks.get(rank).share(numbers);
        for (int i = 0; memory == null && i < COLLECTIONS; i++) {
            System.gc();
            Thread.sleep(1);
            ranks.forEach(NodeTables::sweep);
            memory = ranks.get(rank).share(numbers);
        }
        return memory;
    }

    @Test
    void shouldGiveNothingWhenThereIsNoPlaceOrNoRoom() throws IOException {
        open(1 << 20, NodeTables::hash);
        List<MemorySegment> held = new ArrayList<>();
        for (int i = 0; i < PLACES; i++) {
            held.add(ranks.get(0).share(new int[] {i}));
        }
        assertNull(ranks.get(0).share(new int[] {-1}));
        assertNull(ranks.get(1).share(new int[] {-1}));
        assertArrayEquals(new int[] {5}, numbers(ranks.get(2).share(new int[] {5})));
        assertEquals(PLACES, held.size());
    }

    @Test
    void shouldLeaveThePlaceToOthersWhenTheHeapIsTooSmall() throws IOException {
        open(PartitionDescriptor.PAGE_BYTES, NodeTables::hash);
        int[] large = new int[PartitionDescriptor.PAGE_BYTES];
        for (int i = 0; i < 2 * PLACES; i++) {
            large[0] = i;
            assertNull(ranks.get(i % RANKS).share(large));
        }
        assertArrayEquals(new int[] {7}, numbers(ranks.get(0).share(new int[] {7})));
    }

    @Test
    void shouldStayWhenItsWriterHasClosed() throws IOException {
        open(1 << 20, NodeTables::hash);
        MemorySegment own = ranks.get(0).share(new int[] {1, 2, 3});
        MemorySegment theirs = ranks.get(1).share(new int[] {1, 2, 3});
        files.removeFirst().close();
        assertArrayEquals(new int[] {1, 2, 3}, numbers(own));
        assertArrayEquals(new int[] {1, 2, 3}, numbers(theirs));
        assertArrayEquals(new int[] {1, 2, 3}, numbers(ranks.get(2).share(new int[] {1, 2, 3})));
    }
}
