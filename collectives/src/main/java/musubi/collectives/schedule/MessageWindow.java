package musubi.collectives.schedule;

import java.util.Arrays;

/**
 * The messages of a schedule to or from one peer. Each depends on the one {@value #WINDOW}
 * positions earlier, which limits posted receives and messages in flight of a long pipeline.
 */
final class MessageWindow {
    /** Messages in flight between two ranks in one direction. */
    static final int WINDOW = 16;

    private static final int NONE = -1;

    private int count;
    private int[] recent = {NONE};

    /** Number of the next message. */
    int next() {
        return count;
    }

    /** The step that the next message depends on; negative if none. */
    int before() {
        return count < WINDOW ? NONE : recent[count % WINDOW];
    }

    /** Records the step of the next message. */
    void add(int step) {
        if (count >= recent.length && recent.length < WINDOW) {
            recent = Arrays.copyOf(recent, 2 * recent.length);
        }
        recent[count % recent.length] = step;
        count++;
    }
}
