package musubi.launch.program;

import musubi.launch.plan.LaunchPlan;
import musubi.launch.plan.LaunchPlan.Segment;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.CRC32;

/** Tells whether a program is still the one that it was, by the file that has its main class. */
public final class ProgramFingerprint {
    private ProgramFingerprint() {}

    /** The checksums of the files of a plan's programs; those that cannot be found are left out. */
    public static Map<String, String> of(LaunchPlan plan, Map<String, String> variables) {
        Map<String, String> prints = new TreeMap<>();
        for (Segment segment : plan.segments()) {
            String path = segment.classPath();
            Path file = file(segment, path == null ? variables.get("CLASSPATH") : path);
            if (file != null && Files.isRegularFile(file)) {
                prints.put(file.toAbsolutePath().normalize().toString(), print(file));
            }
        }
        return prints;
    }

    private static Path file(Segment segment, String classPath) {
        for (String word : segment.program()) {
            if (SourceProgram.isSource(word) || word.endsWith(".jar")) {
                return Path.of(word);
            }
            if (!word.startsWith("-") && !word.equals("java")) {
                return onPath(word.replace('.', '/') + ".class", classPath);
            }
        }
        return null;
    }

    private static Path onPath(String file, String classPath) {
        for (String entry : (classPath == null ? "." : classPath).split(":")) {
            Path found = Path.of(entry.isEmpty() ? "." : entry).resolve(file);
            if (Files.isRegularFile(found)) {
                return found;
            }
        }
        return null;
    }

    private static String print(Path file) {
        CRC32 sum = new CRC32();
        try {
            sum.update(Files.readAllBytes(file));
        } catch (IOException e) {
            return "unreadable";
        }
        return Long.toHexString(sum.getValue());
    }
}
