package musubi.launch;

import musubi.launch.failure.LaunchFailure;
import musubi.launch.options.CommandLinePart;
import musubi.launch.options.Option;
import musubi.launch.plan.LaunchPlan;
import musubi.launch.program.ProgramFingerprint;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * The command line of {@code mpiexec --replay DIR}: what was recorded, with the options in front
 * that were typed now.
 *
 * @param arguments of the whole command line
 * @param variables mpiexec's, with those that were recorded
 * @param recorded the job
 */
record ReplayCommand(List<String> arguments, Map<String, String> variables, RecordedJob recorded) {
    /**
     * Reads what was recorded.
     *
     * @param typed now
     * @param outer mpiexec's own environment
     * @throws LaunchFailure when there is no such job, or what was typed does not fit it
     */
    static ReplayCommand of(List<String> typed, Map<String, String> outer) {
        CommandLinePart part = CommandLinePart.cut(typed);
        RecordedJob job = RecordedJob.read(Path.of(part.options().last(Option.REPLAY, "")));
        checkDirectory(job);
        int ranks = part.options().number(Option.COUNT, job.ranks());
        if (ranks != job.ranks()) {
            throw LaunchFailure.usage(
                    "the recorded job has another number of ranks: recorded="
                            + job.ranks()
                            + " -n="
                            + ranks
                            + "; leave -n out");
        }
        List<String> program = part.program();
        int others = job.arguments().size() - program.size();
        boolean same =
                others >= 0
                        && job.arguments().subList(others, job.arguments().size()).equals(program);
        if (!same) {
            throw LaunchFailure.usage(
                    "the recorded job has another program: recorded="
                            + job.arguments()
                            + " typed="
                            + program
                            + "; leave the program out, the journal knows it");
        }
        List<String> words = new ArrayList<>(typed.subList(0, typed.size() - program.size()));
        words.remove("--");
        words.addAll(part.options().has(Option.RANK) ? wordsOfRank(part, job) : job.arguments());
        Map<String, String> variables = new HashMap<>(outer);
        variables.putAll(job.variables());
        return new ReplayCommand(words, variables, job);
    }

    /** The part of the command line that has the program of a rank, with one rank. */
    private static List<String> wordsOfRank(CommandLinePart typed, RecordedJob job) {
        int rank = typed.options().number(Option.RANK, 0);
        if (rank < 0 || rank >= job.ranks()) {
            throw LaunchFailure.usage(
                    "the recorded job has no such rank: --rank=" + rank + " ranks=" + job.ranks());
        }
        List<String> rest = job.arguments();
        int before = 0;
        int colon;
        while ((colon = rest.indexOf(":")) >= 0) {
            before += CommandLinePart.cut(rest.subList(0, colon)).options().number(Option.COUNT, 1);
            if (rank < before) {
                rest = rest.subList(0, colon);
                break;
            }
            rest = rest.subList(colon + 1, rest.size());
        }
        List<String> words = new ArrayList<>(rest);
        int program = words.size() - CommandLinePart.cut(rest).program().size();
        boolean dashes = program > 0 && words.get(program - 1).equals("--");
        words.addAll(dashes ? program - 1 : program, List.of("-n", "1"));
        return words;
    }

    private static void checkDirectory(RecordedJob job) {
        Path here = Path.of("").toAbsolutePath();
        if (!here.equals(job.directory())) {
            throw LaunchFailure.usage(
                    "the job was recorded in another directory, by which its files are named:"
                            + " recorded="
                            + job.directory()
                            + " here="
                            + here
                            + "; change to that one first");
        }
    }

    /** Says what is not as it was when the job was recorded. */
    void check(LaunchPlan plan, Consumer<String> warnings) {
        ProgramFingerprint.of(plan, variables)
                .forEach(
                        (file, print) -> {
                            if (!print.equals(recorded.fingerprints().get(file))) {
                                warnings.accept(
                                        "the program is not the one that was recorded: file="
                                                + file
                                                + "; the replay fails where it does something"
                                                + " else");
                            }
                        });
    }
}
