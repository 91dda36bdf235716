package musubi.conformance.api;

import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * Prints the list of a library, as in {@code resources/api/*-descriptors.txt}: {@code
 * DescriptorList JAR-OR-FOLDER REGEX}, where the expression matches the names of the classes.
 */
final class DescriptorList {
    private DescriptorList() {}

    /** Prints a list. */
    public static void main(String[] words) throws IOException {
        Path library = Path.of(words[0]);
        if (Files.isDirectory(library)) {
            System.out.print(text(library, words[1]));
            return;
        }
        try (FileSystem jar = FileSystems.newFileSystem(library)) {
            System.out.print(text(jar.getPath("/"), words[1]));
        }
    }

    private static String text(Path root, String names) throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.walk(root)) {
            files = all.filter(file -> file.toString().endsWith(".class")).sorted().toList();
        }
        StringBuilder text = new StringBuilder();
        for (Path file : files) {
            ClassSurface surface = ClassSurface.read(Files.readAllBytes(file));
            boolean visible = surface.has(ClassFile.ACC_PUBLIC | ClassFile.ACC_PROTECTED);
            text.append(visible && surface.name().matches(names) ? surface.text() : "");
        }
        return text.toString();
    }
}
