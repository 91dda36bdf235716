package musubi.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.conformance.soak.Cuts;
import musubi.launch.Namespaces;
import musubi.launch.SshServers;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The soak program on hosts whose network is cut and connected again: network namespaces. The links
 * of mpiexec, which runs on the first one, are connections of ssh over this network. Skipped where
 * creating namespaces is not permitted. {@code -Dsoak.seconds} makes it longer.
 */
class SoakOfHostsIT {
    private static final int HOSTS = 3;
    private static final String RANKS_EACH = ":2";
    private static final int LONGEST_CUT_MS = Integer.getInteger("soak.cut", 800);
    private static final String SECONDS = System.getProperty("soak.seconds", "12");
    private static final long SEED = Long.getLong("soak.seed", System.nanoTime());

    @TempDir private Path folder;

    private static String hosts() {
        StringBuilder hosts = new StringBuilder();
        for (int host = 1; host <= HOSTS; host++) {
            hosts.append(host == 1 ? "" : ",").append(Namespaces.address(host)).append(RANKS_EACH);
        }
        return hosts.toString();
    }

    @Test
    void shouldFindNoWrongByteWhenTheNetworkIsCut() throws Exception {
        System.out.println("soak.seed=" + SEED);
        try (Namespaces network = Namespaces.of(HOSTS);
                SshServers servers = SshServers.in(folder, 1)) {
            for (int host = 1; host <= HOSTS; host++) {
                servers.listen(Namespaces.address(host), network.on(host, "h" + host));
            }
            Map<String, String> variables = new HashMap<>(servers.variables());
            variables.put("PATH", servers.pathToNotedSsh());
            List<String> words =
                    List.of(
                            "--iface",
                            "eth0",
                            "--host",
                            hosts(),
                            "-x",
                            // Shorter than most cuts: connections are replaced.
                            "MUSUBI_TCP_SILENCE=300",
                            "-x",
                            // Also of mpiexec's links. A busy machine may take a minute to
                            // start a process between two cuts.
                            "MUSUBI_TCP_RECONNECT=300000",
                            "java",
                            "musubi.conformance.soak.Soak",
                            "--seconds",
                            SECONDS,
                            "--seed",
                            String.valueOf(SEED),
                            "--bytes",
                            "400000");
            Launched job;
            int count;
            try (Cuts cuts = new Cuts(network, HOSTS, LONGEST_CUT_MS, SEED).start()) {
                job = Launched.mpiexec(folder, network.on(1), variables, words);
                count = cuts.count();
            }
            System.out.println("cuts=%d ssh=%d%n%s".formatted(count, servers.calls(), job.all()));
            assertEquals(0, job.exitCode(), job::all);
            assertTrue(job.out().contains("No wrong byte in "), job::all);
            assertTrue(count > 0, "the job ended before the first cut");
        }
    }
}
