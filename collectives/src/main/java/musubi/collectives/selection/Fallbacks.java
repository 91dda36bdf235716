package musubi.collectives.selection;

import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Reports each reason for a fallback to another algorithm once. One object for each rank and all
 * its communicators; rank 0 of a communicator reports.
 */
public final class Fallbacks {
    /** In a constant, so that the AOT cache has its class: the rank of the training reports. */
    private static final Consumer<String> NOWHERE = _ -> {};

    private final Set<String> reported = new HashSet<>();
    private final Consumer<String> out;

    /** Reports to a consumer of lines. */
    public Fallbacks(Consumer<String> out) {
        this.out = out;
    }

    /** For a rank that does not report. */
    static Fallbacks silent() {
        return new Fallbacks(NOWHERE);
    }

    /**
     * Reports a refused selection.
     *
     * @param kind of the call
     * @param refused the refused selection
     * @param refusal the reason
     * @param chosen the selection that runs
     */
    public void report(
            String kind, SelectedAlgorithm refused, String refusal, SelectedAlgorithm chosen) {
        String what =
                kind + ": " + refused.text() + " (" + refused.reason() + ") cannot run: " + refusal;
        if (reported.add(what)) {
            out.accept(what + "; " + chosen.text() + " runs instead");
        }
    }
}
