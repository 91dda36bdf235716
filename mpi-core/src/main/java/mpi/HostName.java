package mpi;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The name of this host, without a network look-up where possible. */
final class HostName {
    private static final Path LINUX = Path.of("/proc/sys/kernel/hostname");

    private HostName() {}

    static String get() {
        try {
            return Files.readString(LINUX).strip();
        } catch (IOException _) {
            return fromNetwork();
        }
    }

    private static String fromNetwork() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException _) {
            return "localhost";
        }
    }
}
