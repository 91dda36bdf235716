package musubi.tcp.handshake;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

final class PeerSessionTest {
    private static final long SELF = 11;
    private static final long PEER = 22;
    private final PeerSession session = new PeerSession(SELF);

    @Test
    void shouldBeginWithAnyPeer() {
        assertFalse(session.hasBegun());
        assertTrue(session.matches(PEER, PeerSession.NO_INCARNATION));
        assertFalse(
                session.matches(PeerSession.NO_INCARNATION, PeerSession.NO_INCARNATION),
                "no incarnation matches no peer");
        assertTrue(session.matches(PEER, SELF), "the welcome to this rank's call was lost");
        assertFalse(session.matches(PEER, 33), "it means a process that was here before");
    }

    @Test
    void shouldContinueWithTheSamePeerOnly() {
        session.establish(PEER, 1);
        assertTrue(session.matches(PEER, SELF));
        assertTrue(session.matches(PEER, PeerSession.NO_INCARNATION), "it did not get the welcome");
        assertFalse(session.matches(33, SELF), "another process of the same rank");
        assertFalse(session.matches(PEER, 33), "it means a process that was here before");
    }

    @Test
    void shouldAcceptNewerAttemptsOnly() {
        session.establish(PEER, 3);
        assertFalse(session.isNewer(3), "a copy");
        assertFalse(session.isNewer(2), "late");
        assertTrue(session.isNewer(4));
    }

    @Test
    void shouldNumberAttemptsAboveAllKnownOnes() {
        assertEquals(1, session.nextAttempt());
        session.establish(PEER, 7);
        assertEquals(8, session.nextAttempt());
        session.establish(PEER, 4);
        assertEquals(9, session.nextAttempt());
    }
}
