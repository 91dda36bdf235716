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
 * instead of messages. Central barrier with a line for each rank, as in Mellor-Crummey and Scott,
 * ACM TOCS 9(1), 1991, section 3.1, but without a shared counter: each line has one writer.
 *
 * <pre>
 *   rank 1..p-1   data, sequence = n            on the own line
 *   rank 0        waits for sequence n on all lines; reduces in rank order
 *                 result, sequence = n          on the own line
 *   rank 1..p-1   wait for sequence n on the line of rank 0; copy the result
 * </pre>
 *
 * <p>A line can be written for call n + 1 at once: rank 0 does not do so before it has seen n + 1
 * on all others, which have then copied result n, and they do so after they have seen that rank 0
 * has read theirs.
 *
 * <p>Cost: p line transfers at rank 0 and two at the others, no message, and with more ranks than
 * cores each rank gives its core away once. One per communicator, for blocking calls, of which
 * there is at most one at a time. Thread rule: the thread that holds the rank.
 */
final class NodeExecution extends Operation {
    /** A line's data begin with the kind and length of the call, or what went wrong. */
    private static final int HEADER_BYTES = 8;

    private static final int LIMIT_BYTES = NodeBoard.DATA_BYTES - HEADER_BYTES;
    private static final int ROOT = 0;
    private static final long DIFFERENT = -1;
    private static final long FAILED = -2;

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
    private long sequence;
    private int next;
    private CollectiveCall call;
    private Datatype type;
    private int count;
    private int bytes;
    private Throwable failure;

    private NodeExecution(Communicator comm, NodeBoard board, int[] places) {
        this.board = board;
        this.places = places;
        memory = board.memory();
        line = comm.contextId() / 2;
        rank = comm.rank();
        work = comm.owner().pt2pt().progress().work();
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

    /** Whether a call of this shape and type can be done so; the same on all ranks. */
    static boolean takes(Shape shape, Datatype type) {
        return shape.kind == CollectiveKind.BARRIER
                || shape.kind == CollectiveKind.ALLREDUCE
                        && !type.isObject()
                        && (long) shape.count * shape.itemBytes <= LIMIT_BYTES;
    }

    /** Starts a checked call; the request completes with it. */
    CollectiveRequest start(CollectiveCall newCall, Datatype newType, Shape shape) {
        call = newCall;
        type = newType;
        count = shape.kind == CollectiveKind.BARRIER ? 0 : shape.count;
        bytes = count * shape.itemBytes;
        failure = null;
        request.restart(shape.kind);
        sequence++;
        next = rank == ROOT ? 1 : 0;
        if (rank != ROOT) {
            bindContribution();
            write(header(), user);
            board.publish(line, sequence);
            board.wake(places[ROOT]);
        }
        if (!advance()) {
            board.watch(nextIsThere);
            work.add(this);
        }
        return request;
    }

    private long header() {
        return (long) call.kind.ordinal() << Integer.SIZE | bytes;
    }

    private void bindContribution() {
        if (count > 0) {
            CollectiveBuffer side = call.inPlace ? call.receive : call.send;
            binder.bind(user, side.buffer, side.offset, count, type);
        }
    }

    private void write(long header, Region data) {
        long at = board.dataOf(places[rank], line);
        memory.set(ValueLayout.JAVA_LONG, at, header);
        if (header >= 0 && bytes > 0) {
            data.copyTo(0, memory, at + HEADER_BYTES, bytes);
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
        return board.sequence(places[member], line) >= sequence;
    }

    @Override
    public boolean advance() {
        if (rank == ROOT) {
            while (next < places.length && isThere(next)) {
                next++;
            }
            if (next < places.length) {
                return false;
            }
            answer();
        } else if (isThere(ROOT)) {
            takeResult();
        } else {
            return false;
        }
        finish();
        return true;
    }

    /** The root has heard from all. */
    private void answer() {
        long header = header();
        try {
            checkHeaders();
            reduce();
        } catch (MpiFailure e) {
            failure = e;
            header = e.errorClass() == ErrorClass.NOT_SAME ? DIFFERENT : FAILED;
        } catch (RuntimeException | Error e) {
            failure = e;
            header = FAILED;
        }
        write(header, scratch);
        board.publish(line, sequence);
        for (int member = 1; member < places.length; member++) {
            board.wake(places[member]);
        }
    }

    private void checkHeaders() {
        for (int member = 1; member < places.length; member++) {
            long theirs = memory.get(ValueLayout.JAVA_LONG, board.dataOf(places[member], line));
            if (theirs != header()) {
                throw new MpiFailure(
                        ErrorClass.NOT_SAME,
                        "ranks disagree on the call: rank=0 kind="
                                + call.kind
                                + " bytes="
                                + bytes
                                + ", rank="
                                + member
                                + " kind="
                                + CollectiveKind.values()[(int) (theirs >>> Integer.SIZE)]
                                + " bytes="
                                + (int) theirs);
            }
        }
    }

    /** Leaves the result in the scratch region and in the user's buffer. */
    private void reduce() {
        if (count == 0) {
            return;
        }
        Object[] pair = arrays.computeIfAbsent(type.base(), NodeExecution::newPair);
        Object result = pair[0];
        Object operand = pair[1];
        int last = places.length - 1;
        fetch(last, scratch.wrapArray(result, 0, bytes));
        for (int member = last - 1; member > 0; member--) {
            fetch(member, scratch.wrapArray(operand, 0, bytes));
            call.op.apply(operand, 0, result, 0, count, type);
        }
        bindContribution();
        user.copyTo(0, scratch.wrapArray(operand, 0, bytes), 0, bytes);
        call.op.apply(operand, 0, result, 0, count, type);
        binder.bindWritable(user, call.receive.buffer, call.receive.offset, count, type);
        scratch.wrapArray(result, 0, bytes).copyTo(0, user, 0, bytes);
    }

    private static Object[] newPair(BaseType base) {
        int elements = LIMIT_BYTES / base.bytes();
        return new Object[] {base.newArray(elements), base.newArray(elements)};
    }

    private void fetch(int member, Region into) {
        long at = board.dataOf(places[member], line) + HEADER_BYTES;
        into.copyFrom(memory, at, 0, bytes);
    }

    private void takeResult() {
        long header = memory.get(ValueLayout.JAVA_LONG, board.dataOf(places[ROOT], line));
        try {
            checkAnswer(header);
            if (count > 0) {
                binder.bindWritable(user, call.receive.buffer, call.receive.offset, count, type);
                fetch(ROOT, user);
            }
        } catch (MpiFailure e) {
            failure = e;
        }
    }

    private void checkAnswer(long header) {
        if (header == FAILED) {
            throw new MpiFailure(
                    ErrorClass.OTHER, "the reduction failed on rank=0: op=" + call.op.name());
        }
        if (header != header()) {
            throw new MpiFailure(
                    ErrorClass.NOT_SAME,
                    "ranks disagree on the call: here kind=" + call.kind + " bytes=" + bytes);
        }
    }

    private void finish() {
        board.watch(null);
        user.clear();
        scratch.clear();
        call = null;
        if (failure == null) {
            request.succeed();
        } else {
            request.fail(failure);
        }
    }
}
