package musubi.verbs.adapter;

import static musubi.verbs.work.CompletionStatus.SUCCESS;

import static org.junit.jupiter.api.Assertions.assertEquals;

import musubi.verbs.memory.MemoryRegion;
import musubi.verbs.state.QpAttribute;
import musubi.verbs.wire.PacketOpcode;
import musubi.verbs.work.CompletionOpcode;
import musubi.verbs.work.ReceiveWorkRequest;
import musubi.verbs.work.RemoteOperand;
import musubi.verbs.work.SendWorkRequest;
import musubi.verbs.work.WorkCompletion;

import org.junit.jupiter.api.Test;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.OptionalInt;

class RdmaTest {
    private final ConnectedPair net = ConnectedPair.connected();
    private final Side left = net.left;
    private final Side right = net.right;

    @Test
    void shouldWriteWithoutReceiveWhenNoImmediateIsGiven() {
        left.put(0, "hello");
        left.post(
                SendWorkRequest.rdmaWrite(
                        1, right.address(20), right.remoteKey(), left.entry(0, 5)));
        net.run();
        assertEquals("hello", right.text(20, 5));
        assertEquals(List.of(), right.receivesDone());
        assertEquals(CompletionOpcode.RDMA_WRITE, left.sendsDone().getFirst().opcode());
    }

    @Test
    void shouldConsumeReceiveAndLeaveItsBufferWhenWritingWithImmediate() {
        left.put(0, "hello");
        right.put(0, "keep");
        right.post(ReceiveWorkRequest.of(9, right.entry(0, 4)));
        left.post(
                SendWorkRequest.rdmaWrite(1, right.address(20), right.remoteKey(), left.entry(0, 5))
                        .withImmediate(-7));
        net.run();
        assertEquals("hello", right.text(20, 5));
        assertEquals("keep", right.text(0, 4));
        WorkCompletion done = right.receivesDone().getFirst();
        assertEquals(9, done.workRequestId());
        assertEquals(CompletionOpcode.RECEIVE_RDMA_WITH_IMMEDIATE, done.opcode());
        assertEquals(5, done.lengthBytes());
        assertEquals(OptionalInt.of(-7), done.immediate());
    }

    @Test
    void shouldFetchBytesWhenReading() {
        right.put(64, "remote");
        left.post(
                SendWorkRequest.rdmaRead(
                        1,
                        right.address(64),
                        right.remoteKey(),
                        left.entry(0, 4),
                        left.entry(8, 2)));
        net.run();
        assertEquals("remo", left.text(0, 4));
        assertEquals("te", left.text(8, 2));
        assertEquals(CompletionOpcode.RDMA_READ, left.sendsDone().getFirst().opcode());
    }

    @Test
    void shouldSwapOnlyWhenComparisonHolds() {
        right.putLong(8, 40);
        left.post(
                SendWorkRequest.compareAndSwap(
                        1,
                        new RemoteOperand(right.address(8), right.remoteKey(), 41, 99),
                        left.entry(0, 8)));
        left.post(
                SendWorkRequest.compareAndSwap(
                        2,
                        new RemoteOperand(right.address(8), right.remoteKey(), 40, 50),
                        left.entry(8, 8)));
        net.run();
        assertEquals(List.of(SUCCESS, SUCCESS), left.sendStatuses(1, 2));
        assertEquals(40, left.getLong(0));
        assertEquals(40, left.getLong(8));
        assertEquals(50, right.getLong(8));
    }

    @Test
    void shouldReturnOldValueWhenAdding() {
        right.putLong(8, Long.MAX_VALUE);
        left.post(fetchAndAdd(1, 8, 1, 0));
        left.post(fetchAndAdd(2, 8, 5, 8));
        net.run();
        assertEquals(Long.MAX_VALUE, left.getLong(0));
        assertEquals(Long.MIN_VALUE, left.getLong(8));
        assertEquals(Long.MIN_VALUE + 5, right.getLong(8));
        assertEquals(CompletionOpcode.FETCH_AND_ADD, left.sendsDone().getFirst().opcode());
    }

    @Test
    void shouldMoveNothingAndCheckNoKeyWhenLengthIsZero() {
        left.post(SendWorkRequest.rdmaWrite(1, 0, 0));
        left.post(SendWorkRequest.rdmaRead(2, 0, 0));
        net.run();
        assertEquals(List.of(SUCCESS, SUCCESS), left.sendStatuses(1, 2));
    }

    @Test
    void shouldLimitReadsInFlightWhenMoreArePosted() {
        ConnectedPair.change(left.pair, QpAttribute.MAX_RD_ATOMIC, 2);
        for (int i = 0; i < 6; i++) {
            left.post(fetchAndAdd(i, 8, 1, 8 * i));
        }
        left.adapter.poll(16);
        assertEquals(2, left.wire.sent(PacketOpcode.FETCH_AND_ADD));
        net.run();
        assertEquals(6, left.sendsDone().size());
        assertEquals(6, right.getLong(8));
    }

    @Test
    void shouldWaitForReadsWhenFenced() {
        left.post(fetchAndAdd(1, 8, 1, 0));
        SendWorkRequest write =
                SendWorkRequest.rdmaWrite(2, right.address(0), right.remoteKey(), left.entry(0, 8));
        left.post(write.fenced());
        left.adapter.poll(16);
        assertEquals(0, left.wire.sent(PacketOpcode.RDMA_WRITE));
        net.run();
        assertEquals(List.of(SUCCESS, SUCCESS), left.sendStatuses(1, 2));
    }

    @Test
    void shouldLoseNoAdditionWhenTwoAdaptersAddToOneWord() throws InterruptedException {
        int rounds = 20_000;
        MemorySegment word = Arena.ofAuto().allocate(8, 8);
        Thread first = new Thread(() -> addThroughOwnAdapters(word, rounds));
        Thread second = new Thread(() -> addThroughOwnAdapters(word, rounds));
        first.start();
        second.start();
        for (int i = 0; i < rounds; i++) {
            ValueLayout.JAVA_LONG.varHandle().getAndAdd(word, 0L, 1L);
        }
        first.join();
        second.join();
        assertEquals(3L * rounds, word.get(ValueLayout.JAVA_LONG, 0));
    }

    private static void addThroughOwnAdapters(MemorySegment word, int rounds) {
        ConnectedPair own = ConnectedPair.connected();
        MemoryRegion shared = own.right.domain.register(word, Side.ALL_RIGHTS);
        RemoteOperand one = new RemoteOperand(shared.address(), shared.remoteKey(), 1, 0);
        for (int i = 0; i < rounds; i++) {
            own.left.post(SendWorkRequest.fetchAndAdd(i, one, own.left.entry(0, 8)));
            own.run();
            own.left.sendStatuses(i);
        }
    }

    private SendWorkRequest fetchAndAdd(long id, long remoteOffset, long add, long resultOffset) {
        RemoteOperand operand =
                new RemoteOperand(right.address(remoteOffset), right.remoteKey(), add, 0);
        return SendWorkRequest.fetchAndAdd(id, operand, left.entry(resultOffset, 8));
    }
}
