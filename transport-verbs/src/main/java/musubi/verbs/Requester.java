package musubi.verbs;

import java.util.OptionalInt;

/**
 * The sending half of a queue pair: numbers requests, sends them, sends everything unanswered again
 * (go-back-N) after a timeout or a negative answer, and completes them in order.
 *
 * <pre>
 *   post --> unsent --offer--> in flight --answer--> complete
 *              ^                  |
 *              +---- rewind ------+   timeout, NAK, receiver not ready
 * </pre>
 */
final class Requester {
    private static final int RNR_RETRY_FOREVER = 7;
    private static final long TIMEOUT_UNIT_NS = 4096;
    private static final byte[] NO_DATA = new byte[0];

    private final QueuePair pair;
    private final HostChannelAdapter adapter;
    private final SendQueue queue;
    private int nextPsn;
    private int retriesLeft;
    private int rnrRetriesLeft;
    private boolean timerRuns;
    private long deadlineNs;
    private boolean waitsForReceiver;
    private long resumeNs;
    private boolean drains;

    Requester(QueuePair pair, HostChannelAdapter adapter, SendQueue queue) {
        this.pair = pair;
        this.adapter = adapter;
        this.queue = queue;
    }

    /** RTR to RTS. */
    void start() {
        nextPsn = pair.attribute(QpAttribute.SQ_PSN);
        timerRuns = false;
        waitsForReceiver = false;
        refillRetries();
    }

    /** RTS to SQD: an event follows when nothing is in flight. */
    void drain() {
        drains = true;
    }

    /** Completes everything posted with a flush error, in order. */
    void flush() {
        while (!queue.isEmpty()) {
            completeInError(CompletionStatus.WR_FLUSH_ERR);
        }
        timerRuns = false;
        waitsForReceiver = false;
    }

    /** Sends what is due; returns the number of packets sent and timeouts handled. */
    int poll() {
        if (!pair.state().completesSends()) {
            return 0;
        }
        reportDrained();
        if (queue.isEmpty()) {
            return 0;
        }
        long nowNs = adapter.nowNs();
        if (waitsForReceiver && nowNs - resumeNs < 0) {
            return 0;
        }
        waitsForReceiver = false;
        int work = 0;
        if (timerRuns && nowNs - deadlineNs >= 0) {
            work++;
            retry();
        }
        while (queue.hasUnsent() && mayLeave(queue.unsent()) && transmit(queue.unsent(), nowNs)) {
            work++;
        }
        return work;
    }

    /** An answer of the peer; one that fits nothing in flight is dropped. */
    void onResponse(Packet packet) {
        if (!pair.state().completesSends() || !isAwaited(packet.psn())) {
            return;
        }
        switch (packet.opcode()) {
            case ACKNOWLEDGE -> acknowledgeBefore(Psn.next(packet.psn()));
            case READ_RESPONSE, ATOMIC_RESPONSE -> onData(packet);
            case NAK_SEQUENCE -> {
                acknowledgeBefore(packet.psn());
                if (queue.isInFlight()) {
                    retry();
                }
            }
            case NAK_RECEIVER_NOT_READY -> onReceiverNotReady(packet);
            case NAK_INVALID_REQUEST -> onRefusal(packet, CompletionStatus.REM_INV_REQ_ERR);
            case NAK_REMOTE_ACCESS -> onRefusal(packet, CompletionStatus.REM_ACCESS_ERR);
            case NAK_REMOTE_OPERATION -> onRefusal(packet, CompletionStatus.REM_OP_ERR);
            default -> throw new IllegalStateException("not a response: " + packet.opcode());
        }
    }

    private boolean isAwaited(int psn) {
        if (queue.isEmpty() || !queue.oldest().hasBegun()) {
            return false;
        }
        int oldest = queue.oldest().psn();
        int ahead = Psn.distance(oldest, psn);
        return ahead >= 0 && ahead < Psn.distance(oldest, nextPsn);
    }

    /**
     * Completes everything before {@code psn}. A read or atomic there whose answer is missing lost
     * it, so it goes out again; the timer keeps running, so that this cannot go on for ever.
     */
    private void acknowledgeBefore(int psn) {
        while (oldestIsBefore(psn)) {
            if (queue.oldest().request().opcode().returnsData()) {
                queue.rewind();
                return;
            }
            completeOldest();
        }
    }

    private boolean oldestIsBefore(int psn) {
        return !queue.isEmpty()
                && queue.oldest().hasBegun()
                && Psn.distance(queue.oldest().psn(), psn) > 0;
    }

    private boolean oldestIs(int psn) {
        return !queue.isEmpty() && queue.oldest().psn() == psn;
    }

    private void onData(Packet packet) {
        acknowledgeBefore(packet.psn());
        if (!oldestIs(packet.psn())) {
            return;
        }
        if (pair.domain().scatter(queue.oldest().request().entries(), packet.payload())) {
            completeOldest();
        } else {
            fail(CompletionStatus.LOC_PROT_ERR);
        }
    }

    private void onReceiverNotReady(Packet packet) {
        acknowledgeBefore(packet.psn());
        if (!oldestIs(packet.psn()) || !queue.isInFlight()) {
            return;
        }
        boolean forever = pair.attribute(QpAttribute.RNR_RETRY) == RNR_RETRY_FOREVER;
        if (!forever && rnrRetriesLeft == 0) {
            fail(CompletionStatus.RNR_RETRY_EXC_ERR);
            return;
        }
        rnrRetriesLeft--;
        queue.rewind();
        timerRuns = false;
        waitsForReceiver = true;
        resumeNs = adapter.nowNs() + RnrTimer.nanos(packet.argument());
    }

    private void onRefusal(Packet packet, CompletionStatus status) {
        acknowledgeBefore(packet.psn());
        if (oldestIs(packet.psn())) {
            fail(status);
        }
    }

    private void retry() {
        if (retriesLeft == 0) {
            fail(CompletionStatus.RETRY_EXC_ERR);
            return;
        }
        retriesLeft--;
        queue.rewind();
        timerRuns = false;
    }

    private boolean mayLeave(SendEntry entry) {
        if (!entry.hasBegun() && pair.state() != QpState.RTS) {
            return false;
        }
        SendWorkRequest request = entry.request();
        if (request.isFenced() && queue.readsInFlight() > 0) {
            return false;
        }
        int mostReads = pair.attribute(QpAttribute.MAX_RD_ATOMIC);
        boolean blocked = mostReads > 0 && queue.readsInFlight() >= mostReads;
        return !request.opcode().returnsData() || !blocked;
    }

    /** Sends one request; false if it stays where it is, or failed. */
    private boolean transmit(SendEntry entry, long nowNs) {
        SendWorkRequest request = entry.request();
        CompletionStatus fault = faultOf(request);
        byte[] payload = fault == CompletionStatus.SUCCESS ? payloadOf(request) : NO_DATA;
        if (payload == null) {
            fault = CompletionStatus.LOC_PROT_ERR;
        }
        if (fault != CompletionStatus.SUCCESS) {
            failWhenOldest(entry, fault);
            return false;
        }
        int psn = entry.hasBegun() ? entry.psn() : nextPsn;
        int argument = request.immediate();
        if (request.opcode() == WorkOpcode.RDMA_READ) {
            argument = (int) ProtectionDomain.lengthOf(request.entries());
        }
        PacketOpcode opcode = PacketOpcode.of(request.opcode());
        if (!adapter.offerRequest(
                new Packet(pair.route(), opcode, psn, request.remote(), argument, payload))) {
            return false;
        }
        if (!entry.hasBegun()) {
            entry.begin(psn);
            nextPsn = Psn.next(nextPsn);
        }
        queue.advance();
        startTimer(nowNs);
        return true;
    }

    /** What is wrong with a request on this side, apart from keys; SUCCESS if nothing. */
    private CompletionStatus faultOf(SendWorkRequest request) {
        WorkOpcode opcode = request.opcode();
        if (opcode.returnsData() && pair.attribute(QpAttribute.MAX_RD_ATOMIC) == 0) {
            return CompletionStatus.LOC_QP_OP_ERR;
        }
        long lengthBytes = ProtectionDomain.lengthOf(request.entries());
        boolean badAtomic = opcode.isAtomic() && lengthBytes != Long.BYTES;
        if (badAtomic || lengthBytes > HostChannelAdapter.MAX_MESSAGE_BYTES) {
            return CompletionStatus.LOC_LEN_ERR;
        }
        return CompletionStatus.SUCCESS;
    }

    /** The bytes to send, or null if a local key or range is bad. */
    private byte[] payloadOf(SendWorkRequest request) {
        if (request.inlineData().isPresent()) {
            return request.inlineData().get();
        }
        if (!request.opcode().returnsData()) {
            return pair.domain().gather(request.entries());
        }
        int lengthBytes = (int) ProtectionDomain.lengthOf(request.entries());
        return pair.domain().isWritable(request.entries(), lengthBytes) ? NO_DATA : null;
    }

    /** A request that fails here must wait until the earlier ones are complete. */
    private void failWhenOldest(SendEntry entry, CompletionStatus status) {
        if (entry == queue.oldest()) {
            fail(status);
        }
    }

    private void completeOldest() {
        SendWorkRequest request = queue.oldest().request();
        if (request.isSignalled() || pair.signalsAll()) {
            int lengthBytes =
                    request.inlineData()
                            .map(data -> data.length)
                            .orElse((int) ProtectionDomain.lengthOf(request.entries()));
            WorkCompletion completion =
                    new WorkCompletion(
                            request.id(),
                            CompletionStatus.SUCCESS,
                            request.opcode().completion(),
                            lengthBytes,
                            OptionalInt.empty(),
                            pair.number());
            pair.completeSend(completion, queue.completeSignalled());
        } else {
            queue.completeSilently();
        }
        refillRetries();
        timerRuns = false;
        if (queue.isInFlight()) {
            startTimer(adapter.nowNs());
        }
    }

    private void fail(CompletionStatus status) {
        completeInError(status);
        pair.enterError();
    }

    private void completeInError(CompletionStatus status) {
        long id = queue.oldest().request().id();
        WorkCompletion completion = WorkCompletion.error(id, status, pair.number());
        pair.completeSend(completion, queue.completeSignalled());
    }

    private void startTimer(long nowNs) {
        int exponent = pair.attribute(QpAttribute.TIMEOUT);
        if (!timerRuns && exponent > 0) {
            timerRuns = true;
            deadlineNs = nowNs + (TIMEOUT_UNIT_NS << exponent);
        }
    }

    private void refillRetries() {
        retriesLeft = pair.attribute(QpAttribute.RETRY_COUNT);
        rnrRetriesLeft = pair.attribute(QpAttribute.RNR_RETRY);
    }

    private void reportDrained() {
        boolean idle = queue.isEmpty() || !queue.oldest().hasBegun();
        if (drains && pair.state() == QpState.SQD && idle) {
            drains = false;
            adapter.raise(AsyncEvent.Type.SQ_DRAINED, pair.number());
        }
    }
}
