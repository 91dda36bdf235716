package musubi.launch.explore;

import musubi.launch.explore.Results.Outcome;
import musubi.launch.failure.LaunchFailure;
import musubi.memory.PrivateFiles;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Runs a program again under other orders of matches. In each run one receive from any source is
 * forced to get the message of another source; what its rank matched before is forced, too, and so
 * are the decisions of the run from which this one is derived. The rest happens freely, and new
 * choices in it are candidates for further runs. Of all candidates the next is one of the kind
 * (line, sources, tags) that was selected least.
 */
public final class Exploration {
    private final Path directory;
    private final int ranks;
    private final Job job;
    private final PrintStream out;
    private final List<Node> candidates = new ArrayList<>();
    private final Set<Map<Integer, List<String>>> seen = new HashSet<>();
    private final Map<String, Integer> selected = new HashMap<>();
    private int runs;

    /** Runs the program once. */
    @FunctionalInterface
    public interface Job {
        /**
         * Runs it.
         *
         * @param run the directory of the run: it has the order to force, and takes the events and
         *     the outputs, {@code out-N} and {@code err-N} of rank N
         * @return the exit code
         */
        int run(Path run) throws InterruptedException;
    }

    /** A run to be made: by rank the matches to force. */
    private record Node(Decision decision, Map<Integer, List<String>> forced) {}

    /**
     * An exploration.
     *
     * @param directory for its files; is created
     * @param ranks of the job
     * @throws LaunchFailure if the directory exists
     */
    public Exploration(Path directory, int ranks, Job job, PrintStream out) {
        this.directory = directory;
        this.ranks = ranks;
        this.job = job;
        this.out = out;
        if (Files.exists(directory)) {
            throw LaunchFailure.usage("the directory for an exploration exists already")
                    .with("directory", directory)
                    .advice("remove it, or name another one: --explore N:DIR");
        }
    }

    /**
     * Runs the program once freely and then up to a number of times in other orders; prints the
     * results.
     *
     * @return the exit code of the first run if it failed; else 1 if a result differs, else 0
     * @throws LaunchFailure if a file cannot be read or written
     */
    public int run(int limit) throws InterruptedException {
        try {
            return explore(limit);
        } catch (IOException e) {
            throw LaunchFailure.of("cannot keep the files of an exploration", e)
                    .with("directory", directory)
                    .with("cause", e);
        }
    }

    private int explore(int limit) throws IOException, InterruptedException {
        PrivateFiles.createDirectories(directory);
        Results first = run(new Node(null, Map.of()));
        out.printf("run 1: exit code %d%n", first.exitCode());
        boolean differs = false;
        while (runs <= limit && !candidates.isEmpty() && !first.isInterrupted()) {
            Node next = select();
            Results results = run(next);
            if (results.isInterrupted()) {
                return results.exitCode();
            }
            Outcome outcome = results.comparedWith(first);
            differs |= outcome.differs();
            out.printf("run %d: %s: %s%n", runs, next.decision, outcome.text());
        }
        summarise(differs);
        return first.exitCode() == 0 && differs ? 1 : first.exitCode();
    }

    private void summarise(boolean differs) {
        out.printf(
                "other orders of messages: tried=%d not tried=%d; %s%n",
                runs - 1, candidates.size(), differs ? "results differ" : "no result differs");
        out.printf("outputs, events and reports of run K: %s%n", runDirectory("K"));
        if (differs) {
            out.printf(
                    "run K again: MUSUBI_EXPLORE=%s mpiexec ..., without --explore%n",
                    runDirectory("K").resolve("order"));
        }
    }

    private Path runDirectory(Object number) {
        return directory.resolve("run-" + number);
    }

    private Node select() {
        Node best = candidates.getFirst();
        for (Node candidate : candidates) {
            if (timesSelected(candidate) < timesSelected(best)) {
                best = candidate;
            }
        }
        selected.merge(best.decision.kind(), 1, Integer::sum);
        candidates.remove(best);
        return best;
    }

    private int timesSelected(Node node) {
        return selected.getOrDefault(node.decision.kind(), 0);
    }

    private Results run(Node node) throws IOException, InterruptedException {
        runs++;
        Path run = runDirectory(runs);
        PrivateFiles.createDirectories(run);
        write(run, node.forced);
        int exitCode = job.run(run);
        Map<Integer, List<String>> matches = new TreeMap<>();
        for (int rank = 0; rank < ranks; rank++) {
            RankEvents events = RankEvents.read(run, rank);
            matches.put(rank, events.matches());
            addCandidates(node, events);
        }
        Path order = run.resolve("order");
        PrivateFiles.createDirectories(order);
        write(order, matches);
        return Results.read(run, exitCode, ranks, isReached(node, matches));
    }

    /** Whether all that was forced has happened. */
    private static boolean isReached(Node node, Map<Integer, List<String>> matches) {
        return node.forced.entrySet().stream()
                .allMatch(entry -> matches.get(entry.getKey()).containsAll(entry.getValue()));
    }

    private void addCandidates(Node from, RankEvents events) {
        for (Decision decision : events.decisions()) {
            List<String> given = from.forced.getOrDefault(decision.rank(), List.of());
            // A decision of this run or of one before it stays as it is.
            if (decision.matches().size() > given.size()) {
                Map<Integer, List<String>> forced = new TreeMap<>(from.forced);
                forced.put(decision.rank(), decision.matches());
                if (seen.add(forced)) {
                    candidates.add(new Node(decision, forced));
                }
            }
        }
    }

    private static void write(Path to, Map<Integer, List<String>> matches) throws IOException {
        for (Map.Entry<Integer, List<String>> entry : matches.entrySet()) {
            Path file = to.resolve("forced-" + entry.getKey());
            try (BufferedWriter lines = PrivateFiles.writer(file)) {
                for (String line : entry.getValue()) {
                    lines.write(line);
                    lines.newLine();
                }
            }
        }
    }
}
