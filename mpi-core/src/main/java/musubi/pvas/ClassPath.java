package musubi.pvas;

import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A class path, parsed by the rules of the java command. */
final class ClassPath {
    private ClassPath() {}

    /** The URLs of a class path; an empty entry is the current folder. */
    static URL[] urls(String classPath) {
        List<URL> urls = new ArrayList<>();
        if (!classPath.isEmpty()) {
            for (String entry : classPath.split(":", -1)) {
                add(entry.isEmpty() ? "." : entry, urls);
            }
        }
        return urls.toArray(new URL[0]);
    }

    private static void add(String entry, List<URL> urls) {
        if (!entry.equals("*") && !entry.endsWith("/*")) {
            urls.add(url(Path.of(entry)));
            return;
        }
        Path folder = Path.of(entry.substring(0, entry.length() - 1));
        try (DirectoryStream<Path> jars = Files.newDirectoryStream(folder, "*.{jar,JAR}")) {
            jars.forEach(jar -> urls.add(url(jar)));
        } catch (IOException e) {
            // No such folder: ignored, as by java.
            return;
        }
    }

    private static URL url(Path path) {
        try {
            return path.toAbsolutePath().normalize().toUri().toURL();
        } catch (MalformedURLException e) {
            throw new IllegalArgumentException("not an entry of a class path: " + path, e);
        }
    }
}
