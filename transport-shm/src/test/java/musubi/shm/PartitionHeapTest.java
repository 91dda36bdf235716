package musubi.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.region.Lifetime;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.file.Path;

/** Freed memory of the heap of a partition, in a file on the file system of node files. */
class PartitionHeapTest {
    private static final long HEAP = 8192;
    private static final long BYTES = 64 << 20;
    private static final int LARGE = 40 << 20;

    @TempDir private Path directory;

    private NodeFile file;
    private PartitionHeap heap;

    @BeforeEach
    void open() throws IOException {
        file = NodeFile.open(directory.resolve("node"), BYTES, new NodeMappings());
        heap = new PartitionHeap(file, HEAP, BYTES - HEAP);
    }

    @AfterEach
    void close() {
        file.close();
    }

    @Test
    void shouldReturnLargeMemoryToTheSystemWhenItIsFreed() {
        Lifetime.Lent lent = heap.lend(LARGE);
        lent.memory().fill((byte) 1);
        assertTrue(lent.lifetime().end());
        assertEquals(0, file.offHeapBytes());
        // Only new pages read as zeros; a reserved part is zeroed when it is allocated again.
        assertEquals(0, file.map().get(ValueLayout.JAVA_BYTE, HEAP + LARGE - 1));
        MemorySegment again = heap.allocate(LARGE);
        assertEquals(0, again.get(ValueLayout.JAVA_BYTE, LARGE - 1));
        assertEquals(LARGE, file.offHeapBytes());
    }

    @Test
    void shouldKeepSmallMemoryUntilItIsClosed() {
        Lifetime.Lent lent = heap.lend(1 << 20);
        lent.lifetime().end();
        assertEquals(1 << 20, file.offHeapBytes());
        heap.close();
        assertEquals(0, file.offHeapBytes());
    }

    @Test
    void shouldThrowWhenMemoryIsUsedAfterItsEnd() {
        Lifetime.Lent first = heap.lend(5000);
        ByteBuffer view = first.memory().asByteBuffer().slice(9, 9);
        first.lifetime().end();
        Lifetime.Lent second = heap.lend(5000);
        assertEquals(file.offset(first.memory()), file.offset(second.memory()));
        assertThrows(IllegalStateException.class, () -> view.put(0, (byte) 1));
        assertThrows(IllegalStateException.class, first.lifetime()::end);
        assertEquals(0, second.memory().get(ValueLayout.JAVA_BYTE, 9));
        assertTrue(second.lifetime().end());
    }
}
