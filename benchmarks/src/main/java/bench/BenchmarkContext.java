package bench;

import mpi.Intracomm;
import mpi.MPI;

/** The ranks that take part in a benchmark, and what they were told. */
final class BenchmarkContext {
    /** The bytes that the windows of a checked bandwidth benchmark may take. */
    private static final int CHECKED_WINDOW_BYTES = 16 << 20;

    private static final int MESSAGES = 64;

    final Intracomm comm;
    final int rank;
    final int size;

    /** Each receive is verified. */
    final boolean checking;

    /** PingPong answers with what it received. */
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
     * Messages in flight in Uniband and Biband. Checked messages need a buffer each, so that there
     * are fewer of the large ones.
     */
    int window(int bytes) {
        return checking
                ? Math.clamp(CHECKED_WINDOW_BYTES / Math.max(bytes, 1), 1, messages)
                : messages;
    }

    /** What a receive names as its source. */
    int source(boolean any, int peer) {
        return any ? MPI.ANY_SOURCE : peer;
    }
}
