package musubi.bootstrap.pmi;

import musubi.error.ErrorClass;
import musubi.error.MpiFailure;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;

/**
 * A connected socket inherited as a descriptor number (PMI_FD). Java has no API for descriptor
 * numbers, so this class calls the C library; {@code --enable-native-access} avoids a warning.
 * Where Java denies native access there is no other way to reach the process manager.
 *
 * <p>Thread rule: one thread reads, one writes.
 */
final class InheritedSocket implements ByteChannel {
    private static final int CHUNK_BYTES = 8 * 1024;
    private static final int BOTH_DIRECTIONS = 2;

    /** errno of a call interrupted by a signal. */
    private static final int EINTR = 4;

    private static final VarHandle ERRNO =
            Linker.Option.captureStateLayout()
                    .varHandle(MemoryLayout.PathElement.groupElement("errno"));

    private final int descriptor;
    private final Arena arena = Arena.ofAuto();
    private final MemorySegment readBuffer = arena.allocate(CHUNK_BYTES);
    private final MemorySegment writeBuffer = arena.allocate(CHUNK_BYTES);
    private final MemorySegment readState = arena.allocate(Linker.Option.captureStateLayout());
    private final MemorySegment writeState = arena.allocate(Linker.Option.captureStateLayout());
    private final MethodHandle read = bufferCall("read");
    private final MethodHandle write = bufferCall("write");
    private final MethodHandle shutdown = shutdownCall();
    private volatile boolean closed;

    /**
     * The socket with this descriptor.
     *
     * @param descriptor owned by this object: no other code reads, writes or closes it
     */
    InheritedSocket(int descriptor) {
        this.descriptor = descriptor;
    }

    private static MethodHandle bufferCall(String name) {
        return call(
                name,
                FunctionDescriptor.of(
                        ValueLayout.JAVA_LONG,
                        ValueLayout.JAVA_INT,
                        ValueLayout.ADDRESS,
                        ValueLayout.JAVA_LONG),
                Linker.Option.captureCallState("errno"));
    }

    private static MethodHandle shutdownCall() {
        return call(
                "shutdown",
                FunctionDescriptor.of(
                        ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.JAVA_INT));
    }

    private static MethodHandle call(
            String name, FunctionDescriptor signature, Linker.Option... options) {
        Linker linker = Linker.nativeLinker();
        MemorySegment address = linker.defaultLookup().find(name).orElseThrow();
        try {
            return linker.downcallHandle(address, signature, options);
        } catch (IllegalCallerException e) {
            throw new MpiFailure(
                            ErrorClass.OTHER,
                            "Java denies native access, so the process manager's socket, which is"
                                    + " a descriptor number, cannot be used",
                            e)
                    .with("variable", PmiBootstrap.DESCRIPTOR_VARIABLE)
                    .advice(
                            "start Java with --enable-native-access=ALL-UNNAMED, or the job with"
                                    + " mpiexec of Musubi or the -pmi-port of mpiexec.hydra");
        }
    }

    @Override
    public int read(ByteBuffer target) throws IOException {
        int limit = Math.min(CHUNK_BYTES, target.remaining());
        int count = transfer(read, readState, readBuffer, limit);
        if (count == 0) {
            return -1;
        }
        target.put(readBuffer.asSlice(0, count).asByteBuffer());
        return count;
    }

    @Override
    public int write(ByteBuffer source) throws IOException {
        int length = Math.min(CHUNK_BYTES, source.remaining());
        ByteBuffer chunk = source.slice(source.position(), length);
        writeBuffer.asByteBuffer().put(chunk);
        int count = transfer(write, writeState, writeBuffer, length);
        source.position(source.position() + count);
        return count;
    }

    /** Repeats the call until it is not interrupted by a signal. */
    private int transfer(MethodHandle call, MemorySegment state, MemorySegment buffer, int length)
            throws IOException {
        while (true) {
            long count = invoke(call, state, buffer, length);
            if (count >= 0) {
                return (int) count;
            }
            int errno = (int) ERRNO.get(state, 0L);
            if (errno != EINTR) {
                throw new IOException(
                        "the socket failed: descriptor=" + descriptor + " errno=" + errno);
            }
        }
    }

    private long invoke(MethodHandle call, MemorySegment state, MemorySegment buffer, long length)
            throws IOException {
        try {
            return (long) call.invokeExact(state, descriptor, buffer, length);
        } catch (Throwable e) {
            throw new IOException("cannot call the C library", e);
        }
    }

    @Override
    public boolean isOpen() {
        return !closed;
    }

    /** Shuts down both directions, which wakes a reader; the descriptor stays allocated. */
    @Override
    public void close() throws IOException {
        closed = true;
        try {
            int ignored = (int) shutdown.invokeExact(descriptor, BOTH_DIRECTIONS);
        } catch (Throwable e) {
            throw new IOException("cannot call the C library", e);
        }
    }
}
