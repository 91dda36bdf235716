package musubi.check;

import musubi.coll.CollectiveBuffer;
import musubi.error.CallSite;
import musubi.error.ErrorClass;
import musubi.error.MpiFailure;
import musubi.pt2pt.RecvRequest;
import musubi.pt2pt.request.CommRequest;
import musubi.region.Region;
import musubi.type.MpiType;
import musubi.type.buffer.BufferBinder;
import musubi.type.buffer.Packer;
import musubi.type.buffer.TypedBuffer;

import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;

/**
 * The buffers in use by operations under way. The program must not write a buffer that is read, nor
 * touch one that is written. MPI-4.1 section 3.7.2.
 */
public final class BufferTracker {
    private static final int PIECE = 1 << 13;

    private final List<TrackedUse> uses = new ArrayList<>();
    private final BufferBinder binder = new BufferBinder();
    private final Packer packer = new Packer(binder);

    /** Null if it looks at no elements. */
    private final ElementNotes notes;

    /**
     * Whether it finds the lines of operations, and compares the contents of send buffers of
     * blocking calls; both take long.
     */
    private final boolean isThorough;

    /** For sums. */
    private final CRC32C sum = new CRC32C();

    private final Region region = new Region();
    private final Region pieceRegion = new Region();
    private final TypedBuffer packed = new TypedBuffer();
    private final byte[] piece = new byte[PIECE];

    /** A buffer that an operation uses, until {@link #endUse}. */
    public final class TrackedUse implements BufferUse {
        private final MemorySpan span;
        private final boolean writes;

        /** Of a call that has returned; null if it is not known. */
        private final CallSite site;

        /** The thread that is still in the call, if it is a blocking one; else null. */
        private final Thread caller;

        private final List<Items> items;
        private final long sum;
        private CommRequest receive;
        private ShadowBuffer shadow;

        private TrackedUse(
                MemorySpan span, boolean writes, List<Items> items, CallSite site, Thread caller) {
            this.span = span;
            this.writes = writes;
            this.items = items;
            this.site = site;
            this.caller = caller;
            sum = sumOf(items);
        }

        /** The receive that writes the buffer, if it detects changes by the program. */
        public TrackedUse by(CommRequest request) {
            receive = writes ? request : null;
            return this;
        }

        /** Puts a copy in place of the buffer that is written. */
        void shadow(CollectiveBuffer side) {
            shadow = writes ? ShadowBuffer.replace(side, span) : null;
        }

        /** The operation has succeeded. */
        void deliver() {
            if (shadow != null) {
                shadow.deliver();
            }
        }

        @Override
        public MpiFailure endUse() {
            uses.remove(this);
            if (shadow != null && shadow.isChanged()) {
                return changed("receive");
            }
            if (writes && receive != null && receive.isBufferChanged()) {
                return changed("receive");
            }
            return writes || sumOf(items) == sum ? null : changed("send");
        }

        private MpiFailure changed(String which) {
            return caller == null
                    ? BufferTracker.changed(
                            which, span, where(), "a wait or test has found the request complete")
                    : changedInCall(which, span);
        }

        private String where() {
            if (caller != null) {
                return String.valueOf(CallSite.of(caller));
            }
            return site == null ? "a non-blocking operation" : site.toString();
        }

        private String describe() {
            return where() + ", which " + (writes ? "writes " : "reads ") + span;
        }
    }

    /** What is read and must not change. */
    record Items(Object buffer, long offset, long count, MpiType type) {}

    static MpiFailure changedInCall(String which, MemorySpan span) {
        return changed(which, span, CallSite.find().toString(), "the call has returned");
    }

    private static MpiFailure changed(String which, MemorySpan span, String user, String end) {
        return new MpiFailure(
                ErrorClass.BUFFER,
                ("the %s buffer was changed before the operation was complete: %s, in use by %s;"
                                + " change it only after %s")
                        .formatted(which, span, user, end));
    }

    /**
     * Ends a blocking receive.
     *
     * @throws MpiFailure of class BUFFER when another thread has changed the buffer meanwhile
     */
    public void checkReceived(
            RecvRequest done, Object buffer, long offset, long count, MpiType type) {
        // The call returns when the message has come, so only changes before that are of interest.
        if (done.isBufferChangedBefore()) {
            throw changedInCall("receive", MemorySpan.of(buffer, offset, count, type));
        }
    }

    /** A tracker that is not thorough, and looks at no elements. */
    BufferTracker() {
        notes = null;
        isThorough = false;
    }

    BufferTracker(ElementNotes notes) {
        this.notes = notes;
        isThorough = true;
    }

    private long sumOf(List<Items> of) {
        if (of.isEmpty()) {
            return 0;
        }
        long all = 0;
        for (Items items : of) {
            all = all * 31 + sumOf(items.buffer, items.offset, items.count, items.type);
        }
        return all;
    }

    /** A number that is very likely to change when items do. */
    long sumOf(Object buffer, long offset, long count, MpiType type) {
        if (type.isObject()) {
            return sumOfReferences(buffer, offset, count, type);
        }
        sum.reset();
        if (type.isPlain()) {
            addPlain(buffer, offset, count, type);
        } else {
            addPacked(buffer, offset, count, type);
        }
        return sum.getValue();
    }

    /** Of the references only: the objects are serialised when the operation starts. */
    private static long sumOfReferences(Object buffer, long offset, long count, MpiType type) {
        long sum = 0;
        if (buffer instanceof Object[] array && type.isContiguous()) {
            long end = Math.min(array.length, offset + count * type.extentBytes());
            for (int i = (int) offset; i < end; i++) {
                sum = sum * 31 + System.identityHashCode(array[i]);
            }
        }
        return sum;
    }

    private void addPlain(Object buffer, long offset, long count, MpiType type) {
        binder.bind(region, buffer, offset, count, type);
        try {
            long length = count * type.sizeBytes();
            for (long done = 0; done < length; done += PIECE) {
                int bytes = (int) Math.min(PIECE, length - done);
                region.copyTo(done, pieceRegion.wrapArray(piece, 0, bytes), 0, bytes);
                sum.update(piece, 0, bytes);
            }
        } finally {
            region.clear();
        }
    }

    private void addPacked(Object buffer, long offset, long count, MpiType type) {
        packed.set(buffer, offset, count, type);
        try {
            long length = packed.packedBytes();
            for (long done = 0; done < length; done += PIECE) {
                int bytes = (int) Math.min(PIECE, length - done);
                packer.pack(packed, done, done + bytes, piece, 0);
                sum.update(piece, 0, bytes);
            }
        } finally {
            packed.clear();
        }
    }

    private static List<Items> read(
            MemorySpan span, Object buffer, long offset, long count, MpiType type) {
        return span.isEmpty() ? List.of() : List.of(new Items(buffer, offset, count, type));
    }

    /**
     * Checks that a blocking call may use a buffer.
     *
     * @param offset in elements of the buffer
     * @param count items of the type
     * @param writes whether the call writes the buffer, else it reads it
     * @throws MpiFailure of class BUFFER when an operation under way has it
     */
    public void checkUse(Object buffer, long offset, long count, MpiType type, boolean writes) {
        look(buffer, count, type);
        if (writes) {
            MemorySpan.checkEntries(type, count);
        }
        if (!uses.isEmpty()) {
            checkUse(MemorySpan.of(buffer, offset, count, type), writes);
        }
    }

    private void look(Object buffer, long count, MpiType type) {
        if (notes != null && count != 0) {
            notes.look(buffer, type);
        }
    }

    /** Whether no operation is under way. */
    boolean isIdle() {
        return uses.isEmpty();
    }

    private void checkUse(MemorySpan span, boolean writes) {
        // By index: the only cost of a call while others are under way.
        for (int i = 0; i < uses.size(); i++) {
            TrackedUse other = uses.get(i);
            if ((writes || other.writes) && other.span.overlaps(span)) {
                throw conflict(span, writes, other);
            }
        }
    }

    /**
     * Lends a buffer to a blocking call of this thread; as {@link #checkUse}.
     *
     * @throws MpiFailure of class BUFFER when an operation under way has it
     */
    public TrackedUse beginBlockingUse(
            Object buffer, long offset, long count, MpiType type, boolean writes) {
        look(buffer, count, type);
        if (writes) {
            MemorySpan.checkEntries(type, count);
        }
        MemorySpan span = MemorySpan.of(buffer, offset, count, type);
        checkUse(span, writes);
        boolean compares = isThorough && !writes;
        List<Items> read = compares ? read(span, buffer, offset, count, type) : List.of();
        return begin(new TrackedUse(span, writes, read, null, Thread.currentThread()));
    }

    /**
     * Lends a buffer to an operation that begins; as {@link #checkUse}.
     *
     * @throws MpiFailure of class BUFFER when an operation under way has it
     */
    public TrackedUse beginUse(
            Object buffer, long offset, long count, MpiType type, boolean writes) {
        look(buffer, count, type);
        if (writes) {
            MemorySpan.checkEntries(type, count);
        }
        MemorySpan span = MemorySpan.of(buffer, offset, count, type);
        checkUse(span, writes);
        List<Items> read = writes ? List.of() : read(span, buffer, offset, count, type);
        return begin(new TrackedUse(span, writes, read, site(), null));
    }

    /**
     * As {@link #beginUse} of what an operation reads that writes another buffer.
     *
     * @throws MpiFailure of class BUFFER when the two overlap, too
     */
    public TrackedUse beginUseBeside(
            TrackedUse written, Object buffer, long offset, long count, MpiType type) {
        MemorySpan span = MemorySpan.of(buffer, offset, count, type);
        if (written.span.overlaps(span)) {
            throw overlap(span, written.span);
        }
        return beginUse(buffer, offset, count, type, false);
    }

    /** As {@link #beginUse}, of blocks; those of a blocking call are not compared at the end. */
    TrackedUse beginUse(MemorySpan blocks, List<Items> read, boolean writes, boolean blocking) {
        checkUse(blocks, writes);
        return begin(
                blocking
                        ? new TrackedUse(blocks, writes, List.of(), null, Thread.currentThread())
                        : new TrackedUse(blocks, writes, read, site(), null));
    }

    private CallSite site() {
        return isThorough ? CallSite.find() : null;
    }

    private TrackedUse begin(TrackedUse use) {
        if (!use.span.isEmpty()) {
            uses.add(use);
        }
        return use;
    }

    /** Of the two buffers of a call. */
    static MpiFailure overlap(MemorySpan sent, MemorySpan received) {
        return new MpiFailure(
                        ErrorClass.BUFFER,
                        "the call sends from memory into which it receives: sends %s, receives %s%s"
                                .formatted(sent, received, sent.inBoth(received)))
                .advice("use another array, or, where there is one, the form without send buffer");
    }

    private static MpiFailure conflict(MemorySpan span, boolean writes, TrackedUse other) {
        if (other.caller == Thread.currentThread()) {
            return writes ? overlap(other.span, span) : overlap(span, other.span);
        }
        return new MpiFailure(
                ErrorClass.BUFFER,
                ("the buffer belongs to an operation under way: this call %s %s, in use by %s%s;"
                                + " wait for that first, or use another buffer")
                        .formatted(
                                writes ? "writes" : "reads",
                                span,
                                other.describe(),
                                span.inBoth(other.span)));
    }
}
