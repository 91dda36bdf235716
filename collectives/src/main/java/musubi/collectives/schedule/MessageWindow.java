package musubi.collectives.schedule;

import java.util.Arrays;

/**
 * The messages between two ranks in one direction, as one of them writes them down. Each waits for
 * the one {@value #WINDOW} before, so that a long pipeline neither posts all its receives at once
 * nor floods the peer.
 */
final class MessageWindow {
    /** So many messages of two ranks are under way at once in one direction. */
    static final int WINDOW = 16;

    private static final int NOBODY = -1;

    private int count;
    private int[] recent = {NOBODY};

    MessageWindow() {}

    /** The number of the next message. */
    int next() {
        return count;
    }

    /** The step that the next message waits for; negative for none. */
    int before() {
        return count < WINDOW ? NOBODY : recent[count % WINDOW];
    }

    /** A step is the next message. */
    void add(int step) {
        if (count >= recent.length && recent.length < WINDOW) {
            recent = Arrays.copyOf(recent, 2 * recent.length);
        }
        recent[count % recent.length] = step;
        count++;
    }
}
