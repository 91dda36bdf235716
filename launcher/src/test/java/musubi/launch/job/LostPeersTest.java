package musubi.launch.job;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.lang.reflect.Proxy;
import java.util.List;

class LostPeersTest {
    private static final long S = 1_000_000_000;
    private static final JobEvent LOST = new JobEvent.AbortRequested(1, 74, "peer lost");
    private static final JobEvent ENDED = JobEvent.RanksEnded.of(1, 74);

    private boolean isBroken;
    private boolean hasLeft;
    private final LostPeers lostPeers = new LostPeers(ranks(), () -> hasLeft);

    private JobRanks ranks() {
        return (JobRanks)
                Proxy.newProxyInstance(
                        JobRanks.class.getClassLoader(),
                        new Class<?>[] {JobRanks.class},
                        (proxy, method, arguments) -> {
                            assertEquals("hasBrokenLink", method.getName());
                            return isBroken;
                        });
    }

    @BeforeEach
    void breakLink() {
        isBroken = true;
        hasLeft = true;
    }

    @Test
    void shouldKeepNothingWhenAllHostsAreConnectedAndARankHasLeft() {
        isBroken = false;
        assertFalse(lostPeers.keep(LOST, 0));
        assertEquals(Long.MAX_VALUE, lostPeers.nextNs());
    }

    @Test
    void shouldKeepNoOtherFailure() {
        assertFalse(lostPeers.keep(new JobEvent.AbortRequested(1, 7, "wrong input"), 0));
        assertFalse(lostPeers.keep(JobEvent.RanksEnded.of(1, 137), 0));
    }

    @Test
    void shouldReleaseInOrderWhenAnotherCauseIsKnown() {
        keepBoth();
        assertEquals(List.of(), lostPeers.release(false, S));
        assertEquals(List.of(LOST, ENDED), lostPeers.release(true, S));
        assertEquals(List.of(), lostPeers.release(true, S));
        assertEquals(Long.MAX_VALUE, lostPeers.nextNs());
    }

    @Test
    void shouldReleaseWhenTheLinkIsThereAgain() {
        keepBoth();
        isBroken = false;
        assertEquals(List.of(LOST, ENDED), lostPeers.release(false, S));
    }

    @Test
    void shouldReleaseWhenTheLinkStaysBroken() {
        keepBoth();
        assertEquals(List.of(), lostPeers.release(false, 9 * S));
        assertTrue(lostPeers.nextNs() < 10 * S);
        assertEquals(List.of(LOST, ENDED), lostPeers.release(false, 10 * S));
    }

    @Test
    void shouldReleaseWhenARankHasLeft() {
        isBroken = false;
        hasLeft = false;
        keepBoth();
        assertEquals(List.of(), lostPeers.release(false, 4 * S));
        hasLeft = true;
        assertEquals(List.of(LOST, ENDED), lostPeers.release(false, 4 * S));
    }

    @Test
    void shouldReleaseWhenNoRankLeaves() {
        isBroken = false;
        hasLeft = false;
        keepBoth();
        assertEquals(List.of(), lostPeers.release(false, 4 * S));
        assertEquals(List.of(LOST, ENDED), lostPeers.release(false, 5 * S));
    }

    @Test
    void shouldKeepFailuresLongerWhenALinkBreaksAfterThem() {
        isBroken = false;
        hasLeft = false;
        keepBoth();
        isBroken = true;
        assertEquals(List.of(), lostPeers.release(false, 9 * S));
        assertEquals(List.of(LOST, ENDED), lostPeers.release(true, 9 * S));
    }

    private void keepBoth() {
        assertTrue(lostPeers.keep(LOST, 0));
        assertTrue(lostPeers.keep(ENDED, S / 2));
        assertTrue(lostPeers.nextNs() < S);
    }
}
