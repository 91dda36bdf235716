package musubi.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.zip.ZipEntry;

/** What can be run: classes, jars, source files, the word java, and everything else. */
@Timeout(60)
class ProgramsIT {
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

    @TempDir private Path directory;

    private MpiexecRun.Result runHere(String... words) throws InterruptedException {
        try (MpiexecRun run = MpiexecRun.start(null, Map.of("CLASSPATH", "."), directory, words)) {
            return run.finish();
        }
    }

    private Path write(String name, String text) throws IOException {
        Path file = directory.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, text);
    }

    private void compileShow() throws IOException {
        SourceProgram.compile(write("Show.java", SHOW), directory, ".", List.of());
        Files.delete(directory.resolve("Show.java"));
    }

    @Test
    void shouldRunAClassWithPropertiesAndArguments() throws Exception {
        compileShow();
        MpiexecRun.Result result = runHere("-n", "3", "-Dkey=a b", "Show", "-n", "x y");
        assertEquals(
                List.of("0/3 -n,x y a b", "1/3 -n,x y a b", "2/3 -n,x y a b"),
                result.exitedWith(0).lines());
        assertEquals("", result.err());
    }

    @Test
    void shouldRunAsTypedForOpenMpi() throws Exception {
        compileShow();
        String elsewhere = directory.toString();
        MpiexecRun.Result result =
                MpiexecRun.run(
                        "-np", "2", "java", "-cp", elsewhere, "-Dkey=v", "-Xmx64m", "Show", "w");
        assertEquals(List.of("0/2 w v", "1/2 w v"), result.exitedWith(0).lines());
    }

    @Test
    void shouldRunAJar() throws Exception {
        compileShow();
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, "Show");
        try (OutputStream file = Files.newOutputStream(directory.resolve("show.jar"));
                JarOutputStream jar = new JarOutputStream(file, manifest)) {
            jar.putNextEntry(new ZipEntry("Show.class"));
            jar.write(Files.readAllBytes(directory.resolve("Show.class")));
        }
        Files.delete(directory.resolve("Show.class"));
        assertEquals(
                List.of("0/2 a null", "1/2 a null"),
                runHere("-n", "2", "show.jar", "a").exitedWith(0).lines());
        assertEquals(
                List.of("0/1 b v"),
                runHere("-Dkey=v", "-jar", "show.jar", "b").exitedWith(0).lines());
        assertEquals(
                List.of("0/1 c v"),
                runHere("java", "-Dkey=v", "-jar", "show.jar", "c").exitedWith(0).lines());
    }

    @Test
    void shouldRunASourceFileWithItsSiblings() throws Exception {
        write("demo/Name.java", "package demo; record Name(String text) {}");
        write(
                "demo/Main.java",
                "package demo; public class Main { public static void main(String[] a) {"
                        + " System.out.println(new Name(\"n\" + a.length)); } }");
        assertEquals(
                List.of("Name[text=n1]", "Name[text=n1]"),
                runHere("-n", "2", "demo/Main.java", "x").exitedWith(0).lines());
        assertFalse(Files.exists(directory.resolve("demo/Main.class")));
    }

    @Test
    void shouldRunACompactSourceFile() throws Exception {
        write("Compact.java", "void main(String[] a) { IO.println(\"compact \" + a[0]); }");
        assertEquals(
                List.of("compact x", "compact x"),
                runHere("-n", "2", "java", "Compact.java", "x").exitedWith(0).lines());
    }

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

    @Test
    void shouldExchangeValuesInEveryEpoch() throws InterruptedException {
        MpiexecRun.Result result =
                MpiexecRun.run("-n", "3", "musubi.launch.programs.Rank", "epochs", "3");
        assertEquals(9, result.exitedWith(0).lines().size());
        for (String line : result.lines()) {
            assertTrue(line.endsWith("same true fresh true"), line);
        }
    }
}
