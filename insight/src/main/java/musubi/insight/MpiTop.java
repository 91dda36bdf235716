package musubi.insight;

import com.googlecode.lanterna.screen.Screen;
import com.googlecode.lanterna.screen.TerminalScreen;
import com.googlecode.lanterna.terminal.DefaultTerminalFactory;

import musubi.observe.rankrecord.LastEventsReport;
import musubi.observe.rankrecord.RecordView;
import musubi.observe.rankrecord.RecordedEvent;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;

/** The command {@code ./mpitop}: what the ranks of a job do, in a table that refreshes. */
@Command(
        name = "mpitop",
        description = "Shows what the ranks of a running job do; see docs/see-inside.md.",
        mixinStandardHelpOptions = true)
public final class MpiTop implements Callable<Integer> {
    private static final int NO_JOB = 1;
    private static final long KEYS_MS = 50;

    private final RunningJobs jobs;
    private final PrintWriter out;
    private final PrintWriter err;

    @Parameters(
            arity = "0..1",
            paramLabel = "JOB",
            description = "The beginning of a job's name, or a directory; else the latest job.")
    private String job;

    @Option(names = "--once", description = "Print the table once, with averages since the start.")
    private boolean once;

    @Option(
            names = "--csv",
            description = "Print rank, name, unit, kind and value of all counters instead.")
    private boolean csv;

    @Option(
            names = "--events",
            description = "Print what each rank waits for and its latest events instead, and end.")
    private boolean events;

    @Option(
            names = {"-i", "--interval"},
            paramLabel = "S",
            defaultValue = "1",
            description = "Seconds between two looks; 1 without it.")
    private double interval;

    private MpiTop(RunningJobs jobs, PrintWriter out, PrintWriter err) {
        this.jobs = jobs;
        this.out = out;
        this.err = err;
    }

    /** Runs the command, and ends the JVM with its exit code. */
    public static void main(String[] words) {
        PrintWriter out = new PrintWriter(System.out, true);
        PrintWriter err = new PrintWriter(System.err, true);
        System.exit(run(RunningJobs.ofMachine(), out, err, words));
    }

    /**
     * Runs the command.
     *
     * @return 0, 1 when there is no such job, 2 when the words are wrong
     */
    static int run(RunningJobs jobs, PrintWriter out, PrintWriter err, String... words) {
        return new CommandLine(new MpiTop(jobs, out, err)).setOut(out).setErr(err).execute(words);
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        List<RecordView> views = jobs.find(job);
        if (views.isEmpty()) {
            err.println(
                    "mpitop: no such job on this machine: job="
                            + (job == null ? "any" : job)
                            + " running="
                            + jobs.all().keySet()
                            + "; start one with mpiexec, or look where its ranks run");
            return NO_JOB;
        }
        String name = job == null ? views.getFirst().job() : job;
        if (events) {
            printEvents(views);
        } else if (csv) {
            printCsv(name, views);
        } else if (once) {
            new TopTable().lines(views).forEach(out::println);
        } else {
            refresh(name, views);
        }
        out.flush();
        return 0;
    }

    /** By the time before the last of them. */
    private void printEvents(List<RecordView> views) {
        long lastNs =
                views.stream()
                        .flatMap(view -> view.events().stream())
                        .mapToLong(RecordedEvent::timeNs)
                        .max()
                        .orElse(0);
        int all = Integer.MAX_VALUE;
        new LastEventsReport(views, lastNs, all, all).lines().forEach(out::println);
    }

    private void printCsv(String name, List<RecordView> first) throws InterruptedException {
        out.println(once ? "rank,name,unit,kind,value" : "s,rank,name,unit,kind,value");
        for (List<RecordView> views = first; !views.isEmpty(); views = jobs.find(name)) {
            StringBuilder text = new StringBuilder();
            views.forEach(view -> RankRow.csv(view, text));
            double seconds = (views.getFirst().takenNs() - first.getFirst().startNs()) / 1e9;
            String prefix = once ? "" : String.format(Locale.ROOT, "%.3f,", seconds);
            text.toString().lines().forEach(line -> out.println(prefix + line));
            out.flush();
            if (once) {
                return;
            }
            TimeUnit.MILLISECONDS.sleep(intervalMs());
        }
    }

    private long intervalMs() {
        return Math.max(KEYS_MS, (long) (interval * 1000));
    }

    /** Until a key ends it, or the job is over. */
    private void refresh(String name, List<RecordView> first)
            throws IOException, InterruptedException {
        TopTable table = new TopTable();
        try (Screen terminal =
                new TerminalScreen(new DefaultTerminalFactory().createHeadlessTerminal())) {
            terminal.startScreen();
            TopScreen screen = new TopScreen(terminal);
            for (List<RecordView> views = first; !views.isEmpty(); views = jobs.find(name)) {
                screen.show(table.lines(views));
                if (!pause(screen)) {
                    return;
                }
            }
        }
    }

    /** Until it is time for another look; false when a key is to end it. */
    private boolean pause(TopScreen screen) throws IOException, InterruptedException {
        for (long leftMs = intervalMs(); leftMs > 0; leftMs -= KEYS_MS) {
            if (!screen.handleKeys()) {
                return false;
            }
            TimeUnit.MILLISECONDS.sleep(KEYS_MS);
        }
        return true;
    }
}
