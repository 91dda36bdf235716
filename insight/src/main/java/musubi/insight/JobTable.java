package musubi.insight;

import musubi.insight.RunningJobs.Job;
import musubi.observe.rankrecord.RecordView;

import java.util.ArrayList;
import java.util.List;

/** A table of a job. */
interface JobTable {
    /**
     * The lines of the table now: a headline, the column titles, and rows.
     *
     * @param job the same job each time
     */
    List<String> lines(Job job);

    /** The headline. */
    static String headline(Job job, long running) {
        RecordView first = job.views().getFirst();
        long seconds = (System.currentTimeMillis() - first.startMs()) / 1000;
        return "job %s: %d ranks, %d running on this machine, %d s"
                .formatted(job.name(), first.size(), running, seconds);
    }

    /** Rows as lines: the last column begins at its left, the others end at their right. */
    static List<String> aligned(List<List<String>> rows) {
        int last = rows.getFirst().size() - 1;
        int[] widths = new int[last];
        for (List<String> row : rows) {
            for (int i = 0; i < last; i++) {
                widths[i] = Math.max(widths[i], row.get(i).length());
            }
        }
        List<String> lines = new ArrayList<>();
        for (List<String> row : rows) {
            StringBuilder line = new StringBuilder();
            for (int i = 0; i < last; i++) {
                line.repeat(' ', widths[i] - row.get(i).length()).append(row.get(i)).append("  ");
            }
            lines.add(line.append(row.get(last)).toString());
        }
        return lines;
    }
}
