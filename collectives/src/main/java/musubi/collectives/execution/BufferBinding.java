package musubi.collectives.execution;

import musubi.coll.CollectiveBuffer;
import musubi.coll.CollectiveCall;
import musubi.collectives.schedule.ItemType;
import musubi.collectives.schedule.Part;
import musubi.collectives.schedule.Schedule;
import musubi.error.ErrorClass;
import musubi.error.MpiFailure;
import musubi.pt2pt.PointToPoint;
import musubi.region.Region;
import musubi.type.MpiType;
import musubi.type.buffer.BufferBinder;
import musubi.type.buffer.ObjectCodec;
import musubi.type.buffer.Packer;
import musubi.type.buffer.TypedBuffer;
import musubi.type.object.EncodedObjects;

import java.lang.reflect.Array;
import java.util.Arrays;

/**
 * Memory of the named buffers of a schedule during one execution.
 *
 * <p>Temporaries are arrays of the base type, so that reductions are plain loops and user-defined
 * operations get arrays. For the same reason a user's buffer in a reduction is staged unless it is
 * such an array, and a result must not have an offset (see {@link musubi.op.Reductions}). So is a
 * send buffer that is also the result. Arrays of at most {@value #KEPT_BYTES} bytes together are
 * kept for the next execution.
 */
final class BufferBinding {
    private static final int KEPT_BYTES = 1 << 21;

    private final BufferBinder binder;
    private final ObjectCodec codec;
    private final Region source = new Region();
    private final Region target = new Region();
    private final TypedBuffer first = new TypedBuffer();
    private final TypedBuffer second = new TypedBuffer();
    private final Packer packer;
    private Object[] buffers = new Object[4];
    private long[] starts = new long[4];
    private int[] elementBytes = new int[4];
    private Object[] kept = new Object[4];
    private long[] keptBytes = new long[4];
    private CollectiveCall call;
    private MpiType type;
    private boolean displacedByBytes;
    private int used;
    private int staged;

    BufferBinding(BufferBinder binder, PointToPoint pt2pt) {
        this.binder = binder;
        packer = pt2pt.packer();
        codec = pt2pt.codec();
    }

    /** Binds memory to the names. */
    void bind(Schedule schedule, CollectiveCall newCall, MpiType itemType) {
        call = newCall;
        type = itemType;
        displacedByBytes = newCall.send.types != null || newCall.receive.types != null;
        used = Part.FIRST_TEMPORARY + schedule.temporaries();
        staged = 0;
        if (buffers.length < used) {
            grow();
        }
        bindUser(Part.SEND, newCall.send, schedule.reduces());
        bindUser(Part.RECEIVE, newCall.receive, schedule.reduces());
        for (int i = 0; i < schedule.temporaries(); i++) {
            Part whole = schedule.temporary(i);
            bindArray(whole.buffer(), whole.count(), typeOf(whole));
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
        keptBytes = Arrays.copyOf(keptBytes, used);
    }

    private void bindUser(int buffer, CollectiveBuffer side, boolean reduces) {
        int unit = BufferBinder.elementBytes(side.buffer);
        buffers[buffer] = side.buffer;
        starts[buffer] = side.offset;
        elementBytes[buffer] = unit;
        if (unit > 1 && !reduces && splitsElements(unit, side)) {
            buffers[buffer] = binder.bytesOf(side.buffer);
            starts[buffer] *= unit;
            elementBytes[buffer] = 1;
        }
    }

    /** Whether parts may start within an element of the buffer; sizes are powers of two. */
    private static boolean splitsElements(int unit, CollectiveBuffer side) {
        if (side.types == null) {
            return side.type.base().bytes() < unit || (side.type.extentBytes() & unit - 1) != 0;
        }
        long bits = 0;
        int blocks = Math.min(side.types.length, side.displacements.length());
        for (int block = 0; block < blocks; block++) {
            bits |= side.displacements.at(block);
        }
        return (bits & unit - 1) != 0;
    }

    /** Binds an array with room for a number of items, also before the first one. */
    private void bindArray(int buffer, long count, MpiType its) {
        long unit = its.base().bytes();
        long before = count == 0 ? 0 : Math.ceilDiv(its.bytesBeforeStart(count), unit);
        long behind = count == 0 ? 0 : Math.ceilDiv(its.bytesAfterStart(count), unit);
        int elements = elements(before + behind, count, its);
        Object array = kept[buffer];
        if (array == null
                || array.getClass().componentType() != its.base().component()
                || Array.getLength(array) < elements) {
            array = its.isObject() ? objects(elements) : its.base().newArray(elements);
        }
        keep(buffer, array, its);
        buffers[buffer] = array;
        starts[buffer] = before;
        elementBytes[buffer] = its.base().bytes();
    }

    private void keep(int buffer, Object array, MpiType its) {
        long bytes = (long) Array.getLength(array) * its.base().bytes();
        long others = keptBytes() - keptBytes[buffer];
        boolean keeps = !its.isObject() && others + bytes <= KEPT_BYTES;
        kept[buffer] = keeps ? array : null;
        keptBytes[buffer] = keeps ? bytes : 0;
    }

    /** Of the arrays for the next execution. */
    long keptBytes() {
        long sum = 0;
        for (long bytes : keptBytes) {
            sum += bytes;
        }
        return sum;
    }

    /** Keeps nothing for the next execution. */
    void forgetArrays() {
        Arrays.fill(kept, null);
        Arrays.fill(keptBytes, 0);
    }

    /** An array of the program's own type, since its operations may cast their arguments. */
    private Object[] objects(int elements) {
        Object model = call.send.buffer == null ? call.receive.buffer : call.send.buffer;
        return model instanceof Object[] array
                ? (Object[]) Array.newInstance(array.getClass().componentType(), elements)
                : new Object[elements];
    }

    private static int elements(long needed, long count, MpiType its) {
        if (needed > Packer.MAX_ARRAY_BYTES) {
            throw new MpiFailure(ErrorClass.COUNT, "a temporary is too long for an array")
                    .with("count", count, "type", its, "elements", needed)
                    .advice("use several calls");
        }
        return (int) needed;
    }

    private void stageIn(int buffer, long items) {
        Object user = buffers[buffer];
        boolean usable = buffer == Part.SEND ? user != call.receive.buffer : starts[buffer] == 0;
        if (items == 0 || usable && isReducible(user)) {
            return;
        }
        bindArray(buffer, items, type);
        move(ofUser(side(buffer), items), ofArray(buffer, items));
        staged |= 1 << buffer;
    }

    private boolean isReducible(Object buffer) {
        Class<?> component = buffer.getClass().componentType();
        return type.isObject() || component == type.base().component();
    }

    private TypedBuffer ofArray(int buffer, long items) {
        return second.set(buffers[buffer], starts[buffer], items, itemsOf(type));
    }

    private TypedBuffer ofUser(CollectiveBuffer side, long items) {
        return first.set(side.buffer, side.offset, items, itemsOf(type));
    }

    /** Predefined types are moved with their gaps, without packing. */
    private static MpiType itemsOf(MpiType its) {
        return its.isPredefined() ? its.opaque() : its;
    }

    private void move(TypedBuffer from, TypedBuffer to) {
        if (from.type.isPlain() && to.type.isPlain()) {
            binder.bind(source, from.buffer, from.offset, from.count, from.type);
            binder.bind(target, to.buffer, to.offset, to.count, to.type);
            source.copyTo(0, target, 0, source.length());
        } else if (from.type.isObject()) {
            packer.copyObjects(from, to);
        } else {
            byte[] packed = packer.pack(from);
            packer.unpack(to, 0, from.packedBytes(), packed, 0);
            packer.buffers().release(packed);
        }
    }

    private CollectiveBuffer side(int buffer) {
        return buffer == Part.SEND ? call.send : call.receive;
    }

    /** Writes staged results back, and releases the user's memory. */
    void release(Schedule schedule) {
        if ((staged & 1 << Part.RECEIVE) != 0) {
            long items = schedule.itemsOf(Part.RECEIVE);
            move(ofArray(Part.RECEIVE, items), ofUser(call.receive, items));
        }
        Arrays.fill(buffers, 0, used, null);
        source.clear();
        target.clear();
        first.clear();
        second.clear();
        call = null;
    }

    /** Array or NIO buffer of a part; null if the part is empty. */
    Object buffer(Part part) {
        return part.count() == 0 ? null : buffers[part.buffer()];
    }

    /** Start of a part, in elements of its buffer. */
    long offset(Part part) {
        int buffer = part.buffer();
        if (displacedByBytes) {
            return starts[buffer] + part.offset() / elementBytes[buffer];
        }
        MpiType its = part.type() == ItemType.Uniform.SIDE ? side(buffer).type : type;
        return starts[buffer] + part.offset() * its.extentBytes() / elementBytes[buffer];
    }

    /** Type of the call's items, for its operation. */
    MpiType itemType() {
        return type;
    }

    /** Type of a part's items in messages and copies. */
    MpiType typeOf(Part part) {
        if (part.type() == ItemType.Uniform.CALL) {
            return itemsOf(type);
        }
        CollectiveBuffer side = side(part.buffer());
        return part.type() instanceof ItemType.OfBlock of ? side.types[of.block()] : side.type;
    }

    /** Copies items; objects of the user's send buffer are cloned, as by messages. */
    void copy(Part from, Part to) {
        first.set(buffer(from), offset(from), from.count(), typeOf(from));
        second.set(buffer(to), offset(to), to.count(), typeOf(to));
        if (from.buffer() == Part.SEND && second.type.isObject()) {
            EncodedObjects message = codec.encode(first, packer);
            codec.decode(message.bytes(), message.length(), second, packer);
        } else {
            move(first, second);
        }
    }
}
