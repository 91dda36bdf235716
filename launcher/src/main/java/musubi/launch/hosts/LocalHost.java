package musubi.launch.hosts;

import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;

/** This machine: its names and its executables. */
public final class LocalHost {
    private static final Path OWN_NAME = Path.of("/proc/sys/kernel/hostname");

    /** The search path of a process without PATH. */
    private static final String DEFAULT_PATH = "/usr/bin:/bin";

    private static final Set<String> LOCAL = Set.of("localhost", "::1", "127.0.0.1");

    private LocalHost() {}

    /** Whether this is a name or an address of this machine. */
    public static boolean is(String name) {
        String own = name();
        String lower = name.toLowerCase(Locale.ROOT);
        if (LOCAL.contains(lower) || lower.equals(own) || lower.equals(own.split("\\.")[0])) {
            return true;
        }
        try {
            InetAddress address = InetAddress.getByName(name);
            return address.isLoopbackAddress()
                    || NetworkInterface.getByInetAddress(address) != null;
        } catch (IOException e) {
            // The name does not resolve (yet), so it is not this machine.
            return false;
        }
    }

    /** The name of this machine, in lower case. */
    public static String name() {
        try {
            return Files.readString(OWN_NAME).strip().toLowerCase(Locale.ROOT);
        } catch (IOException e) {
            // Not Linux.
            return "localhost";
        }
    }

    /** The executable file of this name on the PATH; null if there is none. */
    public static Path executable(String name) {
        String path = System.getenv().getOrDefault("PATH", DEFAULT_PATH);
        return Stream.of(path.split(":"))
                .map(directory -> Path.of(directory.isEmpty() ? "." : directory, name))
                .filter(file -> Files.isExecutable(file) && Files.isRegularFile(file))
                .findFirst()
                .orElse(null);
    }
}
