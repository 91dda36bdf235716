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
import java.util.ResourceBundle;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;

/** The command {@code ./mpitop}: a table of the activity of a job's ranks that refreshes. */
@Command(name = "mpitop", mixinStandardHelpOptions = true)
public final class MpiTop implements Callable<Integer> {
    private static final int NO_JOB = 1;
    private static final long KEYS_MS = 50;

    private final RunningJobs jobs;
    private final PrintWriter out;
    private final PrintWriter err;

    @Parameters(arity = "0..1", paramLabel = "JOB", descriptionKey = "job")
    private String job;

    @Option(names = "--once")
    private boolean once;

    @Option(names = "--csv")
    private boolean csv;

    @Option(names = "--events")
    private boolean events;

    @Option(
            names = {"-i", "--interval"},
            paramLabel = "S",
            defaultValue = "1")
    private double interval;

    private MpiTop(RunningJobs jobs, PrintWriter out, PrintWriter err) {
        this.jobs = jobs;
        this.out = out;
        this.err = err;
    }

    /** Runs the command, and ends the JVM with its exit code. */
    public static void main(String[] arguments) {
        System.exit(commandLine().execute(arguments));
    }

    /** The command, with its options. */
    public static CommandLine commandLine() {
        PrintWriter out = new PrintWriter(System.out, true);
        PrintWriter err = new PrintWriter(System.err, true);
        return commandLine(RunningJobs.ofMachine(), out, err);
    }

    /**
     * Runs the command.
     *
     * @return 0; 1 for an unknown job; 2 for wrong arguments
     */
    static int run(RunningJobs jobs, PrintWriter out, PrintWriter err, String... arguments) {
        return commandLine(jobs, out, err).execute(arguments);
    }

    private static CommandLine commandLine(RunningJobs jobs, PrintWriter out, PrintWriter err) {
        return new CommandLine(new MpiTop(jobs, out, err))
                .setOut(out)
                .setErr(err)
                .setResourceBundle(ResourceBundle.getBundle("musubi.insight.mpitop"));
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        List<RecordView> views = jobs.find(job);
        if (views.isEmpty()) {
            err.printf(
                    "mpitop: no such job on this machine: job=%s running=%s;"
                            + " start one with mpiexec, or run mpitop on its hosts%n",
                    job == null ? "any" : job, jobs.all().keySet());
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

    /** Prints events with their times before the latest event. */
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
            double seconds = (views.getFirst().takenNs() - first.getFirst().startNs()) / 1e9;
            String prefix = once ? "" : String.format(Locale.ROOT, "%.3f,", seconds);
            views.stream().flatMap(RankRow::csv).forEach(line -> out.println(prefix + line));
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

    /** Refreshes the table until a key or the end of the job. */
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

    /** Waits for the next sample; false when a key ends the command. */
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
