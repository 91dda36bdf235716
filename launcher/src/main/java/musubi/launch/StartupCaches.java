package musubi.launch;

import musubi.launch.failure.LaunchFailure;
import musubi.launch.program.Installation;
import musubi.launch.training.ProgramList;
import musubi.launch.training.RankCache;

import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Makes the AOT caches of mpiexec (without and with a compiler of source programs, whose classes
 * would slow down each start), of the ranks and of PVAS nodes, each in a training run. A cache is
 * valid for one build of the JDK, which the JVM checks, and for the same jars, which the script
 * checks: the folder {@code stamps} has an empty file with the time of each jar.
 *
 * @param installation the jars that the caches are for
 * @param err where a failure is reported
 */
record StartupCaches(Installation installation, PrintStream err) {
    private static final String QUIET = RankCache.QUIET;

    /** A class path without the current directory: a cache allows no folder there. */
    private static final String NO_CLASSES = "--class-path=";

    private static final String STAMPS = "stamps";

    private static final List<String> PROGRAM_WORDS =
            List.of(NO_CLASSES, "musubi.launch.rank.Training");

    /** Reflection by method handles makes classes at run time, which no cache has. */
    private static final String NO_REFLECTED_CLASSES = "-Djdk.reflect.useNativeAccessorOnly=true";

    /** Runs the command; returns its exit code. */
    int run(List<String> words, ProgramList programs, PrintStream out) throws InterruptedException {
        try {
            if (words.equals(List.of("--programs"))) {
                programs.print(out);
            } else if (words.equals(List.of("--remove-programs"))) {
                out.println("removed: " + programs.remove());
            } else {
                makeIn(words);
            }
            return 0;
        } catch (LaunchFailure e) {
            err.println("musubi: " + e.getMessage());
            return 1;
        } catch (IOException e) {
            err.println("musubi: AOT caches of programs: " + e);
            return 1;
        }
    }

    private void makeIn(List<String> words) throws InterruptedException {
        if (words.size() != 1) {
            throw LaunchFailure.of("the command caches takes one folder").with("arguments", words);
        }
        make(Path.of(words.getFirst()).toAbsolutePath());
    }

    /** Writes the caches into a folder. A job that starts meanwhile sees whole ones or none. */
    private void make(Path folder) throws InterruptedException {
        Path unfinished = null;
        try {
            Files.createDirectories(folder);
            unfinished = Files.createTempDirectory(folder, "unfinished");
            train(unfinished);
            stamp(Files.createDirectory(unfinished.resolve(STAMPS)));
            delete(folder.resolve(STAMPS));
            for (String name :
                    List.of("rank.aot", "node.aot", "source.aot", "launcher.aot", STAMPS)) {
                Files.move(
                        unfinished.resolve(name),
                        folder.resolve(name),
                        StandardCopyOption.ATOMIC_MOVE);
            }
        } catch (IOException e) {
            throw LaunchFailure.of("cannot write the AOT caches", e)
                    .with("folder", folder)
                    .advice("name a folder that you may write to");
        } finally {
            delete(unfinished);
        }
    }

    private void stamp(Path stamps) throws IOException {
        Path lib = installation.home().resolve("lib");
        for (String part : List.of("launcher", "rank")) {
            try (Stream<Path> jars = Files.list(lib.resolve(part))) {
                for (Path jar : jars.filter(file -> file.toString().endsWith(".jar")).toList()) {
                    Path stamp = stamps.resolve(part + "-" + jar.getFileName());
                    Files.setLastModifiedTime(
                            Files.createFile(stamp), Files.getLastModifiedTime(jar));
                }
            }
        }
        Path fingerprint = lib.resolve("fingerprint");
        if (Files.exists(fingerprint)) {
            Files.copy(fingerprint, stamps.resolve("fingerprint"));
        }
    }

    private void train(Path folder) throws IOException, InterruptedException {
        List<Process> runs = List.of(startNode(folder), startMpiexec(folder));
        await(runs, folder);
        // Afterwards: two cores are enough for two runs.
        await(List.of(startSource(folder)), folder);
    }

    private static void await(List<Process> runs, Path folder)
            throws IOException, InterruptedException {
        for (Process run : runs) {
            if (run.waitFor() != 0) {
                throw LaunchFailure.of("a training run of the AOT caches failed")
                        .with("exit code", run.exitValue())
                        .with("output", output(folder));
            }
        }
    }

    private Process startNode(Path folder) throws IOException {
        return start(
                folder,
                "node",
                List.of(),
                words(List.of("--pvas", "-n", "2"), cache(folder, "node"), PROGRAM_WORDS));
    }

    /** Starts one run of mpiexec that makes two caches: its own and the ranks'. */
    private Process startMpiexec(Path folder) throws IOException {
        List<String> second = words(List.of(":", "-n", "1"), List.of(), PROGRAM_WORDS);
        List<String> words = words(List.of("-n", "1"), cache(folder, "rank"), PROGRAM_WORDS);
        words.addAll(second);
        return start(folder, "launcher", launcherFlags(folder, "launcher"), words);
    }

    /** Starts mpiexec with a source program, so that a cache of it holds the compiler as well. */
    private Process startSource(Path folder) throws IOException {
        List<String> words = List.of("-n", "1", installation.trainingSource().toString());
        return start(folder, "source", launcherFlags(folder, "source"), words);
    }

    private static List<String> launcherFlags(Path folder, String name) {
        List<String> flags = List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");
        return words(flags, cache(folder, name), List.of(NO_REFLECTED_CLASSES));
    }

    private static List<String> words(
            List<String> first, List<String> cacheOptions, List<String> last) {
        List<String> words = new ArrayList<>(first);
        words.addAll(cacheOptions);
        words.addAll(last);
        return words;
    }

    /**
     * Without the profiles of methods. With them the JVM compiles at its start all that was hot in
     * the training: an empty job takes a tenth longer, and no program was found to be faster.
     */
    private static List<String> cache(Path folder, String name) {
        return List.of(
                "-XX:AOTCacheOutput=" + folder.resolve(name + ".aot"),
                "-XX:+UnlockDiagnosticVMOptions",
                "-XX:-AOTRecordTraining",
                QUIET);
    }

    private Process start(Path folder, String name, List<String> flags, List<String> words)
            throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Installation.java());
        command.addAll(flags);
        command.addAll(List.of("-jar", installation.launcherJar().toString()));
        command.addAll(words);
        return new ProcessBuilder(command)
                .redirectInput(new File("/dev/null"))
                .redirectError(folder.resolve(name + "-errors.log").toFile())
                .redirectOutput(folder.resolve(name + ".log").toFile())
                .start();
    }

    private static String output(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            StringBuilder text = new StringBuilder();
            for (Path log : files.filter(file -> file.toString().endsWith(".log")).toList()) {
                text.append(Files.readString(log, StandardCharsets.UTF_8));
            }
            return text.toString().strip();
        }
    }

    private static void delete(Path folder) {
        if (folder == null) {
            return;
        }
        File[] files = folder.toFile().listFiles();
        for (File file : files == null ? new File[0] : files) {
            delete(file.toPath());
        }
        folder.toFile().delete();
    }
}
