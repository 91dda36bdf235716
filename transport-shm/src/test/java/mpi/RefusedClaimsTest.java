package mpi;

import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.adi.Refusals;
import musubi.job.IsolatedJob;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Claimed receives and messages copied by both ranks, with back-pressure at random: seldom for
 * ordinary messages, mostly several times for CLAIMED, JOIN and COPIED. {@code -Dclaims.seed}
 * repeats a run's choices.
 */
class RefusedClaimsTest {
    private static final int CLAIMED = 11;
    private static final int JOIN = 12;
    private static final int COPIED = 13;
    private static final int[] KINDS = {CLAIMED, JOIN, COPIED};
    private static final Map<Integer, Integer> SEEN_BY_REFERENCE = new TreeMap<>();
    private static final Map<Integer, Integer> SEEN_IN_PARTITIONS = new TreeMap<>();

    @ParameterizedTest(name = "ranks={0} by reference={1}")
    @CsvSource({
        "2, true",
        "3, true",
        "4, true",
        "5, true",
        "2, false",
        "3, false",
        "4, false",
        "5, false"
    })
    void shouldKeepOrderContentAndStatusWhenSendsAreRefused(int ranks, boolean byReference) {
        long seed = Long.getLong("claims.seed", System.nanoTime());
        System.out.println("claims: ranks=" + ranks + " -Dclaims.seed=" + seed);
        Refusals refusals = Refusals.start(seed, 0.1, 0.7, CLAIMED);
        int perPeer = 480 / ranks;
        Map<String, String> settings =
                Map.of(
                        "transport",
                        "self,refusing",
                        "shm.by.reference",
                        Boolean.toString(byReference));
        IsolatedJob.of(ranks, settings)
                .run(() -> new ClaimTraffic(seed, perPeer, !byReference).run());
        Map<Integer, Integer> seen = byReference ? SEEN_BY_REFERENCE : SEEN_IN_PARTITIONS;
        for (int kind : KINDS) {
            seen.merge(kind, refusals.accepted(kind), Integer::sum);
            seen.merge(-kind, refusals.refused(kind), Integer::sum);
        }
    }

    /**
     * Asserts that the traffic of all jobs had all these cases; a single job need not have them.
     */
    @AfterAll
    static void shouldHaveClaimedAndRefused() {
        String seen = "by reference: " + SEEN_BY_REFERENCE + " else: " + SEEN_IN_PARTITIONS;
        System.out.println("claims: messages by kind, refused ones negative: " + seen);
        for (int kind : KINDS) {
            for (Map<Integer, Integer> counts : List.of(SEEN_BY_REFERENCE, SEEN_IN_PARTITIONS)) {
                assertTrue(counts.getOrDefault(kind, 0) > 0, seen);
                assertTrue(counts.getOrDefault(-kind, 0) > 0, seen);
            }
        }
    }
}
