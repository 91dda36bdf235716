package musubi.collectives.execution;

import musubi.coll.CollectiveBuffer;
import musubi.coll.CollectiveCall;
import musubi.coll.CollectiveContext;
import musubi.coll.CollectiveKind;
import musubi.coll.Counts;
import musubi.collectives.algorithm.site.SiteBlocks;
import musubi.collectives.call.StagedSide;
import musubi.collectives.schedule.Schedule;
import musubi.collectives.schedule.Shape;
import musubi.error.ErrorClass;
import musubi.error.MpiFailure;
import musubi.type.MpiType;
import musubi.type.buffer.Packer;
import musubi.type.buffer.TypedBuffer;

/**
 * A gatherv or scatterv in which ranks pass on blocks of others, whose lengths they do not have:
 * the lengths in bytes precede the packed blocks. A rank sends its blocks right behind their
 * lengths, without an answer, so that on a wide link both together take one latency.
 *
 * <p>Both stages have the same tag: a rank begins the second one after all its messages of the
 * first have arrived, and messages with one tag do not overtake each other. A rank without memory
 * for the blocks sends empty messages, so that none hangs.
 */
final class CountedCall implements CallInStages, CollectiveRequest.Continuation {
    private final CountingPlan plan;
    private final Shape shape;
    private final ExecutionPool executions;
    private final int tag;
    private final PackedBlocks blocks;
    private final TypedBuffer[] incoming;

    /** Whether the block of the root stays where it is. */
    private final boolean isInPlace;

    /** Twice the length of the block of each rank, plus 1 for objects. */
    private final long[] numbers;

    /** Where the block of each rank is among the packed ones. */
    private final long[] starts;

    private final CollectiveCall counting = new CollectiveCall();
    private final CollectiveCall passing = new CollectiveCall();
    private byte[] packed;
    private CollectiveRequest request;
    private boolean isCounting;

    /** A checked call without gaps. */
    CountedCall(
            CollectiveContext comm,
            ExecutionPool executions,
            CollectiveCall call,
            CountingPlan plan,
            int tag) {
        this.executions = executions;
        this.plan = plan;
        this.tag = tag;
        shape = plan.shape();
        isInPlace = call.inPlace && shape.isRoot();
        numbers = new long[shape.size];
        starts = new long[shape.size];
        boolean isGather = shape.kind == CollectiveKind.GATHERV;
        TypedBuffer[] rooted = shape.isRoot() ? rooted(isGather ? call.receive : call.send) : null;
        TypedBuffer[] own = isInPlace ? null : own(isGather ? call.send : call.receive);
        blocks = new PackedBlocks(comm, call.kind, orNone(isGather ? own : rooted));
        incoming = orNone(isGather ? rooted : own);
        counting.reset(CollectiveKind.ALLREDUCE);
        counting.inPlace = true;
        counting.receive.set(numbers, 0, numbers.length, MpiType.LONG);
        passing.reset(CollectiveKind.ALLREDUCE);
        passing.inPlace = true;
    }

    private TypedBuffer[] rooted(CollectiveBuffer side) {
        return StagedSide.vector(side, shape.size);
    }

    private static TypedBuffer[] own(CollectiveBuffer side) {
        TypedBuffer block = new TypedBuffer();
        return new TypedBuffer[] {block.set(side.buffer, side.offset, side.count, side.type)};
    }

    private static TypedBuffer[] orNone(TypedBuffer... some) {
        return some == null ? new TypedBuffer[0] : some;
    }

    /** The rank of a block: those of all ranks, or that of this rank. */
    private int rankOf(int block, int all) {
        return all == 1 ? shape.rank : block;
    }

    private boolean isKept(int rank) {
        return isInPlace && rank == shape.rank;
    }

    @Override
    public void start(CollectiveRequest newRequest) {
        request = newRequest;
        request.continueWith(this);
        isCounting = true;
        blocks.encode();
        for (int block = 0; block < blocks.count(); block++) {
            int rank = rankOf(block, blocks.count());
            int objects = blocks.isOfObjects(block) ? 1 : 0;
            numbers[rank] = isKept(rank) ? 0 : 2 * blocks.length(block) + objects;
        }
        executions.take().start(plan.counts(), counting, MpiType.LONG, tag, request);
    }

    @Override
    public boolean startNextStage() {
        if (isCounting) {
            isCounting = false;
            pass();
            return true;
        }
        unpack();
        return false;
    }

    private long length(int rank) {
        return numbers[rank] >> 1;
    }

    private void pass() {
        long total = 0;
        for (int rank : SiteBlocks.order(shape)) {
            starts[rank] = total;
            total += length(rank);
        }
        Execution second = executions.take();
        try {
            pack(total);
        } catch (OutOfMemoryError e) {
            second.failForLackOfMemory(noMemory(total, e));
        }
        passing.receive.set(packed, 0, total, MpiType.BYTE);
        second.start(schedule(), passing, MpiType.BYTE, tag, request);
    }

    private void pack(long total) {
        if (total > Packer.MAX_ARRAY_BYTES) {
            throw new OutOfMemoryError("an array has at most 2 GiB");
        }
        packed = blocks.buffers().acquire((int) total);
        for (int block = 0; block < blocks.count(); block++) {
            int rank = rankOf(block, blocks.count());
            if (!isKept(rank)) {
                blocks.pack(block, packed, (int) starts[rank]);
            }
        }
    }

    private MpiFailure noMemory(long total, OutOfMemoryError cause) {
        return new MpiFailure(ErrorClass.NO_MEM, "no memory for the blocks of a site", cause)
                .with("kind", shape.kind, "bytes", total)
                .advice("increase the heap, or force linear");
    }

    private Schedule schedule() {
        long[] lengths = new long[shape.size];
        for (int rank = 0; rank < lengths.length; rank++) {
            lengths[rank] = length(rank);
        }
        Shape bytes = new Shape().reset(shape.kind, shape.rank, shape.size);
        bytes.root = shape.root;
        bytes.sites = shape.sites;
        bytes.receiveCounts = Counts.of(lengths);
        bytes.receiveAt = Counts.of(starts);
        return new SiteBlocks().schedule(bytes);
    }

    /** Copies the blocks for this rank out of the packed ones, and releases the memory. */
    private void unpack() {
        for (int block = 0; block < incoming.length; block++) {
            int rank = rankOf(block, incoming.length);
            if (!isKept(rank)) {
                int from = incoming.length == 1 ? shape.root : rank;
                boolean objects = (numbers[rank] & 1) != 0;
                int length = (int) length(rank);
                int start = (int) starts[rank];
                blocks.unpack(from, length, objects, packed, start, incoming[block]);
            }
        }
        blocks.buffers().release(packed);
        packed = null;
        blocks.rethrow();
    }
}
