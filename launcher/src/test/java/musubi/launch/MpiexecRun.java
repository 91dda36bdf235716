package musubi.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.launch.link.LinkTimes;
import musubi.launch.proxy.NodeProxy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** A run of the assembled mpiexec, with its results. */
final class MpiexecRun implements AutoCloseable {
    private static final Path HOME = Path.of(System.getProperty("musubi.home", "target/musubi"));
    private static final String TEST_CLASSES = Path.of("target/test-classes").toAbsolutePath() + "";

    /** For ranks that run for a second or two: the second compiler would run longer. */
    static final String CHEAP_COMPILER = "-XX:TieredStopAtLevel=1";

    /** For JVMs that run for less than a second: what runs a few hundred times is interpreted. */
    private static final String FEW_COMPILATIONS = "-XX:CompileThresholdScaling=10";

    /** As in the script. */
    private static final String NATIVE_REFLECTION = "-Djdk.reflect.useNativeAccessorOnly=true";

    /** Time limit for operations of about a second, on a busy machine. */
    static final long PATIENCE_S = 300;

    /** For ranks whose work after SIGTERM a test expects: time for it on a busy machine. */
    static final Map<String, String> LONG_GRACE = Map.of("MUSUBI_LAUNCH_GRACE", "60000");

    /** Shorter than the time after which remaining processes end by themselves. */
    private static final long REMNANTS_MS = 60_000;

    private final Process process;
    private final Path files;
    private final long startNs = System.nanoTime();
    private final long startMs;

    private MpiexecRun(Process process, Path files) throws IOException {
        this.process = process;
        this.files = files;
        this.startMs = Files.getLastModifiedTime(files).toMillis();
    }

    /** The results of a run: exit code, streams, and duration. */
    record Result(int exitCode, String out, String err, long elapsedMs) {
        List<String> lines() {
            return out.lines().sorted().toList();
        }

        /** The output of ranks on transports with --explain, by rank. */
        List<String> transports() {
            return err.lines().filter(line -> line.startsWith("musubi: rank ")).sorted().toList();
        }

        Result exitedWith(int expected) {
            assertEquals(expected, exitCode, () -> "out:\n" + out + "\nerr:\n" + err);
            return this;
        }

        Result said(String text) {
            assertTrue(err.contains(text), () -> "missing: " + text + "\nerr:\n" + err);
            return this;
        }
    }

    /** Starts mpiexec with these arguments; test programs are on the class path. */
    static MpiexecRun start(String... words) {
        return start(null, Map.of(), null, words);
    }

    static MpiexecRun start(Path input, Map<String, String> more, Path directory, String... words) {
        return start(command(words), input, more, directory);
    }

    /** Starts mpiexec through a command that executes it. */
    static MpiexecRun startBehind(List<String> prefix, Map<String, String> more, String... words) {
        List<String> command = new ArrayList<>(prefix);
        command.addAll(command(words));
        return start(command, null, more, null);
    }

    private static MpiexecRun start(
            List<String> command, Path input, Map<String, String> more, Path directory) {
        try {
            Path files = Files.createTempDirectory("mpiexec-test");
            ProcessBuilder builder = new ProcessBuilder(command);
            builder.environment().put("CLASSPATH", TEST_CLASSES);
            builder.environment().put("MUSUBI_OBSERVE_KEEP", "0");
            // Longer than a busy machine keeps a node proxy from running.
            builder.environment().put(LinkTimes.SILENCE_VARIABLE, "10000");
            builder.environment().putAll(more);
            builder.directory(directory == null ? null : directory.toFile());
            Path source = input == null ? Path.of("/dev/null") : input;
            builder.redirectInput(source.toFile());
            builder.redirectOutput(files.resolve("out").toFile());
            builder.redirectError(files.resolve("err").toFile());
            return new MpiexecRun(builder.start(), files);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The command that runs the assembled mpiexec. */
    static List<String> command(String... words) {
        List<String> command = new ArrayList<>();
        // A shell ignores SIGINT in background processes, and children inherit that.
        command.addAll(List.of("env", "--default-signal=INT,TERM,HUP"));
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-XX:+UseSerialGC", CHEAP_COMPILER, FEW_COMPILATIONS));
        command.addAll(List.of("-XX:-UsePerfData", "-XX:AOTCache=" + cacheFor(words)));
        command.addAll(List.of("-Xlog:aot*=off,cds*=off", NATIVE_REFLECTION, "-jar"));
        command.add(HOME.resolve("lib/launcher/musubi-launcher.jar").toAbsolutePath().toString());
        command.addAll(withCheapCompiler(List.of(words)));
        return command;
    }

    /** The words, behind options of the compiler if they name a single Java program of tests. */
    private static List<String> withCheapCompiler(List<String> words) {
        List<String> all = new ArrayList<>(words);
        boolean isOfOnePart = !words.contains(":") && !words.contains("--as");
        if (isOfOnePart && words.stream().anyMatch(MpiexecRun::isJavaProgram)) {
            all.addAll(0, List.of(CHEAP_COMPILER, FEW_COMPILATIONS));
        }
        return all;
    }

    private static boolean isJavaProgram(String word) {
        return word.matches("(musubi\\.launch\\.programs|misuse)\\.\\w+|.*\\.java");
    }

    /** As the script mpiexec chooses it. */
    private static Path cacheFor(String... words) {
        boolean hasSource = Arrays.stream(words).anyMatch(word -> word.endsWith(".java"));
        return hasSource ? cache().resolveSibling("source.aot") : cache();
    }

    static Path cache() {
        return HOME.resolve("lib/launcher.aot").toAbsolutePath();
    }

    /** Runs mpiexec to its end. */
    static Result run(String... words) throws InterruptedException {
        try (MpiexecRun run = start(words)) {
            return run.finish();
        }
    }

    Process process() {
        return process;
    }

    String out() {
        return read("out");
    }

    String err() {
        return read("err");
    }

    private String read(String name) {
        try {
            return Files.readString(files.resolve(name), StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Waits for the end of mpiexec, then until nothing of the job is left. */
    Result finish() throws InterruptedException {
        awaitEnd();
        long elapsedMs = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNs);
        Result result = new Result(process.exitValue(), read("out"), read("err"), elapsedMs);
        assertNothingLeft();
        return result;
    }

    /** Waits until the program has printed the text. */
    void awaitOutput(String text) throws InterruptedException {
        assertTrue(soon(() -> out().contains(text)), () -> "never printed: " + text + report());
    }

    /** Waits until the condition holds. */
    void await(BooleanSupplier condition) throws InterruptedException {
        assertTrue(soon(condition), this::report);
    }

    /** Waits for the end of mpiexec. */
    void awaitEnd() throws InterruptedException {
        assertTrue(process.waitFor(PATIENCE_S, TimeUnit.SECONDS), this::report);
    }

    /** The output of the job, and the stacks of mpiexec and the ranks. */
    private String report() {
        StringBuilder text = new StringBuilder("\nout:\n" + out() + "\nerr:\n" + err());
        List<Long> all = new ArrayList<>(List.of(process.pid()));
        all.addAll(proxies());
        all.addAll(ranks());
        all.forEach(pid -> text.append("\nprocess ").append(pid).append(stacks(pid)));
        return text.toString();
    }

    private static String stacks(long pid) {
        Path jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd");
        try {
            Process process =
                    new ProcessBuilder(jcmd.toString(), Long.toString(pid), "Thread.print")
                            .redirectErrorStream(true)
                            .start();
            byte[] stacks = process.getInputStream().readAllBytes();
            return "\n" + new String(stacks, StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            return ": " + e;
        }
    }

    /** Sends a signal, named without SIG, to a process. */
    static void signal(String name, long pid) throws InterruptedException {
        try {
            new ProcessBuilder("kill", "-" + name, Long.toString(pid))
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start()
                    .waitFor();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Whether the command line of a process contains this word, behind its command. */
    static boolean hasWord(long pid, String word) {
        return read(Path.of("/proc", Long.toString(pid)), "cmdline").contains("\0" + word + "\0");
    }

    /** Whether a process has been stopped by a signal. */
    static boolean isStopped(long pid) {
        String stat = read(Path.of("/proc", Long.toString(pid)), "stat");
        int state = stat.lastIndexOf(')') + 2;
        return state < stat.length() && stat.charAt(state) == 'T';
    }

    /**
     * A shell script that prints the text and waits for SIGUSR1. It starts no processes meanwhile:
     * a shell that is stopped before its child has called exec stays in vfork, and does not reach
     * the stopped state.
     */
    static String untilUsr1(String greeting) {
        return "trap 'echo got; exit 0' USR1; sleep 600 & echo " + greeting + "; wait";
    }

    /** The output of another launcher, both streams; it must exit with this code. */
    static String output(int code, ProcessBuilder builder) throws InterruptedException {
        try {
            Path out = Files.createTempFile("launcher-test", ".out");
            Process process =
                    builder.redirectErrorStream(true).redirectOutput(out.toFile()).start();
            boolean ended = process.waitFor(PATIENCE_S, TimeUnit.SECONDS);
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
            String text = Files.readString(out);
            Files.delete(out);
            assertTrue(ended, () -> "hangs: " + builder.command() + "\n" + text);
            assertEquals(code, process.exitValue(), () -> builder.command() + "\n" + text);
            return text;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Waits until all processes and files of the job are gone; those that stay fail the test. */
    void assertNothingLeft() throws InterruptedException {
        String job = process.pid() + "-";
        boolean gone = within(REMNANTS_MS, () -> left(job).isEmpty());
        assertTrue(gone, () -> "left: " + left(job));
    }

    /**
     * Waits until nothing of the job is left, also where a node proxy has not heard of the end, and
     * waits for another connection first.
     */
    void awaitNothingLeft() throws InterruptedException {
        String job = process.pid() + "-";
        assertTrue(soon(() -> left(job).isEmpty()), () -> "left: " + left(job));
    }

    private List<String> left(String job) {
        List<String> left =
                new ArrayList<>(ranksOf(job).stream().map(pid -> "pid " + pid).toList());
        proxiesOf(job).forEach(pid -> left.add("node proxy " + pid));
        Path runtime = Path.of(System.getenv().getOrDefault("XDG_RUNTIME_DIR", "/dev/shm"));
        Path temporary = Path.of(System.getProperty("java.io.tmpdir"));
        for (Path directory : List.of(Path.of("/dev/shm"), temporary, runtime)) {
            try (DirectoryStream<Path> found =
                    Files.newDirectoryStream(directory, file -> isOfThisRun(file, job))) {
                found.forEach(file -> left.add(file.toString()));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return left;
    }

    /** By name and time: process ids are reused, and older jobs may have left files. */
    private boolean isOfThisRun(Path file, String job) {
        return file.getFileName().toString().startsWith("musubi-" + job)
                && file.toFile().lastModified() >= startMs;
    }

    /** The processes with the job's id in their environment. */
    List<Long> ranks() {
        return ranksOf(process.pid() + "-");
    }

    private static List<Long> ranksOf(String job) {
        List<Long> pids = new ArrayList<>();
        try (DirectoryStream<Path> all = Files.newDirectoryStream(Path.of("/proc"), "[0-9]*")) {
            for (Path one : all) {
                if (read(one, "environ").contains("\0MUSUBI_JOB=" + job)) {
                    pids.add(Long.parseLong(one.getFileName().toString()));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return pids;
    }

    /** The node proxies of this machine, by their process ids. */
    List<Long> proxies() {
        return proxiesOf(process.pid() + "-");
    }

    private static List<Long> proxiesOf(String job) {
        List<Long> pids = new ArrayList<>();
        String words = "\0" + NodeProxy.COMMAND + "\0" + job;
        try (DirectoryStream<Path> all = Files.newDirectoryStream(Path.of("/proc"), "[0-9]*")) {
            for (Path one : all) {
                if (read(one, "cmdline").contains(words)) {
                    pids.add(Long.parseLong(one.getFileName().toString()));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return pids.stream().sorted().toList();
    }

    private static String read(Path process, String name) {
        try {
            byte[] bytes = Files.readAllBytes(process.resolve(name));
            return "\0" + new String(bytes, StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            // The process has just ended, or belongs to another user.
            return "";
        }
    }

    /** Whether the condition holds within the time limit. */
    static boolean soon(BooleanSupplier condition) throws InterruptedException {
        return within(TimeUnit.SECONDS.toMillis(PATIENCE_S), condition);
    }

    private static boolean within(long limitMs, BooleanSupplier condition)
            throws InterruptedException {
        long deadlineNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(limitMs);
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > deadlineNs) {
                return false;
            }
            TimeUnit.MILLISECONDS.sleep(10);
        }
        return true;
    }

    /** Ends the processes of a failed test. */
    @Override
    public void close() {
        process.destroyForcibly();
        try {
            Files.deleteIfExists(files.resolve("out"));
            Files.deleteIfExists(files.resolve("err"));
            Files.deleteIfExists(files);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
