package musubi.collectives.node;

import musubi.coll.CollectiveCall;
import musubi.coll.CollectiveKind;
import musubi.collectives.schedule.Shape;
import musubi.type.MpiType;

/**
 * The algorithms of a communicator within a node, and their selection for a call. Selection depends
 * only on values that are equal on all ranks: the kind, the bytes, and whether all ranks are in one
 * JVM.
 */
public final class NodeAlgorithms {
    /** Least size for access by reference within a JVM. */
    private static final long BY_REFERENCE_BYTES = 16 << 10;

    /** Longer blocks of an all-to-all of more than two processes use messages. */
    private static final long LONGEST_STAGED_BLOCK = 64 << 10;

    /** Greatest size, over all ranks, that each rank reduces by itself. */
    private static final long SMALL_REDUCTION_BYTES = 48 << 10;

    /** Blocks that both sides copy concurrently, given a core for each rank. */
    private static final long OVERLAPPING_BLOCK = 32 << 10;

    /**
     * Longer operands are reduced in slices; times the ranks of a core, because the second
     * scheduler turn of slices grows with the number of ranks.
     */
    private static final long LONGEST_COLLECTED = 16 << 10;

    /** With more ranks a block has less than a cache line of a staging area. */
    private static final int MOST_RANKS = 1024;

    private final NodeGroup group;
    private final InlineTransfer inline = new InlineTransfer(group);
    private final StagedTransfer staged = new StagedTransfer(group);
    private final ByReferenceTransfer byReference = new ByReferenceTransfer(group);
    private final RankOrderReducer order = new RankOrderReducer(group);
    private final NodeBroadcast broadcast = new NodeBroadcast(group, block());
    private final NodeAllGather allGather = new NodeAllGather(group);
    private final NodeAllToAll allToAll = new NodeAllToAll(group);
    private final NodeDirectReduction directReduction =
            new NodeDirectReduction(group, order, block());
    private final NodeSlicedReduction slicedReduction =
            new NodeSlicedReduction(group, order, staged);
    private final NodeCollectedReduction collectedReduction =
            new NodeCollectedReduction(group, order);
    private final StagingAgreement agreement = new StagingAgreement(group);
    private final NodeCall call = new NodeCall();
    private NodeAlgorithm algorithm;

    /** The algorithms of a group. */
    public NodeAlgorithms(NodeGroup group) {
        this.group = group;
        super();
    }

    private long block() {
        return group.isOversubscribed() ? staged.capacity() : OVERLAPPING_BLOCK;
    }

    /** Whether calls of a shape and type have an algorithm; equal on all ranks. */
    public boolean supports(Shape shape, MpiType type) {
        if (type == null || type.isObject() || shape.isInter() || shape.size > MOST_RANKS) {
            return false;
        }
        return switch (shape.kind) {
            case BCAST, ALLGATHER -> true;
            case ALLTOALL -> isShortAllToAll(shape, type);
            case REDUCE, ALLREDUCE -> type.isPredefined();
            default -> false;
        };
    }

    /** Long blocks of many processes are faster as messages, since each has a single receiver. */
    private boolean isShortAllToAll(Shape shape, MpiType type) {
        return shape.size == 2
                || group.sharesHeap()
                || shape.count * type.extentBytes() < LONGEST_STAGED_BLOCK;
    }

    /** Whether the data need staging areas, which require an agreement first. */
    public boolean isStaged(Shape shape, MpiType type) {
        long blocks = shape.kind == CollectiveKind.ALLTOALL ? shape.size : 1;
        return shape.count * blocks * type.extentBytes() > inline.capacity();
    }

    /** Whether the agreement on staging areas is complete. */
    public boolean isStagingAgreed() {
        return agreement.isDone();
    }

    /** Whether all members have staging areas. */
    public boolean hasStaging() {
        return agreement.isAvailable();
    }

    /** Begins the agreement; {@link #step} continues it. */
    public void beginAgreement() {
        algorithm = agreement;
        algorithm.begin(call, inline);
    }

    /**
     * Begins a checked call that is {@linkplain #supports supported}; {@link #step} continues it.
     */
    public void begin(CollectiveCall newCall, MpiType type, Shape shape) {
        call.set(newCall, type, shape);
        algorithm = algorithmFor(shape);
        algorithm.begin(call, transferFor(shape, type));
    }

    /**
     * Executes the next step, whose wait condition holds.
     *
     * @return whether the call is complete
     */
    public boolean step() {
        return algorithm.step();
    }

    private NodeAlgorithm algorithmFor(Shape shape) {
        return switch (shape.kind) {
            case BCAST -> broadcast;
            case ALLGATHER -> allGather;
            case ALLTOALL -> allToAll;
            default -> reductionFor(shape);
        };
    }

    private NodeAlgorithm reductionFor(Shape shape) {
        if (reducesAll(shape)) {
            return directReduction;
        }
        return isCollected(shape) ? collectedReduction : slicedReduction;
    }

    /** Whether a scheduler turn of all ranks takes longer than a reduction by one rank. */
    private boolean isCollected(Shape shape) {
        long longest = allowsReferences(shape) ? LONGEST_COLLECTED / 2 : LONGEST_COLLECTED;
        return call.isToAll()
                && group.isOversubscribed()
                && call.bytes <= longest * group.size() / group.cores();
    }

    /**
     * Whether each receiver of the result of a reduction computes all of it. Slices reduce the work
     * of each rank, but increase the total: unless operands are by reference, they pay if all ranks
     * get the result, or three ranks run concurrently.
     */
    private boolean reducesAll(Shape shape) {
        boolean paysToSlice =
                call.isToAll()
                        || allowsReferences(shape)
                        || Math.min(group.size(), group.cores()) > 2;
        return !isStaged(shape, call.type)
                || call.bytes * group.size() <= SMALL_REDUCTION_BYTES
                || !paysToSlice;
    }

    private NodeTransfer transferFor(Shape shape, MpiType type) {
        if (!isStaged(shape, type)) {
            return inline;
        }
        return allowsReferences(shape) && !leavesReaders() ? byReference : staged;
    }

    /** Whether ranks leave the call while others still read, so that data must be copied. */
    private boolean leavesReaders() {
        return algorithm == directReduction || algorithm == collectedReduction;
    }

    private boolean allowsReferences(Shape shape) {
        boolean inPlace = call.inPlace && shape.kind == CollectiveKind.ALLTOALL;
        return group.sharesHeap() && !inPlace && call.bytes >= BY_REFERENCE_BYTES;
    }

    /** Releases the memory of the call. */
    public void end() {
        byReference.end();
        call.clear();
    }
}
