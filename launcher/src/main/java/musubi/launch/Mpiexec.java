package musubi.launch;

import java.io.PrintStream;
import java.util.List;
import java.util.Map;

/** The command mpiexec: starts a job on this machine and ends with its exit code. */
public final class Mpiexec {
    /** What mpiexec's own messages begin with. */
    static final String PREFIX = "mpiexec: ";

    private final Map<String, String> variables;
    private final PrintStream out;
    private final PrintStream err;

    private Mpiexec(Map<String, String> variables, PrintStream out, PrintStream err) {
        this.variables = variables;
        this.out = out;
        this.err = err;
    }

    /** Runs the command and ends the JVM. */
    public static void main(String[] words) throws InterruptedException {
        Mpiexec mpiexec = new Mpiexec(System.getenv(), System.out, System.err);
        System.exit(mpiexec.run(List.of(words)));
    }

    private int run(List<String> words) throws InterruptedException {
        try {
            CommandLineReader reader = new CommandLineReader(variables, this::warn);
            if (words.isEmpty() || reader.asks(words, Option.HELP)) {
                (words.isEmpty() ? err : out).print(HelpPage.text());
                return words.isEmpty() ? ExitCode.USAGE : 0;
            }
            if (reader.asks(words, Option.VERSION)) {
                out.println(version());
                return 0;
            }
            LaunchPlan plan = reader.read(words);
            return new Launch(plan, variables, Installation.find()).run();
        } catch (LaunchFailure e) {
            String hint =
                    e.exitCode() == ExitCode.USAGE ? " (mpiexec --help lists the options)" : "";
            err.println(PREFIX + e.getMessage() + hint);
            return e.exitCode();
        }
    }

    private static String version() {
        String version = Mpiexec.class.getPackage().getImplementationVersion();
        return "mpiexec (Musubi "
                + (version == null ? "development" : version)
                + ", JDK "
                + Runtime.version()
                + ")";
    }

    private void warn(String text) {
        err.println(PREFIX + "warning: " + text);
    }
}
