package musubi.insight.report;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Arrays;
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
    private static final double NS_PER_S = 1e9;

    private final PrintWriter out;
    private final PrintWriter err;

    @Spec private CommandSpec spec;

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

    @Option(
            names = "--svg",
            paramLabel = "FILE",
            description = "Write this picture of the timeline instead.")
    private Path picture;

    @Option(
            names = "--span",
            paramLabel = "FROM:TO",
            description = "What of the timeline is on it, in s since its beginning; all without.")
    private String span;

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
            JobTrace trace = JobTrace.read(directory);
            out.println(write(trace));
            return 0;
        } catch (JobTrace.UnusableException e) {
            err.println("mpireport: " + e.getMessage());
        } catch (IOException e) {
            err.println("mpireport: cannot write: cause=" + e + "; name another file");
        }
        return NOTHING;
    }

    private Path write(JobTrace trace) throws IOException {
        if (picture != null) {
            double[] ns = spanNs(trace);
            new TimelinePicture(trace, ns[0], ns[1]).write(picture);
            return picture;
        }
        if (traceFile != null) {
            new PerfettoFile(trace).write(traceFile);
            return traceFile;
        }
        Path file = page == null ? directory.resolve("report.html") : page;
        new ReportPage(trace).write(file);
        return file;
    }

    private double[] spanNs(JobTrace trace) {
        if (span == null) {
            return new double[] {0, Math.max(1, trace.endNs() - trace.beginNs())};
        }
        try {
            double[] ends =
                    Arrays.stream(span.split(":"))
                            .mapToDouble(word -> Double.parseDouble(word) * NS_PER_S)
                            .toArray();
            if (ends.length == 2 && ends[0] < ends[1]) {
                return ends;
            }
        } catch (NumberFormatException _) {
            // The same complaint as for a span that ends before it begins.
        }
        String why = "no span of time: --span " + span + "; write FROM:TO in s, such as 0.5:0.75";
        throw new CommandLine.ParameterException(spec.commandLine(), why);
    }
}
