package musubi.verbs;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.util.OptionalInt;

/**
 * The serving half of a queue pair: takes requests in the order of their numbers, does each once,
 * and answers each.
 *
 * <pre>
 *   expected number   do it, acknowledge, expect the next
 *   later number      ask for the expected one, once; drop
 *   earlier number    a repeat: acknowledge again; read again; answer an atomic from memory
 * </pre>
 */
final class Responder {
    private static final VarHandle LONG = ValueLayout.JAVA_LONG.varHandle();
    private static final byte[] NO_DATA = new byte[0];

    private final QueuePair pair;
    private final HostChannelAdapter adapter;
    private int expectedPsn;
    private boolean refused;
    private boolean contacted;
    private AtomicResults atomicResults = new AtomicResults(0);

    Responder(QueuePair pair, HostChannelAdapter adapter) {
        this.pair = pair;
        this.adapter = adapter;
    }

    /** INIT to RTR. */
    void start() {
        expectedPsn = pair.attribute(QpAttribute.RQ_PSN);
        refused = false;
        contacted = false;
        atomicResults = new AtomicResults(pair.attribute(QpAttribute.MAX_DEST_RD_ATOMIC));
    }

    /** A request of the peer. */
    void onRequest(Packet packet) {
        if (!pair.state().serves()) {
            return;
        }
        reportContact();
        int ahead = Psn.distance(expectedPsn, packet.psn());
        if (ahead == 0) {
            refused = false;
            execute(packet);
        } else if (ahead < 0) {
            repeat(packet);
        } else if (!refused) {
            refused = true;
            answer(PacketOpcode.NAK_SEQUENCE, expectedPsn, 0);
        }
    }

    private void execute(Packet packet) {
        AccessFlag right = rightFor(packet.opcode());
        if (right != null && !isEnabled(right)) {
            refuse(packet, PacketOpcode.NAK_INVALID_REQUEST, AsyncEvent.Type.QP_REQ_ERR);
            return;
        }
        switch (packet.opcode()) {
            case SEND, SEND_WITH_IMMEDIATE -> receive(packet);
            case RDMA_WRITE, RDMA_WRITE_WITH_IMMEDIATE -> write(packet);
            case RDMA_READ -> read(packet);
            case COMPARE_AND_SWAP, FETCH_AND_ADD -> atomic(packet);
            default -> throw new IllegalStateException("not a request: " + packet.opcode());
        }
    }

    private void receive(Packet packet) {
        ReceiveWorkRequest request = takeReceive(packet);
        if (request == null) {
            return;
        }
        byte[] data = packet.payload();
        if (data.length > ProtectionDomain.lengthOf(request.entries())) {
            failReceive(packet, request, CompletionStatus.LOC_LEN_ERR);
        } else if (!pair.receiveDomain().scatter(request.entries(), data)) {
            failReceive(packet, request, CompletionStatus.LOC_PROT_ERR);
        } else {
            boolean immediate = packet.opcode() == PacketOpcode.SEND_WITH_IMMEDIATE;
            complete(packet, request, CompletionOpcode.RECEIVE, immediate);
            acknowledge();
        }
    }

    private void write(Packet packet) {
        byte[] data = packet.payload();
        MemorySegment target = remote(packet, data.length, AccessFlag.REMOTE_WRITE);
        if (target == null) {
            refuse(packet, PacketOpcode.NAK_REMOTE_ACCESS, AsyncEvent.Type.QP_ACCESS_ERR);
            return;
        }
        ReceiveWorkRequest request = null;
        boolean immediate = packet.opcode() == PacketOpcode.RDMA_WRITE_WITH_IMMEDIATE;
        if (immediate) {
            request = takeReceive(packet);
            if (request == null) {
                return;
            }
        }
        MemorySegment.copy(data, 0, target, ValueLayout.JAVA_BYTE, 0, data.length);
        if (immediate) {
            complete(packet, request, CompletionOpcode.RECEIVE_RDMA_WITH_IMMEDIATE, true);
        }
        acknowledge();
    }

    private void read(Packet packet) {
        MemorySegment source = remote(packet, packet.argument(), AccessFlag.REMOTE_READ);
        if (source == null) {
            refuse(packet, PacketOpcode.NAK_REMOTE_ACCESS, AsyncEvent.Type.QP_ACCESS_ERR);
            return;
        }
        expectedPsn = Psn.next(expectedPsn);
        answerRead(packet, source);
    }

    private void atomic(Packet packet) {
        if (packet.remote().address() % Long.BYTES != 0) {
            refuse(packet, PacketOpcode.NAK_INVALID_REQUEST, AsyncEvent.Type.QP_REQ_ERR);
            return;
        }
        MemorySegment target = remote(packet, Long.BYTES, AccessFlag.REMOTE_ATOMIC);
        if (target == null) {
            refuse(packet, PacketOpcode.NAK_REMOTE_ACCESS, AsyncEvent.Type.QP_ACCESS_ERR);
            return;
        }
        RemoteOperand operand = packet.remote();
        long before =
                packet.opcode() == PacketOpcode.FETCH_AND_ADD
                        ? (long) LONG.getAndAdd(target, 0L, operand.compareOrAdd())
                        : (long)
                                LONG.compareAndExchange(
                                        target, 0L, operand.compareOrAdd(), operand.swap());
        expectedPsn = Psn.next(expectedPsn);
        atomicResults.put(packet.psn(), before);
        answerAtomic(packet, before);
    }

    /** A request done before: its answer was lost, or it was sent twice. */
    private void repeat(Packet packet) {
        switch (packet.opcode()) {
            case RDMA_READ -> {
                MemorySegment source = remote(packet, packet.argument(), AccessFlag.REMOTE_READ);
                if (source != null) {
                    answerRead(packet, source);
                }
            }
            case COMPARE_AND_SWAP, FETCH_AND_ADD ->
                    atomicResults
                            .find(packet.psn())
                            .ifPresent(before -> answerAtomic(packet, before));
            default -> answer(PacketOpcode.ACKNOWLEDGE, Psn.previous(expectedPsn), 0);
        }
    }

    /** The oldest posted receive; if there is none, tells the peer to wait and returns null. */
    private ReceiveWorkRequest takeReceive(Packet packet) {
        ReceiveWorkRequest request = pair.takeReceive();
        if (request == null) {
            refused = true;
            int code = pair.attribute(QpAttribute.MIN_RNR_TIMER);
            answer(PacketOpcode.NAK_RECEIVER_NOT_READY, packet.psn(), code);
        }
        return request;
    }

    private void failReceive(Packet packet, ReceiveWorkRequest request, CompletionStatus status) {
        boolean tooLong = status == CompletionStatus.LOC_LEN_ERR;
        answer(
                tooLong ? PacketOpcode.NAK_INVALID_REQUEST : PacketOpcode.NAK_REMOTE_OPERATION,
                packet.psn(),
                0);
        pair.completeReceiveInError(request, status);
        pair.enterError();
    }

    private void refuse(Packet packet, PacketOpcode nak, AsyncEvent.Type event) {
        answer(nak, packet.psn(), 0);
        adapter.raise(event, pair.number());
        pair.enterError();
    }

    private void complete(
            Packet packet, ReceiveWorkRequest request, CompletionOpcode opcode, boolean immediate) {
        pair.completeReceive(
                new WorkCompletion(
                        request.id(),
                        CompletionStatus.SUCCESS,
                        opcode,
                        packet.payload().length,
                        immediate ? OptionalInt.of(packet.argument()) : OptionalInt.empty(),
                        pair.number()));
    }

    private void acknowledge() {
        answer(PacketOpcode.ACKNOWLEDGE, expectedPsn, 0);
        expectedPsn = Psn.next(expectedPsn);
    }

    private void answerRead(Packet packet, MemorySegment source) {
        byte[] data = source.toArray(ValueLayout.JAVA_BYTE);
        adapter.sendResponse(
                Packet.answer(pair.route(), PacketOpcode.READ_RESPONSE, packet.psn(), data));
    }

    private void answerAtomic(Packet packet, long before) {
        byte[] data = new byte[Long.BYTES];
        MemorySegment.ofArray(data).set(ValueLayout.JAVA_LONG_UNALIGNED, 0, before);
        adapter.sendResponse(
                Packet.answer(pair.route(), PacketOpcode.ATOMIC_RESPONSE, packet.psn(), data));
    }

    private void answer(PacketOpcode opcode, int psn, int argument) {
        adapter.sendResponse(Packet.answer(pair.route(), opcode, psn, argument));
    }

    /** The memory that a request names; the keys of a request for no bytes are not looked at. */
    private MemorySegment remote(Packet packet, int lengthBytes, AccessFlag right) {
        if (lengthBytes == 0) {
            return MemorySegment.ofArray(NO_DATA);
        }
        return pair.domain().remote(packet.remote(), lengthBytes, right);
    }

    private boolean isEnabled(AccessFlag right) {
        boolean returnsData = right != AccessFlag.REMOTE_WRITE;
        boolean hasRoom = pair.attribute(QpAttribute.MAX_DEST_RD_ATOMIC) > 0;
        return right.in(pair.attribute(QpAttribute.ACCESS_FLAGS)) && (hasRoom || !returnsData);
    }

    private void reportContact() {
        if (!contacted && pair.state() == QpState.RTR) {
            adapter.raise(AsyncEvent.Type.COMM_EST, pair.number());
        }
        contacted = true;
    }

    private static AccessFlag rightFor(PacketOpcode opcode) {
        return switch (opcode) {
            case RDMA_WRITE, RDMA_WRITE_WITH_IMMEDIATE -> AccessFlag.REMOTE_WRITE;
            case RDMA_READ -> AccessFlag.REMOTE_READ;
            case COMPARE_AND_SWAP, FETCH_AND_ADD -> AccessFlag.REMOTE_ATOMIC;
            default -> null;
        };
    }
}
