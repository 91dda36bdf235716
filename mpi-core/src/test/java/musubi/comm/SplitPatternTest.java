package musubi.comm;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import musubi.group.ColourMembers;
import musubi.group.Progression;
import musubi.group.RankMap;
import musubi.job.JobOfThreads;

import org.junit.jupiter.api.Test;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

/** Splits by a pattern, compared with splits that gather all colours and keys. */
class SplitPatternTest {
    private record Split(IntUnaryOperator colour, IntUnaryOperator key, boolean isRegular) {}

    private static List<Split> splits(int n, Random random) {
        int[] any = random.ints(0, 3).limit(n).toArray();
        return List.of(
                new Split(_ -> 0, _ -> 0, true),
                new Split(_ -> 0, r -> -r, true),
                new Split(r -> r / 4, r -> r, true),
                new Split(r -> r % 4, _ -> 7, true),
                new Split(r -> r / 2 % 3, r -> -r, true),
                new Split(r -> r % 2 == 0 ? 1 : -1, r -> r, true),
                new Split(r -> r / 6, r -> r % 2 * 100 + r % 6, true),
                new Split(r -> r / 6 * 3 + r % 3, r -> r % 6, true),
                new Split(r -> any[r], r -> any[n - 1 - r], false));
    }

    private static int[] members(Split split, int n, int colour) {
        return IntStream.range(0, n)
                .filter(r -> split.colour.applyAsInt(r) == colour)
                .boxed()
                .sorted(Comparator.comparingInt(split.key::applyAsInt))
                .mapToInt(r -> r)
                .toArray();
    }

    @Test
    void shouldSplitByColoursAndKeysWhenTheyFollowAPattern() throws Exception {
        long seed = System.nanoTime();
        for (int size : new int[] {1, 5, 12}) {
            List<Split> splits = splits(size, new Random(seed));
            JobOfThreads.run(
                    size,
                    Map.of("transport", "self,memory"),
                    rank -> {
                        for (int i = 0; i < splits.size(); i++) {
                            check(rank.world(), splits.get(i), "seed=" + seed + " split=" + i);
                        }
                    });
        }
    }

    private static void check(Communicator world, Split split, String what) {
        int colour = split.colour.applyAsInt(world.rank());
        Communicator part =
                new CommunicatorSplit(world, 1)
                        .byColour(colour, split.key.applyAsInt(world.rank()));
        if (colour < 0) {
            assertNull(part, what);
            return;
        }
        assertNotNull(part, what);
        int[] found = IntStream.range(0, part.size()).map(r -> part.group().worldRank(r)).toArray();
        assertArrayEquals(members(split, world.size(), colour), found, what);
        assertEquals(world.rank(), part.group().worldRank(part.rank()), what);
    }

    @Test
    void shouldComputePartsOnlyWhenThePatternIsRegular() {
        int n = 48;
        long seed = System.nanoTime();
        int byArithmetic = 0;
        for (Split split : splits(n, new Random(seed))) {
            Progression pattern = pattern(split, n);
            assertEquals(split.isRegular, pattern != null, "seed=" + seed);
            for (int rank = 0; pattern != null && rank < n; rank++) {
                RankMap part = ColourMembers.of(pattern, n, rank);
                if (part != null) {
                    byArithmetic++;
                    int[] found = IntStream.range(0, part.size()).map(part::worldRank).toArray();
                    assertArrayEquals(members(split, n, split.colour.applyAsInt(rank)), found);
                }
            }
        }
        assertEquals(true, byArithmetic >= 7 * n, "parts found by arithmetic: " + byArithmetic);
    }

    private static Progression pattern(Split split, int n) {
        Progression found = new Progression(split.colour.applyAsInt(0), split.key.applyAsInt(0));
        for (int r = 0; r + 1 < n; r++) {
            long a = split.colour.applyAsInt(r + 1) - split.colour.applyAsInt(r);
            long b = split.key.applyAsInt(r + 1) - split.key.applyAsInt(r);
            if (!found.expects(r, a, b) && !found.extend(r, a, b)) {
                return null;
            }
        }
        return found;
    }
}
