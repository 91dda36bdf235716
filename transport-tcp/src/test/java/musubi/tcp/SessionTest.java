package musubi.tcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

final class SessionTest {
    private static final long SELF = 11;
    private static final long PEER = 22;
    private final Session session = new Session(SELF);

    @Test
    void shouldBeginWithAnybody() {
        assertFalse(session.hasBegun());
        assertTrue(session.isMeant(PEER, Session.NOBODY));
        assertFalse(session.isMeant(Session.NOBODY, Session.NOBODY), "nobody is no peer");
        assertTrue(session.isMeant(PEER, SELF), "the welcome to this rank's call was lost");
        assertFalse(session.isMeant(PEER, 33), "it means a process that was here before");
    }

    @Test
    void shouldGoOnWithTheSamePeerOnly() {
        session.establish(PEER, 1);
        assertTrue(session.isMeant(PEER, SELF));
        assertTrue(session.isMeant(PEER, Session.NOBODY), "it did not get the welcome");
        assertFalse(session.isMeant(33, SELF), "another process of the same rank");
        assertFalse(session.isMeant(PEER, 33), "it means a process that was here before");
    }

    @Test
    void shouldTakeOnlyNewAttemptsForNews() {
        session.establish(PEER, 3);
        assertFalse(session.isNews(3), "a copy");
        assertFalse(session.isNews(2), "late");
        assertTrue(session.isNews(4));
    }

    @Test
    void shouldNumberAttemptsAboveAllThatItKnows() {
        assertEquals(1, session.nextAttempt());
        session.establish(PEER, 7);
        assertEquals(8, session.nextAttempt());
        session.establish(PEER, 4);
        assertEquals(9, session.nextAttempt());
    }
}
