package musubi.verbs.transport.policy;

import musubi.memory.Accounted;
import musubi.memory.Component;

import java.util.Arrays;

/**
 * Number of messages from each source in the last periods. Only periods with messages of a source
 * take memory, within a limit for all: beyond it the oldest periods are dropped, a large number of
 * active sources shortens the window. Sources are numbered from 0 in the order of their first
 * message. Used by one thread; counting allocates nothing once a source is known.
 *
 * <p>Source: the history of received messages of the memory paper, which keeps a table of all ranks
 * for each period.
 */
@Accounted(Component.SWITCHING)
public final class ReceiveHistory {
    private final int periods;

    /** Sources and counts of the finished periods, oldest first, in a ring. */
    private final int[] sources;

    private final int[] counts;

    /** Number of entries of each finished period, in a ring. */
    private final int[] lengths;

    private int firstEntry;
    private int entries;
    private int firstPeriod;
    private int finished;

    /** Of the current period. */
    private int[] current = new int[16];

    private int[] heard = new int[16];
    private int heardCount;

    /** Of the window, including the current period. */
    private long[] totals = new long[16];

    private long all;
    private int known;

    /**
     * An empty history.
     *
     * @param periods finished periods in the window
     * @param mostEntries capacity in pairs of period and source
     */
    public ReceiveHistory(int periods, int mostEntries) {
        this.periods = periods;
        sources = new int[mostEntries];
        counts = new int[mostEntries];
        lengths = new int[periods];
    }

    /** Counts a message of a source. */
    public void count(int source) {
        if (source >= totals.length) {
            grow(source);
        }
        known = Math.max(known, source + 1);
        if (current[source]++ == 0) {
            heard[heardCount++] = source;
        }
        totals[source]++;
        all++;
    }

    private void grow(int source) {
        int length = Math.max(2 * totals.length, source + 1);
        current = Arrays.copyOf(current, length);
        heard = Arrays.copyOf(heard, length);
        totals = Arrays.copyOf(totals, length);
    }

    /** Ends the current period. */
    public void endPeriod() {
        if (finished == periods) {
            forgetOldest();
        }
        while (finished > 0 && entries + heardCount > sources.length) {
            forgetOldest();
        }
        int kept = Math.min(heardCount, sources.length);
        for (int i = 0; i < heardCount; i++) {
            int source = heard[i];
            if (i < kept) {
                int place = (firstEntry + entries) % sources.length;
                sources[place] = source;
                counts[place] = current[source];
                entries++;
            } else {
                forget(source, current[source]);
            }
            current[source] = 0;
        }
        lengths[(firstPeriod + finished) % periods] = kept;
        finished++;
        heardCount = 0;
    }

    private void forgetOldest() {
        for (int left = lengths[firstPeriod]; left > 0; left--) {
            forget(sources[firstEntry], counts[firstEntry]);
            firstEntry = (firstEntry + 1) % sources.length;
            entries--;
        }
        firstPeriod = (firstPeriod + 1) % periods;
        finished--;
    }

    private void forget(int source, int count) {
        totals[source] -= count;
        all -= count;
    }

    /** Number of sources that have ever sent. */
    int sources() {
        return known;
    }

    /** Messages of a source in the window. */
    public long of(int source) {
        return source < known ? totals[source] : 0;
    }

    /** Messages of all sources in the window. */
    public long all() {
        return all;
    }

    /** Finished periods in the window. */
    int periods() {
        return finished;
    }

    /** Pairs of period and source in the history. */
    int entries() {
        return entries;
    }
}
