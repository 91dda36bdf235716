package musubi.insight.report;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;

/** The command {@code ./mpireport}: makes a page of what ranks have recorded. */
@Command(
        name = "mpireport",
        description =
                "Makes an HTML page of what mpiexec --timeline=DIR has recorded; see"
                        + " docs/see-inside.md.",
        mixinStandardHelpOptions = true)
public final class MpiReport implements Callable<Integer> {
    private static final int NOTHING = 1;

    private final PrintWriter out;
    private final PrintWriter err;

    @Parameters(
            arity = "0..1",
            paramLabel = "DIR",
            defaultValue = "musubi-jfr",
            description = "Where the recordings are; musubi-jfr without it.")
    private Path directory;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            description = "The page; report.html in DIR without it.")
    private Path page;

    @Option(
            names = "--trace",
            paramLabel = "FILE",
            description =
                    "Write this file for Perfetto (ui.perfetto.dev) or chrome://tracing instead.")
    private Path traceFile;

    private MpiReport(PrintWriter out, PrintWriter err) {
        this.out = out;
        this.err = err;
    }

    /** Runs the command, and ends the JVM with its exit code. */
    public static void main(String[] words) {
        PrintWriter out = new PrintWriter(System.out, true);
        PrintWriter err = new PrintWriter(System.err, true);
        System.exit(run(out, err, words));
    }

    /**
     * Runs the command.
     *
     * @return 0, 1 when there is nothing to report, 2 when the words are wrong
     */
    static int run(PrintWriter out, PrintWriter err, String... words) {
        return new CommandLine(new MpiReport(out, err)).setOut(out).setErr(err).execute(words);
    }

    @Override
    public Integer call() {
        try {
            Trace trace = Trace.read(directory);
            Path file = traceFile;
            if (file == null) {
                file = page == null ? directory.resolve("report.html") : page;
                new ReportPage(trace).write(file);
            } else {
                new PerfettoFile(trace).write(file);
            }
            out.println(file);
            return 0;
        } catch (Trace.Unusable e) {
            err.println("mpireport: " + e.getMessage());
        } catch (IOException e) {
            err.println("mpireport: cannot write: cause=" + e + "; name another file");
        }
        return NOTHING;
    }
}
