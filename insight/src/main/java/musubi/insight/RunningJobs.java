package musubi.insight;

import musubi.observe.rankrecord.RecordFiles;
import musubi.observe.rankrecord.RecordView;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The jobs of this machine with readable records. */
final class RunningJobs {
    private static final Comparator<Job> NEWEST_RUNNING =
            Comparator.comparing(Job::isRunning).thenComparingLong(Job::startMs);

    private final List<Path> places;

    /** Jobs with directories in one of these. */
    RunningJobs(List<Path> places) {
        this.places = List.copyOf(places);
    }

    /**
     * A job on this machine.
     *
     * @param name as in the names of its directories; the ranks' records have a longer one
     * @param views the records of its ranks, by rank; at least one
     */
    record Job(String name, List<RecordView> views) {
        /** Whether the process of a rank is alive. */
        boolean isRunning() {
            return views.stream().anyMatch(view -> new RankRow(null, view).isRunning());
        }

        private long startMs() {
            return views.getFirst().startMs();
        }
    }

    /** The jobs of mpiexec. */
    static RunningJobs ofMachine() {
        return new RunningJobs(
                List.of(Path.of("/dev/shm"), Path.of(System.getProperty("java.io.tmpdir"))));
    }

    /** All jobs, by name. */
    List<Job> all() {
        Map<String, Job> jobs = new TreeMap<>();
        for (Path place : places) {
            RecordFiles.jobsIn(place).forEach((name, parts) -> add(jobs, name, parts));
        }
        return List.copyOf(jobs.values());
    }

    private static void add(Map<String, Job> jobs, String name, List<Path> directories) {
        List<RecordView> views = new ArrayList<>();
        directories.forEach(directory -> views.addAll(RecordFiles.read(directory)));
        views.sort(Comparator.comparingInt(RecordView::rank));
        if (!views.isEmpty()) {
            jobs.put(name, new Job(name, views));
        }
    }

    /**
     * The job that started last among those that run, else among the others.
     *
     * @param wanted a prefix of its name, or its directory; null for any job
     */
    Optional<Job> find(String wanted) {
        if (wanted != null && wanted.contains("/")) {
            List<RecordView> views = RecordFiles.read(Path.of(wanted));
            return views.isEmpty() ? Optional.empty() : Optional.of(new Job(wanted, views));
        }
        return all().stream()
                .filter(job -> wanted == null || job.name().startsWith(wanted))
                .max(NEWEST_RUNNING);
    }

    /** A job with exactly this name, as long as one of its ranks runs. */
    Optional<Job> running(String name) {
        if (name.contains("/")) {
            return find(name).filter(Job::isRunning);
        }
        return all().stream().filter(job -> job.name().equals(name) && job.isRunning()).findFirst();
    }
}
