package musubi.connect;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

import java.util.Arrays;
import java.util.Random;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/** Predictions of {@link PredictedReuse}, and the choice of {@link FarthestNextUse} by them. */
class EvictionPolicyTest {
    /** A policy that has seen these uses. */
    private static PredictedReuse used(int... contexts) {
        PredictedReuse policy = new PredictedReuse();
        use(policy, contexts);
        return policy;
    }

    private static void use(PredictedReuse policy, int... contexts) {
        Arrays.stream(contexts).forEach(context -> policy.used(context, 0));
    }

    /** Uses of contexts that are used once only. */
    private static void useOthers(PredictedReuse policy, int first, int count) {
        use(policy, IntStream.range(first, first + count).toArray());
    }

    private static void assertWaits(PredictedReuse policy, long... waits) {
        long[] expected =
                IntStream.range(0, waits.length)
                        .mapToLong(context -> policy.expectedWait(context, 0))
                        .toArray();
        assertArrayEquals(waits, expected);
    }

    @Test
    void shouldExpectAContextThatWasUsedOnceToWaitAsLongAsItHasWaited() {
        assertWaits(used(0, 1, 2), 2, 1, 0);
        PredictedReuse policy = used(0);
        useOthers(policy, 1, 1000);
        assertEquals(1000, policy.expectedWait(0, 0));
    }

    @Test
    void shouldExpectWhatFollowedTheSameUsesBefore() {
        PredictedReuse policy = used(0, 1, 2, 3, 0, 2, 1, 4, 0, 1, 2, 3);
        assertWaits(policy, 1, 3, 2, 8, 4);
        use(policy, 0, 2);
        assertWaits(policy, 3, 1, 5, 6, 2);
    }

    @Test
    void shouldExpectLastWhatIsMissingInTheStretchThatRepeats() {
        PredictedReuse policy = used(4, 0, 1, 2, 3, 0, 1, 2, 3);
        assertWaits(policy, 1, 2, 3, 4, 4 + 8);
    }

    @Test
    void shouldFollowAnotherStretchWhenUsesDeviate() {
        PredictedReuse policy = used(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 1, 2, 3);
        assertEquals(1, policy.expectedWait(4, 0));
        use(policy, 5);
        assertEquals(9, policy.expectedWait(5, 0), "its gap");
        use(policy, 6, 7, 8);
        assertEquals(1, policy.expectedWait(9, 0));
        assertEquals(2, policy.expectedWait(0, 0));
    }

    @Test
    void shouldExpectTheMeanOfTheGapsWhenNothingRepeats() {
        PredictedReuse policy = used(0);
        useOthers(policy, 1, 9);
        use(policy, 0);
        useOthers(policy, 10, 19);
        use(policy, 0);
        useOthers(policy, 29, 4);
        assertEquals(15 - 4, policy.expectedWait(0, 0));
        useOthers(policy, 33, 20);
        assertEquals(0, policy.expectedWait(0, 0));
        useOthers(policy, 53, 17);
        assertEquals(41, policy.expectedWait(0, 0), "overdue");
    }

    @Test
    void shouldExpectLastWhatIsNoLongerInItsHistory() {
        PredictedReuse policy = used(0);
        useOthers(policy, 1, PredictedReuse.HISTORY - 1);
        assertEquals(PredictedReuse.HISTORY - 1, policy.expectedWait(0, 0));
        useOthers(policy, PredictedReuse.HISTORY, 1);
        assertEquals(Integer.MAX_VALUE, policy.expectedWait(0, 0));
        // Positions are kept as 16 bits.
        useOthers(policy, PredictedReuse.HISTORY + 1, 65_536 - PredictedReuse.HISTORY);
        assertEquals(Integer.MAX_VALUE, policy.expectedWait(0, 0));
        use(policy, 0);
        assertEquals(0, policy.expectedWait(0, 0));
    }

    @Test
    void shouldKnowALoopOfMostOfItsHistory() {
        int[] loop = IntStream.range(0, PredictedReuse.HISTORY - 100).toArray();
        PredictedReuse policy = used(loop);
        for (int round = 0; round < 20; round++) {
            use(policy, loop);
            assertEquals(1, policy.expectedWait(0, 0));
            assertEquals(loop.length, policy.expectedWait(loop.length - 1, 0));
        }
    }

    @Test
    void shouldExpectTheFirstUseInTheStretchWhateverTheLoop() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int i = 0; i < 50; i++) {
            // Each starts with uses of its own, which occur once in a round.
            int[] body = random.ints(1 + random.nextInt(300), 4, 12).toArray();
            int[] loop = IntStream.concat(IntStream.range(0, 4), Arrays.stream(body)).toArray();
            PredictedReuse policy = used(loop);
            use(policy, loop);
            use(policy, Arrays.copyOf(loop, 4));
            for (int context : body) {
                int next = 4;
                while (loop[next] != context) {
                    next++;
                }
                assertEquals(next - 3, policy.expectedWait(context, 0), "seed=" + seed);
            }
            assertEquals(loop.length, policy.expectedWait(3, 0), "seed=" + seed);
        }
    }

    /** Waits are given, and the contexts that are looked at are counted. */
    private static final class Given extends FarthestNextUse {
        private final long[] waits;
        private final int[] looks;

        Given(long... waits) {
            this.waits = waits;
            looks = new int[waits.length];
        }

        @Override
        public void used(int context, long now) {}

        @Override
        protected long expectedWait(int context, long now) {
            assertEquals(7, now);
            looks[context]++;
            return waits[context];
        }

        int choose(IntPredicate isIdle) {
            int[] open = IntStream.range(0, waits.length).map(i -> waits.length - 1 - i).toArray();
            return choose(Arrays.copyOf(open, open.length + 3), open.length, isIdle, 7);
        }
    }

    @Test
    void shouldChooseTheIdleContextThatWaitsLongest() {
        Given policy = new Given(3, 9, 5, 0);
        assertEquals(2, policy.choose(_ -> true));
        assertEquals(1, policy.choose(context -> context != 1));
        assertEquals(0, policy.choose(context -> context == 3));
        assertEquals(2, policy.choose(_ -> false));
        int[] openAndStale = {1, 2, 0};
        assertEquals(1, new Given(9, 3, 4).choose(openAndStale, 2, context -> context == 0, 7));
        assertEquals(0, new Given(4, 4, 4).choose(_ -> true));
        assertEquals(0, new Given(0).choose(_ -> true));
    }

    @Test
    void shouldLookAtASampleOfManyContexts() {
        long[] waits = IntStream.range(0, 1000).asLongStream().toArray();
        Given policy = new Given(waits);
        long sum = 0;
        for (int i = 0; i < 1000; i++) {
            sum += waits[999 - policy.choose(_ -> true)];
        }
        assertTrue(sum / 1000 > 975 && sum / 1000 < 995, "mean=" + sum / 1000);
        assertEquals(64_000, Arrays.stream(policy.looks).sum());
        for (int looks : policy.looks) {
            assertTrue(looks > 20 && looks < 120, "looks=" + looks);
        }
        assertEquals(999 - 17, policy.choose(context -> context == 17));
        Given exactly = new Given(Arrays.copyOf(waits, 64));
        assertEquals(0, exactly.choose(_ -> true));
        assertTrue(Arrays.stream(exactly.looks).allMatch(looks -> looks == 1));
    }
}
