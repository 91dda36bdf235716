package musubi.launch.proxy;

import musubi.launch.link.Frame;
import musubi.launch.link.Frame.Kind;
import musubi.launch.link.PayloadWriter;

import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;

/**
 * Forwards the standard input of mpiexec to the node of the rank that reads it. A window bounds the
 * bytes in flight: if the rank does not read, the rest stays unread.
 */
final class InputForwarder {
    /** The limit of bytes in flight. */
    static final int WINDOW_BYTES = 256 * 1024;

    private static final int CHUNK_BYTES = 16 * 1024;

    private final InputStream source;
    private final int node;
    private final Consumer<Frame> link;
    private final Semaphore room = new Semaphore(WINDOW_BYTES);

    /** A forwarder to a node. */
    InputForwarder(InputStream source, int node, Consumer<Frame> link) {
        this.source = source;
        this.node = node;
        this.link = link;
    }

    /** Starts reading, on a thread of its own. */
    void start() {
        Thread.ofPlatform().daemon().name("input").start(this::run);
    }

    /** Frees window space for bytes that the rank has received. */
    void acknowledged(int bytes) {
        room.release(bytes);
    }

    private void run() {
        byte[] bytes = new byte[CHUNK_BYTES];
        try {
            int count;
            do {
                room.acquire(CHUNK_BYTES);
                count = Math.max(0, source.read(bytes));
                room.release(CHUNK_BYTES - count);
                PayloadWriter out = new PayloadWriter().bytes(bytes, 0, count);
                link.accept(Frame.of(Kind.INPUT, node, out));
            } while (count > 0);
        } catch (IOException e) {
            // A read error counts as the end of the input.
            link.accept(Frame.of(Kind.INPUT, node, new PayloadWriter().bytes(bytes, 0, 0)));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
