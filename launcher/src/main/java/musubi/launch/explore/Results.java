package musubi.launch.explore;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import musubi.launch.failure.ExitCode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * The results of a run.
 *
 * @param outputs the standard output of each rank
 * @param isReached whether the forced order has happened
 */
record Results(int exitCode, List<String> outputs, boolean isReached) {
    private static final Set<Integer> INTERRUPTED =
            Set.of(ExitCode.ofSignal("INT"), ExitCode.ofSignal("TERM"), ExitCode.ofSignal("HUP"));

    /** How results compare with those of the first run. */
    record Outcome(boolean differs, String text) {}

    static Results read(Path run, int exitCode, int ranks, boolean isReached) throws IOException {
        List<String> outputs = new ArrayList<>();
        for (int rank = 0; rank < ranks; rank++) {
            Path file = run.resolve("out-" + rank);
            // A byte of any value is a character.
            outputs.add(Files.exists(file) ? Files.readString(file, ISO_8859_1) : "");
        }
        return new Results(exitCode, outputs, isReached);
    }

    /** Whether the user has ended the run, as far as the exit code shows it. */
    boolean isInterrupted() {
        return INTERRUPTED.contains(exitCode);
    }

    Outcome comparedWith(Results first) {
        if (!isReached) {
            return new Outcome(false, "not possible");
        }
        if (exitCode != first.exitCode) {
            String end =
                    switch (exitCode) {
                        case ExitCode.DEADLOCK -> "deadlock";
                        case ExitCode.TIME_LIMIT -> "no end within the time limit";
                        default -> "exit code " + exitCode;
                    };
            return new Outcome(true, end);
        }
        List<Integer> others = new ArrayList<>();
        for (int rank = 0; rank < outputs.size(); rank++) {
            if (!outputs.get(rank).equals(first.outputs.get(rank))) {
                others.add(rank);
            }
        }
        return others.isEmpty()
                ? new Outcome(false, "same")
                : new Outcome(true, "other output of rank " + others.getFirst());
    }
}
