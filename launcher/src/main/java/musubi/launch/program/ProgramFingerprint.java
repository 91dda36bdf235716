package musubi.launch.program;

import musubi.launch.plan.LaunchPlan;
import musubi.launch.plan.LaunchPlan.Segment;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.CRC32;

/** Checksums of the files with main classes, to detect changes of a recorded program. */
public final class ProgramFingerprint {
    private ProgramFingerprint() {}

    /** The checksum of each program of a plan, by file; files not found are omitted. */
    public static Map<String, String> of(LaunchPlan plan, Map<String, String> variables) {
        Map<String, String> fingerprints = new TreeMap<>();
        for (Segment segment : plan.segments()) {
            String path = segment.classPath();
            Path file = file(segment, path == null ? variables.get("CLASSPATH") : path);
            if (file != null && Files.isRegularFile(file)) {
                fingerprints.put(file.toAbsolutePath().normalize().toString(), checksum(file));
            }
        }
        return fingerprints;
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
        return Stream.of((classPath == null ? "." : classPath).split(":"))
                .map(entry -> Path.of(entry.isEmpty() ? "." : entry).resolve(file))
                .filter(Files::isRegularFile)
                .findFirst()
                .orElse(null);
    }

    private static String checksum(Path file) {
        CRC32 sum = new CRC32();
        try {
            sum.update(Files.readAllBytes(file));
        } catch (IOException e) {
            return "unreadable";
        }
        return Long.toHexString(sum.getValue());
    }
}
