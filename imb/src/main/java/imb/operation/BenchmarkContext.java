package imb.operation;

import mpi.Intracomm;
import mpi.MPI;

/** The ranks of a benchmark, and its options. */
public final class BenchmarkContext {
    /** Greatest size of the windows of a checked bandwidth benchmark. */
    private static final int CHECKED_WINDOW_BYTES = 16 << 20;

    /** Messages in flight by default. */
    public static final int MESSAGES = 64;

    public final Intracomm comm;
    public final int rank;
    public final int size;

    /** Whether each receive is verified. */
    public final boolean checking;

    /** Whether PingPong returns the received buffer. */
    public final boolean echo;

    /** Which thread of the rank runs the benchmark: 0 is the main thread. */
    public final int thread;

    private final BufferKind buffers;
    private final int offset;
    private final int messages;

    public BenchmarkContext(Intracomm comm, Options options) {
        this(comm, options, 0);
    }

    public BenchmarkContext(Intracomm comm, Options options, int thread) {
        this.comm = comm;
        this.thread = thread;
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
    public int window(int bytes) {
        return checking
                ? Math.clamp(CHECKED_WINDOW_BYTES / Math.max(bytes, 1), 1, messages)
                : messages;
    }

    /**
     * The other rank of a pair of ranks i and i + n/2; this rank itself if it has none, as the last
     * one of an odd number.
     */
    int partner() {
        int pairs = size / 2;
        if (rank >= 2 * pairs) {
            return rank;
        }
        return rank < pairs ? rank + pairs : rank - pairs;
    }

    /** The source argument of receives. */
    int source(boolean any, int peer) {
        return any ? MPI.ANY_SOURCE : peer;
    }
}
