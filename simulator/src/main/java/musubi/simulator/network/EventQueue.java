package musubi.simulator.network;

import java.util.Arrays;

/**
 * Events in the order of their times, those of the same time in the order in which they were added:
 * a radix heap, for times not before the last one taken. Ahuja, Mehlhorn, Orlin and Tarjan, Journal
 * of the ACM 37(2), 1990.
 *
 * <p>A bucket holds the events whose times differ from the last one taken in the same highest bit.
 * When the lowest bucket is empty, the next one is redistributed to those below it, in order; so
 * each event moves a few times, sequentially through memory.
 *
 * <p>An event takes two longs and no object. Used by one thread.
 */
public final class EventQueue {
    private static final int WORDS = 2;
    private static final int FIRST_ROOM = 16;

    private final long[][] buckets = new long[Long.SIZE + 1][FIRST_ROOM];
    private final int[] ends = new int[Long.SIZE + 1];

    /** Position of the next event in bucket 0, which holds those of time {@link #now}. */
    private int head;

    private long now;
    private long size;

    public EventQueue() {}

    public boolean isEmpty() {
        return size == 0;
    }

    /**
     * Adds an event.
     *
     * @param time not before {@link #now}, picoseconds
     */
    public void add(long time, long event) {
        put(Long.SIZE - Long.numberOfLeadingZeros(time ^ now), time, event);
        size++;
    }

    private void put(int bucket, long time, long event) {
        int end = ends[bucket];
        if (end == buckets[bucket].length) {
            buckets[bucket] = Arrays.copyOf(buckets[bucket], 2 * end);
        }
        buckets[bucket][end] = time;
        buckets[bucket][end + 1] = event;
        ends[bucket] = end + WORDS;
    }

    /** Takes the next event; {@link #now} is then its time. */
    public long take() {
        if (head == ends[0]) {
            head = 0;
            ends[0] = 0;
            deal();
        }
        long event = buckets[0][head + 1];
        head += WORDS;
        size--;
        return event;
    }

    /** The time of the event taken last, picoseconds. */
    public long now() {
        return now;
    }

    private void deal() {
        int lowest = 1;
        while (ends[lowest] == 0) {
            lowest++;
        }
        long[] events = buckets[lowest];
        int end = ends[lowest];
        long first = Long.MAX_VALUE;
        for (int i = 0; i < end; i += WORDS) {
            first = Math.min(first, events[i]);
        }
        now = first;
        ends[lowest] = 0;
        for (int i = 0; i < end; i += WORDS) {
            int bucket = Long.SIZE - Long.numberOfLeadingZeros(events[i] ^ first);
            put(bucket, events[i], events[i + 1]);
        }
    }
}
