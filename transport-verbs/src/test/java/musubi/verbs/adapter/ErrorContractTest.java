package musubi.verbs.adapter;

import static musubi.verbs.work.CompletionStatus.LOC_LEN_ERR;
import static musubi.verbs.work.CompletionStatus.LOC_PROT_ERR;
import static musubi.verbs.work.CompletionStatus.LOC_QP_OP_ERR;
import static musubi.verbs.work.CompletionStatus.REM_ACCESS_ERR;
import static musubi.verbs.work.CompletionStatus.REM_INV_REQ_ERR;
import static musubi.verbs.work.CompletionStatus.REM_OP_ERR;
import static musubi.verbs.work.CompletionStatus.RETRY_EXC_ERR;
import static musubi.verbs.work.CompletionStatus.RNR_RETRY_EXC_ERR;
import static musubi.verbs.work.CompletionStatus.SUCCESS;
import static musubi.verbs.work.CompletionStatus.WR_FLUSH_ERR;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.verbs.memory.ScatterGatherEntry;
import musubi.verbs.state.QpAttribute;
import musubi.verbs.state.QpState;
import musubi.verbs.wire.WireKind;
import musubi.verbs.work.AsyncEvent;
import musubi.verbs.work.CompletionQueue;
import musubi.verbs.work.QueueLimits;
import musubi.verbs.work.ReceiveWorkRequest;
import musubi.verbs.work.SendWorkRequest;
import musubi.verbs.work.WorkCompletion;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

import java.util.List;
import java.util.Optional;

/** Failing requests over every wire: the same status and state, also with lost responses. */
@ParameterizedClass
@EnumSource(WireKind.class)
class ErrorContractTest {
    private static final int MTU = 1024;

    private final ContractNet net;
    private final Side left;
    private final Side right;

    ErrorContractTest(WireKind kind) {
        net = ContractNet.connected(kind, MTU);
        left = net.left();
        right = net.right();
    }

    @AfterEach
    void close() {
        net.close();
    }

    @Test
    void shouldFailBothSidesWhenLongMessageOverflowsReceive() {
        right.post(ReceiveWorkRequest.of(1, right.entry(0, 2 * MTU + 7)));
        left.post(SendWorkRequest.send(2, left.entry(0, 4 * MTU)));
        assertEquals(LOC_LEN_ERR, net.receives(right, 1).getFirst().status());
        assertEquals(REM_INV_REQ_ERR, net.sends(left, 1).getFirst().status());
        assertBothInError();
    }

    @Test
    void shouldFailBothSidesWhenReceiveNamesBadMemory() {
        right.post(ReceiveWorkRequest.of(1, new ScatterGatherEntry(0, 2 * MTU, 0x7000_0000)));
        left.post(SendWorkRequest.send(2, left.entry(0, 2 * MTU)));
        assertEquals(LOC_PROT_ERR, net.receives(right, 1).getFirst().status());
        assertEquals(REM_OP_ERR, net.sends(left, 1).getFirst().status());
        assertBothInError();
    }

    @Test
    void shouldWriteNothingWhenLongWriteEndsOutside() {
        right.putLong(ContractNet.MEMORY_BYTES - 8, 5);
        long address = right.address(ContractNet.MEMORY_BYTES - 3 * MTU);
        left.post(
                SendWorkRequest.rdmaWrite(
                        1, address, right.remoteKey(), left.entry(0, 3 * MTU + 1)));
        assertEquals(REM_ACCESS_ERR, net.sends(left, 1).getFirst().status());
        assertEquals(5, right.getLong(ContractNet.MEMORY_BYTES - 8));
        assertBothInError();
        assertTrue(right.events().contains(AsyncEvent.Type.QP_ACCESS_ERR));
    }

    @Test
    void shouldCompleteFlushInOrderWhenOneInTheMiddleFails() {
        right.post(ReceiveWorkRequest.of(20));
        right.post(ReceiveWorkRequest.of(21));
        left.post(SendWorkRequest.send(10));
        left.post(SendWorkRequest.rdmaRead(11, 0, 0, left.entry(0, 8)));
        left.post(SendWorkRequest.send(12).unsignalled());
        left.post(SendWorkRequest.send(13));
        List<WorkCompletion> done = net.sends(left, 4);
        assertEquals(
                List.of(SUCCESS, REM_ACCESS_ERR, WR_FLUSH_ERR, WR_FLUSH_ERR),
                done.stream().map(WorkCompletion::status).toList());
        assertEquals(
                List.of(10L, 11L, 12L, 13L),
                done.stream().map(WorkCompletion::workRequestId).toList());
        List<WorkCompletion> received = net.receives(right, 2);
        assertEquals(SUCCESS, received.get(0).status());
        assertEquals(WR_FLUSH_ERR, received.get(1).status());
    }

    @Test
    void shouldFailLocallyWhenRequestIsBad() {
        ConnectedPair.change(left.pair, QpAttribute.MAX_RD_ATOMIC, 0);
        left.post(SendWorkRequest.rdmaRead(1, right.address(0), right.remoteKey()));
        assertEquals(LOC_QP_OP_ERR, net.sends(left, 1).getFirst().status());
        assertEquals(QpState.RTS, right.pair.state());
    }

    @Test
    void shouldFailWhenPeerIsLost() {
        right.pair.close();
        left.post(SendWorkRequest.send(1, left.entry(0, 3 * MTU)));
        assertEquals(RETRY_EXC_ERR, net.sends(left, 1).getFirst().status());
        assertEquals(QpState.ERR, left.pair.state());
    }

    @Test
    void shouldFailWhenReceiverIsNeverReady() {
        ConnectedPair.change(left.pair, QpAttribute.RNR_RETRY, 2);
        left.post(SendWorkRequest.send(1, left.entry(0, 3 * MTU)));
        assertEquals(RNR_RETRY_EXC_ERR, net.sends(left, 1).getFirst().status());
        assertEquals(QpState.ERR, left.pair.state());
        assertEquals(QpState.RTS, right.pair.state());
    }

    @Test
    void shouldWorkAgainWhenBothSidesAreReset() {
        left.post(SendWorkRequest.rdmaWrite(1, 0, 0, left.entry(0, 8)));
        assertEquals(REM_ACCESS_ERR, net.sends(left, 1).getFirst().status());
        net.settle();
        left.pair.modify(QpState.RESET, ConnectedPair.none());
        right.pair.modify(QpState.RESET, ConnectedPair.none());
        net.connect(MTU);
        right.post(ReceiveWorkRequest.of(2, right.entry(0, 4 * MTU)));
        left.post(SendWorkRequest.send(3, left.entry(0, 4 * MTU)));
        assertEquals(SUCCESS, net.receives(right, 1).getFirst().status());
        assertEquals(SUCCESS, net.sends(left, 1).getFirst().status());
    }

    @Test
    void shouldFlushBegunReceiveWhenMessageIsCutOff() {
        right.post(ReceiveWorkRequest.of(1, right.entry(0, 1 << 20)));
        right.post(ReceiveWorkRequest.of(2));
        left.post(SendWorkRequest.send(3, left.entry(0, 1 << 20)));
        left.adapter.poll(16);
        net.until("the first packets", () -> right.adapter.poll(1) > 0);
        right.pair.modify(QpState.ERR, ConnectedPair.none());
        List<WorkCompletion> done = net.receives(right, 2);
        assertEquals(WR_FLUSH_ERR, done.get(0).status());
        assertEquals(1, done.get(0).workRequestId());
        assertEquals(WR_FLUSH_ERR, done.get(1).status());
    }

    @Test
    void shouldRaiseLimitEventWhenSharedReceivesRunLow() {
        SharedReceiveQueue shared = right.adapter.createSharedReceiveQueue(right.domain, 8, 1);
        right.pair.close();
        right.pair = right.newPair(Optional.of(shared), false);
        left.pair.modify(QpState.RESET, ConnectedPair.none());
        net.connect(MTU);
        for (int i = 0; i < 4; i++) {
            shared.post(ReceiveWorkRequest.of(i, right.entry(0, 2 * MTU)));
        }
        shared.armLimit(3);
        left.post(SendWorkRequest.send(1, left.entry(0, 2 * MTU)));
        left.post(SendWorkRequest.send(2, left.entry(0, 2 * MTU)));
        net.receives(right, 2);
        assertEquals(2, shared.size());
        assertEquals(List.of(AsyncEvent.Type.SRQ_LIMIT_REACHED), right.events());
    }

    @Test
    void shouldFailQueueAndPairWhenCompletionsOverrun() {
        CompletionQueue small = left.adapter.createCompletionQueue(1);
        QueueLimits limits = new QueueLimits(8, 8, 1, 1, 0);
        left.pair.close();
        left.pair =
                left.adapter.createQueuePair(
                        left.domain,
                        new QueuePairConfiguration(
                                small, left.receiveCompletions, Optional.empty(), limits, true));
        right.pair.modify(QpState.RESET, ConnectedPair.none());
        net.connect(MTU);
        for (int i = 0; i < 2; i++) {
            left.post(SendWorkRequest.rdmaWrite(i, right.address(0), right.remoteKey()));
        }
        net.until("the error", () -> left.pair.state() == QpState.ERR);
        assertTrue(small.isOverrun());
        assertEquals(List.of(AsyncEvent.Type.CQ_ERR, AsyncEvent.Type.QP_FATAL), left.events());
    }

    private void assertBothInError() {
        assertEquals(QpState.ERR, left.pair.state());
        assertEquals(QpState.ERR, right.pair.state());
    }
}
