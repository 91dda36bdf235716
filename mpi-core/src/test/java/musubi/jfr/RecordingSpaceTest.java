package musubi.jfr;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;

class RecordingSpaceTest {
    /** A file system without any space. */
    private static final Path FULL = Path.of("/proc");

    @TempDir private Path directory;

    private static boolean isShort(Path place) {
        return new RecordingSpace(place, 0).isShort();
    }

    @Test
    void shouldBeShortOnlyWhenTheFileSystemIsFull() {
        assumeTrue(Files.isDirectory(FULL), "not Linux");
        assertTrue(isShort(FULL));
        assertFalse(isShort(directory));
    }

    @Test
    void shouldNotBeShortWhenTheDirectoryIsGone() {
        assertFalse(isShort(directory.resolve("gone")));
    }
}
