package musubi.launch.training;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Map;

/**
 * The list of a user's AOT caches of programs.
 *
 * @param variables the environment, which determines the folder
 */
public record ProgramList(Map<String, String> variables) {
    private static final DateTimeFormatter DATE = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm");

    /** Prints a line for each cache: its file, size, last use and program, and what has changed. */
    public void print(PrintStream out) throws IOException {
        ProgramFolder folder = ProgramFolder.of(variables);
        int count = 0;
        for (Path own : folder.programs()) {
            Stamp stamp = ProgramFolder.stamp(own);
            if (stamp != null) {
                out.println(line(own, stamp));
                count++;
            }
        }
        if (count == 0) {
            out.println("no program has been trained: " + folder.path());
        }
    }

    private static String line(Path own, Stamp stamp) throws IOException {
        Path cache = ProgramFolder.cache(own, stamp);
        long bytes = Files.exists(cache) ? Files.size(cache) : 0;
        Path change = stamp.change();
        return "%s  %d MB  %s  %s%s"
                .formatted(
                        cache,
                        Math.ceilDiv(bytes, 1 << 20),
                        DATE.format(
                                ProgramFolder.lastUse(own)
                                        .toInstant()
                                        .atZone(ZoneId.systemDefault())),
                        stamp.program(),
                        change == null ? "" : "  (changed: " + change + ")");
    }

    /** Removes all of them; returns the number of programs. */
    public int remove() throws IOException {
        ProgramFolder folder = ProgramFolder.of(variables);
        List<Path> programs = folder.programs();
        folder.remove();
        return programs.size();
    }
}
