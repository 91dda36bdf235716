package musubi.launch;

import musubi.launch.failure.ExitCode;
import musubi.launch.failure.LaunchFailure;
import musubi.launch.mapping.CpuTopology;
import musubi.launch.options.CommandLinePart;
import musubi.launch.output.OutputSink;
import musubi.launch.plan.CommandLineParser;
import musubi.launch.plan.LaunchPlan;
import musubi.launch.plan.MpjCommandLine;
import musubi.launch.program.Installation;

import java.io.PrintStream;
import java.util.List;
import java.util.Map;

/**
 * The command mpjrun: runs a program of MPJ Express with the arguments that it expects.
 *
 * @param variables the environment
 */
record Mpjrun(Map<String, String> variables, PrintStream out, PrintStream err) {
    /** Runs the command; returns its exit code. */
    int run(List<String> words) throws InterruptedException {
        try {
            MpjCommandLine line = MpjCommandLine.of(words, variables, this::warn);
            if (words.isEmpty() || line.isHelpRequested()) {
                out.print(HelpPage.ofMpjrun());
                return 0;
            }
            List<CommandLinePart> parts = line.parts();
            CommandLineParser parser =
                    new CommandLineParser(
                            variables, this::warn, out::print, CpuTopology::ofMachine);
            LaunchPlan plan = parser.plan(parts, parts);
            return new Launch(plan, variables, Installation.find()).run();
        } catch (LaunchFailure e) {
            String hint = e.exitCode() == ExitCode.USAGE ? " (mpjrun.sh -h lists the options)" : "";
            err.println(OutputSink.PREFIX + e.getMessage() + hint);
            return e.exitCode();
        }
    }

    private void warn(String text) {
        err.println(OutputSink.PREFIX + "warning: " + text);
    }
}
