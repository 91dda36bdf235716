package musubi.collectives;

import musubi.adi.Region;
import musubi.coll.CollectiveBuffer;
import musubi.coll.CollectiveCall;
import musubi.collectives.schedule.Part;
import musubi.collectives.schedule.Schedule;
import musubi.type.BufferBinder;
import musubi.type.Datatype;
import musubi.type.ObjectCodec;

import java.util.Arrays;

/**
 * The memory behind the named buffers of a schedule during one run.
 *
 * <p>Temporaries are arrays of the base type, so that reductions are plain loops and a user's
 * operation gets real arrays. For the same reason a user's buffer that is reduced is staged in such
 * an array unless it is one, and the result must not lie at an offset (see {@link
 * musubi.op.Reductions}). Arrays of at most {@value #KEPT_BYTES} bytes are kept for the next run.
 */
final class Operands {
    private static final int KEPT_BYTES = 1 << 20;

    private final BufferBinder binder;
    private final ObjectCodec codec;
    private final Region source = new Region();
    private final Region target = new Region();
    private Object[] buffers = new Object[4];
    private long[] starts = new long[4];
    private int[] elementBytes = new int[4];
    private Object[] kept = new Object[4];
    private CollectiveCall call;
    private Datatype type;
    private boolean displacedByBytes;
    private int used;
    private int staged;

    Operands(BufferBinder binder, ObjectCodec codec) {
        this.binder = binder;
        this.codec = codec;
    }

    /** Puts memory behind the names. */
    void bind(Schedule schedule, CollectiveCall newCall, Datatype itemType) {
        call = newCall;
        type = itemType;
        displacedByBytes = newCall.send.types != null || newCall.receive.types != null;
        used = Part.FIRST_TEMPORARY + schedule.temporaries();
        staged = 0;
        if (buffers.length < used) {
            grow();
        }
        bindUser(Part.SEND, newCall.send);
        bindUser(Part.RECEIVE, newCall.receive);
        for (int i = 0; i < schedule.temporaries(); i++) {
            Part whole = schedule.temporary(i);
            Datatype its = typeOf(whole);
            bindArray(whole.buffer(), whole.count() * its.elements(), its);
        }
        if (schedule.reduces()) {
            stageIn(Part.SEND, schedule.itemsOf(Part.SEND));
            stageIn(Part.RECEIVE, schedule.itemsOf(Part.RECEIVE));
        }
    }

    private void grow() {
        buffers = Arrays.copyOf(buffers, used);
        starts = Arrays.copyOf(starts, used);
        elementBytes = Arrays.copyOf(elementBytes, used);
        kept = Arrays.copyOf(kept, used);
    }

    private void bindUser(int buffer, CollectiveBuffer side) {
        buffers[buffer] = side.buffer;
        starts[buffer] = side.offset;
        elementBytes[buffer] = RoomCheck.elementBytes(side);
    }

    private void bindArray(int buffer, int elements, Datatype its) {
        Object array = kept[buffer];
        if (array == null
                || array.getClass().componentType() != its.base().component()
                || java.lang.reflect.Array.getLength(array) < elements) {
            array = its.base().newArray(elements);
        }
        long bytes = (long) elements * its.base().bytes();
        kept[buffer] = its.isObject() || bytes > KEPT_BYTES ? null : array;
        buffers[buffer] = array;
        starts[buffer] = 0;
        elementBytes[buffer] = its.base().bytes();
    }

    private void stageIn(int buffer, int items) {
        Object user = buffers[buffer];
        if (items == 0 || isReducible(user) && (buffer == Part.SEND || starts[buffer] == 0)) {
            return;
        }
        bindArray(buffer, items * type.elements(), type);
        copyUser(side(buffer), user, buffer, items, true);
        staged |= 1 << buffer;
    }

    private boolean isReducible(Object buffer) {
        Class<?> component = buffer.getClass().componentType();
        return type.isObject() || component == type.base().component();
    }

    private void copyUser(CollectiveBuffer side, Object user, int buffer, int items, boolean isIn) {
        if (type.isObject()) {
            Object from = isIn ? user : buffers[buffer];
            Object to = isIn ? buffers[buffer] : user;
            int fromAt = isIn ? (int) side.offset : 0;
            System.arraycopy(from, fromAt, to, isIn ? 0 : (int) side.offset, items);
            return;
        }
        binder.bind(isIn ? source : target, user, side.offset, items, type);
        binder.bind(isIn ? target : source, buffers[buffer], 0, items, type);
        source.copyTo(0, target, 0, items * type.extentBytes());
    }

    private CollectiveBuffer side(int buffer) {
        return buffer == Part.SEND ? call.send : call.receive;
    }

    /** Writes results back that were staged, and forgets the user's memory. */
    void release(Schedule schedule) {
        if ((staged & 1 << Part.RECEIVE) != 0) {
            int items = schedule.itemsOf(Part.RECEIVE);
            copyUser(call.receive, call.receive.buffer, Part.RECEIVE, items, false);
        }
        Arrays.fill(buffers, 0, used, null);
        source.clear();
        target.clear();
        call = null;
    }

    /** The array or NIO buffer that a part lies in; null when it has no items. */
    Object buffer(Part part) {
        return part.count() == 0 ? null : buffers[part.buffer()];
    }

    /** Where a part starts, in elements of its buffer. */
    long offset(Part part) {
        int buffer = part.buffer();
        if (displacedByBytes) {
            return starts[buffer] + part.at() / elementBytes[buffer];
        }
        return starts[buffer] + part.at() * (typeOf(part).extentBytes() / elementBytes[buffer]);
    }

    /** The type of a part's items. */
    Datatype typeOf(Part part) {
        if (part.peer() == Part.ONE_TYPE) {
            return type;
        }
        CollectiveBuffer side = side(part.buffer());
        return part.peer() == Part.SIDE_TYPE ? side.type : side.types[part.peer()];
    }

    /** Copies items; objects of the user's send buffer are cloned, as by a message. */
    void copy(Part from, Part to) {
        Datatype its = typeOf(to);
        if (its.isObject()) {
            copyObjects(from, to);
            return;
        }
        binder.bind(source, buffer(from), offset(from), from.count(), typeOf(from));
        binder.bind(target, buffer(to), offset(to), to.count(), its);
        source.copyTo(0, target, 0, source.length());
    }

    private void copyObjects(Part from, Part to) {
        if (from.buffer() == Part.SEND) {
            byte[] bytes = codec.encode(buffer(from), offset(from), from.count());
            codec.decode(bytes, bytes.length, buffer(to), offset(to), to.count());
        } else {
            int at = (int) offset(from);
            System.arraycopy(buffer(from), at, buffer(to), (int) offset(to), from.count());
        }
    }
}
