package musubi.verbs.adapter;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import musubi.verbs.memory.ScatterGatherEntry;
import musubi.verbs.work.CompletionOpcode;
import musubi.verbs.work.CompletionStatus;
import musubi.verbs.work.ReceiveWorkRequest;
import musubi.verbs.work.RemoteOperand;
import musubi.verbs.work.SendWorkRequest;
import musubi.verbs.work.WorkCompletion;
import musubi.verbs.work.WorkOpcode;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.OptionalInt;
import java.util.random.RandomGenerator;

/**
 * Random operations from one side to the other, compared with a model that executes each at once,
 * in the order of posting. Memory of a side: target of the peer, then slots of its own sends, then
 * of its receives; operation n uses slot n modulo the depth of the queue.
 */
final class ModelledTraffic {
    private static final int TARGET_BYTES = 256;
    private static final int SLOTS = 32;
    private static final int SLOT_BYTES = 64;
    private static final int SEND_SLOTS = 2048;
    private static final int RECEIVE_SLOTS = 8192;

    private final Side from;
    private final Side to;
    private final RandomGenerator random;
    private final boolean reliable;
    private final int operations;
    private final ByteBuffer target =
            ByteBuffer.allocate(TARGET_BYTES).order(ByteOrder.nativeOrder());
    private final Deque<Expected> sends = new ArrayDeque<>();
    private final Deque<Received> messages = new ArrayDeque<>();
    private boolean readMayRun;
    private int posted;
    private int receivesPosted;
    private int receivesDone;

    /** A send that must complete, with the expected contents of its slot; empty if irrelevant. */
    private record Expected(long id, boolean signalled, CompletionOpcode opcode, byte[] result) {}

    /** The next message expected by the receiver. */
    private record Received(byte[] data, int lengthBytes, OptionalInt immediate) {}

    ModelledTraffic(Side from, Side to, RandomGenerator random, boolean reliable, int operations) {
        this.from = from;
        this.to = to;
        this.random = random;
        this.reliable = reliable;
        this.operations = operations;
    }

    boolean isDone() {
        return posted == operations && sends.isEmpty() && messages.isEmpty();
    }

    int posted() {
        return posted;
    }

    /** Posts at random, and checks completions. */
    void step() {
        if (random.nextInt(4) == 0 && receivesPosted - receivesDone < SLOTS) {
            long slot = RECEIVE_SLOTS + (long) receivesPosted % SLOTS * SLOT_BYTES;
            to.post(ReceiveWorkRequest.of(receivesPosted, to.entry(slot, SLOT_BYTES)));
            receivesPosted++;
        }
        boolean sendsNext = random.nextInt(3) > 0 && posted < operations;
        if (sendsNext && sends.size() < SLOTS) {
            postOne();
        }
        checkSends();
        checkReceives();
    }

    void checkTarget() {
        byte[] actual = to.memory.asSlice(0, TARGET_BYTES).toArray(ValueLayout.JAVA_BYTE);
        assertArrayEquals(target.array(), actual);
    }

    private void postOne() {
        WorkOpcode[] opcodes = WorkOpcode.values();
        WorkOpcode opcode = opcodes[random.nextInt(opcodes.length)];
        byte[] data = new byte[random.nextInt(SLOT_BYTES + 1)];
        random.nextBytes(data);
        MemorySegment.copy(
                data, 0, from.memory, ValueLayout.JAVA_BYTE, slotOf(posted), data.length);
        int offset = random.nextInt(TARGET_BYTES - data.length + 1);
        long operand = random.nextInt(3);
        SendWorkRequest request =
                switch (opcode) {
                    case SEND, SEND_WITH_IMMEDIATE -> SendWorkRequest.send(posted, slot(data));
                    case RDMA_WRITE, RDMA_WRITE_WITH_IMMEDIATE ->
                            SendWorkRequest.rdmaWrite(
                                    posted, to.address(offset), to.remoteKey(), slot(data));
                    case RDMA_READ ->
                            SendWorkRequest.rdmaRead(
                                    posted, to.address(offset), to.remoteKey(), slot(data));
                    case COMPARE_AND_SWAP ->
                            SendWorkRequest.compareAndSwap(
                                    posted, word(offset, operand), slot(new byte[8]));
                    case FETCH_AND_ADD ->
                            SendWorkRequest.fetchAndAdd(
                                    posted, word(offset, operand), slot(new byte[8]));
                };
        post(decorate(request, opcode, data), data, offset, operand);
    }

    private SendWorkRequest decorate(SendWorkRequest request, WorkOpcode opcode, byte[] data) {
        boolean immediate =
                opcode == WorkOpcode.SEND_WITH_IMMEDIATE
                        || opcode == WorkOpcode.RDMA_WRITE_WITH_IMMEDIATE;
        SendWorkRequest decorated = immediate ? request.withImmediate(posted) : request;
        if (!opcode.returnsData() && random.nextBoolean()) {
            decorated = decorated.inline(MemorySegment.ofArray(data.clone()));
        }
        boolean last = posted == operations - 1;
        if (posted % 8 != 0 && !last && random.nextBoolean()) {
            decorated = decorated.unsignalled();
        }
        // A read may see later operations unless they are fenced: the target responds when the wire
        // has room, and again when the response is lost.
        boolean must = readMayRun && (!reliable || opcode != WorkOpcode.RDMA_READ);
        boolean fences = must || random.nextInt(4) == 0;
        return fences ? decorated.fenced() : decorated;
    }

    private void post(SendWorkRequest request, byte[] data, int offset, long operand) {
        if (!from.pair.postSend(request)) {
            return;
        }
        boolean isRead = request.opcode() == WorkOpcode.RDMA_READ;
        readMayRun = isRead || readMayRun && !request.isFenced();
        byte[] result = applyToModel(request, data, offset, operand);
        sends.add(
                new Expected(posted, request.isSignalled(), request.opcode().completion(), result));
        posted++;
    }

    /** Executes the operation on the model; returns the response. */
    private byte[] applyToModel(SendWorkRequest request, byte[] data, int offset, long operand) {
        OptionalInt immediate = OptionalInt.of(request.immediate());
        int word = wordAt(offset);
        ByteBuffer before = ByteBuffer.allocate(8).order(ByteOrder.nativeOrder());
        if (request.opcode().isAtomic()) {
            before.putLong(0, target.getLong(word));
        }
        switch (request.opcode()) {
            case SEND -> messages.add(new Received(data, data.length, OptionalInt.empty()));
            case SEND_WITH_IMMEDIATE -> messages.add(new Received(data, data.length, immediate));
            case RDMA_WRITE -> target.put(offset, data);
            case RDMA_WRITE_WITH_IMMEDIATE -> {
                target.put(offset, data);
                messages.add(new Received(new byte[0], data.length, immediate));
            }
            case RDMA_READ -> {
                return Arrays.copyOfRange(target.array(), offset, offset + data.length);
            }
            case FETCH_AND_ADD -> target.putLong(word, before.getLong(0) + operand);
            case COMPARE_AND_SWAP -> {
                if (before.getLong(0) == operand) {
                    target.putLong(word, operand + 1);
                }
            }
        }
        return request.opcode().isAtomic() ? before.array() : new byte[0];
    }

    private void checkSends() {
        for (WorkCompletion done : from.sendsDone()) {
            Expected expected = sends.remove();
            while (!expected.signalled()) {
                checkSlot(slotOf(expected.id()), expected.result(), from);
                expected = sends.remove();
            }
            assertEquals(CompletionStatus.SUCCESS, done.status());
            assertEquals(expected.id(), done.workRequestId());
            assertEquals(expected.opcode(), done.opcode());
            checkSlot(slotOf(expected.id()), expected.result(), from);
        }
    }

    private void checkReceives() {
        for (WorkCompletion done : to.receivesDone()) {
            Received expected = messages.remove();
            assertEquals(CompletionStatus.SUCCESS, done.status());
            assertEquals(receivesDone, done.workRequestId());
            assertEquals(expected.lengthBytes(), done.lengthBytes());
            assertEquals(expected.immediate(), done.immediate());
            long slot = RECEIVE_SLOTS + (long) receivesDone % SLOTS * SLOT_BYTES;
            checkSlot(slot, expected.data(), to);
            receivesDone++;
        }
    }

    private static void checkSlot(long offset, byte[] expected, Side side) {
        byte[] actual = side.memory.asSlice(offset, expected.length).toArray(ValueLayout.JAVA_BYTE);
        assertArrayEquals(expected, actual);
    }

    private ScatterGatherEntry slot(byte[] data) {
        return from.entry(slotOf(posted), data.length);
    }

    private RemoteOperand word(int offset, long operand) {
        long address = to.address(wordAt(offset));
        return new RemoteOperand(address, to.remoteKey(), operand, operand + 1);
    }

    private static int wordAt(int offset) {
        return Math.min(offset, TARGET_BYTES - 8) / 8 * 8;
    }

    private static long slotOf(long id) {
        return SEND_SLOTS + id % SLOTS * SLOT_BYTES;
    }
}
