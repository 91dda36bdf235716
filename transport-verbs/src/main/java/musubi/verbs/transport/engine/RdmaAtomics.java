package musubi.verbs.transport.engine;

import musubi.adi.RemoteAtomic;
import musubi.adi.SendOutcome;
import musubi.verbs.adapter.HostChannelAdapter;
import musubi.verbs.adapter.QueuePair;
import musubi.verbs.memory.AccessFlag;
import musubi.verbs.memory.MemoryRegion;
import musubi.verbs.memory.ProtectionDomain;
import musubi.verbs.memory.ScatterGatherEntry;
import musubi.verbs.state.QpAttribute;
import musubi.verbs.state.QpAttributes;
import musubi.verbs.state.QpState;
import musubi.verbs.work.CompletionEntry;
import musubi.verbs.work.CompletionQueue;
import musubi.verbs.work.CompletionStatus;
import musubi.verbs.work.RemoteOperand;
import musubi.verbs.work.SendWorkRequest;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumSet;
import java.util.function.Consumer;

/**
 * Atomic operations on the memory of peers, executed exactly once: over an initiator of their own,
 * which is opened for the first, one at a time in the order of their first attempts.
 *
 * <p>A target recognises a repeated atomic only within a connection. So an atomic is not posted
 * again over another connection, as a transfer is; its retries are renewed instead until the peer
 * has answered or is lost. A connection is reset only when the one atomic in flight is the lost
 * peer's.
 */
public final class RdmaAtomics {
    private final HostChannelAdapter adapter;
    private final ProtectionDomain domain;
    private final PeerFailures failures;
    private final Deque<Pending> queue = new ArrayDeque<>();
    private final Consumer<CompletionEntry> consumer = this::onCompletion;

    /** Null before the first atomic, as the two below. */
    private QueuePair initiator;

    private CompletionQueue completions;
    private MemoryRegion result;

    private long postedNs;

    /** Of the atomic in flight; null while it is. */
    private CompletionStatus status;

    private record Pending(VerbsPeer peer, RemoteAtomic operation) {}

    RdmaAtomics(HostChannelAdapter adapter, ProtectionDomain domain, PeerFailures failures) {
        this.adapter = adapter;
        this.domain = domain;
        this.failures = failures;
    }

    /** As {@link musubi.adi.RdmaMemory#tryAtomic}. */
    public SendOutcome attempt(VerbsPeer peer, RemoteAtomic operation) {
        switch (operation.state()) {
            case NEW -> {
                return begin(peer, operation);
            }
            case BEGUN -> {
                return SendOutcome.BACK_PRESSURED;
            }
            case DONE -> {
                return SendOutcome.ACCEPTED;
            }
            case LOST -> {
                return SendOutcome.PEER_LOST;
            }
            default ->
                    throw new IllegalArgumentException(
                            "no aligned word of the peer: key=%s offset=%s"
                                    .formatted(operation.remoteKey(), operation.offset()));
        }
    }

    private SendOutcome begin(VerbsPeer peer, RemoteAtomic operation) {
        if (!peer.isPresent()) {
            return SendOutcome.PEER_LOST;
        }
        open();
        operation.enter(RemoteAtomic.State.BEGUN);
        queue.add(new Pending(peer, operation));
        if (queue.size() == 1) {
            postOldest();
        }
        return SendOutcome.BACK_PRESSURED;
    }

    private void open() {
        if (initiator == null) {
            completions = adapter.createCompletionQueue(2);
            initiator = QueuePairSetup.initiator(adapter, domain, completions, 1);
            result =
                    domain.register(
                            MemorySegment.ofArray(new long[1]),
                            EnumSet.of(AccessFlag.LOCAL_WRITE, AccessFlag.ZERO_BASED));
        }
    }

    private void postOldest() {
        Pending oldest = queue.peek();
        if (oldest == null) {
            return;
        }
        RemoteAtomic atomic = oldest.operation;
        RemoteOperand operand =
                new RemoteOperand(
                        atomic.offset(),
                        (int) atomic.remoteKey(),
                        atomic.operand(),
                        atomic.desired());
        ScatterGatherEntry into = new ScatterGatherEntry(0, Long.BYTES, result.localKey());
        SendWorkRequest request =
                atomic.swaps()
                        ? SendWorkRequest.compareAndSwap(0, operand, into)
                        : SendWorkRequest.fetchAndAdd(0, operand, into);
        postedNs = System.nanoTime();
        initiator.postSend(request.to(oldest.peer.data));
    }

    /** Handles the completion of the atomic in flight; returns the number of atomics completed. */
    int poll() {
        if (queue.isEmpty()) {
            return 0;
        }
        completions.poll(consumer, 1);
        if (status == null) {
            renewRetries(queue.peek().peer);
            return 0;
        }
        Pending oldest = queue.remove();
        if (status == CompletionStatus.SUCCESS) {
            oldest.peer.onSuccess();
            oldest.operation.finish(result.memory().get(ValueLayout.JAVA_LONG, 0));
        } else {
            fail(oldest);
        }
        status = null;
        postOldest();
        return 1;
    }

    private void onCompletion(CompletionEntry entry) {
        status = entry.status();
    }

    private void fail(Pending failed) {
        boolean isRefused =
                status == CompletionStatus.REM_ACCESS_ERR
                        || status == CompletionStatus.REM_INV_REQ_ERR;
        if (isRefused) {
            failed.operation.enter(RemoteAtomic.State.REFUSED);
        } else {
            // Whether it was executed is open, so the peer is of no use any more.
            failures.giveUp(failed.peer, status);
            failed.operation.enter(RemoteAtomic.State.LOST);
        }
        restart();
    }

    private void restart() {
        initiator.modify(QpState.RESET, new QpAttributes());
        QueuePairSetup.startInitiator(initiator);
    }

    /** In SQD new retries may be granted to what is in flight. */
    private void renewRetries(VerbsPeer peer) {
        if (failures.isPatientWith(peer, postedNs)) {
            initiator.modify(QpState.SQD, new QpAttributes());
            initiator.modify(
                    QpState.SQD,
                    new QpAttributes().set(QpAttribute.RETRY_COUNT, QueuePairSetup.RETRIES));
            initiator.modify(QpState.RTS, new QpAttributes());
        }
    }

    /** Drops all atomics of a lost peer. */
    void forget(VerbsPeer peer) {
        Pending inFlight = queue.peek();
        boolean resets = inFlight != null && inFlight.peer == peer;
        queue.removeIf(
                pending -> {
                    boolean isLost = pending.peer == peer;
                    if (isLost) {
                        pending.operation.enter(RemoteAtomic.State.LOST);
                    }
                    return isLost;
                });
        if (resets) {
            status = null;
            restart();
            postOldest();
        }
    }
}
