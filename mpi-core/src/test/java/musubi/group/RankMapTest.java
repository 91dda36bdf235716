package musubi.group;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.fail;

import org.junit.jupiter.api.Test;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;

/** Participant sets of all forms, compared with a plain array. */
class RankMapTest {
    private static final int WORLD = 3000;

    private static int[] ranks(RankMap map) {
        return IntStream.range(0, map.size()).map(map::worldRank).toArray();
    }

    private static void checkAgainst(int[] ranks, RankMap map, String what) {
        assertArrayEquals(ranks, ranks(map), what);
        int[] places = new int[WORLD];
        Arrays.fill(places, -1);
        for (int i = 0; i < ranks.length; i++) {
            places[ranks[i]] = i;
        }
        for (int worldRank = 0; worldRank < WORLD; worldRank++) {
            assertEquals(places[worldRank], map.search(worldRank), what);
            assertEquals(places[worldRank], map.rankOf(worldRank), what);
        }
        assertEquals(-1, map.rankOf(-1), what);
        assertEquals(-1, map.rankOf(Integer.MAX_VALUE), what);
    }

    /** Steps between ranks in nested loops, of any sign, some of which overlap. */
    private static int[] loops(Random random) {
        int[] ranks = {WORLD / 2};
        int depth = random.nextInt(4);
        int step = 1 + random.nextInt(3);
        for (int loop = 0; loop < depth; loop++) {
            int[] inner = ranks;
            int signed = random.nextBoolean() ? step : -step;
            int count = 2 + random.nextInt(4);
            ranks =
                    IntStream.range(0, count * inner.length)
                            .map(i -> inner[i % inner.length] + i / inner.length * signed)
                            .toArray();
            step *= count + random.nextInt(2) - (random.nextInt(4) == 0 ? 1 : 0);
        }
        int from = random.nextInt(4) == 0 ? random.nextInt(ranks.length) : 0;
        return Arrays.stream(ranks, from, ranks.length).distinct().toArray();
    }

    @Test
    void shouldMapBothWaysWhateverTheLoopsAre() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        int grids = 0;
        for (int round = 0; round < 400; round++) {
            int[] ranks = loops(random);
            RankMap map = RankMap.of(ranks);
            checkAgainst(ranks, map, "seed=" + seed + " round=" + round);
            grids += map instanceof RankGrid ? 1 : 0;
        }
        assertEquals(true, grids > 50, "seed=" + seed + " grids=" + grids);
    }

    @Test
    void shouldMapBothWaysWhenIntervalsAreMissingOrInAnyOrder() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int round = 0; round < 50; round++) {
            IntStream.Builder ranks = IntStream.builder();
            int[] starts = random.ints(0, WORLD / 20).distinct().limit(20).toArray();
            for (int start : starts) {
                int length = 15 + random.nextInt(6);
                IntStream.range(start * 20, start * 20 + length).forEach(ranks::add);
            }
            int[] all = ranks.build().toArray();
            RankMap map = RankMap.of(all);
            assertInstanceOf(RankRuns.class, map, "seed=" + seed);
            checkAgainst(all, map, "seed=" + seed + " round=" + round);
        }
    }

    @Test
    void shouldTakeATableOnlyWhenNothingElseFits() {
        int[] cube =
                IntStream.range(0, 60).map(i -> i % 3 + i / 3 % 4 * 10 + i / 12 * 50).toArray();
        assertInstanceOf(RankGrid.class, RankMap.of(cube));
        assertInstanceOf(RankStride.class, RankMap.of(new int[] {9, 6, 3}));
        assertInstanceOf(RankTable.class, RankMap.of(new int[] {4, 1, 3, 9, 7}));
        int[] allButTwo = IntStream.range(0, 100).filter(i -> i != 41 && i != 90).toArray();
        assertInstanceOf(RankRuns.class, RankMap.of(allButTwo));
        int[] ascending = {1, 2, 4, 8, 16, 32};
        assertInstanceOf(RankTable.class, RankMap.of(ascending));
        checkAgainst(ascending, RankMap.of(ascending), "powers of two");
    }

    @Test
    void shouldNameTheSameRanksWhenAPartOfAPartIsTaken() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        RankMap[] larger = {
            RankMap.of(IntStream.range(0, 500).map(i -> 5 + 5 * i).toArray()),
            RankMap.of(IntStream.range(0, 500).map(i -> 2000 - 3 * i).toArray()),
            RankMap.of(random.ints(0, WORLD).distinct().limit(500).toArray())
        };
        int[][] parts = {
            IntStream.range(0, 100).map(i -> i % 10 + i / 10 * 30).toArray(),
            IntStream.range(0, 100).map(i -> i < 50 ? i : i + 100).toArray(),
            random.ints(0, 500).distinct().limit(100).toArray()
        };
        for (RankMap map : larger) {
            for (int[] part : parts) {
                int[] wanted = Arrays.stream(part).map(map::worldRank).toArray();
                checkAgainst(wanted, RankMap.of(map, RankMap.of(part)), "seed=" + seed);
            }
        }
    }

    @Test
    void shouldShareEqualSets() {
        ParticipantSets sets = new ParticipantSets();
        int[] irregular = {4, 1, 3, 9, 7};
        RankMap first = sets.intern(RankMap.of(irregular), _ -> null);
        assertSame(first, sets.intern(RankMap.of(irregular), _ -> null));
        assertNotSame(first, sets.intern(RankMap.of(new int[] {4, 1, 3, 9, 8}), _ -> null));
    }

    private static MemorySegment outside(int[] numbers) {
        return Arena.ofAuto().allocateFrom(ValueLayout.JAVA_INT, numbers).asReadOnly();
    }

    @Test
    void shouldMapBothWaysWhenTheTableLiesInMemoryOfTheNode() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        ParticipantSets sets = new ParticipantSets();
        for (int round = 0; round < 100; round++) {
            int[] ranks = random.ints(0, WORLD).distinct().limit(6 + random.nextInt(200)).toArray();
            if (round % 4 == 0) {
                Arrays.sort(ranks);
            }
            RankMap table = RankMap.of(ranks);
            assertInstanceOf(RankTable.class, table, "seed=" + seed);
            RankMap shared = sets.intern(table, RankMapTest::outside);
            assertNotSame(table, shared, "seed=" + seed);
            assertEquals(table, shared, "seed=" + seed);
            assertEquals(table.hashCode(), shared.hashCode(), "seed=" + seed);
            assertSame(shared, sets.intern(RankMap.of(ranks), RankMapTest::outside));
            assertSame(shared, sets.intern(shared, RankMapTest::outside));
            checkAgainst(ranks, shared, "seed=" + seed + " round=" + round);
            int[] half = IntStream.range(0, ranks.length / 2).map(i -> 2 * i).toArray();
            int[] wanted = Arrays.stream(half).map(i -> ranks[i]).toArray();
            checkAgainst(wanted, RankMap.of(shared, RankMap.of(half)), "seed=" + seed);
            ranks[random.nextInt(ranks.length)] ^= 1;
            assertNotEquals(RankMap.of(ranks), shared, "seed=" + seed);
        }
    }

    @Test
    void shouldUseNodeMemoryForTablesOnly() {
        ParticipantSets sets = new ParticipantSets();
        for (int[] ranks : new int[][] {{1, 2, 3}, {0, 1, 10, 11, 20, 21}, {7}}) {
            RankMap map = RankMap.of(ranks);
            assertSame(map, sets.intern(map, _ -> fail("looked up " + map)));
        }
    }
}
