package musubi.shm;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** What this node's processor is, as far as the transport behaves differently on it. */
final class Processor {
    private static final Path PROCESSORS = Path.of("/proc/cpuinfo");
    private static final int FIRST_LINES_BYTES = 256;

    private Processor() {}

    /** Whether AMD makes it; false where that cannot be told. */
    static boolean isAmd() {
        try (InputStream in = Files.newInputStream(PROCESSORS)) {
            byte[] start = in.readNBytes(FIRST_LINES_BYTES);
            return new String(start, StandardCharsets.US_ASCII).contains("AuthenticAMD");
        } catch (IOException e) {
            return false;
        }
    }
}
