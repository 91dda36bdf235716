package musubi.launch.proxy;

import musubi.launch.job.JobRecords;
import musubi.launch.output.OutputSink;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * The messages of nodes that follow the cause of a failure. Reports of more hosts than fit on a
 * screen are left out; messages of a single line never are.
 *
 * <p>Thread rule: any thread.
 */
final class LastMessages {
    private final Queue<String> texts = new ConcurrentLinkedQueue<>();
    private final int most;

    /**
     * No messages.
     *
     * @param most the lines of all reports with the cause
     */
    LastMessages(int most) {
        this.most = most;
    }

    void add(String text) {
        texts.add(text);
    }

    /** The messages that fit, in order of arrival, and a line on those left out. */
    List<String> fitting() {
        List<String> fitting = new ArrayList<>();
        // One line has the cause, and one the number of hosts left out.
        long left = most - 2;
        int without = 0;
        for (String text : texts) {
            long lines = text.lines().count();
            boolean first = fitting.isEmpty();
            if (lines > 1 && lines > left && !first) {
                without++;
            } else {
                fitting.add(text);
                left -= lines;
            }
        }
        if (without > 0) {
            fitting.add(
                    OutputSink.PREFIX
                            + "reports of more hosts left out: "
                            + without
                            + "; "
                            + JobRecords.LINES
                            + "=100 prints more lines");
        }
        return fitting;
    }
}
