package musubi.launch.training;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * What an AOT cache of a program is valid for. HotSpot of JDK 25 compares no jar with those of a
 * cache, and runs the classes in the cache. The stamp is a text file beside the folder of the
 * cache, and names that folder: a cache is valid once its stamp is written.
 *
 * @param version the name of the folder with the cache and the packed classes
 * @param program the main class
 * @param key the key of the program, in lines
 * @param entries the class path, then the jars that the manifests of its jars name
 */
record Stamp(String version, String program, String key, List<Entry> entries) {
    private static final String VERSION = "version ";
    private static final String PROGRAM = "program ";
    private static final String KEY = "key ";

    /** A jar of the class path. */
    private static final String JAR = "jar";

    /** A jar that the manifest of another one names. */
    private static final String NAMED = "named";

    /** A folder whose classes are packed. */
    private static final String FOLDER = "folder";

    /** A folder with too many files, whose classes are not in the cache. */
    private static final String LARGE = "large";

    /** The classes of a source program, whose contents are part of the key. */
    private static final String COMPILED = "compiled";

    /**
     * An entry of the class path.
     *
     * @param fingerprint without spaces
     */
    record Entry(String kind, String fingerprint, Path path) {
        static Entry of(Path path, Path jobDirectory) throws IOException {
            if (!Files.isDirectory(path)) {
                return new Entry(JAR, Fingerprint.of(path), path);
            }
            if (path.startsWith(jobDirectory)) {
                return new Entry(COMPILED, "-", path);
            }
            String fingerprint = ClassFolder.fingerprint(path);
            return fingerprint == null
                    ? new Entry(LARGE, "-", path)
                    : new Entry(FOLDER, fingerprint, path);
        }

        private static Entry read(String line) {
            int first = line.indexOf(' ');
            int second = line.indexOf(' ', first + 1);
            return second < 0
                    ? null
                    : new Entry(
                            line.substring(0, first),
                            line.substring(first + 1, second),
                            Path.of(line.substring(second + 1)));
        }

        private String line() {
            return kind + " " + fingerprint + " " + path;
        }

        boolean isFolder() {
            return !kind.equals(JAR) && !kind.equals(NAMED);
        }

        boolean isLarge() {
            return kind.equals(LARGE);
        }

        /** Whether the folder outlives the job. */
        boolean isPermanent() {
            return !kind.equals(COMPILED);
        }

        private boolean isCurrent() {
            try {
                return kind.equals(LARGE)
                        || kind.equals(COMPILED)
                        || fingerprint.equals(
                                isFolder() ? ClassFolder.fingerprint(path) : Fingerprint.of(path));
            } catch (IOException e) {
                return false;
            }
        }
    }

    /** The stamp of a class path as it is now. */
    static Stamp of(String version, TrainedProgram program, String key, List<Entry> entries)
            throws IOException {
        List<Entry> all = new ArrayList<>(entries);
        List<Path> jars = new ArrayList<>();
        for (Entry entry : entries) {
            if (!entry.isFolder()) {
                jars.add(entry.path());
            }
        }
        for (Path named : ClassPath.namedByManifests(jars)) {
            all.add(new Entry(NAMED, Fingerprint.of(named), named));
        }
        return new Stamp(version, program.name(), key, all);
    }

    /** Reads a stamp; null if there is none, or none of this release. */
    static Stamp read(Path file) throws IOException {
        String version = null;
        String program = "";
        StringBuilder key = new StringBuilder();
        List<Entry> entries = new ArrayList<>();
        try {
            for (String line : Files.readAllLines(file)) {
                if (line.startsWith(VERSION)) {
                    version = line.substring(VERSION.length());
                } else if (line.startsWith(PROGRAM)) {
                    program = line.substring(PROGRAM.length());
                } else if (line.startsWith(KEY)) {
                    key.append(line, KEY.length(), line.length()).append('\n');
                } else {
                    entries.add(Entry.read(line));
                }
            }
        } catch (NoSuchFileException e) {
            return null;
        }
        boolean readable = version != null && version.indexOf('/') < 0 && !entries.contains(null);
        return readable ? new Stamp(version, program, key.toString(), entries) : null;
    }

    /** The text of the file. */
    String text() {
        StringBuilder text = new StringBuilder();
        text.append(VERSION).append(version).append('\n');
        text.append(PROGRAM).append(program).append('\n');
        for (String line : key.split("\n")) {
            text.append(KEY).append(line).append('\n');
        }
        for (Entry entry : entries) {
            text.append(entry.line()).append('\n');
        }
        return text.toString();
    }

    /** The first jar or folder that has changed since; null if there is none. */
    Path change() {
        for (Entry entry : entries) {
            if (!entry.isCurrent()) {
                return entry.path();
            }
        }
        return null;
    }

    /** The jar in place of a folder of the class path. */
    Path packed(int entry, Path folder) {
        return folder.resolve(version).resolve(entry + ".jar");
    }

    /**
     * The class path with packed classes in place of folders.
     *
     * @param folder the folder of this stamp
     */
    String classPath(Path folder) {
        StringBuilder path = new StringBuilder();
        for (int i = 0; i < entries.size(); i++) {
            Entry entry = entries.get(i);
            if (!entry.kind().equals(NAMED)) {
                Path jar = entry.isFolder() ? packed(i, folder) : entry.path();
                path.append(path.isEmpty() ? "" : ":").append(jar);
            }
        }
        return path.toString();
    }
}
