package musubi.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.region.Region;

import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Parts of the node file with and without native access. */
class FileViewsTest {
    private static final long HEAP = 8192;
    private static final long BYTES = 1 << 20;
    private static final int COLLECTIONS = 10_000;

    @TempDir private Path directory;

    private NodeFile open(boolean nativeAccess) throws IOException {
        return NodeFile.open(directory.resolve("node"), BYTES, new NodeMappings(), nativeAccess);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldHaveTheContentAndOffsetOfThePart(boolean nativeAccess) throws IOException {
        NodeFile file = open(nativeAccess);
        MemorySegment view = file.view(HEAP + 64, 128, () -> {}).memory();
        view.set(ValueLayout.JAVA_INT, 4, 55);
        assertEquals(55, file.map().get(ValueLayout.JAVA_INT, HEAP + 68));
        assertEquals(128, view.byteSize());
        ByteBuffer buffer = view.asByteBuffer().position(8).slice();
        assertEquals(HEAP + 64, file.offset(view));
        assertEquals(HEAP + 72, file.offset(MemorySegment.ofBuffer(buffer)));
        assertEquals(-1, file.offset(MemorySegment.ofArray(new int[1])));
        try (Arena arena = Arena.ofConfined()) {
            assertEquals(-1, file.offset(arena.allocate(8)));
        }
        file.close();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldReportWhenNoBufferIsReachable(boolean nativeAccess) throws Exception {
        NodeFile file = open(nativeAccess);
        CountDownLatch unreachable = new CountDownLatch(1);
        ByteBuffer buffer =
                file.view(HEAP, 64, unreachable::countDown).memory().asByteBuffer().slice();
        System.gc();
        assertEquals(1, unreachable.getCount());
        assertEquals(0, buffer.get(0));
        buffer = null;
        for (int i = 0; i < COLLECTIONS && unreachable.getCount() > 0; i++) {
            System.gc();
            unreachable.await(1, TimeUnit.MILLISECONDS);
        }
        assertEquals(0, unreachable.getCount());
        file.close();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldAllocateAndReleaseWithKeysForPeers(boolean nativeAccess) throws IOException {
        NodeFile file = open(nativeAccess);
        PartitionHeap heap = new PartitionHeap(file, HEAP, BYTES - HEAP);
        OwnMemory own = new OwnMemory(file, HEAP, BYTES, null);
        MemorySegment first = heap.allocate(100);
        MemorySegment second = heap.allocate(5000);
        assertEquals(HEAP, own.offset(new Region().wrap(first, 0, 100)));
        long key = own.offset(new Region().wrap(second, 16, 8));
        assertTrue(key >= HEAP + 100, "key=" + key);
        second.set(ValueLayout.JAVA_LONG, 16, 9);
        assertEquals(9, file.map().get(ValueLayout.JAVA_LONG, key));
        heap.release(first);
        assertThrows(IllegalArgumentException.class, () -> heap.release(first));
        assertEquals(HEAP, own.offset(new Region().wrap(heap.allocate(64), 0, 64)));
        file.close();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldSurviveAnInterruptedThread(boolean nativeAccess) throws IOException {
        NodeFile file = open(nativeAccess);
        Thread.currentThread().interrupt();
        try {
            assertFalse(file.view(0, 8, () -> {}) == null);
        } finally {
            assertTrue(Thread.interrupted());
        }
        assertTrue(file.reserve(0, 100));
        file.close();
    }
}
