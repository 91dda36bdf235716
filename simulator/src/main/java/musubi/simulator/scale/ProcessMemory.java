package musubi.simulator.scale;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import javax.management.JMException;
import javax.management.ObjectName;

/** The memory of this process, as others count it. */
final class ProcessMemory {
    private static final Path ROLLUP = Path.of("/proc/self/smaps_rollup");
    private static final Pattern RESIDENT = Pattern.compile("Pss:\\s+(\\d+) kB");
    private static final Pattern COMMITTED = Pattern.compile("Total: .*committed=(\\d+)KB");
    private static final long KIBI = 1024;

    private ProcessMemory() {}

    /** What the kernel counts, shared pages in proportion; 0 where it does not tell. */
    static long residentBytes() throws IOException {
        return Files.isReadable(ROLLUP) ? find(RESIDENT, Files.readString(ROLLUP)) : 0;
    }

    /** What the JVM has committed; 0 unless it was started with native memory tracking. */
    static long committedBytes() {
        return find(COMMITTED, nativeMemory());
    }

    private static String nativeMemory() {
        try {
            return (String)
                    ManagementFactory.getPlatformMBeanServer()
                            .invoke(
                                    new ObjectName("com.sun.management:type=DiagnosticCommand"),
                                    "vmNativeMemory",
                                    new Object[] {new String[] {"summary"}},
                                    new String[] {String[].class.getName()});
        } catch (JMException e) {
            throw new IllegalStateException("the JVM does not tell its native memory", e);
        }
    }

    private static long find(Pattern what, String text) {
        Matcher found = what.matcher(text);
        return found.find() ? Long.parseLong(found.group(1)) * KIBI : 0;
    }
}
