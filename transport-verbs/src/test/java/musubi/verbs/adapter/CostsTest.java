package musubi.verbs.adapter;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.error.MpiFailure;
import musubi.verbs.state.QpState;
import musubi.verbs.wire.FaultyWire;
import musubi.verbs.wire.LoopbackFabric;
import musubi.verbs.wire.ManualClock;
import musubi.verbs.wire.PacketOpcode;
import musubi.verbs.work.CompletionChannel;
import musubi.verbs.work.CompletionQueue;
import musubi.verbs.work.QueueLimits;
import musubi.verbs.work.ReceiveWorkRequest;
import musubi.verbs.work.SendWorkRequest;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Optional;

class CostsTest {
    private static final long SETUP_NS = 2_000_000;
    private static final long CONNECT_NS = 30_000;

    private final LoopbackFabric fabric = new LoopbackFabric();
    private final ManualClock clock = new ManualClock();
    private final AdapterSettings settings =
            AdapterSettings.DEFAULTS.withCosts(
                    new AdapterSettings.Costs(SETUP_NS, CONNECT_NS, 1000, 10, 1));
    private final Side left = side(1);
    private final Side right = side(2);

    private Side side(int lid) {
        FaultyWire wire = new FaultyWire(fabric.attach(lid, 64));
        return new Side(wire, clock, settings, 128, 4096);
    }

    private void run() {
        for (int i = 0; i < 20; i++) {
            left.adapter.poll(16);
            right.adapter.poll(16);
        }
    }

    @Test
    void shouldSendOnlyAfterTheSetupWhenReliableConnectionIsNew() {
        bringUp(left.pair, 2, right.pair.number());
        bringUp(right.pair, 1, left.pair.number());
        right.post(ReceiveWorkRequest.of(1));
        left.post(SendWorkRequest.send(2));
        clock.advance(SETUP_NS - 1);
        run();
        assertEquals(0, left.wire.sent().size());
        clock.advance(1);
        run();
        left.sendStatuses(2);
    }

    @Test
    void shouldCostAPacketAndAWaitWhenInitiatorConnects() {
        SharedReceiveQueue shared = right.adapter.createSharedReceiveQueue(right.domain, 8, 1);
        DcTarget target = right.newTarget(shared, 7);
        DcTarget second = right.newTarget(shared, 7);
        QueuePair initiator = left.newInitiator();
        for (int i = 0; i < 8; i++) {
            shared.post(ReceiveWorkRequest.of(i));
        }
        assertTrue(initiator.postSend(SendWorkRequest.send(1).to(target.address())));
        clock.advance(CONNECT_NS - 1);
        run();
        assertEquals(1, left.wire.sent(PacketOpcode.CONNECT));
        assertEquals(0, left.wire.sent(PacketOpcode.SEND));
        clock.advance(CONNECT_NS);
        run();
        assertEquals(1, left.wire.sent(PacketOpcode.SEND));
        assertTrue(initiator.postSend(SendWorkRequest.send(2).to(target.address())));
        run();
        assertEquals(2, left.wire.sent(PacketOpcode.SEND), "it is connected already");
        assertTrue(initiator.postSend(SendWorkRequest.send(3).to(second.address())));
        run();
        assertEquals(1, left.wire.sent(PacketOpcode.DISCONNECT));
        assertEquals(2, left.wire.sent(PacketOpcode.CONNECT));
        clock.advance(CONNECT_NS);
        run();
        left.sendStatuses(1, 2, 3);
        assertEquals(2, initiator.connects());
    }

    @Test
    void shouldGrowWithPeersOnlyWhenConnectionsAreReliable() {
        long before = left.adapter.contextBytes();
        long each = 1000 + (32 + 32) * 10;
        for (int peers = 1; peers <= 5; peers++) {
            left.newPair(Optional.empty(), false);
            assertEquals(before + peers * each, left.adapter.contextBytes());
        }
        SharedReceiveQueue shared = right.adapter.createSharedReceiveQueue(right.domain, 8, 1);
        DcTarget target = right.newTarget(shared, 7);
        QueuePair initiator = right.newInitiator();
        long dynamic = right.adapter.contextBytes();
        for (int lid = 3; lid < 9; lid++) {
            Side peer = side(lid);
            SharedReceiveQueue theirs = peer.adapter.createSharedReceiveQueue(peer.domain, 8, 1);
            DcTarget there = peer.newTarget(theirs, 7);
            theirs.post(ReceiveWorkRequest.of(1));
            shared.post(ReceiveWorkRequest.of(1));
            assertTrue(initiator.postSend(SendWorkRequest.send(1).to(there.address())));
            assertTrue(peer.newInitiator().postSend(SendWorkRequest.send(2).to(target.address())));
            for (int i = 0; i < 10; i++) {
                clock.advance(CONNECT_NS);
                peer.adapter.poll(16);
                right.adapter.poll(16);
            }
            peer.sendStatuses(2);
            right.sendStatuses(1);
        }
        assertEquals(dynamic, right.adapter.contextBytes(), "it grew with the peers");
    }

    @Test
    void shouldRaiseOneEventWhenArmedQueueGetsACompletion() {
        CompletionChannel channel = left.adapter.createCompletionChannel();
        CompletionQueue queue = left.adapter.createCompletionQueue(8, channel);
        QueueLimits limits = new QueueLimits(8, 8, 1, 1, 0);
        QueuePair pair =
                left.adapter.createQueuePair(
                        left.domain,
                        new QueuePairConfiguration(queue, queue, Optional.empty(), limits, true));
        pair.modify(QpState.INIT, ConnectedPair.toInit());
        pair.modify(QpState.ERR, ConnectedPair.none());
        pair.postSend(SendWorkRequest.send(1));
        assertEquals(Optional.empty(), channel.pollEvent(), "it was not armed");
        queue.requestNotify();
        pair.postSend(SendWorkRequest.send(2));
        pair.postSend(SendWorkRequest.send(3));
        assertEquals(Optional.of(queue), channel.pollEvent());
        assertEquals(Optional.empty(), channel.pollEvent());
        assertThrows(MpiFailure.class, left.sendCompletions::requestNotify);
        assertEquals(List.of(), left.events());
    }

    private static void bringUp(QueuePair pair, int lid, int number) {
        pair.modify(QpState.INIT, ConnectedPair.toInit());
        pair.modify(QpState.RTR, ConnectedPair.toRtr(lid, number));
        pair.modify(QpState.RTS, ConnectedPair.toRts());
    }
}
