package musubi.simulator.command;

import musubi.collectives.topology.Torus;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

import java.io.PrintWriter;

/**
 * The command {@code ./musubi}: what can be done with Musubi beside running programs. A subcommand
 * is a class named below: a {@code Callable} of its exit code that picocli fills with options.
 */
@Command(
        name = "musubi",
        description = "Tools around Musubi.",
        synopsisSubcommandLabel = "COMMAND",
        mixinStandardHelpOptions = true,
        subcommands = {
            Simulate.class,
            CollectivesReportCommand.class,
            Calibrate.class,
            MemoryReportCommand.class
        })
public final class Musubi implements Runnable {
    @Spec private CommandSpec spec;

    private Musubi() {}

    /** Runs the subcommand that is named, and ends the JVM with its exit code. */
    public static void main(String[] words) {
        PrintWriter out = new PrintWriter(System.out, true);
        PrintWriter err = new PrintWriter(System.err, true);
        System.exit(run(out, err, words));
    }

    /**
     * Runs the subcommand that is named.
     *
     * @return 0, 1 when it failed, 2 when the words are wrong
     */
    static int run(PrintWriter out, PrintWriter err, String... words) {
        return new CommandLine(new Musubi())
                .setOut(out)
                .setErr(err)
                .setUsageHelpWidth(100)
                .registerConverter(Torus.class, Torus::parse)
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setExecutionExceptionHandler(
                        (failure, line, _) -> {
                            line.getErr().println("musubi: " + failure.getMessage());
                            return CommandLine.ExitCode.SOFTWARE;
                        })
                .execute(words);
    }

    /** Without a subcommand. */
    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "say which command");
    }
}
