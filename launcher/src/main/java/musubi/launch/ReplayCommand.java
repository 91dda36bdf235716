package musubi.launch;

import musubi.launch.failure.LaunchFailure;
import musubi.launch.options.CommandLinePart;
import musubi.launch.options.Option;
import musubi.launch.plan.LaunchPlan;
import musubi.launch.program.ProgramFingerprint;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * The command line of {@code mpiexec --replay DIR}: the current options, followed by the recorded
 * command line.
 *
 * @param arguments the whole command line
 * @param variables the environment of mpiexec, with the recorded variables
 * @param recorded the recorded job
 */
record ReplayCommand(List<String> arguments, Map<String, String> variables, RecordedJob recorded) {
    private static final String CHANGED =
            "the program has changed since the recording: file=%s; the replay fails where its"
                    + " behaviour differs";

    /**
     * The command line for the recorded job.
     *
     * @param typed the current command line
     * @param outer the environment of mpiexec
     * @throws LaunchFailure if there is no such job, or the command line does not match it
     */
    static ReplayCommand of(List<String> typed, Map<String, String> outer) {
        CommandLinePart part = CommandLinePart.cut(typed);
        RecordedJob job = RecordedJob.read(Path.of(part.options().last(Option.REPLAY, "")));
        checkDirectory(job);
        int ranks = part.options().number(Option.COUNT, job.ranks());
        if (ranks != job.ranks()) {
            throw LaunchFailure.usage("the recorded job has another number of ranks")
                    .with("recorded", job.ranks())
                    .with("-n", ranks)
                    .advice("omit -n");
        }
        List<String> program = part.program();
        int others = job.arguments().size() - program.size();
        boolean same =
                others >= 0
                        && job.arguments().subList(others, job.arguments().size()).equals(program);
        if (!same) {
            throw LaunchFailure.usage("the recorded job has another program")
                    .with("recorded", job.arguments())
                    .with("given", program)
                    .advice("omit the program; it is part of the journal");
        }
        List<String> words = new ArrayList<>(typed.subList(0, typed.size() - program.size()));
        words.remove("--");
        words.addAll(part.options().has(Option.RANK) ? wordsOfRank(part, job) : job.arguments());
        Map<String, String> variables = new HashMap<>(outer);
        variables.putAll(job.variables());
        return new ReplayCommand(words, variables, job);
    }

    /** The part of the command line with the program of a rank, reduced to one rank. */
    private static List<String> wordsOfRank(CommandLinePart typed, RecordedJob job) {
        int rank = typed.options().number(Option.RANK, 0);
        if (rank < 0 || rank >= job.ranks()) {
            throw LaunchFailure.usage("no such rank in the recorded job")
                    .with("--rank", rank)
                    .with("ranks", job.ranks());
        }
        Iterator<List<String>> parts = CommandLinePart.split(job.arguments()).iterator();
        List<String> rest = parts.next();
        int ranks = CommandLinePart.cut(rest).options().number(Option.COUNT, 1);
        while (rank >= ranks && parts.hasNext()) {
            rest = parts.next();
            ranks += CommandLinePart.cut(rest).options().number(Option.COUNT, 1);
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
            throw LaunchFailure.usage("the job was recorded in another working directory")
                    .with("recorded", job.directory())
                    .with("current", here)
                    .advice("change to the recorded one, since file names may be relative");
        }
    }

    /** Warns of programs that have changed since the recording. */
    void check(LaunchPlan plan, Consumer<String> warnings) {
        Map<String, String> old = recorded.fingerprints();
        ProgramFingerprint.of(plan, variables)
                .forEach(
                        (file, checksum) -> {
                            if (!checksum.equals(old.get(file))) {
                                warnings.accept(CHANGED.formatted(file));
                            }
                        });
    }
}
