package musubi.verbs.adapter;

import static musubi.verbs.work.CompletionStatus.SUCCESS;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.verbs.state.QpState;
import musubi.verbs.wire.WireKind;
import musubi.verbs.work.CompletionOpcode;
import musubi.verbs.work.ReceiveWorkRequest;
import musubi.verbs.work.RemoteOperand;
import musubi.verbs.work.SendWorkRequest;
import musubi.verbs.work.WorkCompletion;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.OptionalInt;
import java.util.Random;

/** The contract of a reliable connection over every wire, also with 5 % of packets lost. */
@ParameterizedClass
@EnumSource(WireKind.class)
class ReliableContractTest {
    private static final int MTU = 1024;
    private static final int[] SIZES = {
        0, 1, 8, MTU - 1, MTU, MTU + 1, 3 * MTU, 7 * MTU + 5, 1 << 20
    };

    private final ContractNet net;
    private final Side left;
    private final Side right;

    ReliableContractTest(WireKind kind) {
        net = ContractNet.connected(kind, MTU);
        left = net.left();
        right = net.right();
    }

    @AfterEach
    void close() {
        net.close();
    }

    @Test
    void shouldDeliverWholeMessagesWhenSentInAnySize() {
        for (int bytes : SIZES) {
            byte[] data = fill(left, 0, bytes);
            right.post(ReceiveWorkRequest.of(bytes, right.entry(64, bytes)));
            left.post(SendWorkRequest.send(1, left.entry(0, bytes)).withImmediate(bytes));
            WorkCompletion received = net.receives(right, 1).getFirst();
            assertEquals(SUCCESS, received.status());
            assertEquals(bytes, received.lengthBytes());
            assertEquals(OptionalInt.of(bytes), received.immediate());
            assertEquals(SUCCESS, net.sends(left, 1).getFirst().status());
            assertArrayEquals(data, bytesOf(right, 64, bytes));
        }
    }

    @Test
    void shouldCutAnywhereWhenPiecesAndPacketsDiffer() {
        byte[] data = fill(left, 0, 5000);
        right.post(
                ReceiveWorkRequest.of(
                        1, right.entry(0, 1), right.entry(100, 3000), right.entry(9000, 4000)));
        left.post(
                SendWorkRequest.send(
                        2, left.entry(0, 1500), left.entry(1500, 0), left.entry(1500, 3500)));
        assertEquals(SUCCESS, net.receives(right, 1).getFirst().status());
        byte[] arrived = new byte[5000];
        System.arraycopy(bytesOf(right, 0, 1), 0, arrived, 0, 1);
        System.arraycopy(bytesOf(right, 100, 3000), 0, arrived, 1, 3000);
        System.arraycopy(bytesOf(right, 9000, 1999), 0, arrived, 3001, 1999);
        assertArrayEquals(data, arrived);
    }

    @Test
    void shouldWriteAndReadWhenMessagesHaveAnySize() {
        for (int bytes : SIZES) {
            byte[] data = fill(left, 0, bytes);
            left.post(
                    SendWorkRequest.rdmaWrite(
                            1, right.address(32), right.remoteKey(), left.entry(0, bytes)));
            left.post(
                    SendWorkRequest.rdmaRead(
                            2, right.address(32), right.remoteKey(), left.entry(2 << 20, bytes)));
            List<WorkCompletion> done = net.sends(left, 2);
            assertEquals(CompletionOpcode.RDMA_WRITE, done.get(0).opcode());
            assertEquals(CompletionOpcode.RDMA_READ, done.get(1).opcode());
            assertEquals(bytes, done.get(1).lengthBytes());
            assertArrayEquals(data, bytesOf(right, 32, bytes));
            assertArrayEquals(data, bytesOf(left, 2 << 20, bytes));
        }
    }

    @Test
    void shouldConsumeOneReceiveWhenLongWriteHasImmediate() {
        byte[] data = fill(left, 0, 5 * MTU + 1);
        right.post(ReceiveWorkRequest.of(9));
        left.post(
                SendWorkRequest.rdmaWrite(
                                1, right.address(0), right.remoteKey(), left.entry(0, data.length))
                        .withImmediate(77));
        WorkCompletion done = net.receives(right, 1).getFirst();
        assertEquals(CompletionOpcode.RECEIVE_RDMA_WITH_IMMEDIATE, done.opcode());
        assertEquals(data.length, done.lengthBytes());
        assertEquals(OptionalInt.of(77), done.immediate());
        assertArrayEquals(data, bytesOf(right, 0, data.length));
    }

    @Test
    void shouldDeliverInOrderOnceWhenManyAreSent() {
        int messages = 2000;
        int[] posted = new int[1];
        int[] received = new int[2];
        net.until(
                "messages in order",
                () -> {
                    postNumbers(posted, messages);
                    receiveNumbers(received, messages);
                    return received[0] == messages;
                });
        net.settle();
        assertEquals(List.of(), right.receivesDone());
    }

    private void postNumbers(int[] posted, int messages) {
        MemorySegment inline = MemorySegment.ofArray(new long[] {posted[0]});
        SendWorkRequest send = SendWorkRequest.send(posted[0]).inline(inline);
        boolean signalled = posted[0] % 8 == 7;
        if (posted[0] < messages && left.pair.postSend(send.signalled(signalled))) {
            posted[0]++;
        }
        left.sendsDone().forEach(done -> assertEquals(SUCCESS, done.status()));
    }

    /** Keeps 32 receives posted; {@code received} has the numbers of completed and posted ones. */
    private void receiveNumbers(int[] received, int messages) {
        while (received[1] < Math.min(messages, received[0] + 32)) {
            right.post(ReceiveWorkRequest.of(received[1], right.entry(received[1] % 32 * 8, 8)));
            received[1]++;
        }
        for (WorkCompletion done : right.receivesDone()) {
            assertEquals(received[0], done.workRequestId());
            assertEquals(received[0], right.getLong(received[0] % 32 * 8));
            received[0]++;
        }
    }

    @Test
    void shouldExecuteEachAtomicOnceWhenManyArePosted() {
        right.putLong(8, 100);
        RemoteOperand three = new RemoteOperand(right.address(8), right.remoteKey(), 3, 0);
        for (int round = 0; round < 20; round++) {
            for (int i = 0; i < 16; i++) {
                left.post(SendWorkRequest.fetchAndAdd(i, three, left.entry(8L * i, 8)));
            }
            net.sends(left, 16);
            for (int i = 0; i < 16; i++) {
                assertEquals(100 + 3L * (16 * round + i), left.getLong(8L * i));
            }
        }
        assertEquals(100 + 3 * 320, right.getLong(8));
    }

    @Test
    void shouldWaitForReceiveWhenRetriesAreWithoutEnd() {
        byte[] data = fill(left, 0, 3 * MTU);
        left.post(SendWorkRequest.send(1, left.entry(0, data.length)));
        net.settle();
        assertEquals(List.of(), left.sendsDone());
        right.post(ReceiveWorkRequest.of(2, right.entry(0, data.length)));
        assertEquals(SUCCESS, net.receives(right, 1).getFirst().status());
        assertEquals(SUCCESS, net.sends(left, 1).getFirst().status());
        assertArrayEquals(data, bytesOf(right, 0, data.length));
    }

    @Test
    void shouldDoAsTheModelWhenOperationsAreRandom() {
        Random random = new Random(WireKind.SEED);
        boolean reliable = !net.kind.isLossy();
        ModelledTraffic there = new ModelledTraffic(left, right, random, reliable, 500);
        ModelledTraffic back = new ModelledTraffic(right, left, random, reliable, 500);
        net.until(
                "random operations",
                () -> {
                    there.step();
                    back.step();
                    return there.isDone() && back.isDone();
                });
        there.checkTarget();
        back.checkTarget();
        assertEquals(QpState.RTS, left.pair.state());
        assertEquals(QpState.RTS, right.pair.state());
    }

    @Test
    void shouldServeBothDirectionsAtOnceWhenMessagesAreLong() {
        int bytes = 300_000;
        byte[] there = fill(left, 0, bytes);
        byte[] back = fill(right, 0, bytes);
        for (Side side : net.sides) {
            side.post(ReceiveWorkRequest.of(1, side.entry(1 << 20, bytes)));
            side.post(SendWorkRequest.send(2, side.entry(0, bytes)));
        }
        assertEquals(SUCCESS, net.receives(left, 1).getFirst().status());
        assertEquals(SUCCESS, net.receives(right, 1).getFirst().status());
        assertArrayEquals(back, bytesOf(left, 1 << 20, bytes));
        assertArrayEquals(there, bytesOf(right, 1 << 20, bytes));
        assertTrue(left.pair.state() == QpState.RTS && right.pair.state() == QpState.RTS);
    }

    private static byte[] fill(Side side, long offset, int bytes) {
        byte[] data = new byte[bytes];
        new Random(WireKind.SEED + bytes + side.adapter.lid()).nextBytes(data);
        MemorySegment.copy(data, 0, side.memory, ValueLayout.JAVA_BYTE, offset, bytes);
        return data;
    }

    private static byte[] bytesOf(Side side, long offset, int bytes) {
        return side.memory.asSlice(offset, bytes).toArray(ValueLayout.JAVA_BYTE);
    }
}
