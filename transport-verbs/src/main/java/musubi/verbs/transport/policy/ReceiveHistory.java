package musubi.verbs.transport.policy;

import musubi.memory.Accounted;
import musubi.memory.Component;

import java.util.Arrays;

/**
 * How many messages came from each source in the last periods. Only periods in which a source was
 * heard take memory, and all together no more than a limit: when that is reached the oldest periods
 * are forgotten, so the window is shorter when many sources send. Sources are numbered from 0 in
 * the order in which they were met. Used by one thread; counting allocates nothing once a source is
 * known.
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

    /** How many entries each finished period has, in a ring. */
    private final int[] lengths;

    private int firstEntry;
    private int entries;
    private int firstPeriod;
    private int finished;

    /** Of the period that runs. */
    private int[] current = new int[16];

    private int[] heard = new int[16];
    private int heardCount;

    /** Of the window, with the period that runs. */
    private long[] totals = new long[16];

    private long all;
    private int known;

    /**
     * An empty history.
     *
     * @param periods finished periods in the window
     * @param mostEntries pairs of period and source that are kept
     */
    public ReceiveHistory(int periods, int mostEntries) {
        this.periods = periods;
        sources = new int[mostEntries];
        counts = new int[mostEntries];
        lengths = new int[periods];
    }

    /** A message of a source has come. */
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

    /** The period that runs ends. */
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

    /** Sources that were ever heard. */
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

    /** Pairs of period and source that are kept. */
    int entries() {
        return entries;
    }
}
