package musubi.verbs.adapter;

import static musubi.verbs.work.CompletionStatus.LOC_LEN_ERR;
import static musubi.verbs.work.CompletionStatus.REM_ACCESS_ERR;
import static musubi.verbs.work.CompletionStatus.REM_INV_REQ_ERR;
import static musubi.verbs.work.CompletionStatus.SUCCESS;
import static musubi.verbs.work.CompletionStatus.WR_FLUSH_ERR;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.error.MpiFailure;
import musubi.verbs.state.QpAttribute;
import musubi.verbs.state.QpState;
import musubi.verbs.wire.WireKind;
import musubi.verbs.work.AddressHandle;
import musubi.verbs.work.AsyncEvent;
import musubi.verbs.work.ReceiveWorkRequest;
import musubi.verbs.work.RemoteOperand;
import musubi.verbs.work.SendWorkRequest;
import musubi.verbs.work.WorkCompletion;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** The contract of dynamically connected initiators and targets over every wire. */
@ParameterizedClass
@EnumSource(WireKind.class)
class DynamicContractTest {
    private static final long KEY = 0x1234_5678_9ABC_DEF0L;
    private static final AdapterSettings.Dynamic QUICK =
            new AdapterSettings.Dynamic(false, 500_000, 64, 2_000_000_000L);

    private final WireKind kind;
    private final List<SharedReceiveQueue> receives = new ArrayList<>();
    private final List<DcTarget> targets = new ArrayList<>();
    private ContractNet net;

    DynamicContractTest(WireKind kind) {
        this.kind = kind;
    }

    @AfterEach
    void close() {
        net.close();
    }

    /** Adapters, each with a target and 64 receives of 4 KiB. */
    private void build(int adapters, AdapterSettings.Dynamic dynamic) {
        net = new ContractNet(kind, adapters, AdapterSettings.DEFAULTS.withDynamic(dynamic));
        for (Side side : net.sides) {
            SharedReceiveQueue shared = side.adapter.createSharedReceiveQueue(side.domain, 64, 1);
            for (int i = 0; i < 64; i++) {
                shared.post(receive(side, i));
            }
            receives.add(shared);
            targets.add(side.newTarget(shared, KEY));
        }
    }

    private static ReceiveWorkRequest receive(Side side, long slot) {
        return ReceiveWorkRequest.of(slot, side.entry((1 << 20) + 4096 * slot, 4096));
    }

    private static QueuePair initiator(Side side) {
        QueuePair initiator = side.newInitiator();
        initiator.modify(QpState.SQD, ConnectedPair.none());
        initiator.modify(
                QpState.SQD,
                ConnectedPair.none()
                        .set(QpAttribute.TIMEOUT, 10)
                        .set(QpAttribute.RETRY_COUNT, 7)
                        .set(QpAttribute.RNR_RETRY, 7));
        initiator.modify(QpState.RTS, ConnectedPair.none());
        side.events();
        return initiator;
    }

    private SendWorkRequest numbered(long value, int target) {
        MemorySegment source = MemorySegment.ofArray(new long[] {value});
        return SendWorkRequest.send(value).inline(source).to(targets.get(target).address());
    }

    @Test
    void shouldReachAllInOrderWhenOneInitiatorSendsToMany() {
        build(4, QUICK);
        QueuePair initiator = initiator(net.left());
        Random random = new Random(WireKind.SEED);
        int[] sent = new int[4];
        for (int i = 0; i < 60; i += 20) {
            for (int j = 0; j < 20; j++) {
                int target = 1 + random.nextInt(3);
                assertTrue(initiator.postSend(numbered(sent[target], target)));
                sent[target]++;
            }
            net.sends(net.left(), 20).forEach(done -> assertEquals(SUCCESS, done.status()));
        }
        for (int target = 1; target < 4; target++) {
            Side side = net.sides.get(target);
            List<WorkCompletion> received = net.receives(side, sent[target]);
            for (int i = 0; i < received.size(); i++) {
                assertEquals(i, received.get(i).workRequestId());
                assertEquals(i, side.getLong((1 << 20) + 4096L * i));
            }
        }
        assertTrue(initiator.connects() > 3, "it never changed its target");
    }

    @Test
    void shouldReceiveEachOnceWhenManyInitiatorsSendToOne() {
        build(4, QUICK);
        List<QueuePair> initiators = new ArrayList<>();
        for (Side side : net.sides) {
            initiators.add(initiator(side));
            initiators.add(initiator(side));
        }
        for (int i = 0; i < initiators.size(); i++) {
            for (int j = 0; j < 8; j++) {
                assertTrue(initiators.get(i).postSend(numbered(100L * i + j, 0)));
            }
        }
        List<WorkCompletion> received = net.receives(net.left(), 64);
        int[] next = new int[initiators.size()];
        for (WorkCompletion done : received) {
            assertEquals(SUCCESS, done.status());
            int value = (int) net.left().getLong((1 << 20) + 4096 * done.workRequestId());
            assertEquals(next[value / 100], value % 100);
            next[value / 100]++;
        }
        net.sides.forEach(side -> net.sends(side, 16));
    }

    @Test
    void shouldServeRdmaAndAtomicsWhenTargetAllowsThem() {
        build(2, QUICK);
        Side left = net.left();
        Side right = net.right();
        QueuePair initiator = initiator(left);
        left.put(0, "dynamic");
        AddressHandle to = targets.get(1).address();
        RemoteOperand one = new RemoteOperand(right.address(4096), right.remoteKey(), 1, 0);
        int bytes = 5000;
        List<SendWorkRequest> requests =
                List.of(
                        SendWorkRequest.rdmaWrite(
                                1, right.address(8192), right.remoteKey(), left.entry(0, bytes)),
                        SendWorkRequest.rdmaRead(
                                2,
                                right.address(8192),
                                right.remoteKey(),
                                left.entry(65536, bytes)),
                        SendWorkRequest.fetchAndAdd(3, one, left.entry(32768, 8)),
                        SendWorkRequest.fetchAndAdd(4, one, left.entry(32776, 8)));
        requests.forEach(request -> assertTrue(initiator.postSend(request.to(to))));
        net.sends(left, 4).forEach(done -> assertEquals(SUCCESS, done.status()));
        assertEquals("dynamic", right.text(8192, 7));
        assertEquals("dynamic", left.text(65536, 7));
        assertEquals(1, left.getLong(32776));
        assertEquals(2, right.getLong(4096));
    }

    @Test
    void shouldRefuseAndContinueServingWhenAccessKeyIsWrong() {
        build(3, QUICK);
        QueuePair bad = initiator(net.left());
        QueuePair good = initiator(net.sides.get(2));
        DcTarget target = targets.get(1);
        AddressHandle wrong = new AddressHandle(2, target.number(), KEY + 1);
        assertTrue(bad.postSend(SendWorkRequest.send(1).to(wrong)));
        assertTrue(bad.postSend(numbered(2, 1)));
        List<WorkCompletion> done = net.sends(net.left(), 2);
        assertEquals(REM_ACCESS_ERR, done.get(0).status());
        assertEquals(WR_FLUSH_ERR, done.get(1).status());
        assertEquals(QpState.ERR, bad.state());
        assertTrue(net.right().events().contains(AsyncEvent.Type.QP_ACCESS_ERR));
        assertTrue(good.postSend(numbered(3, 1)));
        assertEquals(SUCCESS, net.sends(net.sides.get(2), 1).getFirst().status());
        assertEquals(QpState.RTR, target.state());
    }

    @Test
    void shouldEndOnlyTheConnectionWhenOneInitiatorIsRefused() {
        build(3, QUICK);
        QueuePair bad = initiator(net.left());
        QueuePair good = initiator(net.sides.get(2));
        AddressHandle to = targets.get(1).address();
        assertTrue(bad.postSend(SendWorkRequest.send(1, net.left().entry(0, 5000)).to(to)));
        assertEquals(REM_INV_REQ_ERR, net.sends(net.left(), 1).getFirst().status());
        assertEquals(LOC_LEN_ERR, net.receives(net.right(), 1).getFirst().status());
        assertTrue(good.postSend(numbered(3, 1)));
        assertEquals(SUCCESS, net.sends(net.sides.get(2), 1).getFirst().status());
        bad.modify(QpState.RESET, ConnectedPair.none());
        QueuePair again = initiator(net.left());
        assertTrue(again.postSend(numbered(4, 1)));
        assertEquals(SUCCESS, net.sends(net.left(), 1).getFirst().status());
    }

    @Test
    void shouldDisconnectWhenIdle() {
        build(2, QUICK);
        QueuePair initiator = initiator(net.left());
        assertTrue(initiator.postSend(numbered(1, 1)));
        net.sends(net.left(), 1);
        net.until("the disconnect", () -> !initiator.isDynamicallyConnected());
        net.until("the target to notice", () -> targets.get(1).connections() == 0);
        assertTrue(initiator.postSend(numbered(2, 1)));
        assertEquals(SUCCESS, net.sends(net.left(), 1).getFirst().status());
        assertEquals(2, initiator.connects());
    }

    @Test
    void shouldWaitForAnswerWhenHandshakeIsFull() {
        build(2, new AdapterSettings.Dynamic(true, 500_000, 64, 2_000_000_000L));
        QueuePair initiator = initiator(net.left());
        for (int i = 0; i < 10; i++) {
            assertTrue(initiator.postSend(numbered(i, i % 2)));
        }
        net.sends(net.left(), 10).forEach(done -> assertEquals(SUCCESS, done.status()));
        assertEquals(5, net.receives(net.left(), 5).size());
        assertEquals(5, net.receives(net.right(), 5).size());
    }

    @Test
    void shouldServeAllInTurnWhenTargetHasRoomForOne() {
        build(4, new AdapterSettings.Dynamic(false, 100_000, 1, 2_000_000_000L));
        for (int i = 1; i < 4; i++) {
            assertTrue(initiator(net.sides.get(i)).postSend(numbered(i, 0)));
        }
        net.receives(net.left(), 3).forEach(done -> assertEquals(SUCCESS, done.status()));
        for (int i = 1; i < 4; i++) {
            assertEquals(SUCCESS, net.sends(net.sides.get(i), 1).getFirst().status());
        }
    }

    @Test
    void shouldWaitForReceivesWhenSharedQueueIsEmpty() {
        build(2, QUICK);
        QueuePair initiator = initiator(net.left());
        DcTarget hungry =
                net.right()
                        .newTarget(
                                net.right()
                                        .adapter
                                        .createSharedReceiveQueue(net.right().domain, 4, 1),
                                KEY);
        assertTrue(initiator.postSend(SendWorkRequest.send(1).to(hungry.address())));
        net.settle();
        assertEquals(List.of(), net.left().sendsDone());
    }

    @Test
    void shouldRefuseWhenItIsNotMadeForIt() {
        build(2, QUICK);
        QueuePair initiator = initiator(net.left());
        assertThrows(
                MpiFailure.class, () -> initiator.postSend(SendWorkRequest.send(1)), "no target");
        assertThrows(MpiFailure.class, () -> initiator.postReceive(ReceiveWorkRequest.of(1)));
        DcTarget target = targets.get(0);
        assertThrows(MpiFailure.class, () -> target.modify(QpState.RTS, ConnectedPair.none()));
        assertThrows(MpiFailure.class, () -> receives.get(0).close());
        initiator.close();
        target.close();
        target.close();
        receives.get(0).close();
    }
}
