package mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

import java.nio.ByteBuffer;
import java.nio.LongBuffer;

/** Updates of many items at once by several ranks. MPI-4.1 section 12.7.1. */
interface AccumulateTests extends InJob {
    int ITEMS = 1500;
    int ROUNDS = 30;

    @Test
    default void shouldLoseNoUpdateWhenManyItemsAreUpdatedUnderSharedLocks() {
        job(3).run(() -> updateTogether(MPI.LOCK_SHARED, null));
    }

    @Test
    default void shouldLoseNoUpdateWhenTheWindowIsLockedExclusively() {
        job(3).run(() -> updateTogether(MPI.LOCK_EXCLUSIVE, null));
    }

    @Test
    default void shouldLoseNoUpdateWhenBlocksAreLocked() {
        job(3).run(() -> updateTogether(MPI.LOCK_SHARED, "4096"));
    }

    /** Each rank adds 1 to all items, and once more to the first, which single updates reach. */
    private static void updateTogether(int lock, String granularity) {
        Info hints = new Info();
        if (granularity != null) {
            hints.set("mpi_accumulate_granularity", granularity);
        }
        Win win = Win.allocate(8L * ITEMS, 8, hints, MPI.COMM_WORLD);
        Info used = win.getInfo();
        String expected = granularity == null ? "0" : granularity;
        assertEquals(expected, used.get("mpi_accumulate_granularity"));
        LongBuffer ones = MPI.newLongBuffer(ITEMS);
        for (int i = 0; i < ITEMS; i++) {
            ones.put(i, 1);
        }
        LongBuffer before = MPI.newLongBuffer(1);
        for (int round = 0; round < ROUNDS; round++) {
            win.lock(lock, 0, 0);
            win.accumulate(ones, ITEMS, MPI.LONG, 0, 0, ITEMS, MPI.LONG, MPI.SUM);
            win.fetchAndOp(ones, before, MPI.LONG, 0, 0, MPI.SUM);
            win.unlock(0);
        }
        MPI.COMM_WORLD.barrier();
        if (MPI.COMM_WORLD.getRank() == 0) {
            LongBuffer items = ((ByteBuffer) win.getBase()).asLongBuffer();
            assertEquals(2L * 3 * ROUNDS, items.get(0));
            for (int i = 1; i < ITEMS; i++) {
                assertEquals(3L * ROUNDS, items.get(i));
            }
        }
        win.free();
    }

    @Test
    default void shouldFailWhenTheGranularityIsNoNumber() {
        job(1).run(
                        () -> {
                            Info hints = new Info();
                            hints.set("mpi_accumulate_granularity", "much");
                            InJob.returningWorld();
                            InJob.assertFails(
                                    MPI.ERR_INFO_VALUE,
                                    () -> Win.allocate(8, 8, hints, MPI.COMM_WORLD));
                        });
    }
}
