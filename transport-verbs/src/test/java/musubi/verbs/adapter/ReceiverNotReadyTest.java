package musubi.verbs.adapter;

import static musubi.verbs.work.CompletionStatus.RNR_RETRY_EXC_ERR;
import static musubi.verbs.work.CompletionStatus.SUCCESS;
import static musubi.verbs.work.CompletionStatus.WR_FLUSH_ERR;

import static org.junit.jupiter.api.Assertions.assertEquals;

import musubi.verbs.state.QpAttribute;
import musubi.verbs.state.QpState;
import musubi.verbs.wire.PacketOpcode;
import musubi.verbs.work.ReceiveWorkRequest;
import musubi.verbs.work.SendWorkRequest;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.List;

class ReceiverNotReadyTest {
    private static final long WAIT_NS = 10_000;

    private final ConnectedPair net = ConnectedPair.connected();
    private final Side left = net.left;
    private final Side right = net.right;

    @Test
    void shouldSendAgainAfterTheWaitWhenReceiveIsPostedLate() {
        left.putLong(0, 5);
        left.post(SendWorkRequest.send(1, left.entry(0, 8)));
        net.run();
        right.post(ReceiveWorkRequest.of(2, right.entry(0, 8)));
        net.runAfter(WAIT_NS - 1);
        assertEquals(1, left.wire.sent().size(), "sent again before the wait was over");
        net.runAfter(1);
        assertEquals(List.of(SUCCESS), left.sendStatuses(1));
        assertEquals(List.of(SUCCESS), right.receiveStatuses(2));
        assertEquals(5, right.getLong(0));
    }

    @Test
    void shouldFailWhenRetriesAreUsedUp() {
        left.post(SendWorkRequest.send(1));
        left.post(SendWorkRequest.send(2));
        net.run();
        net.runAfter(WAIT_NS);
        net.runAfter(WAIT_NS - 1);
        assertEquals(List.of(), left.sendsDone());
        net.runAfter(1);
        assertEquals(List.of(RNR_RETRY_EXC_ERR, WR_FLUSH_ERR), left.sendStatuses(1, 2));
        assertEquals(3, right.wire.sent(PacketOpcode.NAK_RECEIVER_NOT_READY));
        assertEquals(QpState.ERR, left.pair.state());
        assertEquals(QpState.RTS, right.pair.state());
    }

    @Test
    void shouldFailAtOnceWhenNoRetryIsAllowed() {
        ConnectedPair.change(left.pair, QpAttribute.RNR_RETRY, 0);
        right.post(ReceiveWorkRequest.of(1));
        left.post(SendWorkRequest.send(1));
        net.run();
        left.sendStatuses(1);
        left.post(SendWorkRequest.send(2));
        net.run();
        assertEquals(List.of(RNR_RETRY_EXC_ERR), left.sendStatuses(2));
    }

    @Test
    void shouldTryWithoutEndWhenRetryCountIsSeven() {
        ConnectedPair.change(left.pair, QpAttribute.RNR_RETRY, 7);
        left.post(SendWorkRequest.send(1));
        for (int i = 0; i < 100; i++) {
            net.runAfter(WAIT_NS);
        }
        assertEquals(List.of(), left.sendsDone());
        right.post(ReceiveWorkRequest.of(2));
        net.runAfter(WAIT_NS);
        assertEquals(List.of(SUCCESS), left.sendStatuses(1));
    }

    @Test
    void shouldHaveAllRetriesAgainWhenOneSendGotThrough() {
        for (int i = 0; i < 3; i++) {
            left.post(SendWorkRequest.send(i));
            net.run();
            net.runAfter(WAIT_NS);
            right.post(ReceiveWorkRequest.of(i));
            net.runAfter(WAIT_NS);
            assertEquals(List.of(SUCCESS), left.sendStatuses(i));
        }
    }

    @Test
    void shouldHoldLaterRequestsWhenEarlierOneWaits() {
        left.putLong(0, 9);
        left.post(SendWorkRequest.send(1));
        left.post(
                SendWorkRequest.rdmaWrite(
                        2, right.address(8), right.remoteKey(), left.entry(0, 8)));
        net.run();
        assertEquals(0, right.getLong(8), "the write overtook the send");
        assertEquals(0, right.wire.sent(PacketOpcode.NAK_SEQUENCE), "requested a received packet");
        right.post(ReceiveWorkRequest.of(3));
        net.runAfter(WAIT_NS);
        assertEquals(9, right.getLong(8));
        assertEquals(List.of(SUCCESS, SUCCESS), left.sendStatuses(1, 2));
    }

    @Test
    void shouldWriteNothingWhenWriteWithImmediateFindsNoReceive() {
        left.putLong(0, 9);
        left.post(
                SendWorkRequest.rdmaWrite(1, right.address(8), right.remoteKey(), left.entry(0, 8))
                        .withImmediate(3));
        net.run();
        assertEquals(0, right.getLong(8));
        right.post(ReceiveWorkRequest.of(2));
        net.runAfter(WAIT_NS);
        assertEquals(9, right.getLong(8));
        right.receiveStatuses(2);
    }

    @ParameterizedTest
    @CsvSource({
        "0, 655360",
        "1, 10",
        "2, 20",
        "3, 30",
        "4, 40",
        "5, 60",
        "6, 80",
        "7, 120",
        "8, 160",
        "9, 240",
        "10, 320",
        "11, 480",
        "12, 640",
        "13, 960",
        "14, 1280",
        "15, 1920",
        "16, 2560",
        "17, 3840",
        "18, 5120",
        "19, 7680",
        "20, 10240",
        "21, 15360",
        "22, 20480",
        "23, 30720",
        "24, 40960",
        "25, 61440",
        "26, 81920",
        "27, 122880",
        "28, 163840",
        "29, 245760",
        "30, 327680",
        "31, 491520"
    })
    void shouldWaitByTheInfiniBandTableWhenGivenACode(int code, long microseconds) {
        assertEquals(microseconds * 1000, RnrTimer.nanos(code));
    }
}
