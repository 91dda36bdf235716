package musubi.launch;

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
 * @param words of the whole command line
 * @param variables mpiexec's, with those that were recorded
 * @param recorded the job
 */
record ReplayCommand(List<String> words, Map<String, String> variables, RecordedJob recorded) {
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
        int others = job.words().size() - program.size();
        boolean same =
                others >= 0 && job.words().subList(others, job.words().size()).equals(program);
        if (!same) {
            throw LaunchFailure.usage(
                    "the recorded job has another program: recorded="
                            + job.words()
                            + " typed="
                            + program
                            + "; leave the program out, the journal knows it");
        }
        List<String> words = new ArrayList<>(typed.subList(0, typed.size() - program.size()));
        words.remove("--");
        words.addAll(job.words());
        Map<String, String> variables = new HashMap<>(outer);
        variables.putAll(job.variables());
        return new ReplayCommand(words, variables, job);
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
        ProgramPrint.of(plan, variables)
                .forEach(
                        (file, print) -> {
                            if (!print.equals(recorded.prints().get(file))) {
                                warnings.accept(
                                        "the program is not the one that was recorded: file="
                                                + file
                                                + "; the replay fails where it does something"
                                                + " else");
                            }
                        });
    }
}
