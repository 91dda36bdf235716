package musubi.collectives.selection;

import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Tells the user of each reason why an algorithm that was to run did not, once. One for each rank,
 * of all its communicators; the rank 0 of a communicator speaks for it.
 */
public final class Fallbacks {
    private final Set<String> told = new HashSet<>();
    private final Consumer<String> out;

    /** Tells them here. */
    public Fallbacks(Consumer<String> out) {
        this.out = out;
    }

    /**
     * A choice is refused.
     *
     * @param kind of the call
     * @param refused what was to run
     * @param refusal why it cannot
     * @param chosen what runs
     */
    public void report(
            String kind, SelectedAlgorithm refused, String refusal, SelectedAlgorithm chosen) {
        String what =
                kind + ": " + refused.text() + " (" + refused.reason() + ") cannot run: " + refusal;
        if (told.add(what)) {
            out.accept(what + "; " + chosen.text() + " runs instead");
        }
    }
}
