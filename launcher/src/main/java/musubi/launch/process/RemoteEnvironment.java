package musubi.launch.process;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * The environment of the ranks of another host: that of mpiexec, as on one machine, but for what
 * belongs to a host or to a login.
 */
public final class RemoteEnvironment {
    private static final Set<String> OF_THE_HOST =
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
     * @param outer mpiexec's
     * @param own the node proxy's
     */
    public static Map<String, String> of(Map<String, String> outer, Map<String, String> own) {
        Map<String, String> variables = new HashMap<>(outer);
        variables.keySet().removeIf(RemoteEnvironment::isOfTheHost);
        own.forEach(
                (name, value) -> {
                    if (isOfTheHost(name)) {
                        variables.put(name, value);
                    }
                });
        return variables;
    }

    private static boolean isOfTheHost(String name) {
        return OF_THE_HOST.contains(name) || PREFIXES.stream().anyMatch(name::startsWith);
    }
}
