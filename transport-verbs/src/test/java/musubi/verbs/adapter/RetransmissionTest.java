package musubi.verbs.adapter;

import static musubi.verbs.work.CompletionStatus.SUCCESS;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.verbs.memory.ScatterGatherEntry;
import musubi.verbs.state.QpAttribute;
import musubi.verbs.state.QpState;
import musubi.verbs.wire.Packet;
import musubi.verbs.wire.PacketOpcode;
import musubi.verbs.wire.Psn;
import musubi.verbs.work.CompletionStatus;
import musubi.verbs.work.ReceiveWorkRequest;
import musubi.verbs.work.RemoteOperand;
import musubi.verbs.work.SendWorkRequest;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

class RetransmissionTest {
    private final ConnectedPair net = ConnectedPair.connected();
    private final Side left = net.left;
    private final Side right = net.right;

    @Test
    void shouldAddOnceWhenAnswerOfAtomicIsLost() {
        right.wire.lose(first(PacketOpcode.ATOMIC_RESPONSE));
        right.putLong(0, 10);
        RemoteOperand operand = new RemoteOperand(right.address(0), right.remoteKey(), 1, 0);
        left.post(SendWorkRequest.fetchAndAdd(1, operand, left.entry(0, 8)));
        net.run();
        net.runAfter(ConnectedPair.TIMEOUT_NS);
        assertEquals(List.of(SUCCESS), left.sendStatuses(1));
        assertEquals(10, left.getLong(0));
        assertEquals(11, right.getLong(0));
        assertEquals(2, left.wire.sent(PacketOpcode.FETCH_AND_ADD));
    }

    @Test
    void shouldDeliverOnceWhenAcknowledgementIsLost() {
        right.wire.lose(first(PacketOpcode.ACKNOWLEDGE));
        right.post(ReceiveWorkRequest.of(1));
        right.post(ReceiveWorkRequest.of(2));
        left.post(SendWorkRequest.send(3));
        net.run();
        net.runAfter(ConnectedPair.TIMEOUT_NS);
        assertEquals(List.of(SUCCESS), left.sendStatuses(3));
        assertEquals(List.of(SUCCESS), right.receiveStatuses(1));
    }

    @Test
    void shouldCompleteBothWhenOnlyTheFirstAcknowledgementIsLost() {
        right.wire.lose(first(PacketOpcode.ACKNOWLEDGE));
        right.post(ReceiveWorkRequest.of(1));
        right.post(ReceiveWorkRequest.of(2));
        left.post(SendWorkRequest.send(3));
        net.run();
        left.post(SendWorkRequest.send(4));
        net.run();
        assertEquals(List.of(SUCCESS, SUCCESS), left.sendStatuses(3, 4));
        assertEquals(2, left.wire.sent().size());
    }

    @Test
    void shouldReadAgainWithoutTimeoutWhenLaterRequestIsAcknowledged() {
        right.wire.lose(first(PacketOpcode.READ_RESPONSE));
        right.putLong(0, 6);
        right.post(ReceiveWorkRequest.of(1));
        left.post(
                SendWorkRequest.rdmaRead(2, right.address(0), right.remoteKey(), left.entry(0, 8)));
        left.post(SendWorkRequest.send(3));
        net.run();
        assertEquals(List.of(SUCCESS, SUCCESS), left.sendStatuses(2, 3));
        assertEquals(6, left.getLong(0));
        assertEquals(List.of(SUCCESS), right.receiveStatuses(1));
    }

    @Test
    void shouldGoBackWithoutTimeoutWhenRequestIsLost() {
        left.wire.lose(first(PacketOpcode.SEND));
        for (int i = 0; i < 3; i++) {
            right.post(ReceiveWorkRequest.of(i, right.entry(8L * i, 8)));
            left.putLong(8L * i, i + 1);
            left.post(SendWorkRequest.send(i, left.entry(8L * i, 8)));
        }
        net.run();
        left.sendStatuses(0, 1, 2);
        right.receiveStatuses(0, 1, 2);
        assertEquals(1, right.getLong(0));
        assertEquals(3, right.getLong(16));
        assertEquals(1, right.wire.sent(PacketOpcode.NAK_SEQUENCE), "one answer per gap");
    }

    @Test
    void shouldRetryAsOftenAsChangedWhenDrained() {
        ConnectedPair.change(left.pair, QpAttribute.RETRY_COUNT, 7);
        int[] lost = new int[1];
        left.wire.lose(packet -> lost[0]++ < 7);
        right.post(ReceiveWorkRequest.of(1));
        left.post(SendWorkRequest.send(2));
        net.run();
        for (int i = 0; i < 7; i++) {
            net.runAfter(ConnectedPair.TIMEOUT_NS);
        }
        assertEquals(List.of(SUCCESS), left.sendStatuses(2));
        assertEquals(8, left.wire.sent(PacketOpcode.SEND));
    }

    @Test
    void shouldGiveUpWhenEveryReadAnswerIsLost() {
        right.wire.lose(packet -> packet.opcode() == PacketOpcode.READ_RESPONSE);
        ScatterGatherEntry target = left.entry(0, 8);
        left.post(SendWorkRequest.rdmaRead(1, right.address(0), right.remoteKey(), target));
        left.post(SendWorkRequest.rdmaWrite(2, right.address(0), right.remoteKey(), target));
        for (int i = 0; i < 10 && left.pair.state() == QpState.RTS; i++) {
            for (int poll = 0; poll < 20; poll++) {
                left.adapter.poll(16);
                right.adapter.poll(16);
            }
            net.clock.advance(ConnectedPair.TIMEOUT_NS);
        }
        assertEquals(
                List.of(CompletionStatus.RETRY_EXC_ERR, CompletionStatus.WR_FLUSH_ERR),
                left.sendStatuses(1, 2));
    }

    @Test
    void shouldIgnoreWhenPacketIsNotFromThePeer() {
        right.post(ReceiveWorkRequest.of(1));
        Packet foreign = packet(PacketOpcode.SEND, ConnectedPair.FIRST_PSN);
        left.wire.offer(foreign.from(1, 999).to(2, right.pair.number()));
        Packet misdirected = packet(PacketOpcode.SEND, ConnectedPair.FIRST_PSN);
        left.wire.offer(misdirected.from(1, left.pair.number()).to(2, 999));
        net.run();
        assertEquals(List.of(), right.receivesDone());
        assertEquals(QpState.RTS, right.pair.state());
    }

    @Test
    void shouldIgnoreWhenAnswerFitsNothingInFlight() {
        for (PacketOpcode opcode : PacketOpcode.values()) {
            if (opcode.isResponse()) {
                right.wire.offer(back(packet(opcode, ConnectedPair.FIRST_PSN + 1)));
            }
        }
        left.post(
                SendWorkRequest.rdmaWrite(
                        1, right.address(0), right.remoteKey(), left.entry(0, 8)));
        net.run();
        assertEquals(List.of(SUCCESS), left.sendStatuses(1));
        assertEquals(List.of(), left.events());
    }

    @Test
    void shouldNotCompleteWhenAnswerIsAheadOfWhatWasSent() {
        left.post(SendWorkRequest.send(1));
        left.adapter.poll(16);
        int unsent = ConnectedPair.FIRST_PSN + 1;
        right.wire.offer(back(packet(PacketOpcode.ACKNOWLEDGE, unsent)));
        left.adapter.poll(16);
        assertEquals(List.of(), left.sendsDone());
    }

    @Test
    void shouldCountThroughZeroWhenNumbersWrap() {
        for (int i = 0; i < 10; i++) {
            right.post(ReceiveWorkRequest.of(i));
            left.post(SendWorkRequest.send(i));
        }
        net.run();
        assertEquals(10, left.sendsDone().size());
        List<Integer> psns = new ArrayList<>();
        left.wire.sent().forEach(packet -> psns.add(packet.psn()));
        assertEquals(List.of(0xFFFFFD, 0xFFFFFE, 0xFFFFFF, 0, 1, 2, 3, 4, 5, 6), psns);
        assertEquals(-1, Psn.distance(0, 0xFFFFFF));
        assertEquals(1, Psn.distance(0xFFFFFF, 0));
        assertEquals(0xFFFFFF, Psn.previous(0));
        assertTrue(Psn.distance(0, 0x7FFFFF) > 0);
    }

    private Packet back(Packet packet) {
        return packet.from(2, right.pair.number()).to(1, left.pair.number());
    }

    private static Packet packet(PacketOpcode opcode, int psn) {
        return new Packet().begin(opcode, psn, Packet.FIRST | Packet.LAST);
    }

    private static Predicate<Packet> first(PacketOpcode opcode) {
        boolean[] lost = new boolean[1];
        return packet -> {
            boolean loses = !lost[0] && packet.opcode() == opcode;
            lost[0] |= loses;
            return loses;
        };
    }
}
