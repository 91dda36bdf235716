package musubi.verbs.transport;

import musubi.adi.RecentSlices;
import musubi.adi.Region;
import musubi.adi.SendOutcome;
import musubi.verbs.AccessFlag;
import musubi.verbs.CompletionConsumer;
import musubi.verbs.CompletionEntry;
import musubi.verbs.CompletionQueue;
import musubi.verbs.CompletionStatus;
import musubi.verbs.HostChannelAdapter;
import musubi.verbs.MemoryRegion;
import musubi.verbs.ProtectionDomain;
import musubi.verbs.QpAttributes;
import musubi.verbs.QpState;
import musubi.verbs.QueuePair;
import musubi.verbs.SendWorkRequest;

import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * Moves large messages straight between buffers of two ranks: RDMA over an initiator of its own,
 * which memory of any kind is registered for that the adapter can use. Whoever wants a transfer
 * asks for the same one until it is done.
 */
final class Transfers {
    /** Under way at once; others wait. */
    private static final int MOST = 16;

    private static final Set<AccessFlag> READABLE =
            EnumSet.of(AccessFlag.REMOTE_READ, AccessFlag.ZERO_BASED);
    private static final Set<AccessFlag> WRITABLE =
            EnumSet.of(
                    AccessFlag.LOCAL_WRITE,
                    AccessFlag.REMOTE_WRITE,
                    AccessFlag.REMOTE_READ,
                    AccessFlag.ZERO_BASED);
    private static final Set<AccessFlag> LOCAL =
            EnumSet.of(AccessFlag.LOCAL_WRITE, AccessFlag.ZERO_BASED);
    private static final Set<AccessFlag> LOCAL_SOURCE = EnumSet.of(AccessFlag.ZERO_BASED);

    private final ProtectionDomain domain;
    private final QueuePair initiator;
    private final CompletionQueue completions;
    private final Failures failures;
    private final CompletionConsumer consumer = this::onCompletion;
    private final Transfer[] all = new Transfer[MOST];
    private final Deque<Transfer> posted = new ArrayDeque<>();
    private final Map<Long, MemoryRegion> exposed = new HashMap<>();
    private final RecentSlices slices = new RecentSlices();
    private final SendWorkRequest read = SendWorkRequest.rdmaRead(0, 0, 0);
    private final SendWorkRequest write = SendWorkRequest.rdmaWrite(0, 0, 0);

    /** Memory that only its own thread may touch is nothing for an adapter. */
    private final Thread anybody = Thread.ofPlatform().unstarted(() -> {});

    private CompletionStatus failure = CompletionStatus.SUCCESS;

    Transfers(HostChannelAdapter adapter, ProtectionDomain domain, Failures failures) {
        this.domain = domain;
        this.failures = failures;
        completions = adapter.createCompletionQueue(2 * MOST);
        initiator = QueuePairs.initiator(adapter, domain, completions, MOST);
        for (int i = 0; i < MOST; i++) {
            all[i] = new Transfer(i);
        }
    }

    /** A key by which peers reach a region; -1 when the adapter cannot use its memory. */
    long expose(Region region) {
        MemorySegment memory = segment(region, 0, region.length());
        if (memory == null) {
            return -1;
        }
        MemoryRegion registered =
                domain.register(memory, memory.isReadOnly() ? READABLE : WRITABLE);
        long key = Integer.toUnsignedLong(registered.remoteKey());
        exposed.put(key, registered);
        return key;
    }

    /** Peers do not use the key any more. */
    void hide(long key) {
        MemoryRegion registered = exposed.remove(key);
        if (registered != null) {
            registered.close();
        }
    }

    private MemorySegment segment(Region region, long from, long bytes) {
        Object memory = region.array() == null ? region.segment() : region.array();
        MemorySegment segment = slices.of(memory, region.base() + from, bytes);
        return segment != null && segment.isAccessibleBy(anybody) ? segment : null;
    }

    /** As {@link musubi.adi.Endpoint#tryGet}. */
    SendOutcome get(Peer peer, long key, long offset, Region into, long to, long bytes) {
        Transfer transfer = find(peer, true, key, offset);
        if (transfer == null) {
            return begin(take(peer, true, key, offset), into, to, bytes);
        }
        MemorySegment copy = transfer.copy;
        SendOutcome outcome = end(transfer);
        if (outcome == SendOutcome.ACCEPTED && copy != null) {
            into.copyFrom(copy, 0, to, bytes);
        }
        return outcome;
    }

    /** As {@link musubi.adi.Endpoint#tryPut}. */
    SendOutcome put(Peer peer, long key, long offset, Region source, long from, long bytes) {
        Transfer transfer = find(peer, false, key, offset);
        return transfer == null
                ? begin(take(peer, false, key, offset), source, from, bytes)
                : end(transfer);
    }

    private Transfer find(Peer peer, boolean reads, long key, long offset) {
        for (Transfer transfer : all) {
            if (transfer.is(peer, reads, key, offset)) {
                return transfer;
            }
        }
        return null;
    }

    /** One that is free, and this from now on; null when none is. */
    private Transfer take(Peer peer, boolean reads, long key, long offset) {
        for (Transfer transfer : all) {
            if (transfer.state == Transfer.State.FREE) {
                transfer.peer = peer;
                transfer.reads = reads;
                transfer.key = key;
                transfer.offset = offset;
                return transfer;
            }
        }
        return null;
    }

    /** Registers this rank's memory and posts. */
    private SendOutcome begin(Transfer transfer, Region region, long at, long bytes) {
        if (transfer == null) {
            return SendOutcome.BACK_PRESSURED;
        }
        if (transfer.peer.isGone() || transfer.peer.departs) {
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
        transfer.bytes = bytes;
        transfer.local = domain.register(memory, transfer.reads ? LOCAL : LOCAL_SOURCE);
        transfer.state = Transfer.State.POSTED;
        posted.add(transfer);
        post(transfer);
        return SendOutcome.BACK_PRESSURED;
    }

    /** There is room for all of them in the queue. */
    private void post(Transfer transfer) {
        SendWorkRequest request = transfer.reads ? read : write;
        request.id(transfer.id)
                .piece(0, (int) transfer.bytes, transfer.local.localKey())
                .remote(transfer.offset, (int) transfer.key);
        initiator.postSend(request.to(transfer.peer.data));
    }

    private SendOutcome end(Transfer transfer) {
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

    /** Looks what has been moved; returns how many transfers. */
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
            Transfer transfer = posted.remove();
            transfer.state = Transfer.State.DONE;
            transfer.peer.failingSinceNs = 0;
            transfer.release();
        } else if (failure == CompletionStatus.SUCCESS) {
            failure = entry.status();
        }
    }

    /** The oldest has failed; it goes behind the others when it may come right. */
    private void restart() {
        CompletionStatus cause = failure;
        failure = CompletionStatus.SUCCESS;
        initiator.modify(QpState.RESET, new QpAttributes());
        QueuePairs.startInitiator(initiator);
        Transfer failed = posted.remove();
        if (cause == CompletionStatus.REM_ACCESS_ERR || cause == CompletionStatus.LOC_PROT_ERR) {
            failed.state = Transfer.State.REFUSED;
            failed.release();
        } else if (failures.isGivenUp(failed.peer, cause)) {
            failed.free();
        } else {
            posted.add(failed);
        }
        posted.forEach(this::post);
    }

    /** Nothing moves between this rank and a peer any more. */
    void forget(Peer peer) {
        boolean any = false;
        for (Transfer transfer : all) {
            if (transfer.peer == peer) {
                any |= posted.remove(transfer);
                transfer.free();
            }
        }
        if (any) {
            initiator.modify(QpState.RESET, new QpAttributes());
            QueuePairs.startInitiator(initiator);
            posted.forEach(this::post);
        }
    }
}
