package mpi;

import musubi.coll.CollectiveBuffer;
import musubi.type.MpiType;
import musubi.type.buffer.BufferBytes;

import java.lang.foreign.MemorySegment;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The direct buffers of which {@link MPI#slice(ByteBuffer, int)} and its kin have made slices:
 * items of a slice may start before it, as in Open MPI, where a direct buffer is an address.
 * MPI-4.1 section 5.1.
 *
 * <p>A slice reaches its parent's segment, by which it was made, so the segment is there as long as
 * a slice is; this class has weak references only. Heap buffers need none of this: their array is
 * known. Thread rule: any thread.
 */
final class Slices {
    private static final ConcurrentSkipListMap<Span, Parent> PARENTS =
            new ConcurrentSkipListMap<>();

    private static final ReferenceQueue<MemorySegment> COLLECTED = new ReferenceQueue<>();

    /** Bytes of the longest parent so far: where the search for parents ends. */
    private static final AtomicLong LONGEST = new AtomicLong();

    /** In the order of addresses; shorter ones first. */
    private record Span(long address, long bytes) implements Comparable<Span> {
        static Span of(MemorySegment memory) {
            return new Span(memory.address(), memory.byteSize());
        }

        @Override
        public int compareTo(Span other) {
            int byAddress = Long.compare(address, other.address);
            return byAddress != 0 ? byAddress : Long.compare(bytes, other.bytes);
        }

        boolean covers(Span other) {
            return address <= other.address && other.address + other.bytes <= address + bytes;
        }
    }

    private static final class Parent extends WeakReference<MemorySegment> {
        private final Span span;

        Parent(MemorySegment memory, Span span) {
            super(memory, COLLECTED);
            this.span = span;
        }
    }

    private Slices() {}

    /**
     * Whether slices of a buffer may reach the bytes before them. Those of a read-only one may if a
     * writable one is known.
     */
    static boolean isParent(Buffer buffer) {
        return buffer.isDirect() && !buffer.isReadOnly();
    }

    /** A buffer over the same bytes as a parent; its slices have these as parent. */
    static ByteBuffer parent(Buffer direct) {
        MemorySegment own = MemorySegment.ofBuffer(direct.duplicate().clear());
        Span span = Span.of(own);
        MemorySegment known = around(span);
        if (known == null) {
            forgetCollected();
            LONGEST.accumulateAndGet(span.bytes, Math::max);
            PARENTS.put(span, new Parent(own, span));
            known = own;
        }
        int start = (int) (span.address - known.address());
        return known.asByteBuffer().slice(start, (int) span.bytes);
    }

    private static void forgetCollected() {
        for (Reference<?> gone = COLLECTED.poll(); gone != null; gone = COLLECTED.poll()) {
            PARENTS.remove(((Parent) gone).span, gone);
        }
    }

    /** The largest known memory around these bytes; null if there is none. */
    private static MemorySegment around(Span part) {
        MemorySegment widest = null;
        Span last = new Span(part.address, Long.MAX_VALUE);
        long end = part.address + part.bytes;
        for (Parent parent : PARENTS.headMap(last, true).descendingMap().values()) {
            if (parent.span.address + LONGEST.get() < end) {
                break;
            }
            MemorySegment memory = parent.span.covers(part) ? parent.get() : null;
            // A freed parent is no parent of a later buffer at its address.
            boolean isAlive = memory != null && memory.scope().isAlive();
            if (isAlive && (widest == null || memory.byteSize() > widest.byteSize())) {
                widest = memory;
            }
        }
        return widest;
    }

    /** What a call may access: for items before the start of a slice, its parent. */
    static Object memory(Object buf, long count, MpiType type) {
        boolean within = type.isPlain() || count <= 0 || type.bytesBeforeStart(count) == 0;
        return within ? buf : memory(buf);
    }

    /** As {@link #memory(Object, long, MpiType)}, also for blocks at negative displacements. */
    static Object memory(CollectiveBuffer side) {
        if (side.displacements != null) {
            return memory(side.buffer);
        }
        return side.type == null ? side.buffer : memory(side.buffer, side.count, side.type);
    }

    private static Object memory(Object buf) {
        if (PARENTS.isEmpty() || !(buf instanceof Buffer nio) || !nio.isDirect()) {
            return buf;
        }
        MemorySegment parent = around(Span.of(MemorySegment.ofBuffer(nio.duplicate().clear())));
        if (parent == null) {
            return buf;
        }
        return BufferBytes.within(nio.isReadOnly() ? parent.asReadOnly() : parent, nio);
    }
}
