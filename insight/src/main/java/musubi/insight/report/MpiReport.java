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
import java.util.List;
import java.util.ResourceBundle;
import java.util.concurrent.Callable;

/** The command {@code ./mpireport}: creates a page from the recordings of ranks. */
@Command(name = "mpireport", mixinStandardHelpOptions = true)
public final class MpiReport implements Callable<Integer> {
    private static final int NOTHING = 1;
    private static final double NS_PER_S = 1e9;

    private final PrintWriter out;
    private final PrintWriter err;

    @Spec private CommandSpec spec;

    @Parameters(
            arity = "0..1",
            paramLabel = "DIR",
            descriptionKey = "directory",
            defaultValue = "musubi-jfr")
    private Path directory;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE")
    private Path page;

    @Option(names = "--export", arity = "2", hideParamSyntax = true, paramLabel = "perfetto FILE")
    private List<String> export = List.of();

    @Option(names = "--svg", paramLabel = "FILE")
    private Path picture;

    @Option(names = "--span", paramLabel = "FROM:TO")
    private String span;

    private MpiReport(PrintWriter out, PrintWriter err) {
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
        return commandLine(out, err);
    }

    /**
     * Runs the command.
     *
     * @return 0; 1 without a usable recording; 2 for wrong arguments
     */
    static int run(PrintWriter out, PrintWriter err, String... arguments) {
        return commandLine(out, err).execute(arguments);
    }

    private static CommandLine commandLine(PrintWriter out, PrintWriter err) {
        return new CommandLine(new MpiReport(out, err))
                .setOut(out)
                .setErr(err)
                .setResourceBundle(ResourceBundle.getBundle("musubi.insight.report.mpireport"));
    }

    @Override
    public Integer call() {
        checkFormat();
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

    private void checkFormat() {
        if (!export.isEmpty() && !export.getFirst().equals("perfetto")) {
            String why =
                    "unknown format: --export %s; use perfetto, which ui.perfetto.dev and"
                            + " chrome://tracing read; OTF2 needs a C library";
            throw new CommandLine.ParameterException(
                    spec.commandLine(), why.formatted(export.getFirst()));
        }
    }

    private Path write(JobTrace trace) throws IOException {
        if (picture != null) {
            double[] ns = spanNs(trace);
            new TimelinePicture(trace, ns[0], ns[1]).write(picture);
            return picture;
        }
        if (!export.isEmpty()) {
            Path file = Path.of(export.getLast());
            new PerfettoFile(trace).write(file);
            return file;
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
            // Reported below, like a span that ends before it begins.
        }
        String why = "not a span of time: --span " + span + "; use FROM:TO in s, such as 0.5:0.75";
        throw new CommandLine.ParameterException(spec.commandLine(), why);
    }
}
