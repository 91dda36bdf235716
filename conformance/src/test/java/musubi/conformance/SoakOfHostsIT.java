package musubi.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.conformance.soak.Cuts;
import musubi.launch.Namespaces;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The soak program on hosts whose network is cut and connected again: network namespaces. Skipped
 * where creating them is not permitted. {@code -Dsoak.seconds} makes it longer.
 */
class SoakOfHostsIT {
    private static final int HOSTS = 3;
    private static final String RANKS_EACH = ":2";
    private static final int LONGEST_CUT_MS = Integer.getInteger("soak.cut", 800);
    private static final String SECONDS = System.getProperty("soak.seconds", "8");
    private static final long SEED = Long.getLong("soak.seed", System.nanoTime());

    @TempDir private Path folder;

    private static String hosts() {
        StringBuilder hosts = new StringBuilder();
        for (int host = 1; host <= HOSTS; host++) {
            hosts.append(host == 1 ? "" : ",").append(Namespaces.address(host)).append(RANKS_EACH);
        }
        return hosts.toString();
    }

    /** In the place of ssh: its streams do not cross the network that is cut. */
    private Path agent(Namespaces network) throws IOException {
        String script =
                """
                #!/bin/sh
                n=${1#%s}
                exec ip netns exec %s$n unshare -u sh -c "hostname h$n && $2"
                """;
        Path agent = folder.resolve("agent");
        Files.writeString(agent, script.formatted(Namespaces.NETWORK, network.prefix()));
        assertTrue(agent.toFile().setExecutable(true));
        return agent;
    }

    @Test
    void shouldFindNoWrongByteWhenTheNetworkIsCut() throws Exception {
        System.out.println("soak.seed=" + SEED);
        try (Namespaces network = Namespaces.of(HOSTS);
                Cuts cuts = new Cuts(network, HOSTS, LONGEST_CUT_MS, SEED).start()) {
            List<String> words =
                    List.of(
                            "--launcher",
                            "ssh",
                            "--launcher-exec",
                            agent(network).toString(),
                            "--iface",
                            "eth0",
                            "--host",
                            hosts(),
                            "-x",
                            // Shorter than most cuts: connections are replaced.
                            "MUSUBI_TCP_SILENCE=300",
                            "java",
                            "musubi.conformance.soak.Soak",
                            "--seconds",
                            SECONDS,
                            "--seed",
                            String.valueOf(SEED),
                            "--bytes",
                            "400000");
            Launched job = Launched.mpiexec(folder, words);
            System.out.println("cuts=" + cuts.count() + "\n" + job.out());
            assertEquals(0, job.exitCode(), job::all);
            assertTrue(job.out().contains("No wrong byte in "), job::all);
            assertTrue(cuts.count() > 0, "the job ended before the first cut");
        }
    }
}
