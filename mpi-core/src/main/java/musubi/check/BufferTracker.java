package musubi.check;

import musubi.error.CallSite;
import musubi.error.ErrorClass;
import musubi.error.MpiFailure;
import musubi.region.Region;
import musubi.type.MpiType;
import musubi.type.buffer.BufferBinder;

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
    private final ElementNotes notes;

    /** A buffer that an operation uses, until {@link #endUse}. */
    public final class TrackedUse implements BufferUse {
        private final MemorySpan span;
        private final boolean writes;

        /** Of a call that has returned; null for a blocking one, whose thread is still in it. */
        private final CallSite site;

        private final Thread caller;
        private final Region region;
        private final long sum;

        /** For the calling thread, in a blocking call. */
        private TrackedUse(MemorySpan span, boolean writes) {
            this.span = span;
            this.writes = writes;
            site = null;
            caller = Thread.currentThread();
            region = null;
            sum = 0;
        }

        private TrackedUse(MemorySpan span, boolean writes, Region region) {
            this.span = span;
            this.writes = writes;
            this.region = region;
            site = CallSite.find();
            caller = null;
            sum = sumOf(region);
        }

        @Override
        public MpiFailure endUse() {
            uses.remove(this);
            if (writes || region == null || sumOf(region) == sum) {
                return null;
            }
            return new MpiFailure(
                    ErrorClass.BUFFER,
                    ("the send buffer was changed before the operation was complete: %s, in use by"
                                    + " %s; change it only after a wait or test has found the"
                                    + " request complete")
                            .formatted(span, site));
        }

        private String describe() {
            CallSite where = site == null ? CallSite.of(caller) : site;
            return where + ", which " + (writes ? "writes " : "reads ") + span;
        }
    }

    BufferTracker(ElementNotes notes) {
        this.notes = notes;
    }

    private static long sumOf(Region region) {
        CRC32C sum = new CRC32C();
        byte[] piece = new byte[(int) Math.min(PIECE, region.length())];
        Region target = new Region();
        for (long done = 0; done < region.length(); done += piece.length) {
            int bytes = (int) Math.min(piece.length, region.length() - done);
            region.copyTo(done, target.wrapArray(piece, 0, bytes), 0, bytes);
            sum.update(piece, 0, bytes);
        }
        return sum.getValue();
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
        if (!uses.isEmpty()) {
            checkUse(MemorySpan.of(buffer, offset, count, type), writes);
        }
    }

    private void look(Object buffer, long count, MpiType type) {
        if (count != 0) {
            notes.look(buffer, type);
        }
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
        MemorySpan span = MemorySpan.of(buffer, offset, count, type);
        checkUse(span, writes);
        return begin(new TrackedUse(span, writes));
    }

    /**
     * Lends a buffer to an operation that begins; as {@link #checkUse}.
     *
     * @throws MpiFailure of class BUFFER when an operation under way has it
     */
    public TrackedUse beginUse(
            Object buffer, long offset, long count, MpiType type, boolean writes) {
        look(buffer, count, type);
        MemorySpan span = MemorySpan.of(buffer, offset, count, type);
        checkUse(span, writes);
        Region unchanged = new Region();
        if (!writes && !type.isObject() && !span.isEmpty()) {
            binder.bind(unchanged, buffer, offset, count, type);
        }
        return begin(new TrackedUse(span, writes, unchanged));
    }

    private TrackedUse begin(TrackedUse use) {
        if (!use.span.isEmpty()) {
            uses.add(use);
        }
        return use;
    }

    private static MpiFailure conflict(MemorySpan span, boolean writes, TrackedUse other) {
        return new MpiFailure(
                ErrorClass.BUFFER,
                ("the buffer belongs to an operation under way: this call %s %s, in use by %s;"
                                + " wait for that first, or use another buffer")
                        .formatted(writes ? "writes" : "reads", span, other.describe()));
    }
}
