package bench;

import mpi.Intracomm;
import mpi.MPI;

/** The ranks of a benchmark, and its options. */
final class BenchmarkContext {
    /** Greatest size of the windows of a checked bandwidth benchmark. */
    private static final int CHECKED_WINDOW_BYTES = 16 << 20;

    private static final int MESSAGES = 64;

    final Intracomm comm;
    final int rank;
    final int size;

    /** Whether each receive is verified. */
    final boolean checking;

    /** Whether PingPong returns the received buffer. */
    final boolean echo;

    private final BufferKind buffers;
    private final int offset;
    private final int messages;

    BenchmarkContext(Intracomm comm, Options options) {
        this.comm = comm;
        rank = comm.getRank();
        size = comm.getSize();
        checking = options.has("check");
        echo = options.has("echo");
        buffers = BufferKind.named(options.text("buffers", "array"));
        offset = options.number("offset", 0);
        messages = options.number("window", MESSAGES);
    }

    Payload bytes(int length) {
        return buffers.bytes(length, offset);
    }

    Payload floats(int length) {
        return buffers.floats(length);
    }

    /**
     * Messages in flight in Uniband and Biband. Checked messages need a buffer each, which limits
     * the number of large ones.
     */
    int window(int bytes) {
        return checking
                ? Math.clamp(CHECKED_WINDOW_BYTES / Math.max(bytes, 1), 1, messages)
                : messages;
    }

    /** The source argument of receives. */
    int source(boolean any, int peer) {
        return any ? MPI.ANY_SOURCE : peer;
    }
}
