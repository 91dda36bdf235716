package musubi.conformance.corpus;

import java.util.Arrays;
import java.util.List;

/**
 * How a program has ended.
 *
 * @param output of all ranks, with the exceptions that have ended them
 * @param hasFailed whether a rank, or the job, ended with an error
 * @param hung whether it had to be ended at the time limit
 */
record Outcome(String output, boolean hasFailed, boolean hung) {
    private static final int MOST_CHARACTERS = 4000;

    /** Whether the error was reported as expected. */
    boolean isFound(List<String> texts) {
        return !texts.isEmpty() && !hung && hasAll(output, texts);
    }

    /** Whether an output has all the texts, of each one of its alternatives. */
    static boolean hasAll(String output, List<String> texts) {
        return texts.stream()
                .allMatch(text -> Arrays.stream(text.split("\\|")).anyMatch(output::contains));
    }

    /** Whether anything was reported, except for notes. */
    boolean hasReport() {
        return hasFailed
                || output.lines()
                        .anyMatch(
                                line ->
                                        line.startsWith("musubi: ") && !line.contains(" note: ")
                                                || line.startsWith("Exception in thread ")
                                                        && line.contains("MPIException"));
    }

    @Override
    public String toString() {
        String end = hung ? "hung" : hasFailed ? "failed" : "ended normally";
        String shown = output.substring(0, Math.min(output.length(), MOST_CHARACTERS));
        return end + "; output:\n" + shown;
    }
}
