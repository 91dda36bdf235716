package musubi.type;

import musubi.type.signature.BaseType;

import java.util.ArrayList;
import java.util.List;

/**
 * A type map as in MPI-1: a list of entries that include markers of bounds. The naive model that
 * {@link MpiType} is compared with.
 */
public final class ListedType {
    /** A basic type at a displacement; kind null for a marker. */
    public record Entry(long at, BaseType kind, boolean isUpper) {
        Entry shifted(long by) {
            return new Entry(at + by, kind, isUpper);
        }
    }

    public final List<Entry> entries = new ArrayList<>();

    ListedType() {}

    static ListedType basic(BaseType kind) {
        ListedType type = new ListedType();
        type.entries.add(new Entry(0, kind, false));
        return type;
    }

    void add(long at, long count, ListedType item) {
        long extent = item.extent();
        for (long i = 0; i < count; i++) {
            for (Entry entry : item.entries) {
                entries.add(entry.shifted(at + i * extent));
            }
        }
    }

    ListedType resized(long lb, long extent) {
        ListedType type = new ListedType();
        for (Entry entry : entries) {
            if (entry.kind != null) {
                type.entries.add(entry);
            }
        }
        type.entries.add(new Entry(lb, null, false));
        type.entries.add(new Entry(lb + extent, null, true));
        return type;
    }

    public long lb() {
        long marked = Long.MAX_VALUE;
        long data = Long.MAX_VALUE;
        for (Entry entry : entries) {
            if (entry.kind != null) {
                data = Math.min(data, entry.at);
            } else if (!entry.isUpper) {
                marked = Math.min(marked, entry.at);
            }
        }
        long lb = marked != Long.MAX_VALUE ? marked : data;
        return lb == Long.MAX_VALUE ? 0 : lb;
    }

    private long ub() {
        long marked = Long.MIN_VALUE;
        long data = Long.MIN_VALUE;
        long alignment = 1;
        for (Entry entry : entries) {
            if (entry.kind != null) {
                data = Math.max(data, entry.at + entry.kind.bytes());
                alignment = Math.max(alignment, entry.kind.bytes());
            } else if (entry.isUpper) {
                marked = Math.max(marked, entry.at);
            }
        }
        if (marked != Long.MIN_VALUE) {
            return marked;
        }
        if (data == Long.MIN_VALUE) {
            return lb();
        }
        while ((data - lb()) % alignment != 0) {
            data++;
        }
        return data;
    }

    public long extent() {
        return ub() - lb();
    }

    public int dataEntries() {
        return (int) entries.stream().filter(e -> e.kind != null).count();
    }

    /** Displacements of all bytes of {@code count} items in packed order, from the first item. */
    public long[] places(int count) {
        List<Long> places = new ArrayList<>();
        long extent = extent();
        for (int i = 0; i < count; i++) {
            for (Entry entry : entries) {
                for (int k = 0; entry.kind != null && k < entry.kind.bytes(); k++) {
                    places.add(i * extent + entry.at + k);
                }
            }
        }
        return places.stream().mapToLong(Long::longValue).toArray();
    }
}
