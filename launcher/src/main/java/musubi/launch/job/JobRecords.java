package musubi.launch.job;

import musubi.memory.PrivateFiles;
import musubi.observe.rankrecord.LastEventsReport;
import musubi.observe.rankrecord.RecordFiles;
import musubi.observe.rankrecord.RecordView;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The counters and latest events of the ranks on this machine. After a failure they are printed and
 * archived; the archive holds the latest failed jobs.
 *
 * @param directory the directory of the files
 * @param variables the environment of mpiexec
 */
public record JobRecords(Path directory, String jobId, Map<String, String> variables) {
    private static final String KEEP = "MUSUBI_OBSERVE_KEEP";
    private static final int KEPT = 8;

    /** The variable with the number of lines of a report. */
    public static final String LINES = "MUSUBI_OBSERVE_LINES";

    /** The length of a report on a failed job, with the cause, on a screen. */
    private static final int REPORT_LINES = 20;

    private static final int LEAST_LINES = 4;

    /**
     * The last events of the ranks of a failed job, and the place of the archived files. Empty
     * without records.
     *
     * @param endNs the time of the failure, by {@link System#nanoTime}
     * @param nodes the number of hosts whose reports share the lines
     */
    public Optional<String> report(long endNs, int nodes) {
        List<RecordView> views = RecordFiles.read(directory);
        int most = Math.max(LEAST_LINES, reportLines(variables) / nodes);
        // One line has the cause, one the heading, one the archive, and one the ranks left out.
        int left = Math.max(1, most - 4);
        int ranks = Math.min(Math.max(1, views.size()), left);
        int events = (left - ranks) / ranks;
        List<String> lines = new LastEventsReport(views, endNs, ranks, events).lines();
        if (lines.isEmpty()) {
            return Optional.empty();
        }
        String text =
                "the last events of each rank, by the time before the failure"
                        + " (docs/debug-a-hang.md)\n"
                        + String.join("\n", lines)
                        + "\n  "
                        + keep();
        return Optional.of(text);
    }

    /** Archives the files; returns a message with the place. */
    private String keep() {
        int most = number(variables, KEEP, KEPT);
        if (most == 0) {
            return "the records of the ranks are not archived: " + KEEP + "=0";
        }
        Path kept = place().resolve(jobId);
        try {
            PrivateFiles.createDirectories(place());
            removeOldest(most - 1);
            PrivateFiles.createDirectory(kept);
            try (Stream<Path> files = Files.list(directory)) {
                for (Path file : (Iterable<Path>) files::iterator) {
                    Path to = kept.resolve(file.getFileName());
                    Files.copy(file, to, StandardCopyOption.COPY_ATTRIBUTES);
                }
            }
        } catch (IOException e) {
            return "the records of the ranks could not be archived: cause=" + e;
        }
        return "more of them: mpitop --events " + kept;
    }

    /** The number of lines of the report on a failed job, with the cause. */
    public static int reportLines(Map<String, String> variables) {
        return number(variables, LINES, REPORT_LINES);
    }

    private static int number(Map<String, String> variables, String name, int otherwise) {
        String value = variables.getOrDefault(name, "" + otherwise);
        try {
            return Math.max(0, Integer.parseInt(value.strip()));
        } catch (NumberFormatException e) {
            return otherwise;
        }
    }

    /** The archive, in the state directory of the XDG base directory specification. */
    private Path place() {
        String state = variables.get("XDG_STATE_HOME");
        Path base =
                state != null && state.startsWith("/")
                        ? Path.of(state)
                        : Path.of(System.getProperty("user.home"), ".local", "state");
        return base.resolve("musubi").resolve("failed-jobs");
    }

    private void removeOldest(int left) throws IOException {
        try (Stream<Path> found = Files.list(place())) {
            found.filter(Files::isDirectory)
                    .sorted(Comparator.comparing(JobRecords::time).reversed())
                    .skip(left)
                    .forEach(JobRecords::remove);
        }
    }

    private static void remove(Path job) {
        try {
            JobDirectory.removeTree(job);
        } catch (IOException e) {
            // Another mpiexec removes it as well, or it is protected and stays.
            return;
        }
    }

    private static FileTime time(Path path) {
        try {
            return Files.getLastModifiedTime(path);
        } catch (IOException e) {
            // Another mpiexec is removing it.
            return FileTime.fromMillis(0);
        }
    }
}
