package musubi.insight;

import musubi.observe.rankrecord.RecordFiles;
import musubi.observe.rankrecord.RecordView;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The jobs of this machine with readable records. */
final class RunningJobs {
    private final List<Path> places;

    /** Jobs with directories in one of these. */
    RunningJobs(List<Path> places) {
        this.places = List.copyOf(places);
    }

    /** The jobs of mpiexec. */
    static RunningJobs ofMachine() {
        return new RunningJobs(
                List.of(Path.of("/dev/shm"), Path.of(System.getProperty("java.io.tmpdir"))));
    }

    /** The records of each job, by the job's name. */
    Map<String, List<RecordView>> all() {
        Map<String, List<RecordView>> jobs = new TreeMap<>();
        for (Path place : places) {
            RecordFiles.jobsIn(place).forEach((job, parts) -> add(jobs, job, parts));
        }
        return jobs;
    }

    private static void add(
            Map<String, List<RecordView>> jobs, String job, List<Path> directories) {
        List<RecordView> views = new ArrayList<>();
        directories.forEach(directory -> views.addAll(RecordFiles.read(directory)));
        views.sort(Comparator.comparingInt(RecordView::rank));
        if (!views.isEmpty()) {
            jobs.put(job, views);
        }
    }

    /**
     * The records of a job; empty for an unknown job.
     *
     * @param wanted a prefix of its name, or its directory; null for the job started last
     */
    List<RecordView> find(String wanted) {
        if (wanted != null && wanted.contains("/")) {
            return RecordFiles.read(Path.of(wanted));
        }
        return all().entrySet().stream()
                .filter(job -> wanted == null || job.getKey().startsWith(wanted))
                .map(Map.Entry::getValue)
                .max(Comparator.comparingLong(views -> views.getFirst().startMs()))
                .orElse(List.of());
    }
}
