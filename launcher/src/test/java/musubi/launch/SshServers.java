package musubi.launch;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import musubi.launch.hosts.LocalHost;

import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Servers of OpenSSH, each for one address, with keys of their own, for the time of a test. */
final class SshServers implements AutoCloseable {
    private static final Path SSHD = Path.of("/usr/sbin/sshd");

    private final Path directory;
    private final int port;
    private final List<Process> servers = new ArrayList<>();

    private SshServers(Path directory, int port) {
        this.directory = directory;
        this.port = port;
    }

    /** Makes the keys; skips the test where there is no OpenSSH. */
    static SshServers in(Path directory) throws IOException, InterruptedException {
        assumeTrue(Files.isExecutable(SSHD), "no sshd (Debian package openssh-server)");
        assumeTrue(LocalHost.executable("ssh") != null, "no ssh (Debian package openssh-client)");
        int port;
        try (ServerSocket free = new ServerSocket(0)) {
            port = free.getLocalPort();
        }
        SshServers all = new SshServers(directory, port);
        for (String key : List.of("host", "user")) {
            String file = directory.resolve(key).toString();
            run("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", file);
        }
        Files.copy(directory.resolve("user.pub"), directory.resolve("authorized"));
        // OpenSSH as root wants it, and leaves it empty.
        Path separation = Path.of("/run/sshd");
        if (Files.isWritable(separation.getParent())) {
            Files.createDirectories(separation);
        }
        return all;
    }

    private static void run(String... words) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(words).inheritIO().start();
        if (process.waitFor() != 0) {
            throw new IOException("failed: " + List.of(words));
        }
    }

    /**
     * Starts one.
     *
     * @param prefix words before its command, to start it in another namespace
     */
    void listen(String address, String... prefix) throws IOException {
        List<String> words = new ArrayList<>(List.of(prefix));
        words.addAll(List.of(SSHD.toString(), "-D", "-e", "-f", "/dev/null"));
        List<String> options =
                List.of(
                        "ListenAddress=" + address,
                        "Port=" + port,
                        "HostKey=" + directory.resolve("host"),
                        "AuthorizedKeysFile=" + directory.resolve("authorized"),
                        "PidFile=none",
                        "StrictModes=no",
                        "UsePAM=no",
                        "PasswordAuthentication=no",
                        "MaxStartups=100",
                        // A session whose network is cut ends, too.
                        "ClientAliveInterval=2",
                        "ClientAliveCountMax=3");
        options.forEach(option -> words.addAll(List.of("-o", option)));
        Path log = directory.resolve("sshd-" + address);
        servers.add(
                new ProcessBuilder(words)
                        .redirectErrorStream(true)
                        .redirectOutput(log.toFile())
                        .start());
    }

    /** The variables with which mpiexec reaches them. */
    Map<String, String> variables() {
        String options =
                "-p "
                        + port
                        + " -i "
                        + directory.resolve("user")
                        + " -o StrictHostKeyChecking=no -o UserKnownHostsFile=/dev/null"
                        + " -o LogLevel=ERROR -o IdentitiesOnly=yes";
        return Map.of("HYDRA_LAUNCHER_EXTRA_ARGS", options, "HYDRA_LAUNCHER", "ssh");
    }

    /** The lines of an ssh_config with which a plain {@code ssh host} reaches them. */
    String config() {
        return """
        Port %d
        IdentityFile %s
        StrictHostKeyChecking no
        UserKnownHostsFile /dev/null
        """
                .formatted(port, directory.resolve("user"));
    }

    @Override
    public void close() {
        for (Process server : servers) {
            server.destroy();
            try {
                server.waitFor(5, TimeUnit.SECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
