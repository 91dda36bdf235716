package musubi.verbs.adapter;

import static musubi.verbs.work.CompletionStatus.SUCCESS;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.error.MpiFailure;
import musubi.verbs.memory.ScatterGatherEntry;
import musubi.verbs.state.QpState;
import musubi.verbs.work.CompletionOpcode;
import musubi.verbs.work.ReceiveWorkRequest;
import musubi.verbs.work.SendWorkRequest;
import musubi.verbs.work.WorkCompletion;

import org.junit.jupiter.api.Test;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.LongStream;

class SendReceiveTest {
    private final ConnectedPair net = ConnectedPair.connected();
    private final Side left = net.left;
    private final Side right = net.right;

    @Test
    void shouldGatherAndScatterWhenSentInPieces() {
        left.put(0, "abcde");
        left.put(100, "fgh");
        right.post(ReceiveWorkRequest.of(5, right.entry(0, 2), right.entry(50, 20)));
        left.post(SendWorkRequest.send(6, left.entry(0, 5), left.entry(100, 3)));
        net.run();
        assertEquals("ab", right.text(0, 2));
        assertEquals("cdefgh\0", right.text(50, 7));
        WorkCompletion received = right.receivesDone().getFirst();
        assertEquals(
                new WorkCompletion(
                        5,
                        SUCCESS,
                        CompletionOpcode.RECEIVE,
                        8,
                        OptionalInt.empty(),
                        right.pair.number(),
                        0),
                received);
        WorkCompletion sent = left.sendsDone().getFirst();
        assertEquals(CompletionOpcode.SEND, sent.opcode());
        assertEquals(8, sent.lengthBytes());
        assertEquals(left.pair.number(), sent.queuePairNumber());
    }

    @Test
    void shouldDeliverImmediateWhenSentWithIt() {
        right.post(ReceiveWorkRequest.of(1));
        left.post(SendWorkRequest.send(2).withImmediate(0xCAFE));
        net.run();
        assertEquals(OptionalInt.of(0xCAFE), right.receivesDone().getFirst().immediate());
    }

    @Test
    void shouldKeepOrderWhenManyAreSent() {
        for (int i = 0; i < 32; i++) {
            right.post(ReceiveWorkRequest.of(i, right.entry(8L * i, 8)));
            left.putLong(8L * i, 1000 + i);
            left.post(SendWorkRequest.send(100 + i, left.entry(8L * i, 8)));
        }
        net.run();
        right.receiveStatuses(LongStream.range(0, 32).toArray());
        left.sendStatuses(LongStream.range(100, 132).toArray());
        for (int i = 0; i < 32; i++) {
            assertEquals(1000 + i, right.getLong(8L * i));
        }
    }

    @Test
    void shouldSendOldBytesWhenInlineSourceIsReused() {
        byte[] source = {1, 2, 3};
        right.post(ReceiveWorkRequest.of(1, right.entry(0, 3)));
        left.post(SendWorkRequest.send(2).inline(MemorySegment.ofArray(source)));
        source[0] = 99;
        net.run();
        assertEquals("\1\2\3", right.text(0, 3));
        assertEquals(3, left.sendsDone().getFirst().lengthBytes());
    }

    @Test
    void shouldRefuseWhenInlineOrEntriesExceedTheLimits() {
        SendWorkRequest longInline =
                SendWorkRequest.send(1).inline(MemorySegment.ofArray(new byte[65]));
        assertThrows(MpiFailure.class, () -> left.pair.postSend(longInline));
        ScatterGatherEntry piece = left.entry(0, 1);
        SendWorkRequest five = SendWorkRequest.send(1, piece, piece, piece, piece, piece);
        assertThrows(MpiFailure.class, () -> left.pair.postSend(five));
        ReceiveWorkRequest many = ReceiveWorkRequest.of(1, piece, piece, piece, piece, piece);
        assertThrows(MpiFailure.class, () -> left.pair.postReceive(many));
    }

    @Test
    void shouldRefuseWhenReadIsInlineOrImmediate() {
        SendWorkRequest read = SendWorkRequest.rdmaRead(1, 0, 0);
        assertThrows(MpiFailure.class, () -> read.withImmediate(1));
        assertThrows(MpiFailure.class, () -> read.inline(MemorySegment.ofArray(new byte[1])));
        assertThrows(MpiFailure.class, () -> new ScatterGatherEntry(0, -1, 0));
    }

    @Test
    void shouldCompleteOnlySignalledSendsWhenSomeAreNot() {
        for (int i = 0; i < 4; i++) {
            right.post(ReceiveWorkRequest.of(i));
        }
        left.post(SendWorkRequest.send(1).unsignalled());
        left.post(SendWorkRequest.send(2));
        left.post(SendWorkRequest.send(3).unsignalled());
        left.post(SendWorkRequest.send(4));
        net.run();
        assertEquals(List.of(SUCCESS, SUCCESS), left.sendStatuses(2, 4));
        right.receiveStatuses(0, 1, 2, 3);
    }

    @Test
    void shouldCompleteEachSendWhenQueuePairSignalsAll() {
        QueuePair old = left.pair;
        left.pair = left.newPair(Optional.empty(), true);
        old.close();
        right.pair.modify(QpState.RESET, ConnectedPair.none());
        net.connect();
        right.post(ReceiveWorkRequest.of(1));
        left.post(SendWorkRequest.send(2).unsignalled());
        net.run();
        left.sendStatuses(2);
    }

    @Test
    void shouldFreeSlotsOnlyWhenSignalledCompletionIsPolled() {
        for (int i = 0; i < 32; i++) {
            right.post(ReceiveWorkRequest.of(i));
            SendWorkRequest send = SendWorkRequest.send(i);
            left.post(i == 30 ? send : send.unsignalled());
        }
        net.run();
        right.receivesDone();
        assertFalse(left.pair.postSend(SendWorkRequest.send(40)), "slots free before the poll");
        left.sendStatuses(30);
        for (int i = 0; i < 31; i++) {
            right.post(ReceiveWorkRequest.of(i));
            assertTrue(left.pair.postSend(SendWorkRequest.send(50 + i)));
        }
        assertFalse(left.pair.postSend(SendWorkRequest.send(90)), "31 is still unsignalled");
        net.run();
        assertEquals(31, left.sendsDone().size());
    }

    @Test
    void shouldPushBackWhenReceiveQueueIsFull() {
        for (int i = 0; i < 32; i++) {
            assertTrue(right.pair.postReceive(ReceiveWorkRequest.of(i)));
        }
        assertFalse(right.pair.postReceive(ReceiveWorkRequest.of(32)));
    }

    @Test
    void shouldDeliverAllInOrderWhenWireIsFullForAWhile() {
        left.wire.full(true);
        right.wire.full(true);
        for (int i = 0; i < 8; i++) {
            right.post(ReceiveWorkRequest.of(i));
            left.post(SendWorkRequest.send(i));
        }
        net.run();
        assertEquals(List.of(), right.receivesDone());
        left.wire.full(false);
        net.run();
        right.receiveStatuses(LongStream.range(0, 8).toArray());
        assertEquals(List.of(), left.sendsDone());
        right.wire.full(false);
        net.run();
        left.sendStatuses(LongStream.range(0, 8).toArray());
    }

    @Test
    void shouldServeManyPeersWhenEachHasAQueuePair() {
        List<QueuePair> extra = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            QueuePair mine = left.newPair(Optional.empty(), false);
            QueuePair theirs = right.newPair(Optional.empty(), false);
            join(mine, right, theirs);
            join(theirs, left, mine);
            assertTrue(theirs.postReceive(ReceiveWorkRequest.of(i, right.entry(8L * i, 8))));
            left.putLong(8L * i, 70 + i);
            assertTrue(mine.postSend(SendWorkRequest.send(i, left.entry(8L * i, 8))));
            extra.add(mine);
        }
        net.run();
        assertEquals(3, left.sendsDone().size());
        for (int i = 0; i < 3; i++) {
            assertEquals(70 + i, right.getLong(8L * i));
        }
        extra.forEach(QueuePair::close);
    }

    private static void join(QueuePair pair, Side peer, QueuePair peerPair) {
        pair.modify(QpState.INIT, ConnectedPair.toInit());
        pair.modify(QpState.RTR, ConnectedPair.toRtr(peer.adapter.lid(), peerPair.number()));
        pair.modify(QpState.RTS, ConnectedPair.toRts());
    }
}
