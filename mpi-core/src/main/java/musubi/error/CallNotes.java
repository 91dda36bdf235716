package musubi.error;

import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Notes of a rank on calls that are wrong or rarely meant, but do what the program expects here.
 * Each line of the program is noted once for a kind, and only the first calls are looked at, so
 * that a program that makes them in a loop does not become slow. Any thread.
 */
public final class CallNotes {
    private static final int MOST_LOOKS = 1_000;

    private final Set<String> noted = new HashSet<>();
    private final Consumer<String> lines;
    private int looks;

    /**
     * Notes of a rank that has made no calls yet.
     *
     * @param lines takes them; null for a rank that prints none
     */
    public CallNotes(Consumer<String> lines) {
        this.lines = lines;
    }

    /** Whether this rank prints notes. */
    public boolean arePrinted() {
        return lines != null;
    }

    /** Whether to look at a call that may be worth a note; counts it. */
    public synchronized boolean looks() {
        return lines != null && looks++ < MOST_LOOKS;
    }

    /**
     * Notes the call that the calling thread is in.
     *
     * @param kind what it does, a clause without subject, the same for all such calls
     * @param details of the first one
     */
    public void add(String kind, String details) {
        CallSite site = CallSite.find();
        if (isNew(site + " " + kind)) {
            lines.accept("note: " + site + " " + kind + details);
        }
    }

    /** Notes a call of the calling thread that is an error with checks. */
    public void add(MpiFailure misuse) {
        if (lines != null) {
            lines.accept("note: " + misuse.getMessage() + "; " + CallSite.find());
        }
    }

    /** As {@link #add(MpiFailure)}, once for a line of the program and a class of error. */
    public void addOnce(MpiFailure misuse) {
        CallSite site = CallSite.find();
        if (lines != null && isNew(site + " " + misuse.errorClass())) {
            lines.accept("note: " + misuse.getMessage() + "; " + site);
        }
    }

    private synchronized boolean isNew(String text) {
        return noted.add(text);
    }
}
