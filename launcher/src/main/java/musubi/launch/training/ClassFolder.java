package musubi.launch.training;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.TreeMap;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;

/**
 * A folder of classes on a class path. A JVM accepts no such folder in an AOT cache, so the classes
 * are packed into a jar, whose manifest has the folder as {@code Class-Path}: everything that is no
 * class is found in the folder, at the same place of the class path.
 *
 * <p>Thread rule: one thread.
 */
final class ClassFolder {
    /** With more files the search for changes would take too long. */
    static final int MAX_FILES = 20_000;

    private static final String CLASS = ".class";

    private final Path root;

    /** The class files by their names relative to the root; null if only the checksum counts. */
    private final TreeMap<String, Path> classes;

    private final boolean byContent;
    private long sum;
    private int files;

    private ClassFolder(Path root, boolean keepsNames, boolean byContent) {
        this.root = root;
        this.byContent = byContent;
        classes = keepsNames ? new TreeMap<>() : null;
    }

    /**
     * A number that changes with the name, the size or the time of any class file.
     *
     * @return null for a folder with too many files
     */
    static String fingerprint(Path root) throws IOException {
        return new ClassFolder(root, false, false).read();
    }

    /** A number that depends on the names and the contents of class files only. */
    static String contents(Path root) throws IOException {
        return new ClassFolder(root, false, true).read();
    }

    private String read() throws IOException {
        return walk(root, "") ? Long.toHexString(sum) : null;
    }

    /** Visits a folder; false after too many files. */
    private boolean walk(Path folder, String prefix) throws IOException {
        try (DirectoryStream<Path> children = Files.newDirectoryStream(folder)) {
            for (Path child : children) {
                if (++files > MAX_FILES || !visit(child, prefix)) {
                    return false;
                }
            }
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
        return true;
    }

    private boolean visit(Path child, String prefix) throws IOException {
        String name = child.getFileName().toString();
        if (name.endsWith(CLASS)) {
            add(child, prefix + name);
        } else if (mayBePackage(name) && Files.isDirectory(child)) {
            return walk(child, prefix + name + "/");
        }
        return true;
    }

    private static boolean mayBePackage(String name) {
        return name.indexOf('.') < 0 && name.indexOf('-') < 0;
    }

    /** The order of the files does not matter. */
    private void add(Path file, String name) throws IOException {
        long one = Checksum.of(name);
        if (byContent) {
            one = Checksum.append(one, Checksum.of(Files.readAllBytes(file)));
        } else {
            BasicFileAttributes found = Files.readAttributes(file, BasicFileAttributes.class);
            one = Checksum.append(one, found.size());
            one = Checksum.append(one, Fingerprint.nanos(found.lastModifiedTime()));
        }
        sum += one;
        if (classes != null) {
            classes.put(name, file);
        }
    }

    /**
     * Packs the classes of a folder.
     *
     * @param manifestHas whether the manifest has the folder
     * @return false for a folder with too many files: then the jar has no class
     */
    static boolean pack(Path root, boolean manifestHas, OutputStream jar) throws IOException {
        ClassFolder folder = new ClassFolder(root, true, false);
        boolean complete = folder.walk(root, "");
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        if (manifestHas) {
            String uri = root.toUri().toString();
            manifest.getMainAttributes()
                    .put(Attributes.Name.CLASS_PATH, uri.endsWith("/") ? uri : uri + "/");
        }
        try (JarOutputStream out = new JarOutputStream(jar, manifest)) {
            out.setLevel(Deflater.NO_COMPRESSION);
            if (complete) {
                folder.write(out);
            }
        }
        return complete;
    }

    private void write(JarOutputStream out) throws IOException {
        for (String name : classes.keySet()) {
            out.putNextEntry(new ZipEntry(name));
            out.write(Files.readAllBytes(classes.get(name)));
            out.closeEntry();
        }
    }
}
