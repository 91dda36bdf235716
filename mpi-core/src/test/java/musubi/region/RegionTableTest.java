package musubi.region;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.Random;

class RegionTableTest {
    private final long seed = System.nanoTime();
    private final Random random = new Random(seed);
    private final AddressSpace space = new AddressSpace();

    private static Region region(int bytes) {
        return new Region().wrapArray(new byte[bytes], 0, bytes);
    }

    @Test
    void shouldFindWhatIsExposedAndNothingElse() {
        RegionTable table = space.join("job", 0, 1).of(0);
        Map<Long, Integer> model = new HashMap<>();
        Map<Long, Integer> old = new HashMap<>();
        Region found = new Region();
        for (int step = 0; step < 20_000; step++) {
            if (random.nextInt(5) < 3) {
                model.put(table.expose(region(step)), step);
            } else if (!model.isEmpty()) {
                Iterator<Map.Entry<Long, Integer>> any = model.entrySet().iterator();
                Map.Entry<Long, Integer> entry = any.next();
                table.forget(entry.getKey());
                old.put(entry.getKey(), entry.getValue());
                any.remove();
            }
            assertEquals(model.size(), table.size(), "seed=" + seed);
        }
        model.forEach(
                (key, bytes) -> {
                    assertTrue(RegionTable.isKey(key));
                    assertTrue(table.find(key, found), "seed=" + seed);
                    assertEquals(bytes, (int) found.length());
                });
        old.keySet().forEach(key -> assertFalse(table.find(key, found), "seed=" + seed));
    }

    @Test
    void shouldFindNothingWhenItIsNoKey() {
        RegionTable table = space.join("job", 0, 1).of(0);
        Region found = new Region();
        long key = table.expose(region(1));
        for (long wrong : new long[] {-1, 0, 4096, key + 1, key ^ 1L << 30, Long.MAX_VALUE}) {
            assertFalse(table.find(wrong, found), "key=" + wrong);
        }
    }

    @Test
    void shouldHaveATableForRanksOfThisJvmOnly() {
        NodeRegions regions = space.join("job", 1, 3);
        space.join("job", 0, 3);
        assertNotNull(regions.of(0));
        assertNotNull(regions.of(1));
        assertNull(regions.of(2));
    }

    @Test
    void shouldForgetEverythingWhenTheRanksLeave() {
        RegionTable table = space.join("job", 0, 2).of(0);
        space.join("job", 1, 2);
        long key = table.expose(region(8));
        space.leave("job", 0);
        assertEquals(0, table.size());
        assertFalse(table.find(key, new Region()));
        assertEquals(1, space.epochs());
        space.leave("job", 1);
        assertEquals(0, space.epochs());
        assertNotEquals(table, space.join("job", 0, 2).of(0));
    }
}
