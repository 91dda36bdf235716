package musubi.verbs.adapter;

import musubi.verbs.state.QpAttribute;
import musubi.verbs.state.QpState;
import musubi.verbs.wire.Packet;
import musubi.verbs.wire.PacketOpcode;
import musubi.verbs.wire.Psn;
import musubi.verbs.work.AsyncEvent;
import musubi.verbs.work.CompletionEntry;
import musubi.verbs.work.CompletionOpcode;
import musubi.verbs.work.CompletionStatus;
import musubi.verbs.work.WorkOpcode;

/**
 * The sending half of a queue pair: numbers packets, sends them within a window, retransmits
 * everything unacknowledged (go-back-N) after a timeout or a negative acknowledgement, and
 * completes requests in order.
 *
 * <pre>
 *   unacked ........ send ........ high        packet numbers
 *     in flight       |  sent before, and again after a rewind
 *     ^--- rewind ----+  timeout, gap, receiver not ready
 * </pre>
 */
final class Requester {
    private static final int BURST_PACKETS = 32;

    private final QueuePair pair;
    private final HostChannelAdapter adapter;
    private final SendQueue queue;
    private final RequestPackets packets;
    private final RetryTimer timer;
    private final InitiatorConnection connection;
    private final int windowPackets;
    private int unackedPsn;
    private int sendPsn;
    private int highPsn;
    private boolean gapSeen;

    /** An event is due once nothing is in flight. */
    private boolean drains;

    /** Connection of an initiator; null for a reliable connection. */
    Requester(QueuePair pair, HostChannelAdapter adapter, SendQueue queue, InitiatorConnection c) {
        this.pair = pair;
        this.adapter = adapter;
        this.queue = queue;
        connection = c;
        packets = new RequestPackets(pair, adapter);
        timer = new RetryTimer(pair, adapter);
        windowPackets = adapter.settings().windowPackets();
    }

    /** The queue pair has changed its state, or in SQD, where nothing is in flight, attributes. */
    void onChange(QpState from, QpState to) {
        if (from == QpState.RTR && to == QpState.RTS) {
            start();
        } else if (from == QpState.SQD && to == QpState.SQD) {
            timer.refill();
        } else if (from == QpState.RTS && to == QpState.SQD) {
            drains = true;
        }
    }

    private void start() {
        unackedPsn = pair.attribute(QpAttribute.SQ_PSN);
        sendPsn = unackedPsn;
        highPsn = unackedPsn;
        gapSeen = false;
        timer.reset();
        if (connection == null) {
            timer.hold(adapter.settings().costs().rcSetupNs());
        }
    }

    /** Completes everything posted with a flush error, in order. */
    void flush() {
        while (!queue.isEmpty()) {
            completeInError(CompletionStatus.WR_FLUSH_ERR, 0);
        }
        timer.stop();
    }

    /** Sends a part of what is due; returns the number of packets sent. */
    int send(long nowNs) {
        if (!pair.state().completesSends()) {
            return 0;
        }
        reportDrained();
        if (timer.isHeld(nowNs)) {
            return 0;
        }
        int sent = 0;
        while (sent < BURST_PACKETS && queue.hasUnsent() && sendOne(nowNs)) {
            sent++;
        }
        if (sent == BURST_PACKETS) {
            adapter.markReady(pair);
        }
        return sent;
    }

    /** Retries requests whose acknowledgement timed out. */
    void onTime(long nowNs) {
        if (pair.state().completesSends() && timer.isExpired(nowNs)) {
            retry();
        }
        timer.arm();
    }

    /** Whether packets are sent and not acknowledged. */
    boolean isInFlight() {
        return sendPsn != unackedPsn;
    }

    /**
     * The next packet number to send; the first one of a connection opened when nothing is in
     * flight.
     */
    int sendPsn() {
        return sendPsn;
    }

    /** A response of the peer; dropped when it matches nothing in flight. */
    void onResponse(Packet packet) {
        if (!pair.state().completesSends() || !isAwaited(packet)) {
            return;
        }
        switch (packet.opcode()) {
            case ACKNOWLEDGE -> acknowledgeBefore(Psn.next(packet.psn()));
            case READ_RESPONSE, ATOMIC_RESPONSE -> onData(packet);
            case NAK_SEQUENCE -> {
                acknowledgeBefore(packet.psn());
                if (isInFlight()) {
                    retry();
                }
            }
            case NAK_RECEIVER_NOT_READY -> onReceiverNotReady(packet);
            case NAK_INVALID_REQUEST -> onRefusal(packet, CompletionStatus.REM_INV_REQ_ERR);
            case NAK_REMOTE_ACCESS -> onRefusal(packet, CompletionStatus.REM_ACCESS_ERR);
            case NAK_REMOTE_OPERATION -> onRefusal(packet, CompletionStatus.REM_OP_ERR);
            default -> onRefusal(packet, CompletionStatus.BAD_RESP_ERR);
        }
    }

    private boolean isAwaited(Packet packet) {
        int ahead = Psn.distance(unackedPsn, packet.psn());
        boolean inFlight = ahead >= 0 && ahead < Psn.distance(unackedPsn, highPsn);
        return !queue.isEmpty() && (inFlight || ahead == 0 && refusesConnection(packet));
    }

    /** Whether a packet refuses a connection, possibly before anything was sent on it. */
    private boolean refusesConnection(Packet packet) {
        boolean refusal =
                packet.opcode() == PacketOpcode.NAK_RECEIVER_NOT_READY
                        || packet.opcode() == PacketOpcode.NAK_REMOTE_ACCESS;
        return refusal && connection != null && connection.isUnconfirmed();
    }

    /**
     * Completes everything before {@code psn}. A read or atomic among them without a response has
     * lost it, so it is retransmitted, once; the timer keeps running, which bounds this.
     */
    private void acknowledgeBefore(int psn) {
        while (Psn.distance(unackedPsn, psn) > 0) {
            SendEntry oldest = queue.oldest();
            if (oldest.opcode().returnsData()) {
                if (!gapSeen) {
                    gapSeen = true;
                    rewind();
                }
                return;
            }
            int ahead = Psn.distance(unackedPsn, psn);
            int left = Psn.distance(unackedPsn, oldest.endPsn());
            advance(Math.min(ahead, left));
        }
    }

    /** Completes the oldest packets, all of one request. */
    private void advance(int packetsDone) {
        unackedPsn = (unackedPsn + packetsDone) & Psn.MASK;
        gapSeen = false;
        timer.onProgress();
        boolean ends = unackedPsn == queue.oldest().endPsn();
        if (ends) {
            completeOldest();
        }
        if (Psn.distance(sendPsn, unackedPsn) > 0) {
            sendPsn = unackedPsn;
        }
        if (isInFlight()) {
            timer.start(adapter.nowNs());
        }
    }

    private void onData(Packet packet) {
        acknowledgeBefore(packet.psn());
        if (unackedPsn != packet.psn()) {
            return;
        }
        SendEntry oldest = queue.oldest();
        int mtuBytes = pair.attribute(QpAttribute.PATH_MTU);
        long offset = (long) Psn.distance(oldest.psn(), unackedPsn) * mtuBytes;
        int bytes = packet.payloadBytes();
        boolean isAnswer =
                oldest.opcode().isAtomic() == (packet.opcode() == PacketOpcode.ATOMIC_RESPONSE);
        boolean fits = bytes == Math.min(mtuBytes, oldest.totalBytes() - offset);
        if (!oldest.opcode().returnsData() || !isAnswer || !fits) {
            fail(CompletionStatus.BAD_RESP_ERR, packet.opcode().ordinal());
            return;
        }
        boolean written =
                pair.domain()
                        .scatter(
                                oldest.pieces(),
                                offset,
                                packet.payload(),
                                packet.payloadOffset(),
                                bytes);
        if (written) {
            advance(1);
        } else {
            fail(CompletionStatus.LOC_PROT_ERR, 0);
        }
    }

    private void onReceiverNotReady(Packet packet) {
        acknowledgeBefore(packet.psn());
        if (unackedPsn != packet.psn() || !isInFlight() && !refusesConnection(packet)) {
            return;
        }
        if (!timer.takeNotReadyRetry()) {
            fail(CompletionStatus.RNR_RETRY_EXC_ERR, packet.opcode().ordinal());
            return;
        }
        rewind();
        timer.hold(RnrTimer.nanos(packet.argument() & QpAttribute.RNR_TIMER_MASK));
    }

    private void onRefusal(Packet packet, CompletionStatus status) {
        acknowledgeBefore(packet.psn());
        if (unackedPsn == packet.psn()) {
            fail(status, packet.opcode().ordinal());
        }
    }

    private void retry() {
        if (!timer.takeRetry()) {
            fail(CompletionStatus.RETRY_EXC_ERR, 0);
            return;
        }
        rewind();
        timer.stop();
        adapter.markReady(pair);
    }

    private void rewind() {
        queue.rewind();
        sendPsn = unackedPsn;
        if (connection != null) {
            connection.onRewind();
        }
    }

    /** Sends one packet; false if none may or can be sent now. */
    private boolean sendOne(long nowNs) {
        SendEntry entry = queue.unsent();
        if (!mayLeave(entry)) {
            return false;
        }
        if (connection != null && !connection.isReadyFor(entry.target(), this, nowNs)) {
            if (connection.awaitsAnswer()) {
                timer.start(nowNs);
            }
            return false;
        }
        if (!entry.hasBegun()) {
            CompletionStatus fault = faultOf(entry);
            if (fault != CompletionStatus.SUCCESS) {
                failWhenOldest(entry, fault);
                return false;
            }
            entry.begin(sendPsn, pair.attribute(QpAttribute.PATH_MTU));
        }
        return transmit(entry, nowNs);
    }

    private boolean transmit(SendEntry entry, long nowNs) {
        int numbers = packets.numbers(entry, sendPsn);
        if (Psn.distance(unackedPsn, sendPsn) + numbers > windowPackets) {
            return false;
        }
        Packet packet = packets.make(entry, sendPsn);
        if (packet == null) {
            failWhenOldest(entry, CompletionStatus.LOC_PROT_ERR);
            return false;
        }
        if (!adapter.offerOrWait(packet, pair)) {
            return false;
        }
        sendPsn = (sendPsn + numbers) & Psn.MASK;
        if (Psn.distance(highPsn, sendPsn) > 0) {
            highPsn = sendPsn;
        }
        if (sendPsn == entry.endPsn()) {
            queue.advance();
        }
        timer.start(nowNs);
        return true;
    }

    private boolean mayLeave(SendEntry entry) {
        if (!entry.hasBegun() && pair.state() != QpState.RTS) {
            return false;
        }
        if (entry.isFenced() && queue.readsInFlight() > 0) {
            return false;
        }
        int mostReads = pair.attribute(QpAttribute.MAX_RD_ATOMIC);
        boolean blocked = mostReads > 0 && queue.readsInFlight() >= mostReads;
        return !entry.opcode().returnsData() || !blocked;
    }

    /** The local error of a request; SUCCESS without one. */
    private CompletionStatus faultOf(SendEntry entry) {
        WorkOpcode opcode = entry.opcode();
        if (opcode.returnsData() && pair.attribute(QpAttribute.MAX_RD_ATOMIC) == 0) {
            return CompletionStatus.LOC_QP_OP_ERR;
        }
        boolean badAtomic = opcode.isAtomic() && entry.totalBytes() != Long.BYTES;
        if (badAtomic || entry.totalBytes() > HostChannelAdapter.MAX_MESSAGE_BYTES) {
            return CompletionStatus.LOC_LEN_ERR;
        }
        return pair.domain().isUsable(entry.pieces(), opcode.returnsData())
                ? CompletionStatus.SUCCESS
                : CompletionStatus.LOC_PROT_ERR;
    }

    /** A request that fails locally completes after all earlier ones. */
    private void failWhenOldest(SendEntry entry, CompletionStatus status) {
        if (entry == queue.oldest()) {
            fail(status, 0);
        }
    }

    private void completeOldest() {
        SendEntry oldest = queue.oldest();
        if (!oldest.isSignalled() && !pair.signalsAll()) {
            queue.completeSilently();
            return;
        }
        long id = oldest.id();
        CompletionOpcode opcode = oldest.opcode().completion();
        int bytes = (int) oldest.totalBytes();
        int slots = queue.completeSignalled();
        CompletionEntry entry = pair.sendCompletions().claim();
        if (entry != null) {
            entry.succeed(id, opcode, bytes, pair.number()).releasesSlots(queue, slots);
        }
    }

    private void fail(CompletionStatus status, int vendorError) {
        completeInError(status, vendorError);
        pair.enterError();
    }

    private void completeInError(CompletionStatus status, int vendorError) {
        long id = queue.oldest().id();
        int slots = queue.completeSignalled();
        CompletionEntry entry = pair.sendCompletions().claim();
        if (entry != null) {
            entry.fail(id, status, vendorError, pair.number()).releasesSlots(queue, slots);
        }
    }

    private void reportDrained() {
        if (drains && pair.state() == QpState.SQD && isQuiet()) {
            drains = false;
            adapter.raise(AsyncEvent.Type.SQ_DRAINED, pair.number());
        }
    }

    /** Whether every request begun is complete. */
    private boolean isQuiet() {
        return queue.isEmpty() || !queue.oldest().hasBegun();
    }
}
