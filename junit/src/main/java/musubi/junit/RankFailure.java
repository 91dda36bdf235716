package musubi.junit;

import musubi.embedded.RankList;
import musubi.error.MpiFailure;

import org.opentest4j.AssertionFailedError;

import java.util.List;

/** A failure that some ranks have in common, with the stack of the first of them. */
final class RankFailure extends AssertionFailedError {
    private static final long serialVersionUID = 1L;

    private RankFailure(String message, Throwable original, AssertionFailedError compared) {
        super(
                message,
                compared == null ? null : compared.getExpected(),
                compared == null ? null : compared.getActual(),
                original.getCause());
        setStackTrace(original.getStackTrace());
        for (Throwable suppressed : original.getSuppressed()) {
            addSuppressed(suppressed);
        }
    }

    static RankFailure of(List<RankOutcome> ranks) {
        Throwable original = ranks.getFirst().failure();
        String who = RankList.of(ranks.stream().map(RankOutcome::rank).toList());
        AssertionFailedError compared =
                original instanceof AssertionFailedError error && error.isExpectedDefined()
                        ? error
                        : null;
        return new RankFailure(who + ": " + original, original, compared);
    }

    /**
     * A text that is equal for equal failures. Musubi's exceptions name the rank at the end, and a
     * deadlock has a report of all ranks; their causes are the same everywhere.
     */
    static String kind(RankOutcome outcome) {
        Throwable root = outcome.root();
        return root instanceof MpiFailure
                ? root.getMessage()
                : outcome.failure() + "\n" + List.of(outcome.failure().getStackTrace());
    }
}
