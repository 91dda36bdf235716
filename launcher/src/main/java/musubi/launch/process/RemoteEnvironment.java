package musubi.launch.process;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * The environment of ranks on another host: that of mpiexec, except for variables that belong to a
 * host or a login.
 */
public final class RemoteEnvironment {
    private static final Set<String> HOST_VARIABLES =
            Set.of(
                    "HOSTNAME",
                    "HOST",
                    "DISPLAY",
                    "XAUTHORITY",
                    "JAVA_HOME",
                    "MUSUBI_JAVA_HOME",
                    "MUSUBI_OUTER_LC_ALL",
                    "DBUS_SESSION_BUS_ADDRESS");

    private static final Set<String> PREFIXES = Set.of("SSH_", "XDG_", "SLURMD_", "SLURM_");

    private RemoteEnvironment() {}

    /**
     * The variables for the ranks.
     *
     * @param outer the environment of mpiexec
     * @param own the environment of the node proxy
     */
    public static Map<String, String> of(Map<String, String> outer, Map<String, String> own) {
        Map<String, String> variables = new HashMap<>(outer);
        variables.keySet().removeIf(RemoteEnvironment::belongsToHost);
        own.forEach(
                (name, value) -> {
                    if (belongsToHost(name)) {
                        variables.put(name, value);
                    }
                });
        return variables;
    }

    private static boolean belongsToHost(String name) {
        return HOST_VARIABLES.contains(name) || PREFIXES.stream().anyMatch(name::startsWith);
    }
}
