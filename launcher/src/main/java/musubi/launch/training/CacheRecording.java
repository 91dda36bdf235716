package musubi.launch.training;

import musubi.memory.PrivateFiles;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * The making of an AOT cache: one JVM of the job records, then another one assembles. The option
 * {@code -XX:AOTCacheOutput} would do both at the end of the rank, whose exit code and output would
 * then depend on the assembly.
 *
 * <p>Thread rule: one thread.
 */
public final class CacheRecording {
    private static final String RECORDED = "recorded.aotconf";
    private static final String RECORDING_LOG = "recording.log";
    private static final String ASSEMBLY_LOG = "assembly.log";
    private static final String OUTPUT = "output.log";
    private static final List<String> SILENT =
            List.of("-XX:+UnlockDiagnosticVMOptions", "-XX:-DisplayVMOutput");

    private static final int POLL_MS = 50;
    private static final int MOST_MESSAGES = 5;

    private final ProgramFolder programs;
    private final Path own;
    private final Stamp stamp;
    private List<String> command = List.of();
    private Map<String, String> variables = Map.of();

    /**
     * Packs the folders of classes.
     *
     * @param own the folder of the program
     * @param notes receives a text for each folder that cannot be packed
     */
    CacheRecording(ProgramFolder programs, Path own, Stamp stamp, Consumer<String> notes)
            throws IOException {
        this.programs = programs;
        this.own = own;
        this.stamp = stamp;
        PrivateFiles.createDirectory(folder());
        for (int i = 0; i < stamp.entries().size(); i++) {
            Stamp.Entry entry = stamp.entries().get(i);
            if (entry.isFolder()) {
                pack(entry, stamp.packed(i, own), notes);
            }
        }
    }

    private static void pack(Stamp.Entry entry, Path jar, Consumer<String> notes)
            throws IOException {
        try (OutputStream to = Channels.newOutputStream(PrivateFiles.create(jar))) {
            if (!ClassFolder.pack(entry.path(), entry.isPermanent(), to)) {
                notes.accept(
                        "the classes in %s will not be in the cache: it has more than %d files"
                                .formatted(entry.path(), ClassFolder.MAX_FILES));
            }
        }
    }

    private Path folder() {
        return own.resolve(stamp.version());
    }

    private Path file(String name) {
        return folder().resolve(name);
    }

    String key() {
        return stamp.key();
    }

    /** For the JVM of the job that records; without its message at the end, and thread dumps. */
    public RankCache recording() {
        return with("record", SILENT, file(RECORDING_LOG));
    }

    /** For the JVM that assembles the cache. */
    public RankCache assembly() {
        Path cache = ProgramFolder.cache(own, stamp);
        return with("create", List.of("-XX:AOTCache=" + cache), file(ASSEMBLY_LOG));
    }

    private RankCache with(String mode, List<String> more, Path log) {
        List<String> options = new ArrayList<>();
        options.add("-XX:AOTMode=" + mode);
        options.add("-XX:AOTConfiguration=" + file(RECORDED));
        options.addAll(more);
        options.add(RankCache.QUIET);
        options.add("-Xlog:aot*=warning,cds*=warning:file=\"" + log + "\":none");
        return new RankCache(options, stamp.classPath(own));
    }

    /**
     * Sets the command of the JVM that assembles.
     *
     * @param words options only
     * @param more variables in addition to those of mpiexec
     */
    public void assembleBy(List<String> words, Map<String, String> more) {
        command = words;
        variables = more;
    }

    /**
     * Assembles the cache and publishes it.
     *
     * @param succeeded whether the job has ended well
     * @param stopped whether the user has ended mpiexec
     * @return the outcome, for the user
     */
    String finish(boolean succeeded, BooleanSupplier stopped) throws InterruptedException {
        try {
            String obstacle = succeeded ? assemble(stopped) : "the job failed";
            if (obstacle == null) {
                programs.publish(own, stamp);
                return made();
            }
            discard();
            return failed(obstacle);
        } catch (IOException e) {
            discard();
            return failed(e.toString());
        }
    }

    private String made() throws IOException {
        Path cache = ProgramFolder.cache(own, stamp);
        return "trained %s: %s (%d MB), for runs with this class path and these JVM options"
                .formatted(stamp.program(), cache, Math.ceilDiv(Files.size(cache), 1 << 20));
    }

    private String failed(String reason) {
        return "no AOT cache of " + stamp.program() + ": " + reason;
    }

    /** Removes what there is of it. */
    void discard() {
        try {
            ProgramFolder.delete(folder());
            // Only without another cache of the program.
            own.toFile().delete();
        } catch (IOException e) {
            // It has no stamp, so it is not used; a later training removes it.
            return;
        }
    }

    /** Returns null, or why there is no cache. */
    private String assemble(BooleanSupplier stopped) throws IOException, InterruptedException {
        if (!Files.isRegularFile(file(RECORDED))) {
            return "the JVM has recorded nothing" + messages(RECORDING_LOG);
        }
        Process process = start();
        while (!process.waitFor(POLL_MS, TimeUnit.MILLISECONDS)) {
            if (stopped.getAsBoolean()) {
                process.destroyForcibly().waitFor();
                return "ended by a signal";
            }
        }
        Path change = stamp.change();
        if (process.exitValue() != 0 || !Files.isRegularFile(ProgramFolder.cache(own, stamp))) {
            return "the JVM failed with exit code " + process.exitValue() + messages(ASSEMBLY_LOG);
        }
        for (String name : List.of(RECORDED, RECORDING_LOG, ASSEMBLY_LOG, OUTPUT)) {
            Files.deleteIfExists(file(name));
        }
        return change == null ? null : change + " has changed meanwhile";
    }

    private Process start() throws IOException {
        File log = file(OUTPUT).toFile();
        ProcessBuilder builder =
                new ProcessBuilder(command)
                        .redirectInput(new File("/dev/null"))
                        .redirectErrorStream(true)
                        .redirectOutput(log);
        builder.environment().putAll(variables);
        return builder.start();
    }

    /** The first messages of the JVM. */
    private String messages(String log) throws IOException {
        List<String> lines = new ArrayList<>();
        for (String name : List.of(log, OUTPUT)) {
            if (Files.exists(file(name))) {
                lines.addAll(Files.readAllLines(file(name), StandardCharsets.ISO_8859_1));
            }
        }
        StringBuilder text = new StringBuilder();
        for (String line : lines.subList(0, Math.min(MOST_MESSAGES, lines.size()))) {
            text.append("\n  ").append(line.strip());
        }
        return text.toString();
    }
}
