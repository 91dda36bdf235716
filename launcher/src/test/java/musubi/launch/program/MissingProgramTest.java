package musubi.launch.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.launch.failure.ExitCode;
import musubi.launch.failure.LaunchFailure;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

class MissingProgramTest {
    @TempDir private Path base;

    private void assertAdvice(String expected, String word, String userPath) {
        LaunchFailure failure = MissingProgram.of(List.of(word.split(" ")), userPath, base);
        assertEquals(ExitCode.NOT_FOUND, failure.exitCode());
        assertTrue(failure.getMessage().endsWith("; " + expected), failure.getMessage());
    }

    @Test
    void shouldNameTheProblemWhenTheWordIsNoProgram() throws IOException {
        Path script = Files.writeString(base.resolve("run.sh"), "echo x");
        assertAdvice("run.sh is not executable", "run.sh", ".");
        assertTrue(script.toFile().setExecutable(true));
        assertAdvice("did you mean ./run.sh?", "run.sh", ".");
        Files.createDirectory(base.resolve("classes"));
        assertAdvice("classes is a directory", "classes", ".");
        assertAdvice("name the class, not its file: Main", "classes/Main.class", ".");
    }

    @Test
    void shouldExplainValuesOfOptionsWhenTheNextWordIsAProgram() {
        String advice =
                "the next argument looks like a program; give the directory of recordings after an"
                        + " equals sign: --timeline=traces";
        assertAdvice(advice, "traces Heat.java", ".");
        assertAdvice(advice, "traces -jar heat.jar", ".");
        assertAdvice("check the name, or set the class path with -cp", "traces 100", ".");
    }

    @Test
    void shouldNameMissingEntriesOfTheClassPathWhenAClassIsNotFound() {
        assertAdvice(
                "check the name, or set the class path with -cp (missing: no/such, nor.jar)",
                "pkg.Main",
                base + ":no/such:nor.jar:lib/*");
        assertAdvice("check the name, or set the class path with -cp", "Main", ".");
    }
}
