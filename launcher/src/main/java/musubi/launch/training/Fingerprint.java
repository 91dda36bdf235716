package musubi.launch.training;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.concurrent.TimeUnit;

/** What changes when a file is written again: its size and its time. */
final class Fingerprint {
    private Fingerprint() {}

    static String of(Path file) throws IOException {
        BasicFileAttributes found = Files.readAttributes(file, BasicFileAttributes.class);
        return found.size() + "/" + nanos(found.lastModifiedTime());
    }

    static long nanos(FileTime time) {
        return time.to(TimeUnit.NANOSECONDS);
    }
}
