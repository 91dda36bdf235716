package musubi.collectives;

import musubi.adi.NodeBoard;
import musubi.adi.Region;
import musubi.coll.CollectiveBuffer;
import musubi.coll.CollectiveCall;
import musubi.coll.CollectiveKind;
import musubi.collectives.schedule.Shape;
import musubi.comm.Communicator;
import musubi.error.ErrorClass;
import musubi.error.MpiFailure;
import musubi.progress.Needs;
import musubi.progress.Operation;
import musubi.progress.WorkList;
import musubi.type.BaseType;
import musubi.type.BufferBinder;
import musubi.type.Datatype;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.BooleanSupplier;

/**
 * Barrier and short allReduce of a communicator that lies on one node, by flags in shared memory
 * instead of messages. All ranks see all: each has a line of its own, and reads those of the
 * others.
 *
 * <pre>
 *   each rank     shows its data as number n on its own line
 *                 waits for number n on all lines
 *                 reduces all data in the order of ranks
 * </pre>
 *
 * <p>Who comes last waits for nobody and goes on at once. So with more ranks than cores a rank that
 * gets a core leaves one call and enters the next before it gives the core away: one turn of all
 * ranks for each call. A rank that collects and answers would need two, unless it came last.
 *
 * <p>The last one wakes those that sleep. Nobody else needs to: whoever has missed a line when it
 * fell asleep did so before its rank showed it, so before the last one looked for sleepers.
 *
 * <p>Data of number n can be read until their rank shows n + 2, which it does after it has seen n +
 * 1 on all lines; those ranks have done with n.
 *
 * <p>Cost: p line transfers at each rank, but one for all ranks that share a core's cache. One per
 * communicator, for blocking calls, of which there is at most one at a time. Thread rule: the
 * thread that holds the rank.
 */
final class NodeExecution extends Operation implements CollectiveRequest.Runner {
    /** Data begin with the kind and length of the call. */
    private static final int HEADER_BYTES = 8;

    private static final int LIMIT_BYTES = NodeBoard.DATA_BYTES - HEADER_BYTES;

    private final Communicator comm;
    private final NodeBoard board;
    private final MemorySegment memory;
    private final int line;
    private final int[] places;
    private final int rank;
    private final WorkList work;
    private final BufferBinder binder = new BufferBinder();
    private final Region user = new Region();
    private final Region scratch = new Region();
    private final Map<BaseType, Object[]> arrays = new EnumMap<>(BaseType.class);
    private final CollectiveRequest request = new CollectiveRequest();
    private final BooleanSupplier nextIsThere = this::isNextThere;
    private long number;
    private int next;
    private CollectiveKind kind;
    private CollectiveCall call;
    private Datatype type;
    private int count;
    private int bytes;

    private NodeExecution(Communicator comm, NodeBoard board, int[] places) {
        this.board = board;
        this.places = places;
        memory = board.memory();
        line = comm.contextId() / 2;
        rank = comm.rank();
        work = comm.owner().pt2pt().progress().work();
        this.comm = comm;
        request.runBy(this);
    }

    /** For a communicator, or null when its members are not all on the board of one node. */
    static NodeExecution of(Communicator comm) {
        NodeBoard board = comm.owner().board();
        if (board == null || comm.size() < 2 || comm.contextId() / 2 >= board.lines()) {
            return null;
        }
        int[] places = new int[comm.size()];
        for (int member = 0; member < places.length; member++) {
            places[member] = board.placeOf(comm.worldRank(member));
            if (places[member] < 0) {
                return null;
            }
        }
        return new NodeExecution(comm, board, places);
    }

    /** Whether an operation of this shape and type can be done so; the same on all ranks. */
    static boolean takes(Shape shape, Datatype type) {
        return shape.kind == CollectiveKind.ALLREDUCE
                && type.isPredefined()
                && !type.isObject()
                && shape.count * type.extentBytes() <= LIMIT_BYTES;
    }

    /** Starts a barrier; the request completes with it. */
    CollectiveRequest startBarrier() {
        kind = CollectiveKind.BARRIER;
        count = 0;
        bytes = 0;
        number++;
        return show();
    }

    /** Starts a checked call that this {@linkplain #takes}; the request completes with it. */
    CollectiveRequest start(CollectiveCall newCall, Datatype newType, Shape shape) {
        call = newCall;
        type = newType;
        kind = shape.kind;
        count = shape.count;
        bytes = count * (int) type.extentBytes();
        CollectiveBuffer side = call.inPlace ? call.receive : call.send;
        binder.bind(user, side.buffer, side.offset, count, type.opaque());
        number++;
        user.copyTo(0, memory, dataOf(rank) + HEADER_BYTES, bytes);
        return show();
    }

    private CollectiveRequest show() {
        request.restart(kind);
        next = 0;
        memory.set(ValueLayout.JAVA_LONG, dataOf(rank), header());
        board.show(line, number);
        if (areAllThere()) {
            wakeOthers();
            finish();
        } else {
            board.watch(nextIsThere);
            work.add(this);
        }
        return request;
    }

    private long header() {
        return (long) kind.ordinal() << Integer.SIZE | bytes;
    }

    private long dataOf(int member) {
        return board.dataOf(places[member], line, number);
    }

    private void wakeOthers() {
        for (int member = 0; member < places.length; member++) {
            if (member != rank) {
                board.wake(places[member]);
            }
        }
    }

    @Override
    public Communicator comm() {
        return comm;
    }

    @Override
    public void tell(Needs needs) {
        for (int member = 0; member < places.length; member++) {
            if (!isThere(member)) {
                needs.from(comm.worldRank(member));
            }
        }
    }

    @Override
    public boolean isAnnounced() {
        return true;
    }

    /** Looked at by a thread that is about to sleep, perhaps while another one advances this. */
    private boolean isNextThere() {
        int place = next;
        return place >= places.length || isThere(place);
    }

    private boolean isThere(int member) {
        return board.isShown(places[member], line, number);
    }

    private boolean areAllThere() {
        while (next < places.length && isThere(next)) {
            next++;
        }
        return next == places.length;
    }

    @Override
    public boolean advance() {
        if (!areAllThere()) {
            return false;
        }
        board.watch(null);
        finish();
        return true;
    }

    private void finish() {
        try {
            checkHeaders();
            if (count > 0) {
                reduce();
            }
            request.succeed();
        } catch (RuntimeException | Error e) {
            request.fail(e);
        } finally {
            user.clear();
            scratch.clear();
            call = null;
        }
    }

    private void checkHeaders() {
        long own = header();
        for (int member = 0; member < places.length; member++) {
            long theirs = memory.get(ValueLayout.JAVA_LONG, dataOf(member));
            if (theirs != own) {
                throw disagreement(member, theirs);
            }
        }
    }

    private MpiFailure disagreement(int member, long theirs) {
        return new MpiFailure(
                ErrorClass.NOT_SAME,
                "ranks disagree on the call: rank="
                        + rank
                        + " kind="
                        + kind
                        + " bytes="
                        + bytes
                        + ", rank="
                        + member
                        + " kind="
                        + CollectiveKind.values()[(int) (theirs >>> Integer.SIZE)]
                        + " bytes="
                        + (int) theirs
                        + "; all members have to make the same calls in the same order");
    }

    /** All ranks do the same in the same order, so they get the same bits. */
    private void reduce() {
        Object[] pair = arrays.computeIfAbsent(type.base(), NodeExecution::newPair);
        Object result = pair[0];
        Object operand = pair[1];
        int last = places.length - 1;
        fetch(last, scratch.wrapArray(result, 0, bytes));
        for (int member = last - 1; member >= 0; member--) {
            fetch(member, scratch.wrapArray(operand, 0, bytes));
            call.op.apply(operand, 0, result, 0, count, type);
        }
        CollectiveBuffer to = call.receive;
        binder.bindWritable(user, to.buffer, to.offset, count, type.opaque());
        scratch.wrapArray(result, 0, bytes).copyTo(0, user, 0, bytes);
    }

    private static Object[] newPair(BaseType base) {
        int elements = LIMIT_BYTES / base.bytes();
        return new Object[] {base.newArray(elements), base.newArray(elements)};
    }

    private void fetch(int member, Region into) {
        into.copyFrom(memory, dataOf(member) + HEADER_BYTES, 0, bytes);
    }
}
