package musubi.rma;

import musubi.comm.Communicator;
import musubi.error.ErrorClass;
import musubi.error.MpiFailure;
import musubi.group.MessageAddress;
import musubi.op.ReductionOp;
import musubi.op.Reductions;
import musubi.pt2pt.request.CommRequest;
import musubi.region.Region;
import musubi.rma.check.WindowAccess;
import musubi.rma.memory.Update;
import musubi.type.CheckedMath;
import musubi.type.MpiType;
import musubi.type.buffer.TypedBuffer;

/**
 * The accesses of this rank to a window. MPI-4.1 section 12.3.
 *
 * <p>A direct access is complete when its call returns; the origin's memory of one by messages
 * belongs to it until a flush, an end of the epoch, or its request. Calls with {@code tracked}
 * return a request, others null. Accesses to {@code PROC_NULL} do nothing. Errors: RANK, DISP,
 * TRUNCATE, COUNT, BUFFER, TYPE, OP, and RMA_SYNC without an epoch. Thread rule: the thread that
 * holds the rank.
 */
public final class WindowAccesses {
    private final Communicator comm;
    private final WindowLayout layout;
    private final boolean dynamic;
    private final WindowEpochs epochs;

    private final Place place = new Place();
    private final OriginItems origin;
    private final OriginItems result;
    private final OriginItems comparand;

    /** The two items of a compareAndSwap. */
    private final long[] pairWords = new long[2];

    private final Region pair = new Region();

    /** The update of the latest accumulate, which the next is likely to need again. */
    private Update latest = new Update(MpiType.LONG, Reductions.SUM);

    /** Accesses to a window, dynamic or not, in its epochs. */
    WindowAccesses(
            RmaService service,
            Communicator comm,
            WindowLayout layout,
            boolean dynamic,
            WindowEpochs epochs) {
        this.comm = comm;
        this.layout = layout;
        this.dynamic = dynamic;
        this.epochs = epochs;
        origin = service.newItems();
        result = service.newItems();
        comparand = service.newItems();
    }

    /** Copies items to a target. MPI-4.1 section 12.3.1. */
    public CommRequest put(TypedBuffer from, TargetItems to, boolean tracked) {
        Access access = begin("rPut", to, tracked);
        OriginItems items = access == null || access.isDirect() ? origin : origin.another();
        Region data = items.read(from);
        long bytes = data.length();
        RmaRequest request = tracked ? new RmaRequest("Win.rPut", worldRank(to)) : null;
        if (isVoid(access, bytes)) {
            items.release();
            return complete(request);
        }
        checkFit(bytes, to.packedBytes(), to);
        locate(to, bytes);
        if (epochs.isChecked()) {
            record(access, to, WindowAccess.PUT);
        }
        access.put(data, place, request);
        if (access.isDirect()) {
            items.release();
        }
        return request;
    }

    /** Copies items from a target. MPI-4.1 section 12.3.2. */
    public CommRequest get(TypedBuffer to, TargetItems from, boolean tracked) {
        Access access = begin("rGet", from, tracked);
        boolean direct = access == null || access.isDirect();
        OriginItems items = direct ? origin : origin.another();
        Region into = items.write(to);
        long bytes = from.packedBytes();
        RmaRequest request = tracked || !direct ? new RmaRequest("Win.get", worldRank(from)) : null;
        if (isVoid(access, bytes)) {
            items.release();
            return complete(request);
        }
        checkFit(bytes, into.length(), from);
        locate(from, bytes);
        if (epochs.isChecked() && !tracked) {
            record(access, from, WindowAccess.GET);
        }
        if (direct) {
            access.get(into, place, null);
            items.unpack(bytes);
            return complete(request);
        }
        request.onComplete(() -> items.unpack(bytes));
        access.get(into, place, request);
        return tracked ? request : null;
    }

    /**
     * Updates items of a target. MPI-4.1 sections 12.3.3 and 12.3.4.
     *
     * @param from operands; not looked at for {@code MPI.NO_OP}
     * @param before becomes the items before the update; null when they are not wanted
     */
    public CommRequest update(
            TypedBuffer from,
            TypedBuffer before,
            TargetItems target,
            ReductionOp op,
            boolean tracked) {
        Access access = begin("rAccumulate", target, tracked);
        Update update = updateOf(target.type, op);
        if (target.type.isPredefined()) {
            target.type = target.type.opaque();
        }
        boolean direct = access == null || access.isDirect();
        OriginItems operands = direct ? origin : origin.another();
        OriginItems results = direct ? result : result.another();
        boolean hasData = op != Reductions.NO_OP;
        Region data = hasData ? operands.read(opaque(from)) : null;
        Region into = before == null ? null : results.write(opaque(before));
        long bytes = target.packedBytes();
        RmaRequest request =
                tracked || !direct && into != null
                        ? new RmaRequest("Win.accumulate", worldRank(target))
                        : null;
        if (!isVoid(access, bytes)) {
            checkOperands(data, into, bytes, target);
            locate(target, bytes);
            if (epochs.isChecked() && (!tracked || into == null)) {
                record(access, target, kindOf(update));
            }
            if (!direct && into != null) {
                request.onComplete(() -> results.unpack(bytes));
            }
            access.update(update, data, into, place, request);
        } else {
            complete(request);
        }
        if (direct) {
            operands.release();
            results.unpack(access == null ? 0 : bytes);
        }
        return tracked ? request : null;
    }

    private static int kindOf(Update update) {
        boolean changesNothing = update.op() == Reductions.NO_OP;
        return changesNothing ? update.code() | WindowAccess.ANY_OP : update.code();
    }

    private Update updateOf(MpiType type, ReductionOp op) {
        if (latest.type() != type || latest.op() != op) {
            latest = Update.of(type, op);
        }
        return latest;
    }

    /** Items of a predefined type with gaps are updated with their gaps. */
    private static TypedBuffer opaque(TypedBuffer items) {
        if (items.type.isPredefined()) {
            items.type = items.type.opaque();
        }
        return items;
    }

    private static void checkOperands(Region data, Region into, long bytes, TargetItems target) {
        boolean fits = data == null || data.length() == bytes;
        if (!fits || into != null && into.length() < bytes) {
            throw new MpiFailure(ErrorClass.COUNT, "an update has as many items at both sides")
                    .with("target's bytes", bytes)
                    .with("operands", data == null ? "none" : data.length())
                    .with("result", into == null ? "none" : into.length())
                    .with("target", target.rank);
        }
    }

    /**
     * Replaces an item if it equals another. MPI-4.1 section 12.3.4.
     *
     * @param desired the new item
     * @param expected what the item is compared with
     * @param before becomes the item before
     */
    public void compareAndSwap(
            TypedBuffer desired, TypedBuffer expected, TypedBuffer before, TargetItems target) {
        Access access = begin("compareAndSwap", target, false);
        checkComparable(target.type);
        int bytes = (int) target.type.extentBytes();
        if (access != null) {
            locate(target, bytes);
            if (epochs.isChecked()) {
                int number = updateOf(target.type, Reductions.REPLACE).code();
                record(access, target, number | WindowAccess.ANY_OP);
            }
        }
        Region values = pair.wrapArray(pairWords, 0, 2L * bytes);
        Region compared = comparand.read(expected);
        Region data = origin.read(desired);
        if (bytes == Long.BYTES) {
            values.setWord(0, compared.word(0));
            values.setWord(Long.BYTES, data.word(0));
        } else {
            compared.copyTo(0, values, 0, bytes);
            data.copyTo(0, values, bytes, bytes);
        }
        comparand.release();
        origin.release();
        if (access == null) {
            return;
        }
        if (access.isDirect()) {
            access.compareAndSwap(target.type, values, result.write(before), place.at(0), null);
            result.release();
        } else {
            RmaRequest request = new RmaRequest("Win.compareAndSwap", worldRank(target));
            Region into = result.another().write(before);
            access.compareAndSwap(target.type, values, into, place.at(0), request);
        }
    }

    private static void checkComparable(MpiType type) {
        boolean isComparable =
                type.isPredefined()
                        && type.elements() == 1
                        && type != MpiType.FLOAT
                        && type != MpiType.DOUBLE
                        && type != MpiType.PACKED;
        if (!isComparable) {
            throw new MpiFailure(ErrorClass.TYPE, "compareAndSwap takes an integer, or a byte")
                    .with("type", type)
                    .advice("use MPI.INT, LONG, SHORT, CHAR, BYTE or BOOLEAN");
        }
    }

    /** The way to the target of an access; null when that is {@code PROC_NULL}. */
    private Access begin(String call, TargetItems target, boolean tracked) {
        if (target.rank == MessageAddress.PROC_NULL) {
            return null;
        }
        if (target.rank < 0 || target.rank >= comm.size()) {
            comm.worldRank(target.rank);
        }
        if (tracked) {
            epochs.checkRequest(call, target.rank);
        }
        return epochs.access(target.rank);
    }

    private static boolean isVoid(Access access, long bytes) {
        return access == null || bytes == 0;
    }

    private static CommRequest complete(RmaRequest request) {
        if (request != null) {
            request.succeed();
        }
        return request;
    }

    private int worldRank(TargetItems target) {
        return target.rank < 0 ? target.rank : comm.worldRank(target.rank);
    }

    private static void checkFit(long bytes, long room, TargetItems target) {
        if (bytes > room) {
            throw new MpiFailure(ErrorClass.TRUNCATE, "the data exceed the items they go to")
                    .with("bytes", bytes, "room", room)
                    .with("target", target.rank);
        }
    }

    /** Sets {@link #place} to the first bytes of the items at the target. */
    private void locate(TargetItems items, long bytes) {
        long start = CheckedMath.product(items.displacement, layout.unit(items.rank));
        if (!dynamic) {
            checkBounds(items, start);
        }
        place.set(start, bytes, items.type);
    }

    /**
     * Records the access to {@link #place} for the checks, if it is complete at the target only by
     * a synchronisation, not by its request.
     */
    private void record(Access access, TargetItems items, int kind) {
        long bytes = place.bytes();
        epochs.record(access, items.rank, kind, place);
        if (!access.isDirect()) {
            locate(items, bytes); // Another thread may have set the place meanwhile.
        }
    }

    private void checkBounds(TargetItems items, long start) {
        if (items.type.isPlain()) {
            long left = layout.bytes(items.rank) - start;
            if (start < 0 || items.count * items.type.extentBytes() > left) {
                throw outside(items);
            }
            return;
        }
        long low = CheckedMath.sum(start, items.type.bounds().trueLbOf(items.count));
        long high = CheckedMath.sum(start, items.type.bounds().trueUbOf(items.count));
        if (items.displacement < 0 || low < 0 || high > layout.bytes(items.rank)) {
            throw outside(items);
        }
    }

    private MpiFailure outside(TargetItems items) {
        return new MpiFailure(ErrorClass.DISP, "the items exceed the window of the target")
                .with("target", items.rank, "displacement", items.displacement)
                .with("unit", layout.unit(items.rank))
                .with("count", items.count, "type", items.type)
                .with("bytes of the window", layout.bytes(items.rank));
    }
}
