package musubi.launch;

import musubi.error.Descriptors;
import musubi.launch.failure.CommandName;
import musubi.launch.failure.ExitCode;
import musubi.launch.failure.LaunchFailure;
import musubi.launch.mapping.CpuTopology;
import musubi.launch.options.Option;
import musubi.launch.output.OutputSink;
import musubi.launch.plan.CommandLineParser;
import musubi.launch.plan.DebugOption;
import musubi.launch.plan.LaunchPlan;
import musubi.launch.program.Installation;
import musubi.launch.proxy.NodeProxy;
import musubi.launch.training.ProgramList;

import java.io.PrintStream;
import java.util.List;
import java.util.Map;

/** The command mpiexec: runs a job and exits with its exit code. */
public record Mpiexec(Map<String, String> variables, PrintStream out, PrintStream err) {
    /** Precedes the name of another command under which the script was called. */
    private static final String AS = "--as";

    /**
     * Runs mpiexec, or the command after a leading {@code --as}, and ends the JVM. A node proxy has
     * the name of the command that starts it before its own.
     */
    public static void main(String[] words) throws InterruptedException {
        // For messages, once there are no descriptors left to read it with.
        Descriptors.limit();
        List<String> rest = List.of(words);
        if (isNamed(rest) && !rest.get(1).equals(NodeProxy.COMMAND)) {
            CommandName.set(rest.get(1));
            rest = rest.subList(2, rest.size());
        }
        boolean isProxy = isNamed(rest) && rest.get(1).equals(NodeProxy.COMMAND);
        try {
            System.exit(isProxy ? runNodeProxy(rest.subList(2, rest.size())) : runCommand(rest));
        } catch (RuntimeException | Error e) {
            // Where the JDK itself could not open a file.
            if (!Descriptors.areExhausted(e)) {
                throw e;
            }
            System.err.println(OutputSink.PREFIX + Descriptors.advice());
            System.exit(ExitCode.FAILURE);
        }
    }

    private static boolean isNamed(List<String> words) {
        return words.size() > 1 && words.getFirst().equals(AS);
    }

    private static int runCommand(List<String> words) throws InterruptedException {
        Map<String, String> variables = System.getenv();
        return switch (CommandName.get()) {
            case "mpjrun" -> new Mpjrun(variables, System.out, System.err).run(words);
            case "caches" ->
                    new StartupCaches(Installation.find(), System.err)
                            .run(words, new ProgramList(variables), System.out);
            case "mpijavac" -> new Mpijavac(variables, System.out, System.err).run(words);
            default -> new Mpiexec(variables, System.out, System.err).run(words);
        };
    }

    private static int runNodeProxy(List<String> words) throws InterruptedException {
        try {
            return NodeProxy.run(words);
        } catch (LaunchFailure e) {
            System.err.println(OutputSink.PREFIX + "node proxy: " + e.getMessage());
            return e.exitCode();
        }
    }

    private int run(List<String> words) throws InterruptedException {
        try {
            CommandLineParser reader = parser(variables);
            if (words.isEmpty() || reader.hasOption(words, Option.HELP)) {
                (words.isEmpty() ? err : out)
                        .print(HelpPage.text().replaceAll("\\bmpiexec\\b", CommandName.get()));
                return words.isEmpty() ? ExitCode.USAGE : 0;
            }
            if (reader.hasOption(words, Option.VERSION)) {
                out.println(version(CommandName.get()));
                return 0;
            }
            if (reader.hasOption(words, Option.INFO)) {
                out.print(BuildInformation.text(version("mpiexec")));
                return 0;
            }
            if (reader.hasOption(words, Option.REPLAY)) {
                return replay(words);
            }
            if (reader.hasOption(words, Option.EXPLORE)) {
                return new ExploreCommand(variables, this::parser, out).run(words);
            }
            LaunchPlan plan = reader.read(words);
            DebugOption.notes(plan).forEach(note -> err.println(OutputSink.PREFIX + note));
            if (reader.hasOption(words, Option.JOURNAL)) {
                RecordedJob.of(plan, words, variables).write(plan.journal());
            }
            return new Launch(plan, variables, Installation.find()).run();
        } catch (LaunchFailure e) {
            String hint = " (" + CommandName.get() + " --help lists the options)";
            String end = e.exitCode() == ExitCode.USAGE ? hint : "";
            err.println(OutputSink.PREFIX + e.getMessage() + end);
            return e.exitCode();
        }
    }

    private int replay(List<String> words) throws InterruptedException {
        ReplayCommand command = ReplayCommand.of(words, variables);
        CommandLineParser reader = parser(command.variables());
        LaunchPlan plan = reader.read(command.arguments());
        command.check(plan, this::warn);
        return new Launch(plan, command.variables(), Installation.find()).run();
    }

    private CommandLineParser parser(Map<String, String> environment) {
        return new CommandLineParser(
                environment, this::warn, this::display, CpuTopology::ofMachine);
    }

    private void display(String text) {
        out.print(text);
        out.flush();
    }

    /** The output of {@code --version} for this command. */
    static String version(String command) {
        String version = Mpiexec.class.getPackage().getImplementationVersion();
        return "%s (Musubi %s, JDK %s)"
                .formatted(command, version == null ? "development" : version, Runtime.version());
    }

    private void warn(String text) {
        err.println(OutputSink.PREFIX + "warning: " + text);
    }
}
