package musubi.insight;

import musubi.observe.rankrecord.RecordView;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Formats the ranks of a job as lines of text, with rates since the previous sample. */
final class TopTable implements JobTable {
    private final Map<Integer, RecordView> earlier = new HashMap<>();

    /** The lines: a headline, the column titles, a line for each rank. */
    @Override
    public List<String> lines(RunningJobs.Job job) {
        List<RecordView> views = job.views();
        List<List<String>> rows = new ArrayList<>();
        rows.add(RankRow.TITLES);
        long running = 0;
        for (RecordView view : views) {
            RankRow row = new RankRow(earlier.put(view.rank(), view), view);
            running += row.isRunning() ? 1 : 0;
            rows.add(row.cells());
        }
        List<String> lines = new ArrayList<>();
        lines.add(JobTable.headline(job, running));
        lines.addAll(JobTable.aligned(rows));
        return lines;
    }
}
