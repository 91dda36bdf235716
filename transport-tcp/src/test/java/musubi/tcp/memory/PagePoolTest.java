package musubi.tcp.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Memory lent to connections. */
final class PagePoolTest {
    private static final int PAGE = PagePool.PAGE_BYTES;
    private static final int SLAB = 64 * PAGE;
    private static final long SEED = Long.getLong("pages.seed", System.nanoTime());

    private final PagePool pool = new PagePool(2 * SLAB);
    private final Object first = new Object();
    private final Object second = new Object();

    private PageRun taken(int bytes) {
        PageRun run = new PageRun();
        assertTrue(pool.take(run, bytes, first));
        return run;
    }

    private static void fill(PageRun run, int value) {
        for (int at = 0; at < run.bytes(); at += PAGE / 2) {
            run.memory().set(ValueLayout.JAVA_INT, run.base() + at, value);
        }
    }

    private static void check(PageRun run, int value) {
        for (int at = 0; at < run.bytes(); at += PAGE / 2) {
            assertEquals(value, run.memory().get(ValueLayout.JAVA_INT, run.base() + at));
        }
    }

    @Test
    void shouldLendDisjointRunsWithinTheLimit() {
        System.out.println("pages.seed=" + SEED);
        Random random = new Random(SEED);
        PagePool large = new PagePool(16 * SLAB);
        List<PageRun> runs = new ArrayList<>();
        for (int step = 0; step < 20_000; step++) {
            PageRun run = new PageRun();
            int bytes = 1 + random.nextInt(random.nextInt(10) == 0 ? 4 * SLAB : SLAB / 3);
            if (random.nextBoolean() && large.tryTake(run, bytes, run)) {
                assertTrue(run.bytes() >= bytes);
                runs.add(run);
            } else if (!runs.isEmpty()) {
                int chosen = random.nextInt(runs.size());
                PageRun old = runs.get(chosen);
                if (random.nextInt(3) == 0) {
                    large.shrink(old, 1 + random.nextInt(old.bytes()));
                } else {
                    large.release(old);
                    runs.remove(chosen);
                }
            }
            assertTrue(large.bytes() <= 16 * SLAB, "bytes=" + large.bytes());
            assertEquals(runs.stream().mapToLong(PageRun::bytes).sum(), large.usedBytes());
            if (step % 100 == 0) {
                for (int i = 0; i < runs.size(); i++) {
                    fill(runs.get(i), i);
                }
                for (int i = 0; i < runs.size(); i++) {
                    check(runs.get(i), i);
                }
            }
        }
    }

    @Test
    void shouldServeTheFirstRefusedRequestFirst() {
        PageRun held = taken(SLAB);
        PageRun more = taken(SLAB);
        PageRun waiting = new PageRun();
        assertFalse(pool.take(waiting, SLAB, first));
        pool.shrink(more, SLAB / 2);
        assertFalse(pool.take(new PageRun(), SLAB / 4, second), "the first one waits");
        assertTrue(pool.take(new PageRun(), PAGE, second), "a page");
        pool.release(held);
        assertTrue(pool.take(waiting, SLAB, first));
        assertTrue(pool.take(new PageRun(), SLAB / 4, second));
    }

    @Test
    void shouldForgetAWithdrawnRequest() {
        taken(SLAB);
        PageRun more = taken(SLAB);
        assertFalse(pool.take(new PageRun(), SLAB, first));
        pool.shrink(more, SLAB / 2);
        for (int i = 0; i < 3; i++) {
            pool.tick();
        }
        assertTrue(pool.take(new PageRun(), SLAB / 4, second));
    }

    @Test
    void shouldExceedTheLimitWhenNothingIsReturned() {
        taken(SLAB);
        taken(SLAB);
        PageRun run = new PageRun();
        int ticks = 0;
        while (!pool.take(run, SLAB, first)) {
            assertTrue(ticks++ < 1000, "never");
            pool.tick();
        }
        assertTrue(ticks >= 100, "at once");
        assertEquals(3 * SLAB, pool.bytes());
        assertFalse(pool.take(new PageRun(), SLAB, second), "one at a time");
        pool.release(run);
        assertFalse(pool.take(run, SLAB, second), "the limit holds again");
    }

    @Test
    void shouldReservePages() {
        pool.addReserve(40);
        PageRun run = taken(SLAB);
        assertFalse(pool.take(new PageRun(), SLAB - 39 * PAGE, second));
        pool.release(run);
        for (int page = 0; page < 128; page++) {
            taken(PAGE);
        }
    }
}
