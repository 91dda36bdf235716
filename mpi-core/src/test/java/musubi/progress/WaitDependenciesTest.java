package musubi.progress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;

class WaitDependenciesTest {
    private static Waitable needing(boolean any, int... ranks) {
        return new Waitable() {
            @Override
            public boolean isComplete() {
                return false;
            }

            @Override
            public void describeWait(WaitDependencies needs) {
                needs.describe("ranks " + Arrays.toString(ranks));
                Arrays.stream(ranks).forEach(needs::addRank);
                if (any) {
                    needs.anyRankSuffices();
                }
            }
        };
    }

    private static String all(Waitable... waits) {
        return text(new WaitDependencies().allOf(List.of(waits)));
    }

    private static String any(Waitable... waits) {
        return text(new WaitDependencies().anyOf(List.of(waits)));
    }

    private static String text(WaitDependencies needs) {
        return needs.ranks() + (needs.isAnyRankSufficient() ? " any " : " all ") + needs.release();
    }

    /** What all of several waits need is less than what each needs, never more. */
    @Test
    void shouldCombineTheNeedsOfSeveralWaits() {
        Waitable one = needing(false, 1);
        Waitable both = needing(false, 2, 3);
        Waitable choice = needing(true, 4, 5);
        Waitable unknown = needing(false);
        assertEquals("[1, 2, 3] all CALL", all(one, both, choice, unknown));
        assertEquals("[4, 5] any CALL", all(choice, needing(true, 6, 7)));
        assertEquals("[] any UNKNOWN", all(unknown));
        assertEquals("[1, 2, 3, 4, 5] any CALL", any(one, both, choice));
        assertEquals("[1] any UNKNOWN", any(one, unknown));
        WaitDependencies many = new WaitDependencies().anyOf(Collections.nCopies(10, one));
        assertTrue(many.description().endsWith("; or ranks [1]; and 2 more"), many.description());
    }

    @Test
    void shouldCollectWhatAWaitNeeds() {
        WaitDependencies needs = new WaitDependencies();
        assertFalse(needs.isAnyRankSufficient());
        needs.describe("several").addRanksOf(needing(true, 4, 2)).addRank(9);
        assertSame(needs, needs.addRank(2));
        WaitDependencies any = new WaitDependencies();
        assertSame(any, any.anyRankSuffices());
        assertTrue(any.isAnyRankSufficient());
        assertEquals("several", needs.description());
        assertEquals(List.of(2, 4, 9), needs.ranks());
        assertFalse(needs.isAnyRankSufficient());
    }
}
