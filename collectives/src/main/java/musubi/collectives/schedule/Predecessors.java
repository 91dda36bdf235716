package musubi.collectives.schedule;

import java.util.Arrays;

/** Collects the steps that one step waits for, each once. */
final class Predecessors {
    private static final int NONE = -1;

    private int step = NONE;
    private int[] seenBy = {};
    private int[] steps = new int[8];
    private int count;

    Predecessors() {}

    /** Starts over for the next step. */
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

    /** It waits for an earlier step; a negative one is nobody. */
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

    /** All of them. */
    int[] toArray() {
        return Arrays.copyOf(steps, count);
    }
}
