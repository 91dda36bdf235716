package musubi.launch;

import musubi.launch.hosts.LocalHost;

import java.util.LinkedHashMap;
import java.util.Map;

/** The output of {@code mpiexec -info}: the build and its features, in the form of Hydra. */
final class BuildInformation {
    private BuildInformation() {}

    /**
     * The whole text.
     *
     * @param version the output of --version
     */
    static String text(String version) {
        Map<String, String> lines = new LinkedHashMap<>();
        lines.put("Version:", version);
        lines.put("JVM:", System.getProperty("java.vm.name"));
        lines.put("System:", System.getProperty("os.name") + " " + System.getProperty("os.arch"));
        lines.put("Process Manager:", "pmi (PMI-1.1, PMI-1.2)");
        lines.put("Launchers available:", "ssh slurm fork manual");
        lines.put("Topology libraries available:", "sysfs (Linux)");
        lines.put("Binding of ranks:", has("taskset", "available", "needs taskset (util-linux)"));
        lines.put("Resource management kernels available:", "user slurm pbs lsf sge cobalt");
        lines.put("Transports available:", "shm tcp verbs");
        lines.put("Native MPI programs:", has("perl", "available", "need perl"));
        StringBuilder text = new StringBuilder("Musubi build details:\n");
        lines.forEach((name, value) -> text.append("    %-40s %s%n".formatted(name, value)));
        return text.toString();
    }

    private static String has(String command, String present, String absent) {
        return LocalHost.executable(command) == null ? absent : present;
    }
}
