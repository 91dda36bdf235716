package musubi.launch.training;

import musubi.launch.options.JvmOptions;
import musubi.launch.program.Installation;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * A program that has, or may have, an AOT cache.
 *
 * @param name the main class, for messages as well
 * @param options all options of the JVM, also those of the environment
 * @param userPath the class path of the user
 * @param directory where relative entries of the class path start; null for the directory of
 *     mpiexec
 */
public record TrainedProgram(String name, List<String> options, String userPath, Path directory) {
    /** Options without influence on classes and code. */
    private static final String[] FREE = {
        "-D", "-Xmx", "-Xms", "-Xmn", "-Xss", "-Xlog", "-verbose"
    };

    private static final String[] JAVA = {"java.vm.version", "java.home"};

    /** The entries of the class path that exist. */
    List<Path> entries() throws IOException {
        Path base = directory == null ? Path.of("") : directory;
        return ClassPath.entries(userPath, base.toAbsolutePath());
    }

    /**
     * What stays the same from the training to a run with the cache, as lines of text.
     *
     * @param entries the entries of the class path
     * @param jobDirectory has the classes of source programs, which count by their contents
     */
    String key(Installation installation, List<Path> entries, Path jobDirectory)
            throws IOException {
        StringBuilder text = new StringBuilder();
        for (String name : JAVA) {
            line(text, "java", System.getProperty(name));
        }
        for (Path jar : installation.rankJars()) {
            line(text, "musubi", Fingerprint.of(jar) + " " + jar);
        }
        for (String option : options) {
            if (!isFree(option)) {
                line(text, "option", option);
            }
        }
        line(text, "main", name);
        for (Path entry : entries) {
            boolean compiled = entry.startsWith(jobDirectory);
            line(text, "path", compiled ? ClassFolder.contents(entry) : entry.toString());
        }
        return text.toString();
    }

    private static void line(StringBuilder text, String name, String value) {
        text.append(name).append(' ').append(value).append('\n');
    }

    private static boolean isFree(String option) {
        for (String prefix : FREE) {
            if (option.startsWith(prefix)) {
                return true;
            }
        }
        return option.isEmpty();
    }

    /** Whether a module is started; {@code java -version} starts nothing. */
    boolean isClass() {
        return !name.isEmpty() && !JvmOptions.startsProgram(name);
    }
}
