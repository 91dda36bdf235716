package mpi;

import musubi.Rank;
import musubi.bootstrap.RankHost;
import musubi.buffer.BufferBudget;
import musubi.buffer.ProgramBuffers;
import musubi.config.Settings;
import musubi.error.ErrorClass;
import musubi.error.MpiFailure;
import musubi.region.Lifetime;

import java.lang.foreign.MemorySegment;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The buffers of {@link MPI#newByteBuffer} and its kin. They may be allocated and freed at any
 * time, also outside of Init and Finalize, and live until the rank ends. MPI-4.1 section 9.2.
 */
final class NativeBuffers {
    /** Size from which on they lie, where possible, in memory that other ranks can access. */
    private static final int PARTITION_FROM_BYTES = 1 << 16;

    private static final ProgramBuffers BUFFERS = buffers(RankHost.of(MPI.class));

    private NativeBuffers() {}

    private static ProgramBuffers buffers(RankHost host) {
        if (host == null) {
            return new ProgramBuffers(BufferBudget.of(Settings.ofProcess()));
        }
        Settings settings = host.settings();
        ProgramBuffers buffers =
                new ProgramBuffers(
                        host.addressSpace()
                                .shared(BufferBudget.class, () -> BufferBudget.of(settings)));
        host.atEnd(buffers::freeAll);
        return buffers;
    }

    /** A zeroed buffer in native byte order. */
    static ByteBuffer allocate(int capacity, int elementBytes) {
        long bytes = Math.multiplyExact(capacity, elementBytes);
        if (bytes < 0) {
            throw new IllegalArgumentException("capacity < 0: (" + capacity + " < 0)");
        }
        try {
            MemorySegment memory = BUFFERS.allocate(bytes, NativeBuffers::inPartition);
            return memory.asByteBuffer().order(ByteOrder.nativeOrder());
        } catch (MpiFailure e) {
            throw MPI.failure(e, "MPI.newByteBuffer", "bytes=" + bytes);
        }
    }

    private static Lifetime.Lent inPartition(long bytes) {
        Rank current = MPI.rank;
        if (current == null || bytes < PARTITION_FROM_BYTES) {
            return null;
        }
        current.gate().enterLocally();
        try {
            return current.lend(bytes);
        } finally {
            current.gate().exit();
        }
    }

    /** Frees a buffer that no operation in flight uses. */
    static void free(Buffer buffer) {
        try {
            Rank current = MPI.rank;
            MemorySegment memory = memoryOf(buffer);
            if (current == null) {
                BUFFERS.free(memory);
            } else {
                free(current, memory);
            }
        } catch (MpiFailure e) {
            throw MPI.failure(e, "MPI.freeBuffer", ErrorReport.arguments("buffer", buffer));
        }
    }

    private static void free(Rank current, MemorySegment memory) {
        current.gate().enterLocally();
        try {
            String user = current.userOf(memory);
            if (user != null) {
                throw new MpiFailure(ErrorClass.BUFFER, "an operation under way uses the buffer")
                        .with("operation", user)
                        .advice("free it after a wait or test has found the request complete");
            }
            BUFFERS.free(memory);
        } finally {
            current.gate().exit();
        }
    }

    private static MemorySegment memoryOf(Buffer buffer) {
        if (buffer == null) {
            throw new MpiFailure(ErrorClass.BUFFER, "the buffer is null");
        }
        if (!buffer.isDirect()) {
            throw new MpiFailure(ErrorClass.BUFFER, "not a buffer of MPI.newByteBuffer or the like")
                    .with("buffer", buffer);
        }
        return MemorySegment.ofBuffer(buffer.duplicate().clear());
    }
}
