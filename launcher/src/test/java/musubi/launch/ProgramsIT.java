package musubi.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

import java.nio.file.Path;
import java.util.List;

/** Forms of programs: classes, jars, source files, the word java, and executables. */
class ProgramsIT extends ProgramsInFolder {
    @Test
    void shouldShowWhyASourceFileDoesNotCompile() throws Exception {
        write("Bad.java", "class Bad { int x = ; }");
        runHere("-n", "2", "Bad.java").exitedWith(1).said("Bad.java:1");
    }

    @Test
    void shouldRunOtherProgramsAsTheyAre() throws Exception {
        assertEquals(
                List.of("0 2", "1 2"),
                runHere("-n", "2", "sh", "-c", "echo $PMI_RANK $MUSUBI_LOCAL_SIZE")
                        .exitedWith(0)
                        .lines());
        Path script = write("script.sh", "#!/bin/sh\necho script $1\n");
        assertTrue(script.toFile().setExecutable(true));
        assertEquals(List.of("script 7"), runHere("./script.sh", "7").exitedWith(0).lines());
    }

    @Test
    void shouldRunDifferentProgramsInOneJob() throws Exception {
        compileShow();
        MpiexecRun.Result result =
                runHere("-n", "1", "echo", "first", ":", "-n", "2", "-Dkey=k", "Show", "s");
        assertEquals(List.of("1/3 s k", "2/3 s k", "first"), result.exitedWith(0).lines());
    }
}
