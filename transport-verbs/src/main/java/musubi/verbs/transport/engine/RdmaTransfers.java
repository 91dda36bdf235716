package musubi.verbs.transport.engine;

import musubi.adi.SendOutcome;
import musubi.region.RecentSlices;
import musubi.region.Region;
import musubi.verbs.adapter.HostChannelAdapter;
import musubi.verbs.adapter.QueuePair;
import musubi.verbs.memory.AccessFlag;
import musubi.verbs.memory.MemoryRegion;
import musubi.verbs.memory.ProtectionDomain;
import musubi.verbs.state.QpAttributes;
import musubi.verbs.state.QpState;
import musubi.verbs.work.CompletionEntry;
import musubi.verbs.work.CompletionQueue;
import musubi.verbs.work.CompletionStatus;
import musubi.verbs.work.SendWorkRequest;

import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumSet;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Zero-copy transfers of large messages: RDMA between user buffers of two ranks over a dedicated
 * initiator, with on-demand registration. A transfer is requested repeatedly until it is done.
 */
public final class RdmaTransfers {
    /** Transfers in flight at once; others wait. */
    private static final int MOST = 16;

    private static final Set<AccessFlag> READABLE =
            EnumSet.of(AccessFlag.REMOTE_READ, AccessFlag.ZERO_BASED);
    private static final Set<AccessFlag> WRITABLE =
            EnumSet.of(
                    AccessFlag.LOCAL_WRITE,
                    AccessFlag.REMOTE_WRITE,
                    AccessFlag.REMOTE_READ,
                    AccessFlag.ZERO_BASED);
    private static final Set<AccessFlag> UPDATABLE =
            EnumSet.of(
                    AccessFlag.LOCAL_WRITE,
                    AccessFlag.REMOTE_WRITE,
                    AccessFlag.REMOTE_READ,
                    AccessFlag.REMOTE_ATOMIC,
                    AccessFlag.ZERO_BASED);
    private static final Set<AccessFlag> LOCAL =
            EnumSet.of(AccessFlag.LOCAL_WRITE, AccessFlag.ZERO_BASED);
    private static final Set<AccessFlag> LOCAL_SOURCE = EnumSet.of(AccessFlag.ZERO_BASED);

    private final ProtectionDomain domain;
    private final QueuePair initiator;
    private final CompletionQueue completions;
    private final PeerFailures failures;
    private final Consumer<CompletionEntry> consumer = this::onCompletion;
    private final RdmaTransfer[] all = new RdmaTransfer[MOST];
    private final Deque<RdmaTransfer> posted = new ArrayDeque<>();
    private final RecentSlices slices = new RecentSlices();
    private final SendWorkRequest read = SendWorkRequest.rdmaRead(0, 0, 0);
    private final SendWorkRequest write = SendWorkRequest.rdmaWrite(0, 0, 0);

    /** A thread without rights of its own: thread-confined memory is no use to an adapter. */
    private final Thread foreignThreadProbe = Thread.ofPlatform().unstarted(() -> {});

    private CompletionStatus failure = CompletionStatus.SUCCESS;

    RdmaTransfers(HostChannelAdapter adapter, ProtectionDomain domain, PeerFailures failures) {
        this.domain = domain;
        this.failures = failures;
        completions = adapter.createCompletionQueue(2 * MOST);
        initiator = QueuePairSetup.initiator(adapter, domain, completions, MOST);
        for (int i = 0; i < MOST; i++) {
            all[i] = new RdmaTransfer(i);
        }
    }

    /**
     * Registers a region for peers; returns its remote key, -1 when the adapter cannot use its
     * memory.
     */
    public long register(Region region) {
        MemorySegment memory = segment(region, 0, region.length());
        if (memory == null) {
            return -1;
        }
        MemoryRegion registered = domain.register(memory, rights(memory));
        return Integer.toUnsignedLong(registered.remoteKey());
    }

    /** Atomic instructions need aligned words, and memory that does not move. */
    private static Set<AccessFlag> rights(MemorySegment memory) {
        if (memory.isReadOnly()) {
            return READABLE;
        }
        boolean isAligned = memory.isNative() && (memory.address() & Long.BYTES - 1) == 0;
        return isAligned ? UPDATABLE : WRITABLE;
    }

    /** Ends a registration; a second call has no effect. */
    public void deregister(long key) {
        domain.deregister((int) key);
    }

    private MemorySegment segment(Region region, long from, long bytes) {
        Object memory = region.array() == null ? region.segment() : region.array();
        MemorySegment segment = slices.of(memory, region.base() + from, bytes);
        return segment != null && segment.isAccessibleBy(foreignThreadProbe) ? segment : null;
    }

    /** As {@link musubi.adi.RemoteMemory#tryGet}. */
    public SendOutcome get(
            VerbsPeer peer, long key, long offset, Region into, long to, long bytes) {
        for (RdmaTransfer transfer : all) {
            if (transfer.matches(peer, true, key, offset) && transfer.isFor(into, to, bytes)) {
                MemorySegment copy = transfer.copy;
                SendOutcome outcome = end(transfer);
                if (outcome == SendOutcome.ACCEPTED && copy != null) {
                    into.copyFrom(copy, 0, to, bytes);
                }
                return outcome;
            }
        }
        return begin(take(peer, true, key, offset), into, to, bytes);
    }

    /** As {@link musubi.adi.RemoteMemory#tryPut}. */
    public SendOutcome put(
            VerbsPeer peer, long key, long offset, Region source, long from, long bytes) {
        for (RdmaTransfer transfer : all) {
            if (transfer.matches(peer, false, key, offset) && transfer.isFor(source, from, bytes)) {
                return end(transfer);
            }
        }
        return begin(take(peer, false, key, offset), source, from, bytes);
    }

    /** Assigns a free transfer; null when there is none. */
    private RdmaTransfer take(VerbsPeer peer, boolean reads, long key, long offset) {
        for (RdmaTransfer transfer : all) {
            if (transfer.state == RdmaTransfer.State.FREE) {
                transfer.peer = peer;
                transfer.reads = reads;
                transfer.key = key;
                transfer.offset = offset;
                return transfer;
            }
        }
        return null;
    }

    /** Registers local memory and posts the request. */
    private SendOutcome begin(RdmaTransfer transfer, Region region, long at, long bytes) {
        if (transfer == null) {
            return SendOutcome.BACK_PRESSURED;
        }
        if (!transfer.peer.isPresent()) {
            transfer.free();
            return SendOutcome.PEER_LOST;
        }
        MemorySegment memory = segment(region, at, bytes);
        if (memory == null) {
            memory = MemorySegment.ofArray(new byte[(int) bytes]);
            transfer.copy = memory;
            if (!transfer.reads) {
                region.copyTo(at, memory, 0, bytes);
            }
        }
        transfer.set(region, at, bytes);
        transfer.local = domain.register(memory, transfer.reads ? LOCAL : LOCAL_SOURCE);
        transfer.state = RdmaTransfer.State.POSTED;
        posted.add(transfer);
        post(transfer);
        return SendOutcome.BACK_PRESSURED;
    }

    /** The queue has room for all transfers. */
    private void post(RdmaTransfer transfer) {
        SendWorkRequest request = transfer.reads ? read : write;
        request.id(transfer.id)
                .piece(0, (int) transfer.bytes, transfer.local.localKey())
                .remote(transfer.offset, (int) transfer.key);
        initiator.postSend(request.to(transfer.peer.data));
    }

    private SendOutcome end(RdmaTransfer transfer) {
        switch (transfer.state) {
            case DONE -> {
                transfer.free();
                return SendOutcome.ACCEPTED;
            }
            case REFUSED -> {
                long key = transfer.key;
                transfer.free();
                throw new IllegalArgumentException("not memory of the peer: key=" + key);
            }
            default -> {
                return SendOutcome.BACK_PRESSURED;
            }
        }
    }

    /** Handles completions; returns the number of transfers completed. */
    int poll() {
        int before = posted.size();
        completions.poll(consumer, Integer.MAX_VALUE);
        if (failure != CompletionStatus.SUCCESS) {
            restart();
        }
        return before - posted.size();
    }

    private void onCompletion(CompletionEntry entry) {
        if (failure == CompletionStatus.SUCCESS && entry.status() == CompletionStatus.SUCCESS) {
            RdmaTransfer transfer = posted.remove();
            transfer.state = RdmaTransfer.State.DONE;
            transfer.peer.onSuccess();
            transfer.release();
        } else if (failure == CompletionStatus.SUCCESS) {
            failure = entry.status();
        }
    }

    /** Restarts after a failure of the oldest transfer, which is retried last if that may help. */
    private void restart() {
        CompletionStatus cause = failure;
        failure = CompletionStatus.SUCCESS;
        initiator.modify(QpState.RESET, new QpAttributes());
        QueuePairSetup.startInitiator(initiator);
        RdmaTransfer failed = posted.remove();
        if (cause == CompletionStatus.REM_ACCESS_ERR || cause == CompletionStatus.LOC_PROT_ERR) {
            failed.state = RdmaTransfer.State.REFUSED;
            failed.release();
        } else if (failures.isGivenUp(failed.peer, cause)) {
            failed.free();
        } else {
            posted.add(failed);
        }
        posted.forEach(this::post);
    }

    /** Drops all transfers of a lost peer. */
    void forget(VerbsPeer peer) {
        boolean any = false;
        for (RdmaTransfer transfer : all) {
            if (transfer.peer == peer) {
                any |= posted.remove(transfer);
                transfer.free();
            }
        }
        if (any) {
            initiator.modify(QpState.RESET, new QpAttributes());
            QueuePairSetup.startInitiator(initiator);
            posted.forEach(this::post);
        }
    }
}
