package musubi.simulator.scale;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import javax.management.JMException;
import javax.management.ObjectName;

/** The memory of this process, as counted by the kernel and the JVM. */
final class ProcessMemory {
    private static final Path ROLLUP = Path.of("/proc/self/smaps_rollup");
    private static final Pattern RESIDENT = Pattern.compile("Pss:\\s+(\\d+) kB");
    private static final Pattern COMMITTED = Pattern.compile("Total: .*committed=(\\d+)KB");
    private static final long KIBI = 1024;

    private ProcessMemory() {}

    /** Proportional set size by the kernel; 0 where it is not available. */
    static long residentBytes() throws IOException {
        return Files.isReadable(ROLLUP) ? find(RESIDENT, Files.readString(ROLLUP)) : 0;
    }

    /** Memory committed by the JVM; 0 without native memory tracking. */
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
            throw new IllegalStateException("native memory of the JVM is not available", e);
        }
    }

    private static long find(Pattern what, String text) {
        Matcher found = what.matcher(text);
        return found.find() ? Long.parseLong(found.group(1)) * KIBI : 0;
    }
}
