package musubi.conformance.soak;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** What the process of a rank uses at one time. */
enum Usage {
    /** Memory of its own that is resident. */
    ANONYMOUS("anonymous KiB"),
    /** Shared memory that is resident. */
    SHARED("shared KiB"),
    /** Objects in the heap that are reachable. */
    HEAP("live heap KiB"),
    THREADS("threads"),
    DESCRIPTORS("descriptors");

    private static final Path STATUS = Path.of("/proc/self/status");
    private static final Path DESCRIPTOR_FOLDER = Path.of("/proc/self/fd");
    private static final int KIB = 1024;

    private final String title;

    Usage(String title) {
        this.title = title;
    }

    /** Heading of its column. */
    String title() {
        return title;
    }

    /**
     * All values now, in the order of the constants; 0 where the system does not report it.
     * Collects garbage, which would hide a leak of objects.
     */
    static long[] now() throws IOException {
        System.gc();
        List<String> status =
                Files.exists(STATUS)
                        ? Files.readAllLines(STATUS, StandardCharsets.ISO_8859_1)
                        : List.of();
        Runtime runtime = Runtime.getRuntime();
        return new long[] {
            line(status, "RssAnon:"),
            line(status, "RssShmem:"),
            (runtime.totalMemory() - runtime.freeMemory()) / KIB,
            line(status, "Threads:"),
            descriptors()
        };
    }

    private static long line(List<String> status, String name) {
        return status.stream()
                .filter(line -> line.startsWith(name))
                .mapToLong(
                        line -> Long.parseLong(line.substring(name.length()).replaceAll("\\D", "")))
                .findFirst()
                .orElse(0);
    }

    private static long descriptors() throws IOException {
        if (!Files.exists(DESCRIPTOR_FOLDER)) {
            return 0;
        }
        try (Stream<Path> open = Files.list(DESCRIPTOR_FOLDER)) {
            return open.count();
        }
    }
}
