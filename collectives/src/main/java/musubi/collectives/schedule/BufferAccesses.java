package musubi.collectives.schedule;

import java.util.Arrays;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * Which steps have used which items of one buffer last: for each run of items the one that wrote
 * them and those that have read them since. A use costs the logarithm of the number of runs, and a
 * little for each run that it touches.
 *
 * <pre>
 *   items    0......9 10.....19 20.....29
 *   written  step 0   step 0    step 4
 *   read     step 2   -         step 5, 6
 * </pre>
 */
final class BufferAccesses {
    private static final int NOBODY = -1;

    private final NavigableMap<Long, Use> runs = new TreeMap<>();

    /** The last uses of a run of items. */
    private static final class Use {
        long end;
        int writer = NOBODY;
        int[] readers = {};
        int reads;

        Use(long end) {
            this.end = end;
        }

        Use before(long newEnd) {
            Use head = new Use(newEnd);
            head.writer = writer;
            head.readers = Arrays.copyOf(readers, reads);
            head.reads = reads;
            return head;
        }

        void addReader(int step) {
            if (reads == readers.length) {
                readers = Arrays.copyOf(readers, reads * 2 + 1);
            }
            readers[reads++] = step;
        }
    }

    BufferAccesses() {}

    /** A step reads items: it waits for who wrote them. */
    void read(long from, long to, int step, Predecessors after) {
        cut(from);
        cut(to);
        long at = from;
        while (at < to) {
            Map.Entry<Long, Use> entry = runs.ceilingEntry(at);
            Use use = entry == null || entry.getKey() >= to ? null : entry.getValue();
            long known = use == null ? to : entry.getKey();
            if (known > at) {
                Use first = new Use(known);
                first.addReader(step);
                runs.put(at, first);
            }
            if (use != null) {
                after.add(use.writer);
                use.addReader(step);
            }
            at = use == null ? to : use.end;
        }
    }

    /** A step writes items: it waits for who read them since, else for who wrote them. */
    void write(long from, long to, int step, Predecessors after) {
        cut(from);
        cut(to);
        NavigableMap<Long, Use> touched = runs.subMap(from, true, to, false);
        for (Use use : touched.values()) {
            for (int i = 0; i < use.reads; i++) {
                after.add(use.readers[i]);
            }
            if (use.reads == 0) {
                after.add(use.writer);
            }
        }
        touched.clear();
        Use written = new Use(to);
        written.writer = step;
        runs.put(from, written);
    }

    /** Lets a run end here. */
    private void cut(long at) {
        Map.Entry<Long, Use> entry = runs.lowerEntry(at);
        if (entry != null && entry.getValue().end > at) {
            long start = entry.getKey();
            runs.put(at, entry.getValue());
            runs.put(start, entry.getValue().before(at));
        }
    }
}
