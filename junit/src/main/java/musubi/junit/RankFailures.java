package musubi.junit;

import musubi.embedded.RankList;
import musubi.embedded.TaggedOutput;

import org.opentest4j.MultipleFailuresError;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The failures of the ranks of a test, in the order of their times. */
final class RankFailures extends MultipleFailuresError {
    private static final long serialVersionUID = 1L;

    private final String message;

    private RankFailures(String message, List<RankFailure> failures) {
        super(message, failures);
        this.message = message;
        failures.forEach(this::addSuppressed);
        if (!failures.isEmpty()) {
            // Tools show the line of the test from here.
            setStackTrace(failures.getFirst().getStackTrace());
        }
    }

    @Override
    public String getMessage() {
        return message;
    }

    /**
     * Throws if a rank has failed, or had to be stopped.
     *
     * @param stopped why ranks were stopped that have not ended by themselves, or null
     */
    static void throwIfAny(List<RankOutcome> outcomes, String stopped, List<TaggedOutput> logs) {
        Map<String, List<RankOutcome>> groups = new LinkedHashMap<>();
        List<Integer> consequences = new ArrayList<>();
        boolean hasCause =
                stopped != null || outcomes.stream().anyMatch(RankOutcome::isCauseOfOthers);
        for (RankOutcome outcome : outcomes) {
            if (outcome.hasFailed() && outcome.isConsequence() && hasCause) {
                consequences.add(outcome.rank());
            } else if (outcome.hasFailed()) {
                groups.computeIfAbsent(RankFailure.kind(outcome), _ -> new ArrayList<>())
                        .add(outcome);
            }
        }
        if (groups.isEmpty() && stopped == null) {
            return;
        }
        List<RankFailure> failures = groups.values().stream().map(RankFailure::of).toList();
        StringBuilder text = new StringBuilder();
        int failed = groups.values().stream().mapToInt(List::size).sum();
        text.append(failed).append(" of ").append(logs.size()).append(" ranks failed");
        failures.forEach(failure -> text.append("\n  ").append(failure.getMessage()));
        if (stopped != null) {
            text.append("\n  ").append(stopped.stripTrailing());
        }
        if (!consequences.isEmpty()) {
            text.append("\n  ").append(RankList.of(consequences)).append(": ended because of that");
        }
        groups.values().forEach(group -> appendLog(logs.get(group.getFirst().rank()), group, text));
        throw new RankFailures(text.toString(), failures);
    }

    private static void appendLog(TaggedOutput log, List<RankOutcome> group, StringBuilder text) {
        if (log.lines().isEmpty()) {
            return;
        }
        text.append("\n  output of rank ").append(group.getFirst().rank()).append(":");
        log.lines().forEach(line -> text.append("\n    | ").append(line));
    }
}
