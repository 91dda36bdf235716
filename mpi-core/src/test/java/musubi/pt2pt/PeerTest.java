package musubi.pt2pt;

import static musubi.pt2pt.ScriptedRank.OTHER;
import static musubi.pt2pt.ScriptedRank.PEER;
import static musubi.pt2pt.ScriptedRank.TAG;
import static musubi.pt2pt.ScriptedRank.WORLD_ME;
import static musubi.pt2pt.ScriptedRank.WORLD_OTHER;
import static musubi.pt2pt.ScriptedRank.WORLD_PEER;
import static musubi.pt2pt.ScriptedRank.data;
import static musubi.pt2pt.matching.MessageKind.CLEAR_TO_SEND;
import static musubi.pt2pt.matching.MessageKind.EAGER;
import static musubi.pt2pt.matching.MessageKind.MATCHED;
import static musubi.pt2pt.matching.MessageKind.READY_TO_SEND;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.adi.Envelope;
import musubi.adi.SendOutcome;
import musubi.connect.ContextCache;
import musubi.pt2pt.request.SendMode;
import musubi.region.Region;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Map;

/** The contexts of peers, opened and closed: {@link Peer}, {@link PeerContexts}. */
class PeerTest {
    private static final int LONG = 2500;

    /** At most one open context. */
    private final ScriptedRank rank = ScriptedRank.options().contexts(1).open();

    private final ScriptedEndpoint other = rank.transport.to(WORLD_OTHER);

    private void sendToOther() {
        rank.send(SendMode.STANDARD, OTHER, data(8));
    }

    @Test
    void shouldCloseTheContextOfOnePeerWhenAnotherIsUsed() {
        rank.send(data(8));
        sendToOther();
        assertTrue(other.open);
        assertFalse(rank.peer.open);
        assertEquals(
                List.of(
                        "counters 2 scripted node",
                        "opened 2",
                        "sent EAGER 2 10 5 8",
                        "evicted 2",
                        "counters 0 scripted node",
                        "opened 0",
                        "sent EAGER 0 10 5 8"),
                rank.events.take());
        ContextCache<?> contexts = rank.pt2pt.contexts();
        assertEquals(1, contexts.openCount());
        assertEquals(2, contexts.size());
    }

    @Test
    void shouldKeepCreditAndCountersWhenItIsOpenedAgain() {
        ScriptedRank small = ScriptedRank.options().contexts(1).window(2 * (8 + 256)).open();
        small.send(data(8));
        small.send(SendMode.STANDARD, OTHER, data(8));
        small.events.take();
        small.send(data(8));
        assertEquals(List.of("evicted 0", "opened 2", "sent EAGER 2 10 5 8"), small.events.take());
        small.send(data(8));
        assertEquals(
                List.of(EAGER, EAGER, READY_TO_SEND),
                small.peer.takeSent().stream().map(ScriptedEndpoint.Sent::kind).toList());
        assertEquals(4, small.pt2pt.messageCounts().sent());
    }

    @Test
    void shouldReopenAClosedContextWhenAnAnswerGoesThroughIt() {
        rank.recv(new byte[8]);
        rank.arrive(EAGER, musubi.pt2pt.matching.MessageKind.SYNCHRONOUS, TAG, 8, 3, data(8));
        sendToOther();
        assertFalse(rank.peer.open);
        rank.poll();
        assertEquals(3, rank.sentCookie(MATCHED));
        assertTrue(rank.peer.open);
        assertFalse(other.open);
    }

    @Test
    void shouldReopenAClosedContextWhenDataGoesThroughIt() {
        SendRequest send = rank.send(data(LONG));
        long cookie = rank.sentCookie(READY_TO_SEND);
        rank.control(CLEAR_TO_SEND, LONG, cookie, 7, -1);
        sendToOther();
        assertFalse(rank.peer.open);
        rank.poll();
        assertEquals(3, rank.peer.takeSent().size());
        assertTrue(send.isComplete());
    }

    @Test
    void shouldReopenAClosedContextForAnotherRanksMemory() {
        ScriptedRank direct = ScriptedRank.options().remoteMemory().contexts(1).open();
        direct.recv(new byte[LONG]);
        direct.announce(LONG, 3, 40);
        direct.send(SendMode.STANDARD, OTHER, data(8));
        assertFalse(direct.peer.open);
        direct.poll();
        assertEquals(List.of("get 40 0 2500"), direct.peer.takeCalls().subList(0, 1));
    }

    @Test
    void shouldPreferToCloseAContextInWhichNothingIsUnderWay() {
        ScriptedRank two = ScriptedRank.options().contexts(2).open();
        ScriptedEndpoint third = two.transport.to(1);
        two.send(data(LONG));
        two.send(SendMode.STANDARD, OTHER, data(8));
        two.arriveFrom(1, 0, 99, data(1));
        assertTrue(two.peer.open);
        assertTrue(third.open);
        assertFalse(two.transport.to(WORLD_OTHER).open);
    }

    @Test
    void shouldTakeAPeerForBusyWhileSendsWaitOrTheTransportHoldsBytes() {
        ScriptedRank two = ScriptedRank.options().contexts(2).open();
        two.peer.sends.add(SendOutcome.BACK_PRESSURED);
        two.send(data(8));
        two.send(SendMode.STANDARD, OTHER, data(8));
        two.arriveFrom(1, 0, 99, data(1));
        assertTrue(two.peer.open);
        two.transport.to(1).drained = false;
        two.poll();
        two.send(SendMode.STANDARD, OTHER, data(8));
        assertFalse(two.peer.open);
        assertTrue(two.transport.to(1).open);
    }

    @Test
    void shouldNotCountTheContextOfTheRankWithItself() {
        rank.send(data(8));
        ScriptedEndpoint self = rank.transport.to(WORLD_ME);
        rank.send(SendMode.STANDARD, ScriptedRank.ME, data(8));
        assertTrue(rank.peer.open && self.open);
        assertEquals(1, rank.pt2pt.contexts().openCount());
        assertEquals(List.of("counters 3 scripted self"), rank.events.take("counters 3"));
        sendToOther();
        assertTrue(self.open);
        assertEquals(Map.of(rank.transport, List.of(WORLD_OTHER, WORLD_PEER)), rank.pt2pt.routes());
    }

    @Test
    void shouldReturnCreditToItselfAtOnce() {
        ScriptedRank small = ScriptedRank.options().window(8 + 256).open();
        ScriptedEndpoint self = small.transport.to(WORLD_ME);
        Envelope envelope = new Envelope();
        self.onAccepted =
                () -> {
                    envelope.set(EAGER, 10, ScriptedRank.ME, TAG, 8, 0);
                    small.inbound.onMessage(
                            WORLD_ME, envelope, new Region().wrapArray(data(8), 0, 8));
                };
        for (int i = 0; i < 3; i++) {
            RecvRequest recv = small.recv(new byte[8], ScriptedRank.ME, TAG);
            assertTrue(small.send(SendMode.STANDARD, ScriptedRank.ME, data(8)).isComplete());
            assertTrue(recv.isComplete());
            assertEquals(EAGER, self.takeOne().kind());
        }
        assertTrue(small.work.isEmpty());
    }

    @Test
    void shouldReportUsesOnceTheLimitIsReached() {
        rank.send(data(8));
        rank.send(data(8));
        assertTrue(rank.events.take("contextHit").isEmpty());
        ScriptedRank two = ScriptedRank.options().contexts(2).open();
        two.send(data(8));
        two.send(SendMode.STANDARD, OTHER, data(8));
        two.send(data(8));
        assertEquals(List.of("contextHit"), two.events.take("contextHit"));
    }

    @Test
    void shouldRejectAMessageOfAnUnknownKind() {
        assertThrows(IllegalStateException.class, () -> rank.control(99, 0, 0));
        assertEquals(1, rank.pt2pt.messageCounts().received());
    }

    @Test
    void shouldFailWithTheReasonOfALossOnceOnly() {
        rank.send(data(8));
        rank.inbound.onPeerLost(WORLD_PEER, "first");
        rank.inbound.onPeerLost(WORLD_PEER, "first");
        assertEquals("first", rank.recv(new byte[8], PEER, TAG).failure().getMessage());
        assertTrue(rank.recv(new byte[8], OTHER, TAG).failure() == null);
    }
}
