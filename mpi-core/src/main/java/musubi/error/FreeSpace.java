package musubi.error;

import java.nio.file.Path;

/** The free space of file systems, for checks and messages. */
public final class FreeSpace {
    /** The system's text for a full file system. */
    public static final String NONE = "No space left on device";

    private FreeSpace() {}

    /** The bytes that this process may still write to the file system of a directory. */
    public static long of(Path directory) {
        return directory.toFile().getUsableSpace();
    }
}
