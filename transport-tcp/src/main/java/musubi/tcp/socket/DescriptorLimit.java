package musubi.tcp.socket;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The number of descriptors that this process may have, RLIMIT_NOFILE. The JVM raises it to the
 * hard limit when it starts. It is read once, while there are descriptors to read it.
 */
public final class DescriptorLimit {
    private static final Path LIMITS = Path.of("/proc/self/limits");
    private static final Pattern LINE = Pattern.compile("(?m)^Max open files +(\\d+)");
    private static final long OF_PROCESS = read();

    private DescriptorLimit() {}

    /** The limit; the greatest number where it is unknown or there is none. */
    public static long ofProcess() {
        return OF_PROCESS;
    }

    private static long read() {
        try {
            Matcher line = LINE.matcher(Files.readString(LIMITS));
            return line.find() ? Long.parseLong(line.group(1)) : Long.MAX_VALUE;
        } catch (IOException | NumberFormatException e) {
            // Another system than Linux.
            return Long.MAX_VALUE;
        }
    }
}
