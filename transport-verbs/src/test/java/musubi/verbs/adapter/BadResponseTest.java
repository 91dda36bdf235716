package musubi.verbs.adapter;

import static org.junit.jupiter.api.Assertions.assertEquals;

import musubi.verbs.state.QpAttribute;
import musubi.verbs.state.QpAttributes;
import musubi.verbs.state.QpState;
import musubi.verbs.wire.Packet;
import musubi.verbs.wire.PacketOpcode;
import musubi.verbs.work.CompletionStatus;
import musubi.verbs.work.SendWorkRequest;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.List;

class BadResponseTest {
    private final ConnectedPair net = ConnectedPair.connected();
    private final Side left = net.left;
    private final Side right = net.right;

    @ParameterizedTest
    @CsvSource({"READ_RESPONSE, 7", "READ_RESPONSE, 9", "ATOMIC_RESPONSE, 8", "READ_RESPONSE, 0"})
    void shouldFailWhenAnswerToReadDoesNotFit(PacketOpcode opcode, int bytes) {
        left.post(
                SendWorkRequest.rdmaRead(1, right.address(0), right.remoteKey(), left.entry(0, 8)));
        answer(opcode, bytes);
        assertEquals(List.of(CompletionStatus.BAD_RESP_ERR), left.sendStatuses(1));
        assertEquals(QpState.ERR, left.pair.state());
    }

    @Test
    void shouldFailWhenSendIsAnsweredWithBytes() {
        left.post(SendWorkRequest.send(1));
        answer(PacketOpcode.READ_RESPONSE, 0);
        assertEquals(List.of(CompletionStatus.BAD_RESP_ERR), left.sendStatuses(1));
    }

    @Test
    void shouldFailWhenPathMtusDiffer() {
        right.pair.modify(QpState.RESET, ConnectedPair.none());
        right.pair.modify(QpState.INIT, ConnectedPair.toInit());
        QpAttributes rtr = ConnectedPair.toRtr(1, left.pair.number());
        right.pair.modify(QpState.RTR, rtr.set(QpAttribute.PATH_MTU, 256));
        left.post(
                SendWorkRequest.rdmaRead(
                        1, right.address(0), right.remoteKey(), left.entry(0, 1000)));
        net.run();
        assertEquals(List.of(CompletionStatus.BAD_RESP_ERR), left.sendStatuses(1));
    }

    /** Sends the request, and answers it instead of the peer. */
    private void answer(PacketOpcode opcode, int bytes) {
        left.adapter.poll(1);
        Packet packet = new Packet().begin(opcode, ConnectedPair.FIRST_PSN, Packet.LAST);
        packet.from(2, right.pair.number()).to(1, left.pair.number());
        packet.payloadBytes(bytes);
        right.wire.offer(packet);
        left.adapter.poll(1);
    }
}
