package musubi.launch;

import musubi.launch.explore.Exploration;
import musubi.launch.failure.LaunchFailure;
import musubi.launch.options.CommandLinePart;
import musubi.launch.options.Option;
import musubi.launch.options.ParsedOptions;
import musubi.launch.plan.CommandLineParser;
import musubi.launch.plan.LaunchPlan;
import musubi.launch.program.Installation;
import musubi.memory.PrivateFiles;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.channels.Channels;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * The command line of {@code mpiexec --explore N[:DIR]}.
 *
 * @param variables the environment of mpiexec
 * @param parsers a parser for an environment
 */
record ExploreCommand(
        Map<String, String> variables,
        Function<Map<String, String>, CommandLineParser> parsers,
        PrintStream out) {
    private static final String DIRECTORY = "musubi-explore";

    /** The setting {@code explore}. */
    private static final String ORDER = "MUSUBI_EXPLORE";

    /** The time limit of a run: this, or ten times what the first run took. */
    private static final long SHORTEST_LIMIT_S = 60;

    private static final int LIMIT_FACTOR = 10;

    /** Options that determine the order of matches, or where outputs go. */
    private static final Set<Option> EXCLUDED =
            EnumSet.of(
                    Option.JOURNAL,
                    Option.REPLAY,
                    Option.OUT_FILE,
                    Option.ERR_FILE,
                    Option.OUTPUT,
                    Option.OUTPUT_DIRECTORY,
                    Option.MERGE);

    /**
     * Explores.
     *
     * @return the exit code
     * @throws LaunchFailure if the command line is wrong, or files cannot be kept
     */
    int run(List<String> words) throws InterruptedException {
        ParsedOptions options = CommandLinePart.cut(words).options();
        for (Option other : EXCLUDED) {
            if (options.has(other)) {
                throw LaunchFailure.usage("an option is not possible with --explore")
                        .with("option", other.dashedNames()[0])
                        .advice("omit it; --explore determines matches and keeps outputs in files");
            }
        }
        String value = options.last(Option.EXPLORE, "");
        int colon = value.indexOf(':');
        int limit =
                ParsedOptions.number("--explore", colon < 0 ? value : value.substring(0, colon));
        if (limit < 1) {
            throw LaunchFailure.usage("the number of runs must be positive")
                    .with("--explore", limit);
        }
        LaunchPlan plan = parsers.apply(variables).read(words);
        if (!plan.isLocal()) {
            throw LaunchFailure.usage("--explore requires all ranks on this host")
                    .advice("omit the hosts");
        }
        String name = colon < 0 ? DIRECTORY : value.substring(colon + 1);
        Path directory = Path.of(name).toAbsolutePath().normalize();
        Runs runs = new Runs(this, words, options.has(Option.TIMEOUT));
        return new Exploration(directory, plan.size(), runs::run, out).run(limit);
    }

    /** The runs, of which the first determines the time limit of the others. */
    private static final class Runs {
        private final ExploreCommand command;
        private final List<String> words;
        private final boolean hasLimit;
        private long limitS;

        Runs(ExploreCommand command, List<String> words, boolean hasLimit) {
            this.command = command;
            this.words = words;
            this.hasLimit = hasLimit;
        }

        private int run(Path run) throws InterruptedException {
            long startNs = System.nanoTime();
            Map<String, String> all = new HashMap<>(command.variables);
            all.put(ORDER, run.toString());
            LaunchPlan plan = command.parsers.apply(all).read(wordsFor(run));
            if (limitS == 0) {
                int exitCode = new Launch(plan, all, Installation.find()).run();
                long elapsedS = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - startNs);
                limitS = Math.max(SHORTEST_LIMIT_S, LIMIT_FACTOR * (elapsedS + 1));
                return exitCode;
            }
            return launch(plan, all, run.resolve("report"));
        }

        /** With the reports of mpiexec in a file: they may be of an order that is not possible. */
        private static int launch(LaunchPlan plan, Map<String, String> all, Path report)
                throws InterruptedException {
            try (OutputStream to = Channels.newOutputStream(PrivateFiles.create(report))) {
                return new Launch(plan, all, Installation.find(), to).run();
            } catch (IOException e) {
                throw LaunchFailure.of("cannot write the report of a run", e)
                        .with("file", report)
                        .with("cause", e);
            }
        }

        private List<String> wordsFor(Path run) {
            String path = run.toString().replace("%", "%%");
            List<String> all = new ArrayList<>();
            all.addAll(List.of("-outfile-pattern", path + "/out-%r"));
            all.addAll(List.of("-errfile-pattern", path + "/err-%r"));
            if (!hasLimit && limitS > 0) {
                all.addAll(List.of("-timeout", Long.toString(limitS)));
            }
            all.addAll(words);
            return all;
        }
    }
}
