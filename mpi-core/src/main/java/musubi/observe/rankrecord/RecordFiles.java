package musubi.observe.rankrecord;

import musubi.memory.PrivateFiles;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Where the records of a job's ranks lie. */
public final class RecordFiles {
    /** The setting with the directory. */
    public static final String DIRECTORY = "observe.directory";

    /** The environment variable in which mpiexec passes the directory to ranks. */
    public static final String DIRECTORY_VARIABLE = "MUSUBI_OBSERVE_DIRECTORY";

    private static final String PREFIX = "rank-";

    private static final String JOB_PREFIX = "musubi-";
    private static final String JOB_SUFFIX = "-ranks";

    /** A job's name is two words; a node adds another one, and so does the directory. */
    private static final Pattern JOB =
            Pattern.compile(JOB_PREFIX + "([^-]+-[^-]+)(-[^-]+){0,2}" + JOB_SUFFIX);

    private RecordFiles() {}

    /**
     * The name of the directory with the records of a job, or of its part on a node.
     *
     * @param unguessable a word that keeps other users from taking the name
     */
    public static String directoryName(String jobId, String unguessable) {
        return JOB_PREFIX + jobId + "-" + unguessable + JOB_SUFFIX;
    }

    /**
     * The directories of this user with records of jobs that are in this one, by the name of the
     * job; several for one job with several nodes on this machine.
     */
    public static Map<String, List<Path>> jobsIn(Path parent) {
        Map<String, List<Path>> jobs = new TreeMap<>();
        try (Stream<Path> found = Files.list(parent)) {
            for (Path directory : (Iterable<Path>) found::iterator) {
                Matcher name = JOB.matcher(directory.getFileName().toString());
                if (name.matches() && PrivateFiles.isOwn(directory)) {
                    jobs.computeIfAbsent(name.group(1), _ -> new ArrayList<>()).add(directory);
                }
            }
        } catch (IOException e) {
            // There is no such directory, so there are no jobs.
            return Map.of();
        }
        return jobs;
    }

    /** The file of a rank. */
    public static Path of(Path directory, int rank) {
        return directory.resolve(PREFIX + rank);
    }

    /** The readable records in a directory, by rank; empty if there is no such directory. */
    public static List<RecordView> read(Path directory) {
        List<RecordView> views = new ArrayList<>();
        if (!Files.isDirectory(directory)) {
            return views;
        }
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : (Iterable<Path>) files::iterator) {
                RecordView view =
                        file.getFileName().toString().startsWith(PREFIX)
                                ? RecordView.read(file)
                                : null;
                if (view != null) {
                    views.add(view);
                }
            }
        } catch (IOException e) {
            // The job has just ended and its files are gone.
            return List.of();
        }
        views.sort(Comparator.comparingInt(RecordView::rank));
        return views;
    }
}
