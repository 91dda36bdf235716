package musubi.collectives.schedule;

import java.util.Arrays;

/** The distinct predecessors of a step. */
final class Predecessors {
    private static final int NONE = -1;

    private int step = NONE;
    private int[] seenBy = {};
    private int[] steps = new int[8];
    private int count;

    /** Starts the next step. */
    Predecessors of(int newStep) {
        step = newStep;
        count = 0;
        if (seenBy.length <= newStep) {
            int known = seenBy.length;
            seenBy = Arrays.copyOf(seenBy, Math.max(64, 2 * newStep));
            Arrays.fill(seenBy, known, seenBy.length, NONE);
        }
        return this;
    }

    /** Adds a predecessor, unless negative. */
    void add(int earlier) {
        if (earlier < 0 || earlier == step || seenBy[earlier] == step) {
            return;
        }
        seenBy[earlier] = step;
        if (count == steps.length) {
            steps = Arrays.copyOf(steps, 2 * count);
        }
        steps[count++] = earlier;
    }

    /** All predecessors. */
    int[] toArray() {
        return Arrays.copyOf(steps, count);
    }
}
