package musubi.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;

import musubi.conformance.api.StubClasses;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Compiles and runs programs in the style of each dialect, unmodified, with the commands of the
 * dialect: each must print the lines of {@code Name.out}, in any order. As processes, programs in
 * the style of MPJ Express run from class files that were compiled against its descriptors. Every
 * other program runs as processes, the others in one JVM; with {@code -Dmusubi.test.modes=true}
 * each runs in both modes.
 */
@Execution(ExecutionMode.CONCURRENT)
class ClassicProgramsIT {
    private static final Path PROGRAMS = Launched.ROOT.resolve("conformance/programs");
    private static final String RANKS = "4";
    private static final String CHEAP_COMPILER = ConformanceIT.CHEAP_COMPILER;

    /** The folder of the programs that were compiled against MPJ Express. */
    private static final String CLASS_FILES = "capitalised-class-files";

    @TempDir private static Path folder;

    /** The command that starts a program: command and options, up to its name. */
    private record Start(String command, List<String> options) {}

    /**
     * A program in a run mode.
     *
     * @param dialect the folder that it is in
     * @param name of its class
     * @param pvas whether its ranks share a JVM
     */
    record Program(String dialect, String name, boolean pvas) {
        @Override
        public String toString() {
            return dialect + " " + name + (pvas ? " in one JVM" : " as processes");
        }
    }

    static List<Program> programs() throws IOException {
        List<Program> programs = new ArrayList<>();
        for (String dialect : List.of("lowercase", "capitalised")) {
            for (Path source : sources(dialect)) {
                String file = source.getFileName().toString();
                String name = file.substring(0, file.length() - ".java".length());
                boolean pvas = programs.size() % 2 == 0;
                programs.add(new Program(dialect, name, pvas));
                if (Boolean.getBoolean("musubi.test.modes")) {
                    programs.add(new Program(dialect, name, !pvas));
                }
            }
        }
        return programs;
    }

    private static List<Path> sources(String dialect) throws IOException {
        try (Stream<Path> files = Files.list(PROGRAMS.resolve(dialect))) {
            return files.filter(file -> file.toString().endsWith(".java")).sorted().toList();
        }
    }

    @BeforeAll
    static void compile() throws IOException, InterruptedException {
        for (String dialect : List.of("lowercase", "capitalised")) {
            List<String> words = new ArrayList<>(List.of("-d", dialect));
            sources(dialect).forEach(source -> words.add(source.toString()));
            Launched launched = Launched.command(folder, ".", "mpijavac", words);
            assertEquals("", launched.all());
            assertEquals(0, launched.exitCode());
        }
        compileForMpjExpress();
    }

    /** Compiles against MPJ Express's classes, of which Musubi's are not in the class path. */
    private static void compileForMpjExpress() throws IOException {
        Path library = Files.createDirectory(folder.resolve("mpj-express"));
        StubClasses.writeMpjExpress(library);
        Path classes = folder.resolve(CLASS_FILES);
        List<String> words =
                new ArrayList<>(List.of("-cp", library.toString(), "-d", classes.toString()));
        sources("capitalised").forEach(source -> words.add(source.toString()));
        StringWriter said = new StringWriter();
        int code =
                ToolProvider.findFirst("javac")
                        .orElseThrow()
                        .run(
                                new PrintWriter(said),
                                new PrintWriter(said),
                                words.toArray(String[]::new));
        assertEquals("", said.toString());
        assertEquals(0, code);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("programs")
    void shouldPrintItsResultsWhenRunUnmodified(Program program)
            throws IOException, InterruptedException {
        Start start = start(program);
        List<String> words = new ArrayList<>();
        if (program.pvas) {
            words.add("--pvas");
        }
        words.addAll(start.options);
        words.add(program.name);
        Path arguments = beside(program, ".args");
        if (Files.exists(arguments)) {
            words.addAll(List.of(Files.readString(arguments).strip().split(" ")));
        }
        Launched launched = Launched.command(folder, ".", start.command, words);
        assertEquals(notes(program), withoutRanks(launched.err()));
        assertEquals(0, launched.exitCode());
        assertEquals(sorted(Files.readString(beside(program, ".out"))), sorted(launched.out()));
    }

    /** What Musubi notes of errors in the program. */
    private static String notes(Program program) throws IOException {
        Path notes = beside(program, ".err");
        return Files.exists(notes) ? Files.readString(notes) : "";
    }

    /** Lines of which ranks print the same ones, in any order. */
    private static String withoutRanks(String lines) {
        return lines.lines()
                .map(line -> line.replaceAll("rank \\d+", "rank N") + "\n")
                .distinct()
                .sorted()
                .collect(Collectors.joining());
    }

    private static Start start(Program program) {
        String path = program.dialect;
        if (program.dialect.equals("capitalised")) {
            path = program.pvas ? path : CLASS_FILES;
            return new Start(
                    "mpjrun.sh",
                    List.of("-np", RANKS, "-dev", "multicore", CHEAP_COMPILER, "-cp", path));
        }
        return program.pvas
                ? new Start("mpiexec", List.of("-n", RANKS, CHEAP_COMPILER, "-cp", path))
                : new Start("mpirun", List.of("-np", RANKS, "java", CHEAP_COMPILER, "-cp", path));
    }

    private static Path beside(Program program, String suffix) {
        return PROGRAMS.resolve(program.dialect).resolve(program.name + suffix);
    }

    private static String sorted(String text) {
        return String.join("\n", text.lines().sorted().toList());
    }
}
