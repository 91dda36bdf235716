package musubi.simulator.command;

import musubi.collectives.topology.Torus;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

import java.io.PrintWriter;
import java.util.ResourceBundle;

/**
 * The command {@code ./musubi}: tools beside the launcher. A subcommand is a class listed below: a
 * {@code Callable} of its exit code, with options for picocli.
 */
@Command(
        name = "musubi",
        synopsisSubcommandLabel = "COMMAND",
        mixinStandardHelpOptions = true,
        subcommands = {
            Simulate.class,
            CollectivesReportCommand.class,
            GridReportCommand.class,
            Calibrate.class,
            ImbCommand.class,
            MemoryReportCommand.class,
            Install.class,
            Caches.class,
            ShellCommand.class
        })
public final class Musubi implements Runnable {
    private static final String HELP = "musubi.simulator.command.usage";

    @Spec private CommandSpec spec;

    private Musubi() {}

    /** Runs a subcommand and exits with its exit code. */
    public static void main(String[] args) {
        System.exit(commandLine().execute(args));
    }

    /** The command, with its options and subcommands. */
    public static CommandLine commandLine() {
        PrintWriter out = new PrintWriter(System.out, true);
        PrintWriter err = new PrintWriter(System.err, true);
        return commandLine(out, err);
    }

    /**
     * Runs a subcommand.
     *
     * @return 0 on success, 1 on failure, 2 for wrong arguments
     */
    static int run(PrintWriter out, PrintWriter err, String... args) {
        return commandLine(out, err).execute(args);
    }

    private static CommandLine commandLine(PrintWriter out, PrintWriter err) {
        CommandLine line = new CommandLine(new Musubi());
        // Their options are those of IMB and mpiexec too: -npmin is not -n.
        line.getSubcommands()
                .get(ImbCommand.NAME)
                .setUnmatchedOptionsArePositionalParams(true)
                .setPosixClusteredShortOptionsAllowed(false)
                .setEndOfOptionsDelimiter(ImbCommand.NO_DELIMITER);
        return line.setOut(out)
                .setErr(err)
                .setResourceBundle(ResourceBundle.getBundle(HELP))
                .setUsageHelpWidth(100)
                .registerConverter(Torus.class, Torus::parse)
                .registerConverter(SizeList.class, SizeList::parse)
                .registerConverter(SegmentOption.class, SegmentOption::parse)
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setExecutionExceptionHandler(
                        (failure, failed, _) -> {
                            failed.getErr().println("musubi: " + failure.getMessage());
                            return CommandLine.ExitCode.SOFTWARE;
                        });
    }

    /** Without a subcommand. */
    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "say which command");
    }
}
