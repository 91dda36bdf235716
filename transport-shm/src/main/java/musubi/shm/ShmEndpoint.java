package musubi.shm;

import static musubi.shm.PartitionDescriptor.ENVELOPE;
import static musubi.shm.PartitionDescriptor.INLINE_LIMIT_BYTES;
import static musubi.shm.PartitionDescriptor.KIND_INLINE;
import static musubi.shm.PartitionDescriptor.KIND_PADDING;
import static musubi.shm.PartitionDescriptor.KIND_STAGED;
import static musubi.shm.PartitionDescriptor.LINE_BYTES;
import static musubi.shm.PartitionDescriptor.PAYLOAD;
import static musubi.shm.PartitionDescriptor.SLOT_BYTES;
import static musubi.shm.PartitionDescriptor.STAGED_RELEASE;
import static musubi.shm.PartitionDescriptor.STAGED_SLOT;
import static musubi.shm.PartitionDescriptor.recordBytes;
import static musubi.shm.PartitionDescriptor.slot;

import musubi.adi.Endpoint;
import musubi.adi.Envelope;
import musubi.adi.SendOutcome;
import musubi.memory.Accounted;
import musubi.memory.Component;
import musubi.region.Region;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * The sending side towards one peer of the node: small payloads in the peer's ring, larger ones
 * through a staging slot of this rank and a record that names it.
 */
@Accounted(Component.LOW_LEVEL_CONTEXTS)
final class ShmEndpoint extends Endpoint {
    private final MemorySegment map;
    private final long ownPartition;
    private final PeerMemory memory;
    private final int peer;
    private final RingWriter ring;
    private final Doorbell doorbell;
    private final StagingSlots slots;

    /** The node file; {@link NativeCopy} makes large copies into it. */
    private final Region file;

    /**
     * @param self this rank's local index
     * @param peer the peer's local index
     * @param file the node file, with the way to copy many bytes
     */
    ShmEndpoint(
            Region file,
            long partitionBytes,
            int self,
            int peer,
            StagingSlots slots,
            PeerMemory memory) {
        this.file = file;
        this.map = file.segment();
        this.ownPartition = self * partitionBytes;
        this.memory = memory;
        this.peer = peer;
        this.ring = new RingWriter(map, peer * partitionBytes, self);
        this.doorbell = new Doorbell(map, peer * partitionBytes);
        this.slots = slots;
    }

    @Override
    public SendOutcome trySend(Envelope envelope, Region payload, long from, long bytes) {
        if (bytes > INLINE_LIMIT_BYTES) {
            return trySendStaged(envelope, payload, from, bytes);
        }
        long position = ring.claim(recordBytes((int) bytes));
        if (position < 0) {
            return SendOutcome.BACK_PRESSURED;
        }
        boolean asleep = doorbell.hasSleepers();
        fill(position, envelope, payload, from, (int) bytes);
        ring.commit(position, KIND_INLINE, (int) bytes);
        if (asleep) {
            doorbell.wake();
        }
        return SendOutcome.ACCEPTED;
    }

    private void fill(long position, Envelope envelope, Region payload, long from, int bytes) {
        try {
            long record = ring.record(position);
            envelope.encode(map, record + ENVELOPE);
            payload.copyTo(from, map, record + PAYLOAD, bytes);
        } catch (RuntimeException e) {
            // A claimed record that is never committed would block all senders.
            ring.commit(position, KIND_PADDING, recordBytes(bytes));
            throw e;
        }
    }

    private SendOutcome trySendStaged(Envelope envelope, Region payload, long from, long bytes) {
        if (bytes > SLOT_BYTES) {
            throw new IllegalArgumentException("larger than a fragment: bytes=" + bytes);
        }
        int slot = ring.hasSpace(LINE_BYTES) ? slots.next(peer) : -1;
        if (slot < 0) {
            return SendOutcome.BACK_PRESSURED;
        }
        payload.copyTo(from, file, ownPartition + slot(slot), bytes);
        long position = ring.claim(LINE_BYTES);
        if (position < 0) {
            return SendOutcome.BACK_PRESSURED;
        }
        boolean asleep = doorbell.hasSleepers();
        long record = ring.record(position);
        envelope.encode(map, record + ENVELOPE);
        map.set(ValueLayout.JAVA_INT, record + STAGED_SLOT, slot);
        map.set(ValueLayout.JAVA_INT, record + STAGED_RELEASE, slots.take(slot, peer));
        ring.commit(position, KIND_STAGED, (int) bytes);
        if (asleep) {
            doorbell.wake();
        }
        return SendOutcome.ACCEPTED;
    }

    @Override
    public <C> C capability(Class<C> kind) {
        return kind.isInstance(memory) ? kind.cast(memory) : null;
    }

    /** Always: accepted messages lie in memory that outlives this transport. */
    @Override
    public boolean isDrained() {
        return true;
    }

    @Override
    public void close() {
        doorbell.close();
    }
}
