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
 * The server side of a connection.
 *
 * <p>Thread rule: the server's thread reads, any thread sends.
 */
public final class PmiSession extends PmiPeer {
    private static final int LINE_LIMIT_BYTES = 64 * 1024;

    /** The limit of unread replies; a client beyond it does not follow the protocol. */
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

    /** Reads the available bytes; false at the end of the connection. */
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

    /** Queues a reply and sends as much as the socket accepts; closes a broken connection. */
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

    /** Sends as much as the socket accepts, and selects for writing if more is left. */
    synchronized void flush() {
        try {
            while (!unsent.isEmpty()) {
                ByteBuffer first = unsent.peek();
                unsentBytes -= channel.write(first);
                if (first.hasRemaining()) {
                    key.interestOps(SelectionKey.OP_READ | SelectionKey.OP_WRITE);
                    // The server's thread may be selecting without write interest.
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
            // The descriptor is released nevertheless.
            unsentBytes = 0;
        }
    }
}
