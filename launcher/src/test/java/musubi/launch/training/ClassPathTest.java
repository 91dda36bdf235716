package musubi.launch.training;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;

class ClassPathTest {
    @TempDir private Path directory;

    private Path file(String name) throws IOException {
        Path file = directory.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, "");
    }

    private Path jar(String name, String classPath) throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.CLASS_PATH, classPath);
        Path jar = file(name);
        try (OutputStream to = Files.newOutputStream(jar)) {
            new JarOutputStream(to, manifest).close();
        }
        return jar;
    }

    @Test
    void shouldResolveEntriesInTheirOrder() throws IOException {
        Path one = file("lib/one.jar");
        Path far = file("far.jar");
        assertEquals(
                List.of(one, directory, far, directory),
                ClassPath.entries("lib/../lib/one.jar:.:" + far + ":", directory));
        assertEquals(List.of(), ClassPath.entries("", directory));
    }

    @Test
    void shouldOmitWhatIsMissing() throws IOException {
        Path one = file("one.jar");
        assertEquals(List.of(one), ClassPath.entries("none:one.jar:none/*", directory));
    }

    @Test
    void shouldExpandWildcardsByName() throws IOException {
        Path second = file("lib/b.jar");
        Path first = file("lib/a.JAR");
        file("lib/c.txt");
        assertEquals(List.of(first, second), ClassPath.entries("lib/*", directory));
        assertEquals(List.of(first, second), ClassPath.entries("*", directory.resolve("lib")));
    }

    @Test
    void shouldFollowManifests() throws IOException {
        Path last = file("lib/last.jar");
        Path next = jar("lib/next.jar", "last.jar ../first.jar none.jar");
        Path first = jar("first.jar", "lib/next.jar  lib/ http://host/x.jar");
        assertEquals(List.of(next, last), ClassPath.namedByManifests(List.of(first)));
    }
}
