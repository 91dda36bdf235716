package musubi.verbs.adapter;

import static musubi.verbs.work.CompletionStatus.LOC_PROT_ERR;
import static musubi.verbs.work.CompletionStatus.SUCCESS;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.error.MpiFailure;
import musubi.verbs.memory.MemoryRegion;
import musubi.verbs.memory.ProtectionDomain;
import musubi.verbs.memory.ScatterGatherEntry;
import musubi.verbs.state.QpState;
import musubi.verbs.work.AsyncEvent;
import musubi.verbs.work.ReceiveWorkRequest;
import musubi.verbs.work.SendWorkRequest;
import musubi.verbs.work.WorkCompletion;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Optional;

class SharedReceiveQueueTest {
    private final ConnectedPair net = ConnectedPair.unconnected();
    private final Side left = net.left;
    private final Side right = net.right;
    private final SharedReceiveQueue shared =
            right.adapter.createSharedReceiveQueue(right.domain, 8, 2);

    @BeforeEach
    void connectWithSharedReceives() {
        QueuePair plain = right.pair;
        right.pair = right.newPair(Optional.of(shared), false);
        plain.close();
        net.connect();
    }

    @Test
    void shouldServeTwoQueuePairsFromOneQueueWhenShared() {
        QueuePair firstLeft = left.pair;
        QueuePair firstRight = right.pair;
        left.pair = left.newPair(Optional.empty(), false);
        right.pair = right.newPair(Optional.of(shared), false);
        net.connect();
        for (int i = 0; i < 4; i++) {
            assertTrue(shared.post(ReceiveWorkRequest.of(i, right.entry(8L * i, 8))));
        }
        left.putLong(0, 77);
        assertTrue(firstLeft.postSend(SendWorkRequest.send(1, left.entry(0, 8))));
        net.run();
        assertTrue(left.pair.postSend(SendWorkRequest.send(2, left.entry(0, 8))));
        net.run();
        List<WorkCompletion> done = right.receivesDone();
        assertEquals(firstRight.number(), done.get(0).queuePairNumber());
        assertEquals(right.pair.number(), done.get(1).queuePairNumber());
        assertEquals(0, done.get(0).workRequestId());
        assertEquals(1, done.get(1).workRequestId());
        assertEquals(77, right.getLong(8));
        assertEquals(2, shared.size());
    }

    @Test
    void shouldRaiseLimitEventOnceWhenReceivesFallBelowIt() {
        fill(5);
        shared.armLimit(3);
        sendOne();
        sendOne();
        assertEquals(3, shared.size());
        assertEquals(List.of(), right.events(), "3 is not below 3");
        sendOne();
        assertEquals(List.of(AsyncEvent.Type.SRQ_LIMIT_REACHED), right.events());
        sendOne();
        assertEquals(List.of(), right.events(), "the limit is off after one event");
        shared.armLimit(3);
        sendOne();
        assertEquals(
                new AsyncEvent(AsyncEvent.Type.SRQ_LIMIT_REACHED, shared.number()),
                right.adapter.pollEvent().orElseThrow());
    }

    @Test
    void shouldRaiseNoEventWhenLimitIsTurnedOff() {
        fill(2);
        shared.armLimit(2);
        shared.armLimit(0);
        sendOne();
        assertEquals(List.of(), right.events());
    }

    @Test
    void shouldRefuseWhenLimitIsOutOfRangeOrRequestTooLarge() {
        assertThrows(MpiFailure.class, () -> shared.armLimit(-1));
        assertThrows(MpiFailure.class, () -> shared.armLimit(9));
        ScatterGatherEntry piece = right.entry(0, 1);
        ReceiveWorkRequest three = ReceiveWorkRequest.of(1, piece, piece, piece);
        assertThrows(MpiFailure.class, () -> shared.post(three));
    }

    @Test
    void shouldPushBackWhenFull() {
        fill(8);
        assertFalse(shared.post(ReceiveWorkRequest.of(9)));
    }

    @Test
    void shouldRefuseOwnReceiveWhenQueuePairIsShared() {
        assertThrows(MpiFailure.class, () -> right.pair.postReceive(ReceiveWorkRequest.of(1)));
    }

    @Test
    void shouldKeepReceivesAndRaiseAnEventWhenQueuePairFails() {
        fill(3);
        right.pair.modify(QpState.ERR, ConnectedPair.none());
        assertEquals(List.of(), right.receivesDone());
        assertEquals(3, shared.size());
        assertEquals(List.of(AsyncEvent.Type.QP_LAST_WQE_REACHED), right.events());
    }

    @Test
    void shouldRefuseToCloseWhenQueuePairUsesIt() {
        assertThrows(MpiFailure.class, shared::close);
        right.pair.close();
        shared.close();
        shared.close();
        right.region.close();
        right.domain.close();
    }

    @Test
    void shouldUseTheQueuesDomainWhenLookingUpKeys() {
        ProtectionDomain other = right.adapter.allocateDomain();
        MemoryRegion region = other.register(right.memory, Side.ALL_RIGHTS);
        SharedReceiveQueue foreign = right.adapter.createSharedReceiveQueue(other, 4, 1);
        right.pair.close();
        right.pair = right.newPair(Optional.of(foreign), false);
        left.pair.modify(QpState.RESET, ConnectedPair.none());
        net.connect();
        foreign.post(
                ReceiveWorkRequest.of(
                        1, new ScatterGatherEntry(region.address(), 8, region.localKey())));
        foreign.post(ReceiveWorkRequest.of(2, right.entry(0, 8)));
        left.post(SendWorkRequest.send(3, left.entry(0, 8)));
        left.post(SendWorkRequest.send(4, left.entry(0, 8)));
        net.run();
        assertEquals(List.of(SUCCESS, LOC_PROT_ERR), right.receiveStatuses(1, 2));
    }

    private void fill(int receives) {
        for (int i = 0; i < receives; i++) {
            assertTrue(shared.post(ReceiveWorkRequest.of(i)));
        }
    }

    private void sendOne() {
        left.post(SendWorkRequest.send(1));
        net.run();
        left.sendStatuses(1);
    }
}
