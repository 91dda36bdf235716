package musubi.launch.training;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.jar.JarFile;
import java.util.zip.ZipEntry;

class ClassFolderTest {
    @TempDir private Path directory;
    private Path root;
    private Path main;
    private String before;

    @BeforeEach
    void makeClasses() throws IOException {
        root = Files.createDirectory(directory.resolve("a folder"));
        main = Files.writeString(root.resolve("Main.class"), "main");
        Files.createDirectories(root.resolve("deep/er"));
        Files.writeString(root.resolve("deep/er/Other.class"), "other");
        Files.writeString(root.resolve("text.properties"), "x=y");
        before = ClassFolder.fingerprint(root);
    }

    @Test
    void shouldHaveAnotherFingerprintWhenAClassHasAnotherSize() throws IOException {
        FileTime time = Files.getLastModifiedTime(main);
        Files.writeString(main, "longer");
        Files.setLastModifiedTime(main, time);
        assertNotEquals(before, ClassFolder.fingerprint(root));
    }

    @Test
    void shouldHaveAnotherFingerprintWhenAClassHasAnotherTime() throws IOException {
        FileTime time = Files.getLastModifiedTime(main);
        Files.setLastModifiedTime(main, FileTime.from(time.toInstant().minusNanos(1000)));
        assertNotEquals(before, ClassFolder.fingerprint(root));
        Files.setLastModifiedTime(main, time);
        assertEquals(before, ClassFolder.fingerprint(root));
    }

    @Test
    void shouldHaveAnotherFingerprintWhenAClassIsNewOrMovedOrGone() throws IOException {
        Path moved = Files.move(main, root.resolve("deep/Main.class"));
        String after = ClassFolder.fingerprint(root);
        assertNotEquals(before, after);
        Files.writeString(root.resolve("deep/New.class"), "new");
        assertNotEquals(after, ClassFolder.fingerprint(root));
        Files.delete(root.resolve("deep/New.class"));
        Files.delete(moved);
        assertNotEquals(after, ClassFolder.fingerprint(root));
    }

    @Test
    void shouldHaveTheSameFingerprintWhenOtherFilesChange() throws IOException {
        Files.writeString(root.resolve("text.properties"), "x=z");
        Files.writeString(root.resolve("output.log"), "a line");
        Files.createDirectories(root.resolve(".hidden"));
        Files.writeString(root.resolve(".hidden/No.class"), "in no package");
        assertEquals(before, ClassFolder.fingerprint(root));
    }

    @Test
    void shouldDependOnContentsAloneWhenTheClassesAreOfASource() throws IOException {
        String contents = ClassFolder.contents(root);
        Files.setLastModifiedTime(main, FileTime.fromMillis(0));
        assertEquals(contents, ClassFolder.contents(root));
        Files.writeString(main, "niam");
        assertNotEquals(contents, ClassFolder.contents(root));
    }

    @Test
    void shouldLeaveAFolderAloneWhenItHasTooManyFiles() throws IOException {
        Path many = Files.createDirectory(directory.resolve("many"));
        for (int i = 0; i < 200; i++) {
            Files.createFile(many.resolve("file" + i));
        }
        for (int i = 0; i < ClassFolder.MAX_FILES / 200; i++) {
            Files.createSymbolicLink(root.resolve("link" + i), many);
        }
        assertNull(ClassFolder.fingerprint(root));
        Path jar = directory.resolve("0.jar");
        try (OutputStream to = Files.newOutputStream(jar)) {
            assertFalse(ClassFolder.pack(root, true, to));
        }
        assertEquals(List.of(), entries(jar));
    }

    @Test
    void shouldPackClassesAndReferToTheFolderForAllElse() throws IOException {
        Path jar = directory.resolve("0.jar");
        try (OutputStream to = Files.newOutputStream(jar)) {
            assertTrue(ClassFolder.pack(root, true, to));
        }
        assertEquals(List.of("Main.class", "deep/er/Other.class"), entries(jar));
        try (JarFile file = new JarFile(jar.toFile())) {
            String path = file.getManifest().getMainAttributes().getValue("Class-Path");
            assertEquals(root.toUri().toString(), path);
            assertTrue(path.startsWith("file:///") && path.endsWith("a%20folder/"), path);
            byte[] bytes = file.getInputStream(file.getEntry("Main.class")).readAllBytes();
            assertEquals("main", new String(bytes));
        }
    }

    private static List<String> entries(Path jar) throws IOException {
        try (JarFile file = new JarFile(jar.toFile())) {
            return file.stream().map(ZipEntry::getName).filter(n -> n.endsWith("ss")).toList();
        }
    }
}
