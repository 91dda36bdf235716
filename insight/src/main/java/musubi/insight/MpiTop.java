package musubi.insight;

import com.googlecode.lanterna.screen.Screen;
import com.googlecode.lanterna.screen.TerminalScreen;
import com.googlecode.lanterna.terminal.DefaultTerminalFactory;

import musubi.insight.RunningJobs.Job;
import musubi.observe.rankrecord.LastEventsReport;
import musubi.observe.rankrecord.RecordView;
import musubi.observe.rankrecord.RecordedEvent;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import java.io.Console;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.ResourceBundle;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;

/** The command {@code ./mpitop}: a table of the activity of a job's ranks that refreshes. */
@Command(name = "mpitop", mixinStandardHelpOptions = true)
public final class MpiTop implements Callable<Integer> {
    private static final int NO_JOB = 1;
    private static final long KEYS_MS = 50;

    private final RunningJobs jobs;

    /** Null to print lines. */
    private final Terminal terminal;

    private final PrintWriter out;
    private final PrintWriter err;

    @Parameters(arity = "0..1", paramLabel = "JOB", descriptionKey = "job")
    private String name;

    @Option(names = "--once")
    private boolean once;

    @Option(names = "--csv")
    private boolean csv;

    @Option(names = "--events")
    private boolean events;

    @Option(names = "--sites")
    private boolean sites;

    @Option(
            names = {"-i", "--interval"},
            paramLabel = "S",
            defaultValue = "1")
    private double interval;

    private MpiTop(RunningJobs jobs, Terminal terminal, PrintWriter out, PrintWriter err) {
        this.jobs = jobs;
        this.terminal = terminal;
        this.out = out;
        this.err = err;
    }

    /** Opens the screen of a terminal. */
    interface Terminal {
        Screen open() throws IOException;
    }

    /** Runs the command, and ends the JVM with its exit code. */
    public static void main(String[] arguments) {
        System.exit(commandLine().execute(arguments));
    }

    /** The command, with its options. */
    public static CommandLine commandLine() {
        PrintWriter out = new PrintWriter(System.out, true);
        PrintWriter err = new PrintWriter(System.err, true);
        Terminal terminal = isOnTerminal() ? MpiTop::screen : null;
        return commandLine(RunningJobs.ofMachine(), terminal, out, err);
    }

    /** Whether both input and output are a terminal that can position text. */
    private static boolean isOnTerminal() {
        Console console = System.console();
        String kind = System.getenv("TERM");
        boolean positions = kind != null && !kind.isEmpty() && !kind.equals("dumb");
        return positions && console != null && console.isTerminal();
    }

    private static Screen screen() throws IOException {
        return new TerminalScreen(new DefaultTerminalFactory().createHeadlessTerminal());
    }

    /**
     * Runs the command.
     *
     * @param terminal null to print lines
     * @return 0; 1 for an unknown job; 2 for wrong arguments
     */
    static int run(
            RunningJobs jobs,
            Terminal terminal,
            PrintWriter out,
            PrintWriter err,
            String... arguments) {
        return commandLine(jobs, terminal, out, err).execute(arguments);
    }

    private static CommandLine commandLine(
            RunningJobs jobs, Terminal terminal, PrintWriter out, PrintWriter err) {
        return new CommandLine(new MpiTop(jobs, terminal, out, err))
                .setOut(out)
                .setErr(err)
                .setResourceBundle(ResourceBundle.getBundle("musubi.insight.mpitop"));
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        Job found = jobs.find(name).orElse(null);
        boolean refreshes = !events && !csv && !once;
        boolean canWait = refreshes && terminal != null && name == null;
        if (found == null && !canWait) {
            err.println(missing());
            return NO_JOB;
        }
        if (events) {
            printEvents(found.views());
        } else if (csv) {
            printCsv(found);
        } else if (once) {
            table().lines(found).forEach(out::println);
        } else {
            follow(found);
        }
        out.flush();
        return 0;
    }

    private JobTable table() {
        return sites ? new SiteTable() : new TopTable();
    }

    private String missing() {
        List<String> all = jobs.all().stream().map(Job::name).toList();
        if (all.isEmpty()) {
            return "mpitop: no job runs on this machine; start one with mpiexec, or run mpitop on"
                    + " its hosts";
        }
        return "mpitop: no such job on this machine: job=%s running=%s; name one of these, or run"
                        .formatted(name, all)
                + " mpitop on the job's hosts";
    }

    private void follow(Job first) throws IOException, InterruptedException {
        if (terminal == null) {
            printTables(new FollowedJob(jobs, first, true, this::table));
        } else {
            refresh(new FollowedJob(jobs, first, name != null, this::table));
        }
    }

    /** Prints a table for each sample until the job ends. */
    private void printTables(FollowedJob followed) throws InterruptedException {
        while (true) {
            List<String> lines = followed.lines();
            if (followed.isOver()) {
                out.println(lines.getFirst());
                return;
            }
            lines.forEach(out::println);
            out.println();
            out.flush();
            TimeUnit.MILLISECONDS.sleep(intervalMs());
        }
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

    private void printCsv(Job first) throws InterruptedException {
        out.println(once ? "rank,name,unit,kind,value" : "s,rank,name,unit,kind,value");
        long startNs = first.views().getFirst().startNs();
        Optional<Job> next = Optional.of(first);
        while (next.isPresent()) {
            List<RecordView> views = next.get().views();
            double seconds = (views.getFirst().takenNs() - startNs) / 1e9;
            String prefix = once ? "" : String.format(Locale.ROOT, "%.3f,", seconds);
            views.stream().flatMap(RankRow::csv).forEach(line -> out.println(prefix + line));
            out.flush();
            if (once) {
                return;
            }
            TimeUnit.MILLISECONDS.sleep(intervalMs());
            next = jobs.running(first.name());
        }
    }

    private long intervalMs() {
        return Math.max(KEYS_MS, (long) (interval * 1000));
    }

    /**
     * Refreshes the table until a key or the end of a named job, whose last table then stays on the
     * terminal.
     */
    private void refresh(FollowedJob followed) throws IOException, InterruptedException {
        List<String> lines;
        try (Screen opened = terminal.open()) {
            opened.startScreen();
            TopScreen screen = new TopScreen(opened);
            do {
                lines = followed.lines();
                screen.show(lines);
            } while (!followed.isOver() && pause(screen));
        }
        if (followed.isOver()) {
            lines.forEach(out::println);
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
