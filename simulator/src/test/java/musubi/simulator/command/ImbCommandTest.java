package musubi.simulator.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

class ImbCommandTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @TempDir private Path directory;

    private int run(String... words) {
        return Musubi.run(new PrintWriter(out), new PrintWriter(err), words);
    }

    private static ImbWords words(String text) {
        return ImbWords.parse(List.of(text.split(" ")));
    }

    @Test
    void shouldListAllNamesBySuiteWhenRequested() {
        assertEquals(0, run("imb", "--list"));
        for (String part : List.of("MPI1: PingPong ", "NBC: ", "Ibcast_pure", "MT: ", "P2P: ")) {
            assertTrue(out.toString().contains(part), out::toString);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "PingPog",
                "-n 1",
                "--peers lam",
                "PingPong -iter x",
                "--jmh -check",
                "-- -f 1"
            })
    void shouldFailWithAMessageWhenWordsAreWrong(String text) {
        assertEquals(2, run(("imb " + text).split(" ")));
        assertTrue(!err.toString().isEmpty() && !err.toString().contains("\tat "), err::toString);
    }

    @Test
    void shouldNameTheBenchmarksWhenANameIsUnknown() {
        run("imb", "PingPog");
        assertTrue(err.toString().contains("no such benchmark: PingPog"), err::toString);
    }

    @Test
    void shouldGiveEachProgramItsWordsWhenTheyAreMixed() {
        ImbWords words = words("--pvas --transport tcp PingPong -npmin 4 --check -check MT -x A=b");
        assertEquals(
                List.of("--pvas", "--transport", "tcp", "--check", "-x", "A=b"), words.ofMpiexec());
        assertEquals(List.of("PingPong", "-npmin", "4", "-check", "MT"), words.ofImb());
        assertEquals(List.of(), words.ofJmh());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "-npmin 2 --list",
                "-np 4 --list",
                "-host one,two --list",
                "PingPong -npmin 2 -np 4 --list -- -f 1"
            })
    void shouldTakeOptionsThatBeginLikeItsOwn(String text) {
        assertEquals(0, run(("imb " + text).split(" ")), err::toString);
        assertTrue(out.toString().contains("MPI1: PingPong "), out::toString);
    }

    @Test
    void shouldCheckTheValueOfAnOptionThatBeginsLikeItsOwn() {
        assertEquals(2, run("imb", "PingPong", "-npmin", "x"));
        assertTrue(err.toString().contains("-npmin"), err::toString);
    }

    @Test
    void shouldKeepTheWordsOfJmhWhenTheyFollowTwoDashes() {
        ImbWords words = words("PingPong -- -prof gc");
        assertEquals(List.of("PingPong"), words.ofImb());
        assertEquals(List.of("-prof", "gc"), words.ofJmh());
        assertEquals("none", words.binding());
        assertEquals("core", words("--bind-to core PingPong").binding());
    }

    @Test
    void shouldReplaceTheLineWhenErrorIsATerminal() {
        ProgressLine line = new ProgressLine(new PrintWriter(err), true);
        line.show("1 of 2");
        line.above(() -> new PrintWriter(err, true).println("row"));
        line.show("");
        assertEquals(
                "1 of 2\r\033[Krow" + System.lineSeparator() + "1 of 2\r\033[K", err.toString());
    }

    @Test
    void shouldPrintALineForEachStepWhenErrorIsNoTerminal() {
        ProgressLine line = new ProgressLine(new PrintWriter(err, true), false);
        line.show("1 of 2");
        line.show("2 of 2");
        line.show("");
        assertEquals(List.of("1 of 2", "2 of 2"), err.toString().lines().toList());
    }

    @Test
    void shouldReportTheFolderWhenJarsOfJmhAreMissing() throws IOException {
        Path folder = Files.createDirectory(directory.resolve("jmh"));
        Files.createFile(folder.resolve("jmh-core-1.37.jar"));
        String message =
                assertThrows(IOException.class, () -> JmhFolder.classPath(folder, "put it into "))
                        .getMessage();
        assertEquals("put it into " + folder, message);
        Files.createFile(folder.resolve("jopt-simple-5.0.4.jar"));
        Files.createFile(folder.resolve("commons-math3-3.6.1.jar"));
        String path = JmhFolder.classPath(folder, "");
        assertEquals(3, path.split(File.pathSeparator).length, path);
    }
}
