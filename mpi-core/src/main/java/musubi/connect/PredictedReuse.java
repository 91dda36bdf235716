package musubi.connect;

import musubi.memory.Accounted;
import musubi.memory.Component;

import java.util.Arrays;

/**
 * Predicts the next use of a context from the latest {@value #HISTORY} uses.
 *
 * <ul>
 *   <li>When the latest {@value #MATCH} uses have followed one another before, the next ones are
 *       expected to be those that came then. As long as they are, the same stretch is followed, so
 *       loops within loops are known from the second time on. Contexts that are missing in the
 *       stretch come last.
 *   <li>Otherwise the mean of the latest {@value #GAPS} gaps of the context counts, the times
 *       between its uses.
 *   <li>A context that is overdue by that mean, or was used once only, waits for as long as it has
 *       waited.
 * </ul>
 *
 * <p>The last rule makes it least recently used where nothing repeats. Memory: 8 bytes for each use
 * of the history, and 2 for each context, from the first use on. Recording a use takes constant
 * time; a choice takes at most one pass through the history.
 */
@Accounted(Component.SWITCHING)
public final class PredictedReuse extends FarthestNextUse {
    /** A power of two, below 64 Ki so that two bytes identify a position. */
    static final int HISTORY = 4096;

    private static final int MATCH = 4;
    private static final int GAPS = 8;

    private static final int NOT_KEPT = -1;

    /** Wait of a context whose latest use is not in the history. */
    private static final long FORGOTTEN = Integer.MAX_VALUE;

    private static final int MASK = HISTORY - 1;
    private static final int HASH_FACTOR = 0x9e37_79b1;
    private static final int HASH_SHIFT = Integer.numberOfLeadingZeros(MASK);
    private static final char[] NONE = {};

    /** How many uses there were: the position of the latest one. */
    private long uses;

    /** The context used at each position of the history; null before the first use. */
    private int[] contexts;

    /** How long before each position its context had been used; 0 where that is unknown. */
    private char[] gaps = NONE;

    /** The latest position after each sequence of {@link #MATCH} contexts, by its hash. */
    private char[] matches = NONE;

    /** The latest position of each context. */
    private char[] latest = NONE;

    /** How long ago the stretch was that is followed; 0 for none. */
    private int lag;

    public PredictedReuse() {}

    @Override
    public void used(int context, long now) {
        makeRoom(context);
        int age = age(context);
        uses++;
        contexts[slot(uses)] = context;
        gaps[slot(uses)] = (char) (age == NOT_KEPT ? 0 : age + 1);
        latest[context] = (char) uses;
        int match = findMatch();
        if (lag == 0 || contexts[slot(uses - lag)] != context) {
            lag = match;
        }
    }

    private void makeRoom(int context) {
        if (contexts == null) {
            contexts = new int[HISTORY];
            gaps = new char[HISTORY];
            matches = new char[HISTORY];
        }
        if (context >= latest.length) {
            latest = Arrays.copyOf(latest, 2 * (context + 1));
        }
    }

    private static int slot(long position) {
        return (int) position & MASK;
    }

    /** How long ago a position was, of which the lowest 16 bits are given. */
    private int ageOf(char position) {
        return (char) (uses - position);
    }

    private boolean isKept(int age) {
        return age < Math.min(uses, HISTORY);
    }

    /**
     * Uses since the latest one of a context; {@link #NOT_KEPT} when that is not in the history.
     */
    private int age(int context) {
        int age = ageOf(latest[context]);
        return isKept(age) && contexts[slot(uses - age)] == context ? age : NOT_KEPT;
    }

    /** How long ago the same contexts as now were used one after the other; 0 for never. */
    private int findMatch() {
        int hash = 0;
        for (int i = 0; i < MATCH; i++) {
            hash = (hash + contexts[slot(uses - i)]) * HASH_FACTOR;
        }
        hash >>>= HASH_SHIFT;
        int age = ageOf(matches[hash]);
        matches[hash] = (char) uses;
        if (!isKept(age + MATCH - 1)) {
            return 0;
        }
        for (int i = 0; i < MATCH; i++) {
            if (contexts[slot(uses - age - i)] != contexts[slot(uses - i)]) {
                return 0;
            }
        }
        return age;
    }

    @Override
    protected long expectedWait(int context, long now) {
        int age = age(context);
        if (age == NOT_KEPT) {
            return FORGOTTEN;
        }
        return lag > 0 ? waitInStretch(age) : waitByGaps(age);
    }

    /** The first use of a context after the position that the stretch has reached. */
    private long waitInStretch(int age) {
        if (age >= lag) {
            return lag + age;
        }
        int first = age;
        int gap = gaps[slot(uses - first)];
        while (gap > 0 && first + gap < lag) {
            first += gap;
            gap = gaps[slot(uses - first)];
        }
        return lag - first;
    }

    private long waitByGaps(int age) {
        int position = age;
        int count = 0;
        int longest = 0;
        int gap = gaps[slot(uses - position)];
        while (count < GAPS && gap > 0 && isKept(position + gap)) {
            longest = Math.max(longest, gap);
            position += gap;
            count++;
            gap = gaps[slot(uses - position)];
        }
        if (count == 0 || age > 2 * longest) {
            return age;
        }
        return Math.max(0, (position - age) / count - age);
    }
}
