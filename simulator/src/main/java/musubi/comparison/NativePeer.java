package musubi.comparison;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** A native MPI library, and the program of {@code benchmarks/native} compiled with it. */
public enum NativePeer {
    /** Open MPI. */
    OPENMPI("mpicc.openmpi", "mpirun.openmpi", "openmpi-bin libopenmpi-dev"),
    /** MPICH. */
    MPICH("mpicc.mpich", "mpiexec.mpich", "mpich libmpich-dev");

    private final String compiler;
    private final String launcher;
    private final String packages;

    NativePeer(String compiler, String launcher, String packages) {
        this.compiler = compiler;
        this.launcher = launcher;
        this.packages = packages;
    }

    /** The name of the library. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The library of a name, ignoring case. */
    public static NativePeer named(String name) {
        return Arrays.stream(values())
                .filter(each -> each.label().equalsIgnoreCase(name))
                .findAny()
                .orElseThrow(
                        () ->
                                new IllegalArgumentException(
                                        "no such library: " + name + "; there are openmpi, mpich"));
    }

    /**
     * Compiles the program, unless it is newer than its sources.
     *
     * @param clone the folder of the project
     * @return the program
     */
    public Path build(Path clone) throws IOException, InterruptedException {
        Path sources = clone.resolve("benchmarks/native");
        if (!Files.isReadable(sources.resolve("imb.c"))) {
            throw new IOException(
                    "native libraries are compared in a clone only: " + sources + " is missing");
        }
        for (String command : List.of(compiler, launcher)) {
            if (!isOnPath(command)) {
                throw new IOException(
                        "%s is not on the PATH; on Debian: apt-get install gcc %s"
                                .formatted(command, packages));
            }
        }
        Path program = clone.resolve("benchmarks/target/native").resolve(label()).resolve("imb");
        List<Path> files = files(sources);
        if (!isNewer(program, files)) {
            Files.createDirectories(program.getParent());
            compile(files, program);
        }
        return program;
    }

    private static boolean isOnPath(String command) {
        String path = System.getenv().getOrDefault("PATH", "");
        return Stream.of(path.split(File.pathSeparator))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, command)));
    }

    /** The sources and headers. */
    private static List<Path> files(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.getFileName().toString().matches("imb.*[.]c|.*[.]h"))
                    .sorted()
                    .toList();
        }
    }

    private static boolean isNewer(Path program, List<Path> files) throws IOException {
        if (!Files.exists(program)) {
            return false;
        }
        for (Path file : files) {
            if (Files.getLastModifiedTime(file).compareTo(Files.getLastModifiedTime(program)) > 0) {
                return false;
            }
        }
        return true;
    }

    private void compile(List<Path> files, Path program) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(compiler, "-O2", "-pthread"));
        command.addAll(List.of("-Wno-stringop-overflow", "-o", program.toString()));
        files.stream()
                .map(Path::toString)
                .filter(each -> each.endsWith(".c"))
                .forEach(command::add);
        int code = new ProcessBuilder(command).inheritIO().start().waitFor();
        if (code != 0) {
            throw new IOException(
                    "%s returned %d: %s".formatted(compiler, code, String.join(" ", command)));
        }
    }

    /**
     * The command that runs the program.
     *
     * @param binding what ranks are bound to: none or core, for example
     */
    public List<String> command(Path program, int ranks, String binding, List<String> words) {
        String count = String.valueOf(ranks);
        List<String> command = new ArrayList<>(List.of(launcher));
        if (this == OPENMPI) {
            boolean crowded = ranks > Runtime.getRuntime().availableProcessors();
            String yields = crowded ? "1" : "0";
            command.addAll(List.of("--allow-run-as-root", "--oversubscribe", "--bind-to", binding));
            command.addAll(List.of("--mca", "mpi_yield_when_idle", yields, "-np", count));
        } else {
            command.addAll(List.of("-bind-to", binding, "-n", count));
        }
        command.add(program.toString());
        command.addAll(words);
        return command;
    }
}
