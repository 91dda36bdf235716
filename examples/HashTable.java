import mpi.MPI;
import mpi.Win;

import java.nio.ByteBuffer;
import java.nio.LongBuffer;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.stream.LongStream;

/**
 * A hash table that is spread over the memory of all processes. Each counts keys in it without the
 * help of their owners: it claims a slot by compareAndSwap and adds to its count by fetchAndOp.
 *
 * <p>{@code ./mpiexec -n 4 examples/HashTable.java [KEYS]}
 */
class HashTable {
    private static final int ROOT = 0;

    /** A slot is a key, 0 when it is free, and its count. */
    private static final int SLOT_LONGS = 2;

    private final int size = MPI.COMM_WORLD.getSize();
    private final int slots;
    private final Win win;
    private final LongBuffer free = MPI.newLongBuffer(1);
    private final LongBuffer mine = MPI.newLongBuffer(1);
    private final LongBuffer one = MPI.newLongBuffer(1).put(0, 1);
    private final LongBuffer found = MPI.newLongBuffer(1);

    private HashTable(int slots) {
        this.slots = slots;
        win = Win.allocate(8L * SLOT_LONGS * slots, 8, MPI.INFO_NULL, MPI.COMM_WORLD);
        win.lockAll(0);
    }

    public static void main(String[] args) {
        String[] words = MPI.Init(args);
        int rank = MPI.COMM_WORLD.getRank();
        int keys = words.length > 0 ? Integer.parseInt(words[0]) : 20_000;
        HashTable table = new HashTable(keys);
        keysOf(rank, keys).forEach(table::count);
        table.win.flushAll();
        MPI.COMM_WORLD.barrier();
        table.report(keys);
        table.win.unlockAll();
        table.win.free();
        MPI.Finalize();
    }

    /** The keys of a process; small ones are frequent. */
    private static LongStream keysOf(int rank, int keys) {
        Random random = new Random(rank);
        return random.longs(keys, 0, 1000).map(x -> 1 + x * x / 1000);
    }

    private void count(long key) {
        long slot = key * 0x9E3779B97F4A7C15L >>> 32;
        while (!countIn(slot % ((long) slots * size), key)) {
            slot++;
        }
    }

    /** False when the slot belongs to another key. */
    private boolean countIn(long slot, long key) {
        int owner = (int) (slot / slots);
        int at = (int) (slot % slots) * SLOT_LONGS;
        mine.put(0, key);
        win.compareAndSwap(mine, free, found, MPI.LONG, owner, at);
        win.flush(owner);
        if (found.get(0) != 0 && found.get(0) != key) {
            return false;
        }
        win.fetchAndOp(one, found, MPI.LONG, owner, at + 1, MPI.SUM);
        win.flush(owner);
        return true;
    }

    private void report(int keys) {
        LongBuffer memory = ((ByteBuffer) win.getBase()).asLongBuffer();
        long[] sums = new long[2];
        long[] most = new long[1];
        for (int i = 0; i < slots; i++) {
            long count = memory.get(i * SLOT_LONGS + 1);
            sums[0] += count;
            sums[1] += count > 0 ? 1 : 0;
            most[0] = Math.max(most[0], count);
        }
        long[] allSums = new long[2];
        long[] allMost = new long[1];
        MPI.COMM_WORLD.reduce(sums, allSums, 2, MPI.LONG, MPI.SUM, ROOT);
        MPI.COMM_WORLD.reduce(most, allMost, 1, MPI.LONG, MPI.MAX, ROOT);
        if (MPI.COMM_WORLD.getRank() == ROOT) {
            Map<Long, Long> serial = new HashMap<>();
            for (int rank = 0; rank < size; rank++) {
                keysOf(rank, keys).forEach(key -> serial.merge(key, 1L, Long::sum));
            }
            boolean same =
                    serial.size() == allSums[1]
                            && serial.values().stream().mapToLong(x -> x).max().orElse(0)
                                    == allMost[0];
            System.out.println(
                    allSums[0]
                            + " keys, "
                            + allSums[1]
                            + " of them different, one "
                            + allMost[0]
                            + " times");
            System.out.println("The serial count is " + (same ? "the same." : "another one."));
        }
    }
}
