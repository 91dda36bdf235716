package musubi.verbs.adapter;

import musubi.verbs.memory.AccessFlag;
import musubi.verbs.memory.MemoryRegion;
import musubi.verbs.state.QpAttribute;
import musubi.verbs.wire.Packet;
import musubi.verbs.wire.PacketOpcode;
import musubi.verbs.wire.PeerAddress;
import musubi.verbs.wire.Psn;
import musubi.verbs.work.AsyncEvent;
import musubi.verbs.work.CompletionEntry;
import musubi.verbs.work.CompletionOpcode;
import musubi.verbs.work.CompletionStatus;
import musubi.verbs.work.ReceiveWorkRequest;

import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;

/**
 * The serving half of a connection: takes request packets in the order of their numbers, executes
 * each once, and responds.
 *
 * <pre>
 *   expected number   execute, expect the next; acknowledge the end of a message
 *   later number      drop; request the expected one, once
 *   earlier number    a duplicate: acknowledge; read again; repeat the result of an atomic
 * </pre>
 *
 * A refused request is refused again when it is retransmitted, in case the refusal was lost.
 */
final class Responder {
    private static final VarHandle LONG = ValueLayout.JAVA_LONG.varHandle();
    private static final int MOST_PENDING = 40;
    private static final int MOST_ATOMICS = 32;

    private final ResponderContext context;
    private final AtomicResults atomicResults = new AtomicResults(MOST_ATOMICS);
    private final PendingResponses pending = new PendingResponses(MOST_PENDING);
    private final ResponseSender sender;
    private final IncomingMessage message = new IncomingMessage();
    private int expectedPsn;
    private boolean askedAgain;
    private boolean contacted;
    private PacketOpcode refusal;

    Responder(ResponderContext context, HostChannelAdapter adapter, PeerAddress peer) {
        this.context = context;
        sender = new ResponseSender(context, adapter, peer, pending);
    }

    /** Expects requests from this number on. */
    void start(int firstPsn) {
        stop();
        expectedPsn = firstPsn;
        askedAgain = false;
        contacted = false;
        atomicResults.clear();
    }

    /** Discards the message in reassembly and all pending responses. */
    void stop() {
        message.end();
        pending.clear();
        refusal = null;
    }

    /** Completes a partly filled receive in error, if there is one. */
    void flush() {
        ReceiveWorkRequest begun = message.takeReceive();
        if (begun != null) {
            completeInError(begun, CompletionStatus.WR_FLUSH_ERR);
        }
        message.end();
    }

    /** Whether responses wait. */
    boolean hasPending() {
        return !pending.isEmpty();
    }

    /** Sends up to {@code limit} response packets; returns the number sent. */
    int send(int limit) {
        return sender.send(limit);
    }

    /** A request of the peer; dropped without room for its response, to be retransmitted. */
    void onRequest(Packet packet) {
        if (pending.isFull()) {
            return;
        }
        int ahead = Psn.distance(expectedPsn, packet.psn());
        if (refusal != null) {
            if (ahead == 0) {
                pending.refuse(refusal, expectedPsn, 0);
            }
            return;
        }
        if (!context.serves()) {
            return;
        }
        reportContact();
        if (ahead == 0) {
            askedAgain = false;
            execute(packet);
        } else if (ahead < 0) {
            repeat(packet);
        } else if (!askedAgain) {
            askedAgain = true;
            pending.refuse(PacketOpcode.NAK_SEQUENCE, expectedPsn, 0);
        }
    }

    private void execute(Packet packet) {
        AccessFlag right = rightFor(packet.opcode());
        boolean fits = message.fits(packet, context.attribute(QpAttribute.PATH_MTU));
        if (!fits || right != null && !isEnabled(right)) {
            refuseRequest();
            return;
        }
        switch (packet.opcode()) {
            case SEND, SEND_WITH_IMMEDIATE -> receive(packet);
            case RDMA_WRITE, RDMA_WRITE_WITH_IMMEDIATE -> write(packet);
            case RDMA_READ -> read(packet);
            case COMPARE_AND_SWAP, FETCH_AND_ADD -> atomic(packet);
            default -> refuseRequest();
        }
    }

    private void receive(Packet packet) {
        if (packet.isFirst() && !takeReceive()) {
            return;
        }
        ReceiveWorkRequest request = message.receive();
        int bytes = packet.payloadBytes();
        long room = request.pieces().totalBytes() - message.bytes();
        if (bytes > room) {
            failReceive(CompletionStatus.LOC_LEN_ERR, PacketOpcode.NAK_INVALID_REQUEST);
            return;
        }
        boolean written =
                context.receiveDomain.scatter(
                        request.pieces(),
                        message.bytes(),
                        packet.payload(),
                        packet.payloadOffset(),
                        bytes);
        if (!written) {
            failReceive(CompletionStatus.LOC_PROT_ERR, PacketOpcode.NAK_REMOTE_OPERATION);
            return;
        }
        boolean immediate = packet.opcode() == PacketOpcode.SEND_WITH_IMMEDIATE;
        accept(packet, CompletionOpcode.RECEIVE, immediate);
    }

    private void write(Packet packet) {
        if (packet.isFirst()) {
            message.startWrite(packet);
        }
        int bytes = packet.payloadBytes();
        if (!message.hasRoom(packet)) {
            refuseRequest();
            return;
        }
        // The first packet is checked with all that follow, so a write never stops halfway.
        MemoryRegion target = null;
        int checked = packet.isFirst() ? message.lengthBytes() : bytes;
        if (checked > 0) {
            target = remote(message.key(), message.address(), checked, AccessFlag.REMOTE_WRITE);
            if (target == null) {
                refuseAccess();
                return;
            }
        }
        boolean immediate =
                packet.isLast() && packet.opcode() == PacketOpcode.RDMA_WRITE_WITH_IMMEDIATE;
        if (immediate && !takeReceive()) {
            return;
        }
        if (bytes > 0) {
            message.copyTo(target, packet);
        }
        accept(packet, CompletionOpcode.RECEIVE_RDMA_WITH_IMMEDIATE, immediate);
    }

    private void read(Packet packet) {
        if (!isReadable(packet)) {
            refuseAccess();
            return;
        }
        expectedPsn = endOf(packet);
        pending.read(packet);
    }

    private void atomic(Packet packet) {
        if (packet.address() % Long.BYTES != 0) {
            refuseRequest();
            return;
        }
        MemoryRegion region =
                remote(packet.key(), packet.address(), Long.BYTES, AccessFlag.REMOTE_ATOMIC);
        if (region == null) {
            refuseAccess();
            return;
        }
        long at = region.offsetOf(packet.address());
        long before =
                packet.opcode() == PacketOpcode.FETCH_AND_ADD
                        ? (long) LONG.getAndAdd(region.memory(), at, packet.operand())
                        : (long)
                                LONG.compareAndExchange(
                                        region.memory(), at, packet.operand(), packet.swap());
        expectedPsn = Psn.next(expectedPsn);
        atomicResults.put(packet.psn(), before);
        pending.atomic(packet.psn(), before);
    }

    /** A request executed before: its response was lost, or it was duplicated. */
    private void repeat(Packet packet) {
        switch (packet.opcode()) {
            case RDMA_READ -> {
                if (!message.isBegun() && isReadable(packet)) {
                    boolean longer = Psn.distance(expectedPsn, endOf(packet)) > 0;
                    expectedPsn = longer ? endOf(packet) : expectedPsn;
                    pending.read(packet);
                }
            }
            case COMPARE_AND_SWAP, FETCH_AND_ADD -> {
                if (atomicResults.contains(packet.psn())) {
                    pending.atomic(packet.psn(), atomicResults.get(packet.psn()));
                }
            }
            default -> pending.acknowledge(Psn.previous(expectedPsn));
        }
    }

    /**
     * Takes the oldest posted receive for the message; without one, false and a wait for the peer.
     */
    private boolean takeReceive() {
        ReceiveWorkRequest request = context.takeReceive();
        if (request == null) {
            askedAgain = true;
            int code = context.attribute(QpAttribute.MIN_RNR_TIMER);
            pending.refuse(PacketOpcode.NAK_RECEIVER_NOT_READY, expectedPsn, code);
            return false;
        }
        message.fill(request);
        return true;
    }

    /** Counts an executed packet; the last one completes the receive, if there is one. */
    private void accept(Packet packet, CompletionOpcode opcode, boolean immediate) {
        message.add(packet);
        expectedPsn = Psn.next(expectedPsn);
        if (packet.isLast()) {
            complete(packet, opcode, immediate);
            message.end();
        }
        if (packet.isLast() || (packet.flags() & Packet.ACK_REQUEST) != 0) {
            pending.acknowledge(packet.psn());
        }
    }

    private void complete(Packet packet, CompletionOpcode opcode, boolean immediate) {
        ReceiveWorkRequest request = message.takeReceive();
        CompletionEntry entry = request == null ? null : context.receiveCompletions.claim();
        if (entry != null) {
            entry.succeed(request.id(), opcode, message.bytes(), context.number);
            if (immediate) {
                entry.immediate(packet.argument());
            }
        }
    }

    private void completeInError(ReceiveWorkRequest request, CompletionStatus status) {
        CompletionEntry entry = context.receiveCompletions.claim();
        if (entry != null) {
            entry.fail(request.id(), status, 0, context.number);
        }
    }

    private void failReceive(CompletionStatus status, PacketOpcode nak) {
        completeInError(message.takeReceive(), status);
        refuse(nak, null);
    }

    private void refuseRequest() {
        refuse(PacketOpcode.NAK_INVALID_REQUEST, AsyncEvent.Type.QP_REQ_ERR);
    }

    private void refuseAccess() {
        refuse(PacketOpcode.NAK_REMOTE_ACCESS, AsyncEvent.Type.QP_ACCESS_ERR);
    }

    /** Refuses the expected request permanently; {@code event} is the reason, or null. */
    private void refuse(PacketOpcode nak, AsyncEvent.Type event) {
        refusal = nak;
        pending.refuse(nak, expectedPsn, 0);
        flush();
        if (event != null) {
            context.raise(event);
        }
        context.onRefusal();
    }

    /** The key of a request for no bytes is not checked. */
    private boolean isReadable(Packet packet) {
        int bytes = packet.lengthBytes();
        return bytes == 0
                || remote(packet.key(), packet.address(), bytes, AccessFlag.REMOTE_READ) != null;
    }

    private MemoryRegion remote(int key, long address, int bytes, AccessFlag right) {
        return context.domain.remote(key, address, bytes, right);
    }

    private int endOf(Packet read) {
        int mtuBytes = context.attribute(QpAttribute.PATH_MTU);
        return (read.psn() + SendEntry.packets(read.lengthBytes(), mtuBytes)) & Psn.MASK;
    }

    private boolean isEnabled(AccessFlag right) {
        boolean returnsData = right != AccessFlag.REMOTE_WRITE;
        boolean hasRoom = context.attribute(QpAttribute.MAX_DEST_RD_ATOMIC) > 0;
        return right.in(context.attribute(QpAttribute.ACCESS_FLAGS)) && (hasRoom || !returnsData);
    }

    private void reportContact() {
        if (!contacted) {
            contacted = true;
            context.onContact();
        }
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
