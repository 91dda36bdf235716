package musubi.insight;

import musubi.insight.RunningJobs.Job;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * The job that is shown. It is kept until it ends, also when a newer one starts. Then a named job
 * is over; without a name the newest job that runs is next.
 */
final class FollowedJob {
    private final RunningJobs jobs;
    private final boolean isNamed;
    private final Supplier<JobTable> tables;
    private JobTable table;
    private Job job;
    private boolean hasEnded;
    private List<String> latest = List.of();

    /**
     * Follows a job.
     *
     * @param job the first one; null for the next one that runs
     * @param isNamed whether no other job follows
     * @param tables makes a table for each job
     */
    FollowedJob(RunningJobs jobs, Job job, boolean isNamed, Supplier<JobTable> tables) {
        this.tables = tables;
        table = tables.get();
        this.jobs = jobs;
        this.job = job;
        this.isNamed = isNamed;
        hasEnded = job == null;
    }

    /** Looks again, and returns the lines to show: a headline, then a table if there is one. */
    List<String> lines() {
        Optional<Job> now = Optional.empty();
        if (job != null && !hasEnded) {
            now = jobs.running(job.name());
            hasEnded = now.isEmpty();
        }
        if (hasEnded && !isNamed) {
            now = jobs.find(null).filter(Job::isRunning);
        }
        now.ifPresent(this::take);
        return now.isPresent() ? latest : withHeadline(job == null ? nothingYet() : ending());
    }

    private void take(Job next) {
        if (hasEnded) {
            table = tables.get();
            hasEnded = false;
        }
        job = next;
        latest = table.lines(next);
        String others =
                jobs.all().stream()
                        .filter(each -> !each.name().equals(next.name()) && each.isRunning())
                        .map(Job::name)
                        .collect(Collectors.joining(" "));
        if (!others.isEmpty()) {
            latest = withHeadline(latest.getFirst() + "; also running: " + others);
        }
    }

    private List<String> withHeadline(String headline) {
        List<String> lines = new ArrayList<>(latest.isEmpty() ? List.of("", "") : latest);
        lines.set(0, headline);
        return lines;
    }

    private static String nothingYet() {
        return "no job runs on this machine; waiting for the next one";
    }

    private String ending() {
        return "job " + job.name() + " has ended" + (isNamed ? "" : "; waiting for the next one");
    }

    /** Whether the job that was shown last has ended. */
    boolean hasEnded() {
        return hasEnded;
    }

    /** Whether there is nothing left to wait for. */
    boolean isOver() {
        return hasEnded && isNamed;
    }
}
