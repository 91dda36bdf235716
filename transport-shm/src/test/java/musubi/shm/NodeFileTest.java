package musubi.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

final class NodeFileTest {
    private static final long BYTES = 1 << 20;

    @TempDir private Path directory;

    private Path path() {
        return directory.resolve("node");
    }

    private NodeFile open(long bytes) throws IOException {
        return NodeFile.open(path(), bytes, new NodeMappings());
    }

    @Test
    void shouldBePrivateAndSparse() throws IOException {
        NodeFile file = open(BYTES);
        assertEquals(
                "rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(path())));
        assertEquals(BYTES, Files.size(path()));
        file.close();
    }

    @Test
    void shouldBeTheSameFileForAll() throws IOException {
        NodeFile one = open(BYTES);
        one.map().set(ValueLayout.JAVA_INT, 4096, 77);
        NodeFile other = open(BYTES);
        assertEquals(77, other.map().get(ValueLayout.JAVA_INT, 4096));
        assertEquals(one.identity(), other.identity());
        one.unlink();
        assertFalse(Files.exists(path()));
        NodeFile next = open(BYTES);
        assertNotEquals(one.identity(), next.identity());
        one.close();
        other.close();
        next.close();
    }

    @Test
    void shouldRefuseAnotherSize() throws IOException {
        NodeFile file = open(BYTES);
        assertThrows(IOException.class, () -> open(2 * BYTES));
        file.close();
    }

    @Test
    void shouldNotFollowALink() throws IOException {
        Files.createSymbolicLink(path(), directory.resolve("elsewhere"));
        assertThrows(IOException.class, () -> open(BYTES));
        assertFalse(Files.exists(directory.resolve("elsewhere")));
    }

    @Test
    void shouldRefuseAccessAfterClose() throws IOException {
        NodeFile file = open(BYTES);
        file.close();
        assertThrows(IllegalStateException.class, () -> file.map().get(ValueLayout.JAVA_BYTE, 0));
    }

    @Test
    void shouldSurviveAnInterruptedThread() throws IOException {
        NodeFile file = open(BYTES);
        Thread.currentThread().interrupt();
        try {
            assertTrue(file.reserve(0, 100_000));
        } finally {
            assertTrue(Thread.interrupted());
        }
        assertTrue(file.reserve(0, 100_000));
        file.close();
    }
}
