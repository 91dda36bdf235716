package musubi.connect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.IntPredicate;

class ContextCacheTest {
    private static final int ME = 5_000_000;

    private final long seed = System.nanoTime();
    private final Random random = new Random(seed);
    private final Life life = new Life();

    /** A context with a flag for the open state. */
    private static final class Context {
        final int rank;
        boolean open;
        boolean busy;
        int opened;

        Context(int rank) {
            this.rank = rank;
        }
    }

    private static final class Life implements ContextCache.Lifecycle<Context> {
        final Map<Integer, Context> made = new HashMap<>();
        final List<Integer> closed = new ArrayList<>();
        int open;

        @Override
        public Context make(int worldRank) {
            Context context = new Context(worldRank);
            assertNull(made.put(worldRank, context), "made twice: rank=" + worldRank);
            return context;
        }

        @Override
        public void open(Context context) {
            assertFalse(context.open);
            context.open = true;
            context.opened++;
            open += isLimited(context) ? 1 : 0;
        }

        @Override
        public void close(Context context) {
            assertTrue(context.open);
            assertTrue(isLimited(context));
            context.open = false;
            closed.add(context.rank);
            open--;
        }

        @Override
        public boolean isIdle(Context context) {
            return !context.busy;
        }

        @Override
        public boolean isLimited(Context context) {
            return context.rank != ME;
        }
    }

    private ContextCache<Context> cache(int limit) {
        return new ContextCache<>(limit, new PredictedReuse(), life);
    }

    @Test
    void shouldKeepToItsLimitWhenPeersAreUsedAtRandom() {
        for (int limit : new int[] {1, 2, 3, 100, 1000}) {
            life.made.clear();
            life.open = 0;
            ContextCache<Context> cache = cache(limit);
            for (int i = 0; i < 20_000; i++) {
                int rank = random.nextInt(4) * 1_000_000 + random.nextInt(300);
                assertSame(life.made.get(rank), cache.peek(rank));
                Context context = cache.get(rank);
                assertEquals(rank, context.rank);
                assertTrue(context.open, "not open, seed=" + seed);
                assertEquals(life.open, cache.openCount());
                assertTrue(life.open <= limit, "open=" + life.open + " seed=" + seed);
            }
            assertEquals(life.made.size(), cache.size());
            int opened = life.made.values().stream().mapToInt(context -> context.opened).sum();
            assertEquals(opened, cache.misses());
            assertEquals(opened - life.open, cache.evictions());
        }
    }

    @Test
    void shouldRecordUsesFromTheLimitOnAndBeforeTheChoice() {
        List<String> calls = new ArrayList<>();
        EvictionPolicy policy =
                new EvictionPolicy() {
                    @Override
                    public void used(int context, long now) {
                        calls.add(context + " at " + now);
                    }

                    @Override
                    public int choose(int[] open, int count, IntPredicate isIdle, long now) {
                        calls.add("choice at " + now);
                        return 0;
                    }
                };
        ContextCache<Context> cache = new ContextCache<>(2, policy, life);
        cache.get(70);
        cache.get(70);
        assertEquals(List.of(), calls);
        cache.get(80);
        assertEquals(List.of("0 at 1", "1 at 2"), calls);
        cache.get(80);
        cache.get(70);
        cache.get(90);
        assertEquals(List.of("0 at 3", "2 at 4", "choice at 4"), calls.subList(2, calls.size()));
    }

    @Test
    void shouldNeverCloseItsOwnForAnotherOne() {
        ContextCache<Context> cache = cache(1);
        Context mine = cache.get(ME);
        for (int i = 0; i < 1000; i++) {
            cache.get(random.nextInt(5));
            assertSame(mine, cache.get(ME));
            assertTrue(mine.open);
            assertEquals(1, cache.openCount());
        }
    }

    @Test
    void shouldLeaveBusyOnesAloneAsLongAsThereAreIdleOnes() {
        ContextCache<Context> cache = cache(200);
        for (int rank = 0; rank < 200; rank++) {
            cache.get(rank).busy = rank != 123;
        }
        cache.get(500);
        assertEquals(List.of(123), life.closed);
        life.made.get(500).busy = true;
        cache.get(501);
        assertEquals(2, life.closed.size());
        assertEquals(200, cache.openCount());
    }

    @Test
    void shouldContinueWhenAContextIsClosedForGood() {
        ContextCache<Context> cache = cache(3);
        for (int rank = 0; rank < 3; rank++) {
            cache.get(rank);
        }
        cache.close(1);
        cache.close(1);
        cache.close(9);
        assertEquals(2, cache.openCount());
        cache.get(4);
        assertEquals(List.of(1), life.closed);
        cache.reopen(1);
        assertTrue(life.made.get(1).open);
        assertEquals(3, cache.openCount());
    }

    @Test
    void shouldStayClosedWhenOnlyLookedUp() {
        ContextCache<Context> cache = cache(2);
        assertNull(cache.peek(5));
        assertFalse(cache.known(5).open);
        assertSame(cache.known(5), cache.peek(5));
        assertEquals(0, cache.openCount());
    }

    @Test
    void shouldShareTheContextsOfANodeFairly() {
        int sum = 0;
        for (int rank = 0; rank < 7; rank++) {
            int share = ContextCache.shareOf(1024, rank, 7);
            assertTrue(share == 146 || share == 147);
            sum += share;
        }
        assertEquals(1024, sum);
        assertEquals(1, ContextCache.shareOf(3, 9, 10));
        assertEquals(Integer.MAX_VALUE, ContextCache.shareOf(0, 9, 10));
    }
}
