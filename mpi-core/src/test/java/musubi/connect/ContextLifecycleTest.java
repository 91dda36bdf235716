package musubi.connect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import musubi.adi.TransportContext;
import musubi.bootstrap.Bootstrap;
import musubi.bootstrap.local.LocalJob;
import musubi.error.ErrorClass;
import musubi.error.MpiFailure;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The calls that a {@link ContextCache} makes, and the transports that are found. */
class ContextLifecycleTest {
    private final List<String> log = new ArrayList<>();

    private final ContextCache.Lifecycle<String> lifecycle =
            new ContextCache.Lifecycle<>() {
                @Override
                public String make(int worldRank) {
                    log.add("make " + worldRank);
                    return "c" + worldRank;
                }

                @Override
                public void open(String context) {
                    log.add("open " + context);
                }

                @Override
                public void close(String context) {
                    log.add("close " + context);
                }

                @Override
                public void used(String context) {
                    log.add("used " + context);
                }

                @Override
                public void evicted(String context) {
                    log.add("evicted " + context);
                }

                @Override
                public boolean isIdle(String context) {
                    return !context.equals("c1");
                }

                @Override
                public boolean isLimited(String context) {
                    return !context.equals("c99");
                }
            };

    private final ContextCache<String> cache =
            new ContextCache<>(2, new PredictedReuse(), lifecycle);

    private List<String> take() {
        List<String> taken = List.copyOf(log);
        log.clear();
        return taken;
    }

    @Test
    void shouldOpenOnUseAndCloseForAnother() {
        assertEquals(2, cache.limit());
        assertEquals("c1", cache.get(1));
        assertEquals("c1", cache.get(1));
        assertEquals(List.of("make 1", "open c1"), take());
        assertEquals(0, cache.hits());
        cache.get(2);
        cache.get(2);
        assertEquals(List.of("make 2", "open c2"), take());
        cache.get(1);
        assertEquals(List.of("used c1"), take());
        assertEquals(1, cache.hits());
        cache.get(3);
        assertEquals(List.of("make 3", "close c2", "evicted c2", "open c3"), take());
        assertEquals(2, cache.openCount());
        assertEquals(3, cache.misses());
        assertEquals(1, cache.evictions());
        cache.get(2);
        assertEquals(List.of("close c3", "evicted c3", "open c2"), take());
        List<String> all = new ArrayList<>();
        cache.all().forEach(all::add);
        assertEquals(List.of("c1", "c2", "c3"), all);
    }

    @Test
    void shouldCloseContextsOfNoUse() {
        cache.get(5);
        cache.get(6);
        take();
        cache.close(5);
        assertEquals(List.of("close c5"), take());
        cache.close(5);
        cache.close(77);
        assertEquals(List.of(), take());
        cache.get(6);
        cache.close(6);
        assertEquals(0, cache.openCount());
        take();
        cache.get(6);
        assertEquals(List.of("open c6"), take());
        cache.reopen(5);
        assertEquals(List.of("open c5"), take());
        assertEquals("c5", cache.peek(5));
        assertNull(cache.peek(8));
        assertEquals("c8", cache.known(8));
        assertEquals(List.of("make 8"), take());
    }

    @Test
    void shouldNotCountUnlimitedContexts() {
        cache.get(99);
        cache.get(1);
        cache.get(2);
        cache.get(99);
        assertEquals(2, cache.openCount());
        assertEquals(2, cache.misses());
        cache.close(99);
        take();
        cache.get(3);
        assertEquals(List.of("make 3", "close c2", "evicted c2", "open c3"), take());
    }

    @Test
    void shouldKeepManyContexts() {
        ContextCache<String> many =
                new ContextCache<>(Integer.MAX_VALUE, new PredictedReuse(), lifecycle);
        for (int rank = 0; rank < 1000; rank++) {
            many.get(rank * 16);
        }
        take();
        for (int rank = 0; rank < 1000; rank++) {
            assertEquals("c" + rank * 16, many.get(rank * 16));
        }
        assertEquals(List.of(), take());
        assertEquals(1000, many.openCount());
        assertEquals(1000, many.size());
    }

    private static TransportContext context(String wanted) {
        Bootstrap job = new LocalJob(1, "found").bootstrap(0);
        return new TransportContext(
                0,
                1,
                0,
                1,
                0,
                job.jobId(),
                () -> null,
                null,
                name -> name.equals("transport") ? wanted : null,
                job.addressSpace(),
                (_, _) -> _ -> {},
                null,
                null);
    }

    @Test
    void shouldOpenTheTransportsThatAreWanted() {
        Transports some = Transports.open(context("queue"), "queue");
        assertEquals(java.util.Set.of("self", "queue"), some.byName().keySet());
        some.close();
        Transports all = Transports.open(context(null), null);
        assertEquals(java.util.Set.of("self"), all.byName().keySet());
        MpiFailure failure =
                assertThrows(MpiFailure.class, () -> Transports.open(context("x"), "self,other"));
        assertEquals(ErrorClass.ARG, failure.errorClass());
        Map<String, Long> shares = Map.of("none", 0L, "few", 5L, "many", 80L);
        assertEquals(Integer.MAX_VALUE, ContextCache.shareOf(shares.get("none"), 0, 4));
        assertEquals(2, ContextCache.shareOf(shares.get("few"), 0, 4));
        assertEquals(1, ContextCache.shareOf(shares.get("few"), 1, 4));
        assertEquals(20, ContextCache.shareOf(shares.get("many"), 3, 4));
        assertEquals(1, ContextCache.shareOf(2, 3, 4));
    }
}
