package musubi.launch;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import musubi.launch.hosts.LocalHost;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Servers of OpenSSH, each for one address, with separate keys, for the duration of a test. */
public final class SshServers implements AutoCloseable {
    private static final Path SSHD = Path.of("/usr/sbin/sshd");

    private static final int SILENCE_S = 6;

    private final Path directory;
    private final int port;
    private final int silenceS;
    private final List<Process> servers = new ArrayList<>();

    private SshServers(Path directory, int port, int silenceS) {
        this.directory = directory;
        this.port = port;
        this.silenceS = silenceS;
    }

    /** Creates the keys; skips the test where there is no OpenSSH. */
    static SshServers in(Path directory) throws IOException, InterruptedException {
        return in(directory, SILENCE_S);
    }

    /**
     * Creates the keys; skips the test where there is no OpenSSH.
     *
     * @param silenceS after which a session ends whose network is disconnected
     */
    public static SshServers in(Path directory, int silenceS)
            throws IOException, InterruptedException {
        assumeTrue(Files.isExecutable(SSHD), "no sshd (Debian package openssh-server)");
        assumeTrue(LocalHost.executable("ssh") != null, "no ssh (Debian package openssh-client)");
        SshServers all = new SshServers(directory, ServerPorts.free(1).getFirst(), silenceS);
        for (String key : List.of("host", "user")) {
            String file = directory.resolve(key).toString();
            run("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", file);
        }
        Files.copy(directory.resolve("user.pub"), directory.resolve("authorized"));
        // OpenSSH requires it when it runs as root, and leaves it empty.
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
     * @param prefix of its command, to start it in another namespace
     */
    public void listen(String address, String... prefix) throws IOException, InterruptedException {
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
                        // A session also ends when its network is disconnected.
                        "ClientAliveInterval=1",
                        "ClientAliveCountMax=" + silenceS);
        options.forEach(option -> words.addAll(List.of("-o", option)));
        Path log = directory.resolve("sshd-" + address);
        servers.add(
                new ProcessBuilder(words)
                        .redirectErrorStream(true)
                        .redirectOutput(log.toFile())
                        .start());
        boolean listens = MpiexecRun.soon(() -> contains(log, "Server listening on " + address));
        assertTrue(listens, () -> "sshd does not listen: " + log);
    }

    private static boolean contains(Path file, String text) {
        try {
            return Files.readString(file).contains(text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Puts a command {@code ssh} into the directory that logs each of its calls.
     *
     * @return the value of PATH in which it comes first
     */
    public String pathToNotedSsh() throws IOException {
        Path ssh = Files.createDirectories(directory.resolve("bin")).resolve("ssh");
        String script = "#!/bin/sh\necho call >> '%s'\nexec %s \"$@\"\n";
        Path own = LocalHost.executable("ssh");
        Files.writeString(ssh, script.formatted(directory.resolve("calls"), own));
        assertTrue(ssh.toFile().setExecutable(true));
        Files.createFile(directory.resolve("calls"));
        return ssh.getParent() + ":" + System.getenv("PATH");
    }

    /** The number of calls of that command. */
    public long calls() throws IOException {
        return Files.readAllLines(directory.resolve("calls")).size();
    }

    /** Waits for one more call of that command than there have been. */
    void awaitCall() throws IOException, InterruptedException {
        Path calls = directory.resolve("calls");
        long before = Files.size(calls);
        assertTrue(MpiexecRun.soon(() -> calls.toFile().length() > before), "ssh is not called");
    }

    /** The variables by which mpiexec connects to them. */
    public Map<String, String> variables() {
        String options =
                "-p "
                        + port
                        + " -i "
                        + directory.resolve("user")
                        + " -o StrictHostKeyChecking=no -o UserKnownHostsFile=/dev/null"
                        + " -o LogLevel=ERROR -o IdentitiesOnly=yes";
        return Map.of("HYDRA_LAUNCHER_EXTRA_ARGS", options, "HYDRA_LAUNCHER", "ssh");
    }

    /** The lines of an ssh_config for a plain {@code ssh host}. */
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
                server.waitFor(MpiexecRun.PATIENCE_S, TimeUnit.SECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
