package musubi.launch;

import musubi.bootstrap.LineBuffer;
import musubi.bootstrap.PmiLine;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;

/** The server's end of one rank's connection. Used by the server's thread only. */
final class PmiSession {
    private static final int LINE_LIMIT_BYTES = 64 * 1024;

    /** More than this many bytes of unread answers, and the client is not one of ours. */
    private static final int UNREAD_LIMIT_BYTES = 4 * 1024 * 1024;

    private final SocketChannel channel;
    private final SelectionKey key;
    private final LineBuffer lines = new LineBuffer(LINE_LIMIT_BYTES);
    private final ArrayDeque<ByteBuffer> unsent = new ArrayDeque<>();
    private int unsentBytes;
    private int rank = -1;
    private KeyValueSpace space;

    PmiSession(SocketChannel channel, SelectionKey key) {
        this.channel = channel;
        this.key = key;
    }

    /** The rank that the client says it is, or -1 before it said so. */
    int rank() {
        return rank;
    }

    void identify(int newRank) {
        rank = newRank;
    }

    /** The epoch's shared values, or null outside init and finalize. */
    KeyValueSpace space() {
        return space;
    }

    void enter(KeyValueSpace newSpace) {
        space = newSpace;
    }

    /** Reads what is there; returns false at the end of the connection. */
    boolean fill() throws IOException {
        return channel.isOpen() && lines.fill(channel) >= 0;
    }

    /** The next complete line, or null. */
    String nextLine() {
        return lines.next();
    }

    /** Queues an answer and sends what the socket takes; a client that is gone is closed. */
    void send(PmiLine answer) {
        ByteBuffer bytes = ByteBuffer.wrap(answer.encode());
        unsent.add(bytes);
        unsentBytes += bytes.remaining();
        if (unsentBytes > UNREAD_LIMIT_BYTES) {
            close();
        } else {
            flush();
        }
    }

    /** Sends what the socket takes, and asks to be called again for the rest. */
    void flush() {
        try {
            while (!unsent.isEmpty()) {
                ByteBuffer first = unsent.peek();
                unsentBytes -= channel.write(first);
                if (first.hasRemaining()) {
                    key.interestOps(SelectionKey.OP_READ | SelectionKey.OP_WRITE);
                    return;
                }
                unsent.remove();
            }
            key.interestOps(SelectionKey.OP_READ);
        } catch (IOException e) {
            close();
        }
    }

    void close() {
        unsent.clear();
        key.cancel();
        try {
            channel.close();
        } catch (IOException e) {
            // The descriptor is released all the same; there is nobody to tell.
            unsentBytes = 0;
        }
    }
}
