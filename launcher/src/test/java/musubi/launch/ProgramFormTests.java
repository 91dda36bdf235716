package musubi.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import org.junit.jupiter.api.Test;

import java.io.OutputStream;
import java.nio.file.Files;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.zip.ZipEntry;

/** The forms of naming a Java program, in both run modes. */
abstract class ProgramFormTests extends RunModeTests {
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
                run("-np", "2", "java", "-cp", elsewhere, "-Dkey=v", "-Xmx64m", "Show", "w");
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
        String forms =
                "-n 1 show.jar a : -n 1 -Dkey=v -jar show.jar b"
                        + " : -n 1 java -Dkey=w -jar show.jar c";
        assertEquals(
                List.of("0/3 a null", "1/3 b v", "2/3 c w"),
                runHere(forms.split(" ")).exitedWith(0).lines());
    }

    @Test
    void shouldRunASourceFileWithItsSiblingsAndACompactOne() throws Exception {
        write("demo/Name.java", "package demo; record Name(String text) {}");
        write(
                "demo/Main.java",
                "package demo; public class Main { public static void main(String[] a) {"
                        + " System.out.println(new Name(\"n\" + a.length)); } }");
        write("Compact.java", "void main(String[] a) { IO.println(\"compact \" + a[0]); }");
        String forms = "-n 2 demo/Main.java x : -n 1 java Compact.java y";
        assertEquals(
                List.of("Name[text=n1]", "Name[text=n1]", "compact y"),
                runHere(forms.split(" ")).exitedWith(0).lines());
        assertFalse(Files.exists(directory.resolve("demo/Main.class")));
    }
}
