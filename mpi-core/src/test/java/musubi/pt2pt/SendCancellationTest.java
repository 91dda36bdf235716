package musubi.pt2pt;

import static musubi.pt2pt.ScriptedRank.PEER;
import static musubi.pt2pt.ScriptedRank.WORLD_PEER;
import static musubi.pt2pt.ScriptedRank.data;
import static musubi.pt2pt.matching.MessageKind.CANCEL;
import static musubi.pt2pt.matching.MessageKind.CANCEL_ANSWER;
import static musubi.pt2pt.matching.MessageKind.CLEAR_TO_SEND;
import static musubi.pt2pt.matching.MessageKind.EAGER;
import static musubi.pt2pt.matching.MessageKind.MATCHED;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.adi.SendOutcome;
import musubi.pt2pt.ScriptedEndpoint.Sent;
import musubi.pt2pt.request.SendMode;

import org.junit.jupiter.api.Test;

import java.util.List;

/** The cancellation of sends in each of their stages; see {@link SendCancellation}. */
class SendCancellationTest {
    private static final int LONG = 2500;

    private final ScriptedRank rank = ScriptedRank.plain();

    @Test
    void shouldCancelAQueuedSendWithoutAMessage() {
        rank.peer.sends.add(SendOutcome.BACK_PRESSURED);
        SendRequest first = rank.send(data(10));
        SendRequest middle = rank.send(data(20));
        SendRequest last = rank.send(data(30));
        middle.cancel();
        assertTrue(middle.isComplete() && middle.isCancelled());
        assertFalse(middle.hasFailed());
        last.cancel();
        SendRequest behind = rank.send(data(40));
        rank.poll();
        assertEquals(List.of(10L, 40L), rank.peer.takeSent().stream().map(Sent::length).toList());
        assertTrue(first.isComplete() && behind.isComplete());
        assertFalse(first.isCancelled() || behind.isCancelled());
    }

    @Test
    void shouldCancelTheSendAtTheHeadOfTheQueue() {
        rank.peer.sends.add(SendOutcome.BACK_PRESSURED);
        SendRequest first = rank.send(data(10));
        rank.send(data(20));
        first.cancel();
        rank.poll();
        assertEquals(20, rank.peer.takeOne().length());
        rank.peer.sends.add(SendOutcome.BACK_PRESSURED);
        SendRequest only = rank.send(data(10));
        only.cancel();
        assertTrue(only.isCancelled());
        rank.poll();
        assertTrue(rank.peer.takeSent().isEmpty());
        rank.send(data(30));
        assertEquals(30, rank.peer.takeOne().length());
    }

    @Test
    void shouldLeaveNoTraceInTheQueue() {
        rank.peer.sends.add(SendOutcome.BACK_PRESSURED);
        SendRequest only = rank.send(data(10));
        only.cancel();
        assertTrue(rank.send(data(20)).isComplete());
        rank.peer.takeSent();
        rank.peer.sends.add(SendOutcome.BACK_PRESSURED);
        rank.send(data(10));
        SendRequest middle = rank.send(data(20));
        SendRequest last = rank.send(data(30));
        middle.cancel();
        rank.send(data(40));
        rank.poll();
        assertEquals(
                List.of(10L, 30L, 40L), rank.peer.takeSent().stream().map(Sent::length).toList());
        assertTrue(last.isComplete());
    }

    @Test
    void shouldCompleteAsCancelledWhenTheReceiverReturnsTheMessage() {
        SendRequest send = rank.send(data(LONG));
        long cookie = send.cookie();
        rank.peer.takeSent();
        send.cancel();
        assertFalse(send.isComplete());
        rank.peer.sends.add(SendOutcome.BACK_PRESSURED);
        rank.poll();
        assertTrue(rank.peer.takeSent().isEmpty());
        rank.poll();
        assertEquals(
                "kind=" + CANCEL + " context=0 source=0 tag=0 length=0 cookie=" + cookie,
                rank.peer.takeOne().header());
        rank.control(CANCEL_ANSWER, 1, cookie);
        assertTrue(send.isComplete() && send.isCancelled());
        assertEquals(-1, send.cookie());
        assertEquals(SendRequest.Stage.DONE, send.stage);
        rank.control(CANCEL_ANSWER, 1, cookie);
    }

    @Test
    void shouldContinueWhenTheReceiverHasMatchedTheMessage() {
        SendRequest send = rank.send(data(LONG));
        long cookie = send.cookie();
        send.cancel();
        rank.poll();
        rank.control(CANCEL_ANSWER, 0, cookie);
        assertFalse(send.isComplete());
        rank.control(CLEAR_TO_SEND, LONG, cookie, 7, -1);
        rank.poll();
        assertTrue(send.isComplete());
        assertFalse(send.isCancelled());
    }

    @Test
    void shouldCancelASynchronousSendUntilItIsMatched() {
        SendRequest send = rank.send(SendMode.SYNCHRONOUS, PEER, data(8));
        rank.peer.takeSent();
        send.cancel();
        rank.poll();
        assertEquals(CANCEL, rank.peer.takeOne().kind());
        rank.control(MATCHED, 0, send.cookie());
        assertTrue(send.isComplete());
        assertFalse(send.isCancelled());
    }

    @Test
    void shouldDoNothingWhenDataFlowsOrTheSendIsComplete() {
        SendRequest send = rank.send(data(LONG));
        rank.peer.takeSent();
        rank.control(CLEAR_TO_SEND, LONG, send.cookie(), 7, -1);
        send.cancel();
        rank.poll();
        assertEquals(3, rank.peer.takeSent().size());
        assertFalse(send.isCancelled());
        SendRequest eager = rank.send(data(8));
        eager.cancel();
        rank.poll();
        assertEquals(EAGER, rank.peer.takeOne().kind());
        assertFalse(eager.isCancelled());
        assertTrue(rank.work.isEmpty());
    }

    @Test
    void shouldSendNoCancellationToALostPeer() {
        SendRequest send = rank.send(data(LONG));
        rank.peer.takeSent();
        send.cancel();
        rank.inbound.onPeerLost(WORLD_PEER, "gone");
        rank.poll();
        assertTrue(rank.peer.takeSent().isEmpty());
        assertTrue(send.hasFailed());
        assertTrue(rank.work.isEmpty());
    }
}
