package musubi.conformance;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * A job that the assembled launcher has run.
 *
 * @param exitCode of the launcher
 * @param out what it wrote to its standard output
 * @param err the same of its standard error
 */
public record Launched(int exitCode, String out, String err) {
    /** The folder of the project. */
    public static final Path ROOT =
            Path.of(System.getProperty("basedir", "")).toAbsolutePath().resolve("..").normalize();

    private static final long TIME_LIMIT_S = 800;

    /** Runs mpiexec in the folder, with the test classes on the class path. */
    public static Launched mpiexec(Path folder, List<String> words)
            throws IOException, InterruptedException {
        return mpiexec(folder, List.of(), Map.of(), words);
    }

    /**
     * Runs mpiexec in the folder, with the test classes on the class path.
     *
     * @param prefix of its command
     * @param variables more of its environment
     */
    static Launched mpiexec(
            Path folder, List<String> prefix, Map<String, String> variables, List<String> words)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(prefix);
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        Path lib = ROOT.resolve("launcher/target/musubi/lib");
        command.add("-XX:+UseSerialGC");
        command.add("-XX:TieredStopAtLevel=1");
        boolean hasSource = words.stream().anyMatch(word -> word.endsWith(".java"));
        command.add("-XX:AOTCache=" + lib.resolve(hasSource ? "source.aot" : "launcher.aot"));
        command.add("-Xlog:aot*=off,cds*=off");
        command.add("-jar");
        command.add(lib.resolve("launcher/musubi-launcher.jar").toString());
        command.addAll(words);
        return run(folder, testClasses(), variables, command);
    }

    /** Runs a command of the project, such as {@code mpjrun.sh}, in the folder. */
    public static Launched command(Path folder, String classPath, String name, List<String> words)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(ROOT.resolve(name).toString()));
        command.addAll(words);
        return run(folder, classPath, Map.of(), command);
    }

    private static Launched run(
            Path folder, String classPath, Map<String, String> variables, List<String> command)
            throws IOException, InterruptedException {
        Path out = Files.createTempFile("launched", ".out");
        Path err = Files.createTempFile("launched", ".err");
        ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
        builder.environment().put("CLASSPATH", classPath);
        builder.environment().put("MUSUBI_JAVA_HOME", System.getProperty("java.home"));
        builder.environment().putAll(variables);
        builder.redirectInput(new File("/dev/null"));
        builder.redirectOutput(out.toFile()).redirectError(err.toFile());
        Process process = builder.start();
        if (!process.waitFor(TIME_LIMIT_S, TimeUnit.SECONDS)) {
            process.destroy();
            process.waitFor();
        }
        Launched launched = new Launched(process.exitValue(), text(out), text(err));
        Files.delete(out);
        Files.delete(err);
        return launched;
    }

    private static String text(Path file) throws IOException {
        return Files.readString(file, StandardCharsets.UTF_8);
    }

    /** Both streams. */
    public String all() {
        return out + err;
    }

    /** The test classes and JUnit; Musubi itself comes from its assembled jars. */
    private static String testClasses() {
        StringBuilder path = new StringBuilder();
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
            String name = Path.of(entry).getFileName().toString();
            if (name.startsWith("junit")
                    || name.startsWith("opentest4j")
                    || name.startsWith("apiguardian")
                    || entry.endsWith("conformance/target/test-classes")) {
                path.append(entry).append(File.pathSeparator);
            }
        }
        return path.toString();
    }
}
