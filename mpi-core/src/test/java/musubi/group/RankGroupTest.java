package musubi.group;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import musubi.error.ErrorClass;
import musubi.error.MpiFailure;

import org.junit.jupiter.api.Test;

import java.util.Random;
import java.util.stream.IntStream;

class RankGroupTest {
    private final RankGroup world = new RankGroup(RankMap.identity(8), 3);

    private static int[] members(RankGroup group) {
        return IntStream.range(0, group.size()).map(group::worldRank).toArray();
    }

    @Test
    void shouldMapBothWaysWhateverTheOrderOfRanks() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int round = 0; round < 200; round++) {
            int[] ranks = random.ints(0, 1000).distinct().limit(1 + random.nextInt(40)).toArray();
            RankMap map = RankMap.of(ranks);
            assertEquals(ranks.length, map.size());
            for (int i = 0; i < ranks.length; i++) {
                assertEquals(ranks[i], map.worldRank(i), "seed=" + seed);
                assertEquals(i, map.rankOf(ranks[i]), "seed=" + seed);
            }
            assertEquals(-1, map.rankOf(1000));
        }
    }

    @Test
    void shouldMapByArithmeticWhenRanksAreRegular() {
        RankMap map = RankMap.of(new int[] {7, 5, 3, 1});
        assertEquals(2, map.rankOf(3));
        assertEquals(-1, map.rankOf(2));
        assertEquals(-1, map.rankOf(9));
        assertEquals(-1, RankMap.identity(0).rankOf(0));
    }

    @Test
    void shouldKeepTheOrderOfTheFirstWhenCombined() {
        RankGroup a = world.include(new int[] {5, 1, 3});
        RankGroup b = world.include(new int[] {3, 4, 5});
        assertArrayEquals(new int[] {5, 1, 3, 4}, members(a.union(b)));
        assertArrayEquals(new int[] {5, 3}, members(a.intersection(b)));
        assertArrayEquals(new int[] {1}, members(a.difference(b)));
        assertArrayEquals(new int[] {0, 2, 3, 4, 6, 7}, members(world.exclude(new int[] {5, 1})));
    }

    @Test
    void shouldCompareByMembersAndOrder() {
        RankGroup a = world.include(new int[] {1, 2, 3});
        assertEquals(Comparison.IDENT, a.compare(world.include(new int[] {1, 2, 3})));
        assertEquals(Comparison.SIMILAR, a.compare(world.include(new int[] {3, 2, 1})));
        assertEquals(Comparison.UNEQUAL, a.compare(world.include(new int[] {1, 2, 4})));
        assertEquals(Comparison.UNEQUAL, a.compare(world.include(new int[] {1, 2})));
    }

    @Test
    void shouldExpandRangesByTheRulesOfTheStandard() {
        assertArrayEquals(
                new int[] {1, 3, 5, 7, 6, 4, 2}, world.expand(new int[][] {{1, 7, 2}, {6, 2, -2}}));
        assertArrayEquals(new int[] {1}, world.expand(new int[][] {{1, 2, 5}}));
        for (int[] wrong : new int[][] {{1, 2, 0}, {3, 2, 2}, {2, 3, -1}, {0, 8, 1}}) {
            int[][] ranges = {wrong};
            MpiFailure failure = assertThrows(MpiFailure.class, () -> world.expand(ranges));
            assertEquals(ErrorClass.RANK, failure.errorClass());
        }
    }

    @Test
    void shouldFailWithClassRankWhenARankIsWrong() {
        for (int[] wrong : new int[][] {{8}, {-1}, {2, 2}}) {
            MpiFailure failure = assertThrows(MpiFailure.class, () -> world.include(wrong));
            assertEquals(ErrorClass.RANK, failure.errorClass());
            assertThrows(MpiFailure.class, () -> world.exclude(wrong));
        }
    }

    @Test
    void shouldHaveItsOwnRank() {
        assertEquals(3, world.rank());
        assertEquals(1, world.include(new int[] {7, 3}).rank());
        assertEquals(-1, world.include(new int[] {7}).rank());
        assertEquals(-1, RankGroup.EMPTY.rank());
    }
}
