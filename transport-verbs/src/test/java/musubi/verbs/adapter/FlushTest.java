package musubi.verbs.adapter;

import static musubi.verbs.work.CompletionStatus.REM_ACCESS_ERR;
import static musubi.verbs.work.CompletionStatus.SUCCESS;
import static musubi.verbs.work.CompletionStatus.WR_FLUSH_ERR;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.verbs.state.QpState;
import musubi.verbs.work.ReceiveWorkRequest;
import musubi.verbs.work.SendWorkRequest;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Optional;

class FlushTest {
    private final ConnectedPair net = ConnectedPair.connected();
    private final Side left = net.left;
    private final Side right = net.right;

    @Test
    void shouldFlushInOrderOfPostingWhenModifiedToError() {
        left.post(SendWorkRequest.send(1));
        left.post(SendWorkRequest.send(2).unsignalled());
        left.adapter.poll(16);
        left.post(SendWorkRequest.send(3).unsignalled());
        left.post(ReceiveWorkRequest.of(4));
        left.post(ReceiveWorkRequest.of(5));
        left.pair.modify(QpState.ERR, ConnectedPair.none());
        assertEquals(List.of(WR_FLUSH_ERR, WR_FLUSH_ERR, WR_FLUSH_ERR), left.sendStatuses(1, 2, 3));
        assertEquals(List.of(WR_FLUSH_ERR, WR_FLUSH_ERR), left.receiveStatuses(4, 5));
    }

    @Test
    void shouldFlushBothSidesWhenARequestIsRefused() {
        right.post(ReceiveWorkRequest.of(20));
        right.post(ReceiveWorkRequest.of(21));
        right.post(SendWorkRequest.send(22));
        left.post(SendWorkRequest.send(10));
        left.post(SendWorkRequest.rdmaRead(11, 0, 0, left.entry(0, 8)));
        left.post(SendWorkRequest.send(12));
        left.post(ReceiveWorkRequest.of(13));
        left.adapter.poll(16);
        net.run();
        assertEquals(List.of(SUCCESS, REM_ACCESS_ERR, WR_FLUSH_ERR), left.sendStatuses(10, 11, 12));
        assertEquals(List.of(WR_FLUSH_ERR), left.receiveStatuses(13));
        assertEquals(List.of(SUCCESS, WR_FLUSH_ERR), right.receiveStatuses(20, 21));
        assertEquals(List.of(WR_FLUSH_ERR), right.sendStatuses(22));
    }

    @Test
    void shouldFlushAtOnceWhenPostedInError() {
        left.pair.modify(QpState.ERR, ConnectedPair.none());
        left.post(SendWorkRequest.send(1).unsignalled());
        left.post(ReceiveWorkRequest.of(2));
        assertEquals(List.of(WR_FLUSH_ERR), left.sendStatuses(1));
        assertEquals(List.of(WR_FLUSH_ERR), left.receiveStatuses(2));
    }

    @Test
    void shouldCountSilentSlotsWhenFlushFollowsUnsignalledSends() {
        for (int i = 0; i < 31; i++) {
            right.post(ReceiveWorkRequest.of(i));
            left.post(SendWorkRequest.send(i).unsignalled());
        }
        net.run();
        left.pair.modify(QpState.ERR, ConnectedPair.none());
        left.post(SendWorkRequest.send(31));
        assertEquals(List.of(WR_FLUSH_ERR), left.sendStatuses(31));
        for (int i = 0; i < 32; i++) {
            assertTrue(left.pair.postSend(SendWorkRequest.send(i)), "slots were lost");
        }
    }

    @Test
    void shouldDiscardWorkAndCompletionsWhenReset() {
        right.post(ReceiveWorkRequest.of(1));
        left.post(SendWorkRequest.send(2));
        net.run();
        left.post(SendWorkRequest.send(3));
        left.post(ReceiveWorkRequest.of(4));
        left.pair.modify(QpState.RESET, ConnectedPair.none());
        right.pair.modify(QpState.RESET, ConnectedPair.none());
        assertEquals(List.of(), left.sendsDone());
        assertEquals(List.of(), left.receivesDone());
        assertEquals(List.of(), right.receivesDone());
        net.connect();
        net.run();
        assertEquals(List.of(), left.sendsDone());
        for (int i = 0; i < 32; i++) {
            assertTrue(left.pair.postSend(SendWorkRequest.send(i)), "slots were lost");
        }
    }

    @Test
    void shouldKeepOthersCompletionsWhenOneQueuePairIsClosed() {
        QueuePair other = left.newPair(Optional.empty(), false);
        other.modify(QpState.INIT, ConnectedPair.toInit());
        other.modify(QpState.ERR, ConnectedPair.none());
        assertTrue(other.postSend(SendWorkRequest.send(1)));
        left.pair.modify(QpState.ERR, ConnectedPair.none());
        left.post(SendWorkRequest.send(2));
        other.close();
        assertEquals(List.of(WR_FLUSH_ERR), left.sendStatuses(2));
    }
}
