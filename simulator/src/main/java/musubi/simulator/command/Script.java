package musubi.simulator.command;

import java.nio.file.Path;

/** Where the installation is, from the script that starts all commands. */
final class Script {
    private static final String MPIEXEC = "musubi.script";
    private static final String CACHES = "musubi.caches";

    private Script() {}

    /** The script mpiexec. */
    static Path mpiexec() {
        return path(MPIEXEC);
    }

    /** The folder of AOT caches for this JDK; its last name is the version of the JDK. */
    static Path caches() {
        return path(CACHES);
    }

    private static Path path(String property) {
        String value = System.getProperty(property);
        if (value == null) {
            throw new IllegalStateException(
                    "the command musubi was not started by its script; set -D" + property);
        }
        return Path.of(value);
    }
}
