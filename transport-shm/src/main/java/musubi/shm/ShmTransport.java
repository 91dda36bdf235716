package musubi.shm;

import static musubi.shm.PartitionDescriptor.ENVELOPE;
import static musubi.shm.PartitionDescriptor.HEAP;
import static musubi.shm.PartitionDescriptor.IDENTITY;
import static musubi.shm.PartitionDescriptor.IDENTITY_VALUE;
import static musubi.shm.PartitionDescriptor.KIND_INLINE;
import static musubi.shm.PartitionDescriptor.KIND_PADDING;
import static musubi.shm.PartitionDescriptor.LINE_BYTES;
import static musubi.shm.PartitionDescriptor.PAYLOAD;
import static musubi.shm.PartitionDescriptor.SLOT_BYTES;
import static musubi.shm.PartitionDescriptor.STAGED_RELEASE;
import static musubi.shm.PartitionDescriptor.STAGED_SLOT;
import static musubi.shm.PartitionDescriptor.WORLD_RANK;
import static musubi.shm.PartitionDescriptor.heapEnd;
import static musubi.shm.PartitionDescriptor.kind;
import static musubi.shm.PartitionDescriptor.length;
import static musubi.shm.PartitionDescriptor.recordBytes;
import static musubi.shm.PartitionDescriptor.sender;
import static musubi.shm.PartitionDescriptor.slot;

import musubi.adi.Endpoint;
import musubi.adi.Envelope;
import musubi.adi.Inbound;
import musubi.adi.MemoryPool;
import musubi.adi.NodeMemory;
import musubi.adi.PeerInfo;
import musubi.adi.SleepElsewhere;
import musubi.adi.Transport;
import musubi.adi.TransportContext;
import musubi.adi.TransportTraits;
import musubi.error.ErrorClass;
import musubi.error.MpiFailure;
import musubi.region.AddressSpace;
import musubi.region.Lifetime;
import musubi.region.NodeRegions;
import musubi.region.Region;
import musubi.region.RegionTable;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.function.BooleanSupplier;

/** One rank's end of the node file: its own partition, and access to those of its peers. */
final class ShmTransport extends Transport implements MemoryPool, SleepElsewhere {
    private static final int UNKNOWN = -1;
    private static final int DISTANCE = 1;
    private static final char CARD_SEPARATOR = '/';

    private final Inbound inbound;
    private final int localRank;
    private final NodeFile file;
    private final MemorySegment map;
    private final long partitionBytes;
    private final long partition;
    private final RingReader ring;
    private final ShmNodeMemory nodeMemory;
    private final BooleanSupplier isQuiet;
    private final Doorbell doorbell;
    private final StagingSlots slots;
    private final PostedSlots posted;
    private final PartitionHeap heap;
    private final NodeTables tables;
    private final String node;

    private final NativeCopy copy;

    /** The node file, with the way to copy many bytes. */
    private final Region mapping;

    private final AddressSpace space;
    private final String jobId;

    /** Regions that the ranks of this JVM expose; null when this rank does not take part. */
    private final NodeRegions regions;

    private final OwnMemory memory;

    /** World rank by local index, read from the peer's partition when it first sends. */
    private final int[] worldRanks;

    private final Envelope envelope = new Envelope();
    private final Region payload;
    private boolean polling;
    private boolean isJobComplete;

    ShmTransport(TransportContext context, NodeFile file, long partitionBytes, String node) {
        super(traits(context), node + CARD_SEPARATOR + context.localRank());
        this.inbound = context.inbound();
        this.localRank = context.localRank();
        this.file = file;
        this.map = file.map();
        this.partitionBytes = partitionBytes;
        this.partition = localRank * partitionBytes;
        this.ring = new RingReader(map, partition);
        this.doorbell = new Doorbell(map, partition);
        doorbell.announce();
        this.slots = new StagingSlots(map, partition, context.localSize());
        this.posted = new PostedSlots(map, partition);
        long heapEnd = partition + heapEnd(partitionBytes);
        this.heap = new PartitionHeap(file, partition + HEAP, heapEnd - partition - HEAP);
        this.tables = new NodeTables(file, heap, partitionBytes, NodeTables::hash);
        this.node = node;
        this.copy = NativeCopy.of(map, context.setting());
        this.mapping = new Region(copy).wrap(map, 0, map.byteSize());
        this.payload = new Region(copy);
        boolean byReference = ShmSettings.BY_REFERENCE.isOn(context.setting());
        this.space = byReference ? context.addressSpace() : null;
        this.jobId = context.jobId();
        this.regions = space == null ? null : space.join(jobId, localRank, context.localSize());
        RegionTable exposed = regions == null ? null : regions.of(localRank);
        this.memory = new OwnMemory(file, partition + HEAP, heapEnd, exposed);
        this.nodeMemory = new ShmNodeMemory(file, mapping, partitionBytes, localRank, regions);
        this.isQuiet = () -> ring.isQuiet() && nodeMemory.isQuiet();
        this.worldRanks = new int[context.localSize()];
        Arrays.fill(worldRanks, UNKNOWN);
        map.set(ValueLayout.JAVA_INT, partition + WORLD_RANK, context.worldRank());
        map.set(ValueLayout.JAVA_LONG, partition + IDENTITY, IDENTITY_VALUE);
    }

    private static TransportTraits traits(TransportContext context) {
        int claimBytes = (int) ShmSettings.CLAIM_BYTES.number(context.setting());
        return new TransportTraits(SLOT_BYTES, SLOT_BYTES, true, claimBytes);
    }

    @Override
    public int distanceTo(PeerInfo peer) {
        return localIndex(peer) >= 0 ? DISTANCE : -1;
    }

    private int localIndex(PeerInfo peer) {
        String card = peer.businessCard();
        if (card == null || !card.startsWith(node)) {
            return -1;
        }
        int separator = card.lastIndexOf(CARD_SEPARATOR);
        return separator == node.length() ? Integer.parseInt(card.substring(separator + 1)) : -1;
    }

    @Override
    public Endpoint connect(PeerInfo peer) {
        int index = localIndex(peer);
        if (index < 0) {
            throw new IllegalArgumentException("not on this node: peer=" + peer);
        }
        long there = index * partitionBytes;
        if (map.get(ValueLayout.JAVA_LONG, there + IDENTITY) != IDENTITY_VALUE) {
            throw new MpiFailure(ErrorClass.INTERN, "the peer's partition has another layout")
                    .with("rank", peer.worldRank())
                    .advice("run all ranks with the same version of Musubi");
        }
        file.touch(there, HEAP);
        // Connecting starts after all ranks have opened their transports.
        RegionTable theirs = regions == null ? null : regions.of(index);
        long end = there + heapEnd(partitionBytes);
        PeerMemory reached = new PeerMemory(memory, posted, ring, there, end, theirs);
        return new ShmEndpoint(mapping, partitionBytes, localRank, index, slots, reached);
    }

    /** Unlinks the file, which all ranks have mapped by now: nothing remains even after a kill. */
    @Override
    public void onJobComplete() {
        isJobComplete = true;
        if (localRank == 0) {
            file.unlink();
        }
    }

    @Override
    public int poll(int limit) {
        long word = ring.peek();
        if (word == 0) {
            ring.releaseSpace();
            return 0;
        }
        return drain(word, limit);
    }

    private int drain(long first, int limit) {
        if (polling) {
            throw new IllegalStateException("poll from within an upcall");
        }
        polling = true;
        try {
            int done = 0;
            for (long word = first; word != 0 && done < limit; word = ring.peek()) {
                done += take(word);
            }
            return done;
        } finally {
            polling = false;
        }
    }

    private int take(long word) {
        int kind = kind(word);
        if (kind == KIND_PADDING) {
            ring.advance(length(word));
            return 0;
        }
        long record = ring.record();
        envelope.decode(map, record + ENVELOPE);
        if (kind == KIND_INLINE) {
            deliverInline(record, worldRank(sender(word)), length(word));
        } else {
            deliverStaged(record, sender(word), length(word));
        }
        return 1;
    }

    private void deliverInline(long record, int from, int bytes) {
        try {
            inbound.onMessage(from, envelope, payload.wrap(map, record + PAYLOAD, bytes));
        } finally {
            ring.advance(recordBytes(bytes));
        }
    }

    private void deliverStaged(long record, int sender, int bytes) {
        long there = sender * partitionBytes;
        int slot = map.get(ValueLayout.JAVA_INT, record + STAGED_SLOT);
        int release = map.get(ValueLayout.JAVA_INT, record + STAGED_RELEASE);
        try {
            payload.wrap(map, there + slot(slot), bytes);
            inbound.onMessage(worldRank(sender), envelope, payload);
        } finally {
            copy.discard(there + slot(slot), bytes);
            StagingSlots.release(map, there, slot, release);
            ring.advance(LINE_BYTES);
        }
    }

    private int worldRank(int sender) {
        int known = worldRanks[sender];
        return known != UNKNOWN ? known : worldRankSlowPath(sender);
    }

    private int worldRankSlowPath(int sender) {
        // Plain: the sender wrote it before the commit of its record, which was read with acquire.
        int found = map.get(ValueLayout.JAVA_INT, sender * partitionBytes + WORLD_RANK);
        worldRanks[sender] = found;
        return found;
    }

    @Override
    public void sleep(long timeoutNs) {
        doorbell.sleep(isQuiet, timeoutNs);
    }

    @Override
    public boolean canBeWokenBy(int descriptor) {
        return doorbell.canBeWokenBy(descriptor);
    }

    @Override
    public boolean beginSleep() {
        doorbell.beginSleepElsewhere();
        return isQuiet.getAsBoolean();
    }

    @Override
    public void endSleep() {
        doorbell.endSleepElsewhere();
    }

    @Override
    public <C> C capability(Class<C> kind) {
        return kind == NodeMemory.class ? kind.cast(nodeMemory) : super.capability(kind);
    }

    @Override
    public Lifetime.Lent lend(long bytes) {
        tables.sweep();
        return heap.lend(bytes);
    }

    @Override
    public MemorySegment share(int[] numbers) {
        return regions != null && regions.isWhole() ? null : tables.share(numbers);
    }

    @Override
    public void close() {
        if (!isJobComplete) {
            // The first rank may never come: any other may have created the file.
            file.unlink();
        }
        if (space != null) {
            space.leave(jobId, localRank);
        }
        doorbell.drainSleepers();
        doorbell.close();
        nodeMemory.close();
        heap.close();
        file.close();
    }
}
