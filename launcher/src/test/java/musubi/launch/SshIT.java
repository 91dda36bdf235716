package musubi.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Hosts reached over OpenSSH: addresses of this machine, with servers started by the test. */
class SshIT {
    private static final String HOSTS = "127.0.0.1:2,127.0.0.2";
    private static final String SLEEPER = "musubi.launch.programs.Sleeper";

    @TempDir private Path directory;

    private static MpiexecRun start(SshServers servers, Path input, String... words) {
        return MpiexecRun.start(input, servers.variables(), null, words);
    }

    private SshServers servers() throws Exception {
        SshServers servers = SshServers.in(directory);
        servers.listen("127.0.0.1");
        servers.listen("127.0.0.2");
        return servers;
    }

    @Test
    void shouldRunAProgramGivenAsSource() throws Exception {
        Path source = directory.resolve("Ring.java");
        Files.writeString(
                source,
                """
                import mpi.*;

                class Ring {
                    public static void main(String[] words) {
                        MPI.Init(words);
                        int[] token = {MPI.COMM_WORLD.getRank()};
                        int[] sum = new int[1];
                        MPI.COMM_WORLD.allReduce(token, sum, 1, MPI.INT, MPI.SUM);
                        System.out.println(token[0] + " sum " + sum[0]);
                        MPI.Finalize();
                    }
                }
                """);
        // The other tests reach both hosts from mpiexec itself.
        String[] words = {"--fan-out", "1", "--host", HOSTS, source.toString()};
        try (SshServers servers = servers();
                MpiexecRun run = start(servers, null, words)) {
            List<String> lines = run.finish().exitedWith(0).lines();
            assertEquals(List.of("0 sum 3", "1 sum 3", "2 sum 3"), lines);
        }
    }

    @Test
    void shouldReturnCodesAndPassInput() throws Exception {
        Path input = Files.writeString(directory.resolve("input"), "one\ntwo\n");
        try (SshServers servers = servers()) {
            try (MpiexecRun run = start(servers, input, "-l", "--host", HOSTS, "cat")) {
                assertEquals("[0] one\n[0] two\n", run.finish().exitedWith(0).out());
            }
            String script = "[ $PMI_RANK = 2 ] && exit 3; exec sleep 600";
            try (MpiexecRun run = start(servers, null, "--host", HOSTS, "sh", "-c", script)) {
                run.finish().exitedWith(3).said("on 127.0.0.2) ended with exit code 3");
            }
        }
    }

    @Test
    void shouldEndEverythingWhenMpiexecOrAProxyIsKilled() throws Exception {
        try (SshServers servers = servers()) {
            for (String victim : List.of("mpiexec", "proxy", "int")) {
                String[] words = {"--host", "127.0.0.1,127.0.0.2", SLEEPER, "mpi"};
                try (MpiexecRun run = start(servers, null, words)) {
                    run.await(() -> run.out().lines().count() == 2);
                    hit(victim, run);
                    run.awaitEnd();
                    assertEquals(victim.equals("int") ? 130 : 137, run.process().exitValue());
                    run.assertNothingLeft();
                }
            }
        }
    }

    private static void hit(String victim, MpiexecRun run) throws InterruptedException {
        switch (victim) {
            case "mpiexec" -> run.process().destroyForcibly();
            case "int" -> MpiexecRun.signal("INT", run.process().pid());
            default -> MpiexecRun.signal("KILL", run.proxies().getFirst());
        }
    }

    @Test
    void shouldConnectAgainWhenSshIsKilled() throws Exception {
        String script = MpiexecRun.untilUsr1("$$");
        String[] words = {"--host", HOSTS, "sh", "-c", script};
        try (SshServers servers = servers();
                MpiexecRun run = start(servers, null, words)) {
            run.await(() -> run.out().lines().count() == 3);
            List<ProcessHandle> killed = clients(run);
            assertEquals(2, killed.size());
            killed.forEach(ProcessHandle::destroyForcibly);
            run.await(() -> clients(run).size() == 2 && !clients(run).removeAll(killed));
            MpiexecRun.signal("USR1", run.process().pid());
            assertEquals(6, run.finish().exitedWith(0).lines().size());
        }
    }

    private static List<ProcessHandle> clients(MpiexecRun run) {
        return new ArrayList<>(
                run.process()
                        .children()
                        .filter(one -> one.info().command().orElse("").endsWith("/ssh"))
                        .toList());
    }

    @Test
    void shouldReportWhenSshIsRefused() throws Exception {
        try (SshServers servers = servers()) {
            Files.writeString(directory.resolve("authorized"), "");
            try (MpiexecRun run = start(servers, null, "--host", HOSTS, "true")) {
                run.finish().exitedWith(1).said("Permission denied");
            }
        }
    }

    /** As in {@link KubernetesOperatorIT}, which requires root. */
    @Test
    void shouldReadTheVariablesOfHydraAndAwaitHosts() throws Exception {
        Path hosts = Files.writeString(directory.resolve("hostfile"), "127.0.0.1:1\n127.0.0.2:1\n");
        try (SshServers servers = SshServers.in(directory)) {
            Map<String, String> variables =
                    Map.of(
                            "PATH",
                            servers.pathToNotedSsh(),
                            "HYDRA_HOST_FILE",
                            hosts.toString(),
                            "HYDRA_LAUNCHER",
                            "ssh",
                            "HYDRA_LAUNCH_EXTRA_ARGS",
                            "-o ConnectionAttempts=10 "
                                    + servers.variables().get("HYDRA_LAUNCHER_EXTRA_ARGS"),
                            "K_MPI_JOB_ROLE",
                            "launcher");
            String[] words = {"-n", "2", "sh", "-c", "echo $PMI_RANK"};
            try (MpiexecRun run = MpiexecRun.start(null, variables, null, words)) {
                servers.awaitCall();
                servers.listen("127.0.0.1");
                servers.listen("127.0.0.2");
                assertEquals(List.of("0", "1"), run.finish().exitedWith(0).lines());
            }
        }
    }
}
