package musubi.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.launch.program.SourceProgram;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** AOT caches of programs. Each training takes some seconds, so there are two. */
class TrainIT {
    private static final Path HOME = Path.of(System.getProperty("musubi.home", "target/musubi"));

    private static final String MAIN =
            """
            import mpi.MPI;

            import java.io.InputStream;
            import java.net.URL;

            public class Main {
                public static void main(String[] words) throws Exception {
                    MPI.Init(words);
                    int rank = MPI.COMM_WORLD.getRank();
                    if (words.length > 0) {
                        System.exit(Integer.parseInt(words[0]));
                    }
                    String found = "";
                    URL url = Main.class.getResource("/word.txt");
                    if (url != null) {
                        try (InputStream in = url.openStream()) {
                            found = url.getProtocol() + " " + new String(in.readAllBytes());
                        }
                    }
                    MPI.COMM_WORLD.barrier();
                    System.out.println(rank + " " + Greeting.text() + " " + found);
                    MPI.Finalize();
                }
            }
            """;

    private static final String GREETING =
            "class Greeting { static String text() { return \"TEXT\"; } }";

    @TempDir private Path temporary;

    /** With spaces, which JVM options have to quote. */
    private Path directory;

    @BeforeEach
    void makeFolder() throws IOException {
        directory = Files.createDirectory(temporary.toRealPath().resolve("a b"));
    }

    private MpiexecRun.Result run(String... words) throws Exception {
        Map<String, String> variables =
                Map.of("XDG_CACHE_HOME", directory.resolve("cache").toString(), "CLASSPATH", ".");
        Path here = directory.resolve("classes");
        try (MpiexecRun run = MpiexecRun.start(null, variables, here, words)) {
            return run.finish();
        }
    }

    private void write(String name, String text) throws IOException {
        Path file = directory.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    private void compile(String greeting) throws IOException {
        write("src/Main.java", MAIN);
        write("src/Greeting.java", GREETING.replace("TEXT", greeting));
        Files.createDirectories(directory.resolve("classes"));
        SourceProgram.compile(
                directory.resolve("src/Main.java"),
                directory.resolve("classes"),
                HOME.resolve("lib/rank/musubi-rank.jar").toString(),
                List.of());
    }

    /** Where the ranks had their classes from, by the logs of their JVMs, which this removes. */
    private List<String> sources(String name) throws IOException {
        List<String> sources = new ArrayList<>();
        try (Stream<Path> logs = Files.list(directory.resolve("log"))) {
            for (Path log : logs.toList()) {
                Files.readAllLines(log).stream()
                        .filter(line -> line.contains(" " + name + " source: "))
                        .map(line -> line.substring(line.indexOf("source: ") + 8))
                        .forEach(sources::add);
                Files.delete(log);
            }
        }
        return sources;
    }

    private String log() throws IOException {
        Path folder = Files.createDirectories(directory.resolve("log"));
        return "-Xlog:class+load:file=\"" + folder + "/%p.log\"";
    }

    @Test
    void shouldTakeTheClassesOfAFolderFromItsCacheUntilOneChanges() throws Exception {
        compile("first");
        write("classes/word.txt", "old");
        MpiexecRun.Result training = run("--train", "-n", "2", "Main").exitedWith(0);
        training.said("trained Main: " + directory.resolve("cache/musubi/programs"));
        assertEquals(List.of("0 first file old", "1 first file old"), training.lines());

        write("classes/word.txt", "new");
        MpiexecRun.Result next = run("-v", log(), "-n", "2", "Main").exitedWith(0);
        assertEquals(List.of("0 first file new", "1 first file new"), next.lines());
        assertFalse(next.err().contains("no AOT cache"), next.err());
        List<String> fromCache = List.of("shared objects file", "shared objects file");
        assertEquals(fromCache, sources("Main"));

        run("--train", "-n", "1", "Main", "3")
                .exitedWith(3)
                .said("no AOT cache of Main: the job failed");
        compile("second");
        MpiexecRun.Result changed = run("-v", log(), "-n", "2", "Main").exitedWith(0);
        assertEquals(List.of("0 second file new", "1 second file new"), changed.lines());
        changed.said("has changed since the training; run mpiexec --train again");
        assertFalse(sources("Main").toString().contains("shared"));
    }

    @Test
    void shouldTakeTheClassesOfASourceFileFromItsCache() throws Exception {
        write("classes/Main.java", MAIN);
        write("classes/Greeting.java", GREETING);
        run("--train", "-n", "1", "Main.java").exitedWith(0).said("trained Main: ");
        MpiexecRun.Result next = run(log(), "-n", "1", "Main.java").exitedWith(0);
        assertEquals(List.of("0 TEXT "), next.lines());
        assertEquals(List.of("shared objects file"), sources("Main"));
        assertTrue(Files.notExists(directory.resolve("classes/Main.class")));
    }
}
