package musubi.insight;

import musubi.observe.rankrecord.RecordView;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Formats the ranks of a job as lines of text, with rates since the previous sample. */
final class TopTable {
    private static final int STATE = RankRow.TITLES.size() - 1;

    private final Map<Integer, RecordView> earlier = new HashMap<>();

    /**
     * The lines: a headline, the column titles, a line for each rank.
     *
     * @param job the same job each time
     */
    List<String> lines(RunningJobs.Job job) {
        List<RecordView> views = job.views();
        List<List<String>> rows = new ArrayList<>();
        rows.add(RankRow.TITLES);
        long running = 0;
        for (RecordView view : views) {
            RankRow row = new RankRow(earlier.put(view.rank(), view), view);
            running += row.isRunning() ? 1 : 0;
            rows.add(row.cells());
        }
        RecordView first = views.getFirst();
        List<String> lines = new ArrayList<>();
        long seconds = (System.currentTimeMillis() - first.startMs()) / 1000;
        lines.add(
                "job %s: %d ranks, %d running on this machine, %d s"
                        .formatted(job.name(), first.size(), running, seconds));
        lines.addAll(aligned(rows));
        return lines;
    }

    private static List<String> aligned(List<List<String>> rows) {
        int[] widths = new int[RankRow.TITLES.size()];
        for (List<String> row : rows) {
            for (int i = 0; i < STATE; i++) {
                widths[i] = Math.max(widths[i], row.get(i).length());
            }
        }
        List<String> lines = new ArrayList<>();
        for (List<String> row : rows) {
            StringBuilder line = new StringBuilder();
            for (int i = 0; i < STATE; i++) {
                line.repeat(' ', widths[i] - row.get(i).length()).append(row.get(i)).append("  ");
            }
            lines.add(line.append(row.get(STATE)).toString());
        }
        return lines;
    }
}
