package musubi.simulator.command;

import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Where the installation is, from the script that starts all commands. The names of its properties
 * begin unlike settings: ranks in this JVM warn of unknown ones.
 */
final class Script {
    private static final String MPIEXEC = "script.mpiexec";
    private static final String CACHES = "script.caches";
    private static final String TERMINAL = "script.terminal";

    private Script() {}

    /** The script mpiexec. */
    static Path mpiexec() {
        return path(MPIEXEC);
    }

    /** The folder of AOT caches for this JDK; its last name is the version of the JDK. */
    static Path caches() {
        return path(CACHES);
    }

    /** Whether standard error is a terminal. */
    static boolean isTerminal() {
        return Boolean.getBoolean(TERMINAL);
    }

    /** The folder of the project, or of an archive. */
    static Path home() {
        Path folder = mpiexec().getParent();
        return isArchive() ? folder.getParent() : folder;
    }

    /** Whether this is an archive or an installation, not a clone. */
    static boolean isArchive() {
        return Files.isDirectory(mpiexec().resolveSibling("../lib/launcher"));
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
