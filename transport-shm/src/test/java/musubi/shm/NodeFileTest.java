package musubi.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class NodeFileTest {
    private static final long BYTES = 1 << 20;

    @TempDir private Path directory;

    private Path path() {
        return directory.resolve("node");
    }

    @Test
    void shouldBePrivateAndSparse() throws IOException {
        NodeFile file = NodeFile.open(path(), BYTES);
        assertEquals(
                "rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(path())));
        assertEquals(BYTES, Files.size(path()));
        file.close();
    }

    @Test
    void shouldBeTheSameFileForAll() throws IOException {
        NodeFile one = NodeFile.open(path(), BYTES);
        one.map().set(ValueLayout.JAVA_INT, 4096, 77);
        NodeFile other = NodeFile.open(path(), BYTES);
        assertEquals(77, other.map().get(ValueLayout.JAVA_INT, 4096));
        assertEquals(one.identity(), other.identity());
        one.unlink();
        assertFalse(Files.exists(path()));
        NodeFile next = NodeFile.open(path(), BYTES);
        assertNotEquals(one.identity(), next.identity());
        one.close();
        other.close();
        next.close();
    }

    @Test
    void shouldRefuseAnotherSize() throws IOException {
        NodeFile file = NodeFile.open(path(), BYTES);
        assertThrows(IOException.class, () -> NodeFile.open(path(), 2 * BYTES));
        file.close();
    }

    @Test
    void shouldNotFollowALink() throws IOException {
        Files.createSymbolicLink(path(), directory.resolve("elsewhere"));
        assertThrows(IOException.class, () -> NodeFile.open(path(), BYTES));
        assertFalse(Files.exists(directory.resolve("elsewhere")));
    }

    @Test
    void shouldRefuseAccessAfterClose() throws IOException {
        NodeFile file = NodeFile.open(path(), BYTES);
        file.close();
        assertThrows(
                IllegalStateException.class, () -> file.map().get(ValueLayout.JAVA_BYTE, 0));
    }

    @Test
    void shouldSurviveAnInterruptedThread() throws IOException {
        NodeFile file = NodeFile.open(path(), BYTES);
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
