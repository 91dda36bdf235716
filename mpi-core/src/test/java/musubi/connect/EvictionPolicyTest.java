package musubi.connect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

import java.util.Arrays;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/** Predictions of {@link PredictedReuse}, and the choice of {@link FarthestNextUse} by them. */
class EvictionPolicyTest {
    /** A context that was used at these times. */
    private static PredictedReuse used(long... times) {
        PredictedReuse policy = new PredictedReuse();
        for (long time : times) {
            policy.used(0, time);
        }
        return policy;
    }

    @Test
    void shouldExpectAContextThatWasUsedOnceToWaitAsLongAsItHasWaited() {
        assertEquals(5, used(10).expectedWait(0, 15));
        assertEquals(1000, used(10).expectedWait(0, 1010));
    }

    @Test
    void shouldExpectTheGapAgainUntilItIsOverdue() {
        PredictedReuse policy = used(10, 20);
        assertEquals(7, policy.expectedWait(0, 23));
        assertEquals(0, policy.expectedWait(0, 30));
        assertEquals(0, policy.expectedWait(0, 32));
        assertEquals(13, policy.expectedWait(0, 33));
    }

    @Test
    void shouldExpectPatternsOfOneTwoAndThreeGapsToGoOn() {
        assertEquals(6, used(100, 110, 120, 130, 140).expectedWait(0, 144));
        assertEquals(16, used(1, 21, 26, 46, 51).expectedWait(0, 55));
        assertEquals(36, used(1, 6, 46, 66, 71).expectedWait(0, 75));
    }

    @Test
    void shouldExpectTheShortestOfOtherGaps() {
        assertEquals(3, used(1, 301, 381, 401, 406).expectedWait(0, 408));
        assertEquals(4, used(1, 6, 86, 106, 406).expectedWait(0, 407));
        assertEquals(19, used(1, 31, 51).expectedWait(0, 52));
        assertEquals(19, used(1, 21, 51).expectedWait(0, 52));
        assertEquals(9, used(1, 11, 21).expectedWait(0, 22));
    }

    @Test
    void shouldNotTakeTheGapOfAnotherContext() {
        PredictedReuse policy = used(1, 301, 381, 401, 406);
        policy.used(1, 405);
        policy.used(1, 407);
        assertEquals(3, policy.expectedWait(0, 408));
    }

    @Test
    void shouldTakeGapsForAlikeThatDifferByAnEighth() {
        assertEquals(99, used(1, 114, 214, 327, 427).expectedWait(0, 428));
        assertEquals(113, used(1, 115, 215, 329, 429).expectedWait(0, 430));
    }

    @Test
    void shouldKeepWhatItHasSeenWhenContextsAreAdded() {
        PredictedReuse policy = used(1, 11);
        for (int context = 1; context < 200; context++) {
            policy.used(context, 20 + context);
        }
        assertEquals(8, policy.expectedWait(0, 13));
        assertEquals(100, policy.expectedWait(100, 220));
        policy.used(199, 1L << 40);
        assertEquals(Integer.MAX_VALUE - 1, policy.expectedWait(199, (1L << 40) + 1));
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
