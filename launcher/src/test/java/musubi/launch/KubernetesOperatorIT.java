package musubi.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import musubi.launch.proxy.ProxyStarter;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Simulates the Kubernetes MPI operator (v2beta1, {@code mpiImplementation: MPICH}) with a network
 * namespace for each pod: its environment, host file and ssh_config; names that cannot be resolved
 * before pods are ready, and ssh servers that start even later.
 */
class KubernetesOperatorIT {
    private static final int LAUNCHER = 1;
    private static final int FIRST_WORKER = 2;
    private static final int LAST_WORKER = 3;
    private static final String NO_DNS = "hosts: files\n";

    @TempDir private Path directory;

    private Namespaces pods;
    private SshServers servers;
    private String path;
    private final List<Path> hostsFiles = new ArrayList<>();

    @BeforeEach
    void make() throws Exception {
        pods = Namespaces.of(LAST_WORKER);
        servers = SshServers.in(directory);
        path = servers.pathToNotedSsh();
        for (int pod = LAUNCHER; pod <= LAST_WORKER; pod++) {
            hostsFiles.add(pods.etc(pod, "hosts", "127.0.0.1 localhost\n"));
            pods.etc(pod, "nsswitch.conf", NO_DNS);
        }
        pods.etc(LAUNCHER, "ssh/ssh_config", servers.config());
    }

    @AfterEach
    void remove() throws Exception {
        if (servers != null) {
            servers.close();
        }
        if (pods != null) {
            pods.close();
        }
    }

    private static String podName(int pod) {
        return pod == LAUNCHER ? "pi-launcher" : "pi-worker-" + (pod - FIRST_WORKER);
    }

    private static String serviceName(int pod) {
        return podName(pod) + ".pi.default.svc";
    }

    /** Only the variables that the operator sets in the launcher's pod. */
    private Map<String, String> variables(int firstHost) throws IOException {
        StringBuilder hosts = new StringBuilder();
        for (int pod = firstHost; pod <= LAST_WORKER; pod++) {
            hosts.append(serviceName(pod)).append(":2\n");
        }
        Path file = Files.writeString(directory.resolve("hostfile"), hosts);
        Map<String, String> variables = new HashMap<>();
        variables.put("PATH", path);
        variables.put("K_MPI_JOB_ROLE", "launcher");
        variables.put("HYDRA_HOST_FILE", file.toString());
        variables.put("HYDRA_LAUNCH_EXTRA_ARGS", "-o ConnectionAttempts=10");
        if (firstHost != LAUNCHER) {
            variables.put("NVIDIA_VISIBLE_DEVICES", "");
            variables.put("NVIDIA_DRIVER_CAPABILITIES", "");
        }
        return variables;
    }

    private MpiexecRun launch(Map<String, String> variables, String... words) {
        return MpiexecRun.startBehind(
                List.of(pods.on(LAUNCHER, podName(LAUNCHER))), variables, words);
    }

    /** Pods become ready: first their names resolve, then their ssh servers start. */
    private void beReady() throws IOException, InterruptedException {
        servers.awaitCall();
        for (Path file : hostsFiles) {
            for (int pod = LAUNCHER; pod <= LAST_WORKER; pod++) {
                String line = Namespaces.address(pod) + " " + serviceName(pod) + "\n";
                Files.writeString(file, line, StandardOpenOption.APPEND);
            }
        }
        servers.awaitCall();
        for (int pod = FIRST_WORKER; pod <= LAST_WORKER; pod++) {
            servers.listen(Namespaces.address(pod), pods.on(pod, podName(pod)));
        }
    }

    @Test
    void shouldRunOnWorkersThatStartLater() throws Exception {
        String[] words = {"--explain", "-n", "4", "musubi.launch.programs.MixedTraffic"};
        try (MpiexecRun run = launch(variables(FIRST_WORKER), words)) {
            beReady();
            MpiexecRun.Result result = run.finish().exitedWith(0);
            assertEquals(List.of("0 done", "1 done", "2 done", "3 done"), result.lines());
            assertEquals(
                    "musubi: rank 0: shm with rank 1, tcp with ranks 2-3",
                    result.transports().getFirst());
        }
        String script = "echo $PMI_RANK $(hostname)";
        try (MpiexecRun run = launch(variables(FIRST_WORKER), "sh", "-c", script)) {
            MpiexecRun.Result result = run.finish().exitedWith(0);
            assertEquals(
                    List.of("0 pi-worker-0", "1 pi-worker-0", "2 pi-worker-1", "3 pi-worker-1"),
                    result.lines());
            assertEquals("", result.err());
        }
    }

    /**
     * With {@code runLauncherAsWorker}; its own name resolves as late, and it has no ssh server.
     */
    @Test
    void shouldRunOnTheLauncherToo() throws Exception {
        String script = "echo $PMI_RANK $(hostname)";
        try (MpiexecRun run = launch(variables(LAUNCHER), "sh", "-c", script)) {
            beReady();
            assertEquals(
                    List.of(
                            "0 pi-launcher",
                            "1 pi-launcher",
                            "2 pi-worker-0",
                            "3 pi-worker-0",
                            "4 pi-worker-1",
                            "5 pi-worker-1"),
                    run.finish().exitedWith(0).lines());
        }
    }

    /** The operator's Job then restarts the launcher's pod. */
    @Test
    void shouldFailWhenWorkersDoNotStart() throws Exception {
        Map<String, String> variables = variables(FIRST_WORKER);
        variables.put(ProxyStarter.PATIENCE_VARIABLE, "3");
        try (MpiexecRun run = launch(variables, "true")) {
            MpiexecRun.Result result = run.finish().exitedWith(1);
            result.said("cannot start ranks on a host: host=pi-worker-");
            result.said("after 3 s");
            result.said("Could not resolve hostname");
        }
    }
}
