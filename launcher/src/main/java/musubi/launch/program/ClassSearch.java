package musubi.launch.program;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipFile;

/** A search for a class on a class path, without loading it. */
final class ClassSearch {
    private ClassSearch() {}

    /**
     * Whether the class is on one of the paths.
     *
     * @param name the binary name of the class
     * @param jars Musubi's jars
     * @param userPath the user's class path, with the wildcards of java
     */
    static boolean finds(String name, List<Path> jars, String userPath) {
        String file = name.replace('.', '/') + ".class";
        return Stream.of(userPath.split(":"))
                        .anyMatch(entry -> entryHas(entry.isEmpty() ? "." : entry, file))
                || name.startsWith("musubi.") && jars.stream().anyMatch(jar -> jarHas(jar, file));
    }

    private static boolean entryHas(String entry, String file) {
        if (entry.equals("*") || entry.endsWith("/*")) {
            return wildcardHas(Path.of(entry).toAbsolutePath().getParent(), file);
        }
        Path path = Path.of(entry);
        return Files.isDirectory(path)
                ? Files.isRegularFile(path.resolve(file))
                : jarHas(path, file);
    }

    private static boolean wildcardHas(Path directory, String file) {
        try (var jars = Files.newDirectoryStream(directory, "*.{jar,JAR}")) {
            for (Path jar : jars) {
                if (jarHas(jar, file)) {
                    return true;
                }
            }
        } catch (IOException e) {
            // No such directory: java ignores it as well.
            return false;
        }
        return false;
    }

    private static boolean jarHas(Path jar, String file) {
        if (!Files.isRegularFile(jar)) {
            return false;
        }
        try (ZipFile zip = new ZipFile(jar.toFile())) {
            return zip.getEntry(file) != null;
        } catch (IOException e) {
            // Not a jar: java ignores it as well.
            return false;
        }
    }
}
