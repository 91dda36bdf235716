package musubi.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.adi.MemoryPool;
import musubi.adi.PeerInfo;
import musubi.adi.RecordingInbound;
import musubi.adi.RemoteMemory;
import musubi.adi.Transport;
import musubi.adi.TransportContext;
import musubi.adi.TransportProvider;
import musubi.error.MpiFailure;
import musubi.memory.PrivateFiles;
import musubi.region.Region;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.IntBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ServiceLoader;
import java.util.function.Function;
import java.util.stream.Stream;

final class ShmTransportTest {
    private static final Path DIRECTORY = Path.of("/dev/shm");

    private final String job = "shm-test-" + ProcessHandle.current().pid() + "-" + hashCode();

    private Transport open(int rank, int size, Function<String, String> setting) {
        TransportContext context =
                new TransportContext(
                        rank + 10,
                        100,
                        rank,
                        size,
                        0,
                        job,
                        () -> null,
                        new RecordingInbound(),
                        setting,
                        null,
                        (_, _) -> _ -> {},
                        null,
                        null);
        return new ShmTransportProvider().open(context);
    }

    private static MemoryPool pool(Transport transport) {
        return transport.capability(MemoryPool.class);
    }

    private static RemoteMemory connect(Transport from, Transport to) {
        return from.connect(new PeerInfo(0, to.businessCard())).capability(RemoteMemory.class);
    }

    private long filesOfTheJob() throws IOException {
        try (Stream<Path> files = Files.list(PrivateFiles.within(DIRECTORY))) {
            return files.filter(file -> file.toString().contains(job)).count();
        }
    }

    @Test
    void shouldBeFoundOnTheClassPath() {
        assertTrue(
                ServiceLoader.load(TransportProvider.class).stream()
                        .anyMatch(provider -> provider.type() == ShmTransportProvider.class));
    }

    @Test
    void shouldNotOpenWhenARankIsAloneOnItsNode() throws IOException {
        assertNull(open(0, 1, _ -> null));
        assertEquals(0, filesOfTheJob());
    }

    @Test
    void shouldLeaveNoFileOnceTheJobIsComplete() throws IOException {
        Transport one = open(0, 2, _ -> null);
        Transport other = open(1, 2, _ -> null);
        assertEquals(1, filesOfTheJob());
        one.onJobComplete();
        other.onJobComplete();
        assertEquals(0, filesOfTheJob());
        one.close();
        other.close();
    }

    @Test
    void shouldLeaveNoFileWhenTheJobNeverWasComplete() throws IOException {
        for (int rank = 0; rank < 2; rank++) {
            Transport one = open(rank, 2, _ -> null);
            assertEquals(1, filesOfTheJob());
            one.close();
            assertEquals(0, filesOfTheJob());
        }
    }

    @Test
    void shouldNotReachRanksWithAnotherFile() {
        Transport one = open(0, 2, _ -> null);
        String card = one.businessCard();
        assertEquals(1, one.distanceTo(new PeerInfo(11, card)));
        assertTrue(one.distanceTo(new PeerInfo(11, "x" + card)) < 0);
        String otherFile = card.substring(0, card.lastIndexOf('/')) + "1/0";
        assertTrue(one.distanceTo(new PeerInfo(11, otherFile)) < 0);
        one.close();
    }

    @Test
    void shouldRefuseRanksWhenTheirSettingsDiffer() {
        Transport one = open(0, 2, _ -> null);
        Function<String, String> smaller =
                name -> name.equals(ShmSettings.HEAP_BYTES.name()) ? "4096" : null;
        assertThrows(MpiFailure.class, () -> open(1, 2, smaller));
        one.close();
    }

    @Test
    void shouldNameTheSettingWhenItIsWrong() {
        MpiFailure failure =
                assertThrows(
                        MpiFailure.class,
                        () -> open(0, 2, name -> name.endsWith("heap.bytes") ? "1 GB" : null));
        assertTrue(failure.getMessage().contains("shm.heap.bytes=1 GB"));
    }

    @Test
    void shouldAllocateNothingWhenTheHeapIsFull() {
        Function<String, String> small =
                name -> name.equals(ShmSettings.HEAP_BYTES.name()) ? "1048576" : null;
        Transport one = open(0, 2, small);
        assertNull(pool(one).allocate(1048577));
        MemorySegment half = pool(one).allocate(524288);
        assertNotNull(half);
        assertEquals(0, half.address() % 4096);
        MemorySegment rest = pool(one).allocate(524288);
        assertNotNull(rest);
        assertNull(pool(one).allocate(1));
        assertEquals(half.byteSize(), rest.byteSize());
        one.close();
    }

    @Test
    void shouldReuseMemoryWhenItIsUnreachable() {
        Function<String, String> small =
                name -> name.equals(ShmSettings.HEAP_BYTES.name()) ? "1048576" : null;
        Transport one = open(0, 2, small);
        for (int i = 0; i < 40; i++) {
            MemorySegment memory = pool(one).allocate(524288);
            assertNotNull(memory, "allocation " + i);
            assertEquals(0, memory.get(ValueLayout.JAVA_INT, 524284));
            memory.fill((byte) 1);
        }
        IntBuffer view = pool(one).allocate(786432).asByteBuffer().asIntBuffer().slice(9, 2);
        assertNull(pool(one).allocate(786432));
        view.put(1, 77);
        one.close();
        System.gc();
        assertEquals(77, view.get(1));
    }

    @Test
    void shouldUnmapWhenTheLastMemoryIsUnreachable() throws InterruptedException {
        Transport one = open(0, 2, _ -> null);
        IntBuffer view = pool(one).allocate(64).asByteBuffer().asIntBuffer();
        one.close();
        view.put(3, 5);
        assertEquals(5, view.get(3));
        long before = mappings();
        view = null;
        for (int i = 0; i < 1000 && mappings() >= before; i++) {
            System.gc();
            Thread.sleep(10);
        }
        assertTrue(mappings() < before);
    }

    /** The number of mapped node files of this test's jobs, which are deleted by now. */
    private long mappings() {
        try (Stream<String> lines = Files.lines(Path.of("/proc/self/maps"))) {
            return lines.filter(line -> line.contains(job)).count();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void shouldKeepRemoteAccessInsideThePartition() {
        Transport one = open(0, 2, _ -> null);
        Transport other = open(1, 2, _ -> null);
        RemoteMemory remote = connect(one, other);
        Region own = new Region().wrap(pool(one).allocate(64), 0, 64);
        Region theirs = new Region().wrap(pool(other).allocate(64), 0, 64);
        long key = connect(other, one).remoteKey(theirs);
        assertThrows(
                IllegalArgumentException.class,
                () -> remote.tryGet(remote.remoteKey(own), 0, own, 0, 8));
        assertThrows(
                IllegalArgumentException.class,
                () -> remote.tryPut(key, Long.MAX_VALUE - key, own, 0, 8));
        assertThrows(IllegalArgumentException.class, () -> remote.tryPut(key, -1, own, 0, 8));
        assertEquals(-1, remote.remoteKey(theirs));
        assertFalse(remote.remoteKey(own) < 0);
        one.close();
        other.close();
    }
}
