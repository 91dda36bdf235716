package musubi.tcp.relay;

import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * One direction of a circuit: bytes are passed on as soon as they arrive. While the receiver takes
 * none, one buffer is full and no more is read, so that TCP's flow control stops the sender. The
 * end of the stream is passed on as well. For the relay's thread.
 */
final class CopyDirection {
    /** Reads in succession before other sockets have their turn. */
    private static final int ROUNDS = 8;

    private final RelaySocket from;
    private final RelaySocket to;
    private final CircuitBuffers buffers;
    private final int chunkBytes;

    /** Bytes read and not yet written; null when there are none. */
    private ByteBuffer unwritten;

    private boolean ended;
    private long bytes;

    CopyDirection(RelaySocket from, RelaySocket to, CircuitBuffers buffers, int chunkBytes) {
        this.from = from;
        this.to = to;
        this.buffers = buffers;
        this.chunkBytes = chunkBytes;
    }

    /** Whether the end of the stream has been passed on. */
    boolean hasEnded() {
        return ended;
    }

    /** Bytes passed on so far. */
    long bytes() {
        return bytes;
    }

    /** Copies until there is nothing to read or no room to write. */
    void copy() throws IOException {
        if (ended || unwritten != null && !flush()) {
            return;
        }
        for (int round = 0; round < ROUNDS; round++) {
            ByteBuffer buffer = buffers.take();
            unwritten = buffer.limit(Math.min(buffer.capacity(), chunkBytes));
            int read = from.read(buffer);
            if (read <= 0) {
                release();
                if (read < 0) {
                    end();
                }
                return;
            }
            buffer.flip();
            if (!flush()) {
                return;
            }
        }
    }

    /** Writes what has been read; true when nothing is left. */
    private boolean flush() throws IOException {
        int before = unwritten.remaining();
        to.write(unwritten);
        bytes += before - unwritten.remaining();
        boolean empty = !unwritten.hasRemaining();
        if (empty) {
            release();
        }
        from.awaitReadable(empty);
        to.awaitWritable(!empty);
        return empty;
    }

    private void end() throws IOException {
        ended = true;
        from.awaitReadable(false);
        to.shutdownOutput();
    }

    /** Gives the buffer back; what is in it is lost. */
    void release() {
        if (unwritten != null) {
            buffers.giveBack(unwritten);
            unwritten = null;
        }
    }
}
