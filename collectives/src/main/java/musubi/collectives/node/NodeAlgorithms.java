package musubi.collectives.node;

import musubi.coll.CollectiveCall;
import musubi.coll.CollectiveKind;
import musubi.collectives.schedule.Shape;
import musubi.type.MpiType;

/**
 * The ways of a communicator on one node, and which one a call takes. The choice looks only at what
 * all ranks know alike: the kind, the bytes, and whether all live in one JVM.
 */
public final class NodeAlgorithms {
    /** From so many bytes on, data are read where they lie when all members are in one JVM. */
    private static final long LENT_BYTES = 16 << 10;

    /** Blocks of an all-to-all of more than two processes that are longer become messages. */
    private static final long LONGEST_STAGED_BLOCK = 64 << 10;

    /** Up to so many bytes of all ranks together each rank reduces all. */
    private static final long SMALL_REDUCTION_BYTES = 48 << 10;

    /** Blocks that both sides copy at the same time, with a core for each rank. */
    private static final long OVERLAPPING_BLOCK = 32 << 10;

    /**
     * Longer operands are reduced in slices, of so many bytes for each rank of a core: the second
     * turn that slices take is as long as there are ranks.
     */
    private static final long LONGEST_COLLECTED = 16 << 10;

    /** More ranks would leave a block less than a cache line of a staging area. */
    private static final int MOST_RANKS = 1024;

    private final NodeGroup group;
    private final InlineTransfer inline;
    private final StagedTransfer staged;
    private final ByReferenceTransfer lent;
    private final NodeBroadcast broadcast;
    private final NodeAllGather allGather;
    private final NodeAllToAll allToAll;
    private final NodeDirectReduction directReduction;
    private final NodeSlicedReduction slicedReduction;
    private final NodeCollectedReduction collectedReduction;
    private final StagingAgreement agreement;
    private final NodeCall call = new NodeCall();
    private NodeAlgorithm path;

    /** The ways of a group. */
    public NodeAlgorithms(NodeGroup group) {
        this.group = group;
        inline = new InlineTransfer(group);
        staged = new StagedTransfer(group);
        lent = new ByReferenceTransfer(group);
        long block = group.isOversubscribed() ? staged.capacity() : OVERLAPPING_BLOCK;
        broadcast = new NodeBroadcast(group, block);
        allGather = new NodeAllGather(group);
        allToAll = new NodeAllToAll(group);
        RankOrderReducer order = new RankOrderReducer(group);
        directReduction = new NodeDirectReduction(group, order, block);
        slicedReduction = new NodeSlicedReduction(group, order, staged);
        collectedReduction = new NodeCollectedReduction(group, order);
        agreement = new StagingAgreement(group);
    }

    /** Whether calls of this shape and type have a way; the same on all ranks. */
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

    /** Long blocks of many processes are faster as messages: each goes to one rank only. */
    private boolean isShortAllToAll(Shape shape, MpiType type) {
        return shape.size == 2
                || group.sharesHeap()
                || shape.count * type.extentBytes() < LONGEST_STAGED_BLOCK;
    }

    /** Whether the data go through staging areas, which members have to agree on first. */
    public boolean isStaged(Shape shape, MpiType type) {
        return shape.count * roomFor(shape) * type.extentBytes() > inline.capacity();
    }

    private static long roomFor(Shape shape) {
        return shape.kind == CollectiveKind.ALLTOALL ? shape.size : 1;
    }

    /** Whether the members have agreed on whether they have staging areas. */
    public boolean isStagingAgreed() {
        return agreement.isDone();
    }

    /** Whether they have. */
    public boolean hasStaging() {
        return agreement.isAvailable();
    }

    /** Begins to agree on that; it goes on with {@link #step}. */
    public void beginAgreement() {
        path = agreement;
        path.begin(call, inline);
    }

    /** Begins a checked call that this takes; it goes on with {@link #step}. */
    public void begin(CollectiveCall newCall, MpiType type, Shape shape) {
        call.set(newCall, type, shape);
        path = pathOf(shape);
        path.begin(call, sharingOf(shape, type));
    }

    /**
     * Does the next step; what the group waits for has come.
     *
     * @return whether the call is done
     */
    public boolean step() {
        return path.step();
    }

    private NodeAlgorithm pathOf(Shape shape) {
        return switch (shape.kind) {
            case BCAST -> broadcast;
            case ALLGATHER -> allGather;
            case ALLTOALL -> allToAll;
            default -> reductionOf(shape);
        };
    }

    private NodeAlgorithm reductionOf(Shape shape) {
        if (reducesAll(shape)) {
            return directReduction;
        }
        return isCollected(shape) ? collectedReduction : slicedReduction;
    }

    /** Whether turns of all ranks take longer than what one rank could compute meanwhile. */
    private boolean isCollected(Shape shape) {
        long longest = mayLend(shape) ? LONGEST_COLLECTED / 2 : LONGEST_COLLECTED;
        return call.isToAll()
                && group.isOversubscribed()
                && call.bytes <= longest * group.size() / group.cores();
    }

    /**
     * Whether each rank that gets the result of a reduction computes all of it. Slices are less
     * work for each rank, but more for all of them together: unless operands are lent, they pay
     * when all get the result, or three ranks run at the same time.
     */
    private boolean reducesAll(Shape shape) {
        boolean paysToSlice =
                call.isToAll() || mayLend(shape) || Math.min(group.size(), group.cores()) > 2;
        return !isStaged(shape, call.type)
                || call.bytes * group.size() <= SMALL_REDUCTION_BYTES
                || !paysToSlice;
    }

    private NodeTransfer sharingOf(Shape shape, MpiType type) {
        if (!isStaged(shape, type)) {
            return inline;
        }
        return mayLend(shape) && !leavesReaders() ? lent : staged;
    }

    /** Whether ranks leave the call while others still read, so that data have to be copies. */
    private boolean leavesReaders() {
        return path == directReduction || path == collectedReduction;
    }

    private boolean mayLend(Shape shape) {
        boolean inPlace = call.inPlace && shape.kind == CollectiveKind.ALLTOALL;
        return group.sharesHeap() && !inPlace && call.bytes >= LENT_BYTES;
    }

    /** Forgets the memory of the call. */
    public void end() {
        lent.end();
        call.clear();
    }
}
