package musubi.connect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import org.junit.jupiter.api.Test;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;

class ContextCacheTest {
    @Test
    void shouldMakeEachContextOnceWhenAskedAgainAndAgain() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        Map<Integer, String> made = new HashMap<>();
        ContextCache<String> cache =
                new ContextCache<>(
                        rank -> {
                            String context = "context of " + rank;
                            assertNull(made.put(rank, context), "made twice, seed=" + seed);
                            return context;
                        });
        for (int i = 0; i < 10_000; i++) {
            int rank = random.nextInt(4) * 1_000_000 + random.nextInt(300);
            String known = made.get(rank);
            assertSame(known, cache.peek(rank));
            String got = cache.get(rank);
            assertEquals("context of " + rank, got);
        }
        assertEquals(made.size(), cache.size());
    }
}
