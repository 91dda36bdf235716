package musubi.group;

/**
 * A regular sequence of pairs of numbers: nested loops, each of which adds a step of its own. It is
 * found from the jumps between neighbours: the first that differs from what has been so far ends
 * the innermost loop, the first that differs after that the next one, and so on.
 *
 * <pre>
 *   0 1 2 10 11 12 20 21 22:  a loop of 3 with step 1, in a loop of 3 with step 10
 *    1 1 8  1  1 8  1  1      jumps; that behind place 2 ends the inner loop
 * </pre>
 */
public final class Progression {
    /** Grids have no more dimensions that matter; what needs more counts as irregular. */
    private static final int MOST_LOOPS = 6;

    private final long[] first = new long[2];

    /** After how many places each loop makes a step; each divides the next one. */
    private final int[] periods = new int[MOST_LOOPS];

    private final long[][] jumps = new long[MOST_LOOPS][2];
    private final long[][] steps = new long[MOST_LOOPS][2];
    private int loops;

    /** A sequence of which only the first pair is known. */
    public Progression(long a, long b) {
        first[0] = a;
        first[1] = b;
    }

    /** The sequence of these numbers, each paired with 0; null when they are irregular. */
    static Progression of(int[] numbers) {
        Progression found = new Progression(numbers[0], 0);
        for (int i = 0; i + 1 < numbers.length; i++) {
            long jump = (long) numbers[i + 1] - numbers[i];
            if (!found.expects(i, jump, 0) && !found.extend(i, jump, 0)) {
                return null;
            }
        }
        return found;
    }

    /** Whether this jump, from the place to the next one, is what has been so far. */
    public boolean expects(int place, long a, long b) {
        for (int loop = loops - 1; loop >= 0; loop--) {
            if ((place + 1) % periods[loop] == 0) {
                return jumps[loop][0] == a && jumps[loop][1] == b;
            }
        }
        return false;
    }

    /**
     * Adds the loop that the first unexpected jump starts.
     *
     * @return false when no loop explains it
     */
    public boolean extend(int place, long a, long b) {
        int period = place + 1;
        if (loops == MOST_LOOPS || period % (loops == 0 ? period : periods[loops - 1]) != 0) {
            return false;
        }
        periods[loops] = period;
        jumps[loops][0] = a;
        jumps[loops][1] = b;
        for (int i = 0; i < 2; i++) {
            long step = jumps[loops][i];
            for (int inner = 0; inner < loops; inner++) {
                step += steps[inner][i] * (periods[inner + 1] / periods[inner] - 1);
            }
            steps[loops][i] = step;
        }
        loops++;
        return true;
    }

    /** How many loops there are; none for a sequence of one pair. */
    int loops() {
        return loops;
    }

    /** How many places a step of the loop is, innermost loop first. */
    int period(int loop) {
        return periods[loop];
    }

    /** How many values the index of a loop has in a sequence of that length, rounded up. */
    int count(int loop, int length) {
        return loop + 1 < loops
                ? periods[loop + 1] / periods[loop]
                : (length - 1) / periods[loop] + 1;
    }

    /** By how much a step of the loop changes the first number. */
    long stepA(int loop) {
        return steps[loop][0];
    }

    /** By how much a step of the loop changes the second number. */
    long stepB(int loop) {
        return steps[loop][1];
    }

    /** The first number of the pair at that place. */
    public long a(int place) {
        return value(place, 0);
    }

    /** The second number of the pair at that place. */
    public long b(int place) {
        return value(place, 1);
    }

    private long value(int place, int which) {
        long value = first[which];
        for (int loop = 0; loop < loops; loop++) {
            int index = place / periods[loop];
            if (loop + 1 < loops) {
                index %= periods[loop + 1] / periods[loop];
            }
            value += index * steps[loop][which];
        }
        return value;
    }
}
