package musubi.launch.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.launch.failure.ExitCode;
import musubi.launch.failure.LaunchFailure;
import musubi.launch.options.JvmOptions;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

class SourceProgramTest {
    private Path sources;
    private Path classes;

    @BeforeEach
    void makeFolders(@TempDir Path directory) throws IOException {
        sources = Files.createDirectory(directory.resolve("src"));
        classes = Files.createDirectory(directory.resolve("classes"));
    }

    private Path file(String name, String text) throws IOException {
        Path file = sources.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, text);
    }

    private SourceProgram compile(Path file) {
        return SourceProgram.compile(file, classes, ".", List.of());
    }

    @Test
    void shouldFindTheMainClassWhenItIsNotTheFirst() throws IOException {
        Path file =
                file("Two.java", "class A {} class B { public static void main(String[] a) {} }");
        assertEquals("B", compile(file).mainClass());
        assertTrue(Files.exists(classes.resolve("A.class")));
    }

    @Test
    void shouldSkipAMethodWhenItCannotStartAProgram() throws IOException {
        Path file = file("Two.java", "class A { void main(int x) {} } class B { void main() {} }");
        assertEquals("B", compile(file).mainClass());
        Path heir = file("Heir.java", "class Heir extends Base {}");
        file("Base.java", "class Base { public static void main(String... a) {} }");
        assertEquals("Heir", compile(heir).mainClass());
        Path none = file("None.java", "class None { int x; }");
        LaunchFailure failure = assertThrows(LaunchFailure.class, () -> compile(none));
        assertTrue(failure.getMessage().contains("no class with a main method"));
    }

    @Test
    void shouldCompileForTheReleaseWhenOneIsGiven() throws IOException {
        Path file =
                file(
                        "Var.java",
                        "class Var { public static void main(String[] a) { var x = 1; } }");
        List<String> old = List.of("--source", "9");
        assertThrows(LaunchFailure.class, () -> SourceProgram.compile(file, classes, ".", old));
        List<String> newer = List.of("--source", "17");
        assertEquals("Var", SourceProgram.compile(file, classes, ".", newer).mainClass());
        assertEquals(List.of("-ea"), JvmOptions.withoutSource(List.of("--source", "17", "-ea")));
    }

    @Test
    void shouldCompileSiblingsWhenThePackageHasARoot() throws IOException {
        file("org/demo/util/Other.java", "package org.demo.util; public class Other {}");
        Path file =
                file(
                        "org/demo/Main.java",
                        "package org.demo; public class Main { util.Other o;"
                                        .replace("util.Other", "org.demo.util.Other")
                                + " public static void main(String[] a) {} }");
        assertEquals("org.demo.Main", compile(file).mainClass());
        assertTrue(Files.exists(classes.resolve("org/demo/util/Other.class")));
    }

    @Test
    void shouldCompileWhenTheSourceFileIsCompact() throws IOException {
        Path file =
                file(
                        "Compact.java",
                        "int twice(int x) { return 2 * x; }\nvoid main() { twice(1); }");
        assertEquals("Compact", compile(file).mainClass());
    }

    @Test
    void shouldShowTheCompilersMessagesWhenTheSourceIsWrong() throws IOException {
        Path file = file("Bad.java", "class Bad {\n  int x = \"text\";\n}\n");
        LaunchFailure failure = assertThrows(LaunchFailure.class, () -> compile(file));
        assertTrue(failure.getMessage().contains("Bad.java:2"), failure.getMessage());
        assertEquals(ExitCode.FAILURE, failure.exitCode());
    }

    @Test
    void shouldFailWhenTheFileHasNoClass() throws IOException {
        Path file = file("Empty.java", "// nothing\n");
        LaunchFailure failure = assertThrows(LaunchFailure.class, () -> compile(file));
        assertTrue(failure.getMessage().contains("Empty.java"), failure.getMessage());
    }
}
