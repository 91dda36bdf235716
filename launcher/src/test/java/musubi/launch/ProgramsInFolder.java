package musubi.launch;

import musubi.launch.program.SourceProgram;

import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** For tests that write programs into a folder and run them there. */
abstract class ProgramsInFolder {
    private static final String SHOW =
            """
            class Show {
                public static void main(String[] words) {
                    System.out.println(
                            System.getenv("PMI_RANK") + "/" + System.getenv("PMI_SIZE") + " "
                                    + String.join(",", words) + " " + System.getProperty("key"));
                }
            }
            """;

    @TempDir Path directory;

    /** Options of mpiexec that all runs have. */
    List<String> mode() {
        return List.of();
    }

    /** The options and these arguments. */
    final String[] words(String... words) {
        List<String> all = new ArrayList<>(mode());
        all.addAll(List.of(words));
        return all.toArray(new String[0]);
    }

    /** Runs mpiexec with test programs on the class path. */
    final MpiexecRun.Result run(String... words) throws InterruptedException {
        return MpiexecRun.run(words(words));
    }

    /** Runs mpiexec in the folder, which is the class path. */
    final MpiexecRun.Result runHere(String... words) throws InterruptedException {
        Map<String, String> here = Map.of("CLASSPATH", ".");
        try (MpiexecRun run = MpiexecRun.start(null, here, directory, words(words))) {
            return run.finish();
        }
    }

    /** Writes a file into the folder. */
    final Path write(String name, String text) throws IOException {
        Path file = directory.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, text);
    }

    /** Puts a class into the folder that prints its rank, arguments, and property "key". */
    final void compileShow() throws IOException {
        SourceProgram.compile(write("Show.java", SHOW), directory, ".", List.of());
        Files.delete(directory.resolve("Show.java"));
    }
}
