package musubi.launch.pmi;

import musubi.bootstrap.pmi.LineBuffer;
import musubi.bootstrap.pmi.PmiLine;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;

/**
 * The server's end of one rank's connection.
 *
 * <p>Thread rule: the server's thread reads, any thread sends.
 */
public final class PmiSession extends PmiPeer {
    private static final int LINE_LIMIT_BYTES = 64 * 1024;

    /** More than this many bytes of unread answers, and the client is not one of ours. */
    private static final int UNREAD_LIMIT_BYTES = 4 * 1024 * 1024;

    private final SocketChannel channel;
    private final SelectionKey key;
    private final LineBuffer lines = new LineBuffer(LINE_LIMIT_BYTES);
    private final ArrayDeque<ByteBuffer> unsent = new ArrayDeque<>();
    private int unsentBytes;

    PmiSession(SocketChannel channel, SelectionKey key) {
        this.channel = channel;
        this.key = key;
    }

    /** Reads what is there; returns false at the end of the connection. */
    boolean fill() throws IOException {
        return channel.isOpen() && lines.fill(channel) >= 0;
    }

    /** The next complete line, or null. */
    String nextLine() {
        return lines.next();
    }

    @Override
    public void send(PmiLine answer) {
        send(answer.encode());
    }

    /** Queues an answer and sends what the socket takes; a client that is gone is closed. */
    public synchronized void send(byte[] line) {
        ByteBuffer bytes = ByteBuffer.wrap(line);
        unsent.add(bytes);
        unsentBytes += bytes.remaining();
        if (unsentBytes > UNREAD_LIMIT_BYTES) {
            close();
        } else {
            flush();
        }
    }

    /** Sends what the socket takes, and asks to be called again for the rest. */
    synchronized void flush() {
        try {
            while (!unsent.isEmpty()) {
                ByteBuffer first = unsent.peek();
                unsentBytes -= channel.write(first);
                if (first.hasRemaining()) {
                    key.interestOps(SelectionKey.OP_READ | SelectionKey.OP_WRITE);
                    // The server's thread may be waiting for the old ones.
                    key.selector().wakeup();
                    return;
                }
                unsent.remove();
            }
            key.interestOps(SelectionKey.OP_READ);
        } catch (IOException | CancelledKeyException e) {
            close();
        }
    }

    public synchronized void close() {
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
