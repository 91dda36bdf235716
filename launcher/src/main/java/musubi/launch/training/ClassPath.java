package musubi.launch.training;

import java.io.IOException;
import java.net.URI;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;

/** The entries of a class path. */
final class ClassPath {
    private ClassPath() {}

    /**
     * The jars and folders of a class path that exist, as absolute paths. Wildcards are expanded by
     * name; java leaves their order open.
     *
     * @param base the directory at which relative entries start
     */
    static List<Path> entries(String path, Path base) throws IOException {
        List<Path> entries = new ArrayList<>();
        if (path.isEmpty()) {
            return entries;
        }
        for (int from = 0; from <= path.length(); ) {
            int colon = path.indexOf(':', from);
            int to = colon < 0 ? path.length() : colon;
            add(path.substring(from, to), base, entries);
            from = to + 1;
        }
        return entries;
    }

    private static void add(String entry, Path base, List<Path> entries) throws IOException {
        if (entry.equals("*") || entry.endsWith("/*")) {
            addJars(base.resolve(entry.substring(0, entry.length() - 1)), entries);
            return;
        }
        Path file = base.resolve(entry).normalize();
        if (Files.exists(file)) {
            entries.add(file);
        }
    }

    private static void addJars(Path folder, List<Path> entries) throws IOException {
        if (!Files.isDirectory(folder)) {
            return;
        }
        List<Path> jars = new ArrayList<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder.normalize())) {
            for (Path file : files) {
                String name = file.toString();
                if (name.endsWith(".jar") || name.endsWith(".JAR")) {
                    jars.add(file);
                }
            }
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
        Collections.sort(jars);
        entries.addAll(jars);
    }

    /** The files that the manifests of these jars name, and those that their manifests name. */
    static List<Path> namedByManifests(List<Path> jars) {
        List<Path> all = new ArrayList<>(jars);
        for (int i = 0; i < all.size(); i++) {
            addNamed(all.get(i), all);
        }
        return all.subList(jars.size(), all.size());
    }

    private static void addNamed(Path jar, List<Path> all) {
        for (String name : manifestPath(jar).split(" +")) {
            Path file = name.isEmpty() ? null : resolve(jar, name);
            if (file != null && Files.isRegularFile(file) && !all.contains(file)) {
                all.add(file);
            }
        }
    }

    private static String manifestPath(Path jar) {
        try (JarFile file = new JarFile(jar.toFile())) {
            Manifest manifest = file.getManifest();
            String path =
                    manifest == null
                            ? null
                            : manifest.getMainAttributes().getValue(Attributes.Name.CLASS_PATH);
            return path == null ? "" : path.strip();
        } catch (IOException e) {
            // Not a jar: java ignores it as well.
            return "";
        }
    }

    /** The file of this URL relative to the jar; null if there is none. */
    private static Path resolve(Path jar, String name) {
        try {
            URI uri = jar.toUri().resolve(name);
            return "file".equals(uri.getScheme()) ? Path.of(uri).normalize() : null;
        } catch (IllegalArgumentException e) {
            // Not a URL: java ignores it as well.
            return null;
        }
    }
}
