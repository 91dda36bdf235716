package musubi.collectives.schedule;

import java.util.Arrays;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * Latest accesses to one buffer: for each run of items the last writer and its readers since. An
 * access takes time logarithmic in the number of runs, and constant for each run in its range.
 *
 * <pre>
 *   items    0......9 10.....19 20.....29
 *   written  step 0   step 0    step 4
 *   read     step 2   -         step 5, 6
 * </pre>
 */
final class BufferAccesses {
    private static final int NONE = -1;

    private final NavigableMap<Long, Access> runs = new TreeMap<>();

    /** Latest accesses to a run of items. */
    private static final class Access {
        long end;
        int writer = NONE;
        int[] readers = {};
        int reads;

        Access(long end) {
            this.end = end;
        }

        Access before(long newEnd) {
            Access head = new Access(newEnd);
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

    /** Records a read; it depends on the last writers. */
    void read(long from, long to, int step, Predecessors after) {
        cut(from);
        cut(to);
        long at = from;
        while (at < to) {
            Map.Entry<Long, Access> entry = runs.ceilingEntry(at);
            Access access = entry == null || entry.getKey() >= to ? null : entry.getValue();
            long start = access == null ? to : entry.getKey();
            if (start > at) {
                Access first = new Access(start);
                first.addReader(step);
                runs.put(at, first);
            }
            if (access != null) {
                after.add(access.writer);
                access.addReader(step);
            }
            at = access == null ? to : access.end;
        }
    }

    /**
     * Records a write; it depends on the readers since the last write, or on the writer if there
     * are none.
     */
    void write(long from, long to, int step, Predecessors after) {
        cut(from);
        cut(to);
        NavigableMap<Long, Access> touched = runs.subMap(from, true, to, false);
        for (Access access : touched.values()) {
            for (int i = 0; i < access.reads; i++) {
                after.add(access.readers[i]);
            }
            if (access.reads == 0) {
                after.add(access.writer);
            }
        }
        touched.clear();
        Access written = new Access(to);
        written.writer = step;
        runs.put(from, written);
    }

    /** Splits the run at an item. */
    private void cut(long at) {
        Map.Entry<Long, Access> entry = runs.lowerEntry(at);
        if (entry != null && entry.getValue().end > at) {
            long first = entry.getKey();
            runs.put(at, entry.getValue());
            runs.put(first, entry.getValue().before(at));
        }
    }
}
