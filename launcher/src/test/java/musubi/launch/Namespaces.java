package musubi.launch;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import musubi.launch.hosts.LocalHost;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Hosts of one network: network namespaces, numbered from 1, joined by a bridge in another one. All
 * of them are gone when this is closed.
 */
public final class Namespaces implements AutoCloseable {
    /** The prefix of the addresses of the hosts; the number of the host follows. */
    public static final String NETWORK = "10.213.77.";

    /** Its files for a namespace are at the same path below /etc there. */
    private static final Path ETC = Path.of("/etc/netns");

    private static final String BRIDGE = "x";

    private final String mark = "mu" + ProcessHandle.current().pid() % 100_000;
    private final List<String> made = new ArrayList<>();
    private final List<Path> files = new ArrayList<>();

    private Namespaces() {}

    /** Creates the hosts; skips the test where that is not permitted. */
    public static Namespaces of(int hosts) throws IOException, InterruptedException {
        assumeTrue(LocalHost.executable("ip") != null, "no ip (Debian package iproute2)");
        Namespaces all = new Namespaces();
        try {
            all.make(hosts);
        } catch (IOException | InterruptedException | RuntimeException e) {
            all.close();
            throw e;
        }
        return all;
    }

    private void make(int hosts) throws IOException, InterruptedException {
        boolean may = run("ip", "netns", "add", name(BRIDGE)) == 0;
        assumeTrue(may, "no network namespaces may be made here (it takes root)");
        made.add(name(BRIDGE));
        in(BRIDGE, "ip link add bridge type bridge");
        in(BRIDGE, "ip link set bridge up");
        for (int host = 1; host <= hosts; host++) {
            String there = "h" + host;
            must("ip", "netns", "add", name(there));
            made.add(name(there));
            String port = "p" + host;
            in(BRIDGE, "ip link add " + port + " type veth peer eth0 netns " + name(there));
            in(BRIDGE, "ip link set " + port + " master bridge up");
            in(there, "ip address add " + address(host) + "/24 dev eth0");
            in(there, "ip link set eth0 up");
            in(there, "ip link set lo up");
        }
    }

    private String name(String part) {
        return mark + part;
    }

    /** The name of each host's namespace without the host's number. */
    public String prefix() {
        return name("h");
    }

    /** The address of a host. */
    public static String address(int host) {
        return NETWORK + host;
    }

    /** The command prefix that runs a command on a host. */
    public List<String> on(int host) {
        return List.of("ip", "netns", "exec", name("h" + host));
    }

    /** The command prefix that runs a command on a host with its own host name. */
    public String[] on(int host, String hostName) {
        List<String> words = new ArrayList<>(on(host));
        String script = "hostname " + hostName + " && exec \"$@\"";
        words.addAll(List.of("unshare", "-u", "sh", "-c", script, "sh"));
        return words.toArray(new String[0]);
    }

    /** The bytes that a host has received from the others. */
    public long receivedBytes(int host) throws IOException {
        List<String> words = new ArrayList<>(on(host));
        words.addAll(List.of("cat", "/sys/class/net/eth0/statistics/rx_bytes"));
        Process process = new ProcessBuilder(words).start();
        String bytes = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return Long.parseLong(bytes.strip());
    }

    /** Disconnects the network of a host: all its packets are lost. */
    public void cut(int host) throws IOException, InterruptedException {
        in(BRIDGE, "ip link set p" + host + " down");
    }

    /** Connects the network of a host again. */
    public void heal(int host) throws IOException, InterruptedException {
        in(BRIDGE, "ip link set p" + host + " up");
    }

    /** Sets the contents of a file below /etc for commands started on a host later. */
    Path etc(int host, String name, String text) throws IOException {
        Path file = ETC.resolve(name("h" + host)).resolve(name);
        for (Path each = file; !each.equals(ETC); each = each.getParent()) {
            files.add(each);
        }
        files.add(ETC);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, text);
    }

    private void in(String part, String command) throws IOException, InterruptedException {
        List<String> words = new ArrayList<>(List.of("ip", "netns", "exec", name(part)));
        words.addAll(Arrays.asList(command.split(" ")));
        must(words.toArray(new String[0]));
    }

    private static void must(String... words) throws IOException, InterruptedException {
        assumeTrue(run(words) == 0, "cannot make the network: " + String.join(" ", words));
    }

    private static int run(String... words) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(words).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        int code = process.waitFor();
        if (code != 0) {
            System.out.println("namespaces: " + List.of(words) + " " + code + " " + said);
        }
        return code;
    }

    @Override
    public void close() throws IOException {
        try {
            for (String each : made) {
                run("ip", "netns", "del", each);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        // Namespaces of other runs and their directory stay.
        files.sort((a, b) -> b.getNameCount() - a.getNameCount());
        files.forEach(file -> file.toFile().delete());
    }
}
