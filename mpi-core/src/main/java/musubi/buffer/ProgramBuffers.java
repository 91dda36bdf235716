package musubi.buffer;

import musubi.adi.MemoryPool;
import musubi.error.ErrorClass;
import musubi.error.MpiFailure;
import musubi.region.Lifetime;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongFunction;

/**
 * The buffers in native memory that the program of a rank has allocated. A buffer is freed
 * explicitly, once it is unreachable, or with all others when the rank ends.
 *
 * <p>Thread rule: any thread.
 */
public final class ProgramBuffers {
    private static final long ALIGNMENT = 64;

    private final BufferBudget budget;

    /** By address. */
    private final TreeMap<Long, Owned> owned = new TreeMap<>();

    private long used;
    private int seenCollections;

    /** Least use since the last collection. */
    private long floor;

    private boolean hasEnded;

    private record Owned(long address, long bytes, Lifetime lifetime) {}

    /** Without buffers; the budget is that of the JVM. */
    public ProgramBuffers(BufferBudget budget) {
        this.budget = budget;
        budget.enter();
    }

    /** Bytes of the buffers that are not freed. */
    public synchronized long used() {
        return used;
    }

    /** The growth since a collection. */
    synchronized long growth(int collections) {
        if (seenCollections != collections) {
            seenCollections = collections;
            floor = used;
        }
        floor = Math.min(floor, used);
        return used - floor;
    }

    /**
     * New zeroed memory.
     *
     * @param pool gives memory of {@link MemoryPool#lend}, or null for the memory of this process
     * @throws MpiFailure of class NO_MEM
     */
    public MemorySegment allocate(long bytes, LongFunction<Lifetime.Lent> pool) {
        // A buffer without bytes has an address of its own, too.
        long size = Math.max(1, bytes);
        budget.reserve(this, size);
        try {
            Lifetime.Lent lent = pool.apply(size);
            return own(lent != null ? lent : ofProcess(size), size).asSlice(0, bytes);
        } catch (RuntimeException | Error e) {
            budget.release(size);
            throw e;
        }
    }

    private Lifetime.Lent ofProcess(long bytes) {
        Lifetime.Lent lent;
        try {
            lent = Lifetime.isEndable() ? ofLibrary(bytes) : ofJava(bytes);
        } catch (OutOfMemoryError e) {
            throw budget.exhausted(this, bytes, e);
        }
        return lent;
    }

    /** To close a shared arena stops all threads, which takes far longer than to free a buffer. */
    private static Lifetime.Lent ofLibrary(long bytes) {
        MemorySegment memory = NativeHeap.allocate(bytes);
        return Lifetime.lend(memory, () -> NativeHeap.free(memory));
    }

    private static Lifetime.Lent ofJava(long bytes) {
        return Lifetime.lendCollected(Arena.ofAuto().allocate(bytes, ALIGNMENT), () -> {});
    }

    private MemorySegment own(Lifetime.Lent lent, long bytes) {
        Owned buffer = new Owned(lent.memory().address(), bytes, lent.lifetime());
        synchronized (this) {
            owned.put(buffer.address, buffer);
            used += bytes;
        }
        lent.lifetime().whenEnded(() -> ended(buffer));
        return lent.memory();
    }

    private void ended(Owned buffer) {
        synchronized (this) {
            // The address may belong to another buffer by now.
            owned.remove(buffer.address, buffer);
            used -= buffer.bytes;
        }
        budget.release(buffer.bytes);
    }

    /**
     * Frees a buffer, whose memory is returned at once where Java permits native access, else when
     * it is unreachable. Accesses to freed memory throw IllegalStateException.
     *
     * @param memory of the buffer, or of a part or view of it
     * @throws MpiFailure of class BUFFER when it is none of this rank, was freed before, or is in
     *     use
     */
    public void free(MemorySegment memory) {
        Owned buffer = find(memory);
        if (buffer == null) {
            boolean isFreed = !memory.scope().isAlive();
            throw new MpiFailure(
                            ErrorClass.BUFFER,
                            isFreed ? "the buffer was freed before" : "not a buffer of this rank")
                    .with("bytes", memory.byteSize())
                    .advice("free each buffer of MPI.newByteBuffer or the like once");
        }
        try {
            buffer.lifetime.end();
        } catch (IllegalStateException e) {
            throw new MpiFailure(ErrorClass.BUFFER, "a system call uses the buffer", e)
                    .with("bytes", buffer.bytes)
                    .advice("free it after the call");
        }
    }

    private synchronized Owned find(MemorySegment memory) {
        Map.Entry<Long, Owned> entry = owned.floorEntry(memory.address());
        return entry != null && entry.getValue().lifetime.isOf(memory) ? entry.getValue() : null;
    }

    /** Frees all buffers: the rank ends. */
    public void freeAll() {
        Owned[] all;
        synchronized (this) {
            all = owned.values().toArray(Owned[]::new);
            if (!hasEnded) {
                hasEnded = true;
                budget.leave();
            }
        }
        for (Owned buffer : all) {
            try {
                buffer.lifetime.end();
            } catch (IllegalStateException e) {
                // A thread that the end of the rank cannot stop uses it in a system call, or the
                // collector has just freed it.
                continue;
            }
        }
    }
}
