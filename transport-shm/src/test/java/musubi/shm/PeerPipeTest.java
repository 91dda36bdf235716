package musubi.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Writes to pipes of other processes; that they wake a rank is in JointSleepShmContractTest. */
class PeerPipeTest {
    private static final long PARTITION = PartitionDescriptor.PAGE_BYTES;
    private static final int MOST_WRITES = 64;

    @TempDir private Path folder;

    private final MemorySegment map = Arena.ofAuto().allocate(2 * PARTITION, 64);
    private final PeerPipe pipe = new PeerPipe(map, PARTITION);

    @BeforeEach
    void needsProc() {
        assumeTrue(Files.isDirectory(Path.of("/proc/self/fd")), "no /proc");
    }

    private void publish(long process, int descriptor, long inode) {
        map.set(ValueLayout.JAVA_INT, PARTITION + PartitionDescriptor.PIPE_PROCESS, (int) process);
        map.set(ValueLayout.JAVA_INT, PARTITION + PartitionDescriptor.PIPE_DESCRIPTOR, descriptor);
        map.set(ValueLayout.JAVA_LONG, PARTITION + PartitionDescriptor.PIPE_INODE, inode);
    }

    private boolean isUnreachable() {
        return map.get(ValueLayout.JAVA_INT, PARTITION + PartitionDescriptor.UNREACHABLE) != 0;
    }

    private static long inodeOfInput(Process process) throws IOException {
        String link =
                Files.readSymbolicLink(Path.of("/proc/" + process.pid() + "/fd/0")).toString();
        return Long.parseLong(link.replaceAll("\\D", ""));
    }

    @Test
    void shouldWriteToThePipeOfAnotherProcess() throws IOException {
        Process cat = new ProcessBuilder("cat").start();
        try {
            publish(cat.pid(), 0, inodeOfInput(cat));
            pipe.write();
            assertEquals(1, cat.getInputStream().read());
            pipe.close();
            pipe.write();
            assertEquals(1, cat.getInputStream().read());
            assertFalse(isUnreachable());
        } finally {
            cat.destroy();
        }
    }

    @Test
    void shouldWriteABoundedNumberOfBytesInASleep() throws IOException {
        Process cat = new ProcessBuilder("cat").start();
        try {
            publish(cat.pid(), 0, inodeOfInput(cat));
            for (int sleep = 0; sleep < 2; sleep++) {
                pipe.arm();
                for (int i = 0; i < 3 * MOST_WRITES; i++) {
                    pipe.write();
                }
            }
            pipe.close();
            cat.getOutputStream().close();
            assertEquals(2 * MOST_WRITES, cat.getInputStream().readAllBytes().length);
        } finally {
            cat.destroy();
        }
    }

    @Test
    void shouldNotTouchAnotherFile() throws IOException {
        Path file = Files.createFile(folder.resolve("file"));
        try (RandomAccessFile open = new RandomAccessFile(file.toFile(), "rw")) {
            int descriptor = descriptorOf(file);
            assertFalse(pipe.publish(descriptor));
            publish(ProcessHandle.current().pid(), descriptor, 1);
            pipe.write();
            assertTrue(isUnreachable());
            assertEquals(0, open.length());
        }
    }

    private static int descriptorOf(Path file) throws IOException {
        try (Stream<Path> all = Files.list(Path.of("/proc/self/fd"))) {
            List<Path> found = all.filter(link -> refersTo(link, file)).toList();
            return Integer.parseInt(found.getFirst().getFileName().toString());
        }
    }

    private static boolean refersTo(Path link, Path file) {
        try {
            return Files.readSymbolicLink(link).equals(file.toRealPath());
        } catch (IOException _) {
            return false;
        }
    }

    @Test
    void shouldNotPublishWhatIsNotOpen() {
        assertFalse(pipe.publish(1 << 20));
        publish(ProcessHandle.current().pid(), 1 << 20, 1);
        pipe.write();
        assertTrue(isUnreachable());
    }
}
