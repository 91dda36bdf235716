package musubi.shm;

import static musubi.shm.PartitionDescriptor.LINE_BYTES;
import static musubi.shm.PartitionDescriptor.TABLE_COUNT;

import musubi.memory.Accounted;
import musubi.memory.Component;
import musubi.memory.OffHeap;
import musubi.region.Lifetime;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.ToLongFunction;

/**
 * Tables of numbers that the ranks of a node have in common. Equal tables exist once, in the heap
 * of the rank that needed them first; the file has no name any more, so they end with the job
 * however it ends. Each partition has places that locate tables. A search visits all of them, from
 * the place that the hash names; equal hashes are no proof, so contents are compared.
 *
 * <pre>
 *   place
 *   0     8        16      24      28
 *   | key | offset | bytes | users | - |
 *
 *   key   0           free
 *         hash        claimed by a rank that writes the table
 *         hash + 1    written; readable for ranks that add themselves to the users, unless 0
 * </pre>
 *
 * <p>A user is a segment of the table in a JVM; it is removed when the garbage collector finds it
 * unreachable. A table that has lost its last user gets no other one, and its writer reclaims the
 * memory at the next call. Two ranks may write the same table at the same time if a third one frees
 * its place just then: the table exists twice, and both are valid.
 *
 * <p>Thread rule: the thread that holds the rank; the collector's thread only removes users.
 */
@Accounted(Component.PARTICIPANT_SETS)
final class NodeTables implements OffHeap {
    private static final VarHandle LONG = ValueLayout.JAVA_LONG.varHandle();
    private static final VarHandle INT = ValueLayout.JAVA_INT.varHandle();
    private static final int OFFSET = 8;
    private static final int BYTES = 16;
    private static final int USERS = 24;

    private static final long FREE = 0;
    private static final long WRITTEN = 1;
    private static final long NONE = -1;

    /** Writing 16 MiB takes some 10 ms; the writer may have to wait for a core. */
    private static final long WRITER_TIMEOUT_NS = 1_000_000_000;

    private static final long NAP_NS = 50_000;
    private static final long MIX = 0x9e37_79b9_7f4a_7c15L;

    private final NodeFile file;
    private final MemorySegment map;
    private final PartitionHeap heap;
    private final long partitionBytes;
    private final int places;
    private final ToLongFunction<int[]> hash;
    private final List<Written> written = new ArrayList<>();

    /** A table written by this rank. */
    private record Written(long place, MemorySegment memory) {}

    /** A table of which this JVM has become a user; else a free place, or a table being written. */
    private record Look(long found, long free, boolean isBeingWritten) {}

    /**
     * The tables of a node, for one of its ranks.
     *
     * @param heap of this rank
     * @param hash of the contents
     */
    NodeTables(NodeFile file, PartitionHeap heap, long partitionBytes, ToLongFunction<int[]> hash) {
        this.file = file;
        this.map = file.map();
        this.heap = heap;
        this.partitionBytes = partitionBytes;
        this.places = (int) (map.byteSize() / partitionBytes) * TABLE_COUNT;
        this.hash = hash;
    }

    /** A hash of 64 bits, so that unequal tables are hardly ever compared. */
    static long hash(int[] numbers) {
        long hash = numbers.length;
        for (int number : numbers) {
            hash = (Long.rotateLeft(hash, 5) ^ number) * MIX;
        }
        return hash;
    }

    /**
     * A read-only segment of these numbers; null when all places are taken, the heap has no room,
     * or a rank that writes them does not finish.
     */
    MemorySegment share(int[] numbers) {
        sweep();
        MemorySegment content = MemorySegment.ofArray(numbers);
        long key = hash.applyAsLong(numbers) & -2;
        key = key == FREE ? 2 : key;
        long deadlineNs = System.nanoTime() + WRITER_TIMEOUT_NS;
        do {
            Look look = look(key, content);
            if (look.found != NONE) {
                return view(look.found, content.byteSize());
            } else if (look.isBeingWritten) {
                LockSupport.parkNanos(NAP_NS);
            } else if (look.free == NONE) {
                return null;
            } else if (LONG.compareAndSet(map, look.free, FREE, key)) {
                return write(look.free, key, content);
            }
        } while (System.nanoTime() < deadlineNs);
        return null;
    }

    private Look look(long key, MemorySegment content) {
        int first = (int) Long.remainderUnsigned(key >>> 1, places);
        long free = NONE;
        boolean isBeingWritten = false;
        for (int i = 0; i < places; i++) {
            long place = place((first + i) % places);
            // Acquire: pairs with setRelease in write and sweep.
            long found = (long) LONG.getAcquire(map, place);
            if (found == FREE) {
                free = free == NONE ? place : free;
            } else if (found == key) {
                isBeingWritten = true;
            } else if (found == key + WRITTEN && addUser(place, content)) {
                return new Look(place, NONE, false);
            }
        }
        return new Look(NONE, free, isBeingWritten);
    }

    private long place(int index) {
        return index / TABLE_COUNT * partitionBytes
                + PartitionDescriptor.table(index % TABLE_COUNT);
    }

    /** Adds a user to the table of a place if it has this content and other users. */
    private boolean addUser(long place, MemorySegment content) {
        int users = (int) INT.getVolatile(map, place + USERS);
        while (users > 0) {
            // Volatile: by now the place may have another table, which has to be visible whole.
            int seen = (int) INT.compareAndExchange(map, place + USERS, users, users + 1);
            if (seen == users) {
                boolean fits = contentEquals(place, content);
                INT.getAndAdd(map, place + USERS, fits ? 0 : -1);
                return fits;
            }
            users = seen;
        }
        return false;
    }

    private boolean contentEquals(long place, MemorySegment content) {
        long bytes = map.get(ValueLayout.JAVA_LONG, place + BYTES);
        long offset = map.get(ValueLayout.JAVA_LONG, place + OFFSET);
        return bytes == content.byteSize() && map.asSlice(offset, bytes).mismatch(content) < 0;
    }

    /** The segment of a user; as long as it is reachable the file stays mapped. */
    private MemorySegment view(long place, long bytes) {
        NodeFile held = file;
        held.retain();
        long offset = map.get(ValueLayout.JAVA_LONG, place + OFFSET);
        Lifetime.Lent view = held.view(offset, bytes, () -> forget(held, place));
        if (view == null) {
            forget(held, place);
            return null;
        }
        return view.memory().asReadOnly();
    }

    private static void forget(NodeFile held, long place) {
        INT.getAndAdd(held.map(), place + USERS, -1);
        held.close();
    }

    private MemorySegment write(long place, long key, MemorySegment content) {
        long bytes = content.byteSize();
        MemorySegment memory = heap.allocate(bytes + LINE_BYTES - 1 & -LINE_BYTES);
        if (memory == null) {
            LONG.setRelease(map, place, FREE);
            return null;
        }
        MemorySegment.copy(content, 0, memory, 0, bytes);
        map.set(ValueLayout.JAVA_LONG, place + OFFSET, file.offset(memory));
        map.set(ValueLayout.JAVA_LONG, place + BYTES, bytes);
        // Release: a late user of the former table of this place sees this one.
        INT.setRelease(map, place + USERS, 1);
        LONG.setRelease(map, place, key + WRITTEN);
        written.add(new Written(place, memory));
        file.excludeFromCount(memory.byteSize());
        return view(place, bytes);
    }

    /** Reclaims the memory of own tables without users. */
    void sweep() {
        written.removeIf(this::reclaim);
    }

    private boolean reclaim(Written table) {
        if ((int) INT.getAcquire(map, table.place + USERS) > 0) {
            return false;
        }
        heap.release(table.memory);
        file.excludeFromCount(-table.memory.byteSize());
        LONG.setRelease(map, table.place, FREE);
        return true;
    }

    /** Tables written by this rank, also for others: so the node counts each table once. */
    @Override
    public long offHeapBytes() {
        return written.stream().mapToLong(table -> table.memory.byteSize()).sum();
    }
}
