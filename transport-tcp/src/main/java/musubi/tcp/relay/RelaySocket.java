package musubi.tcp.relay;

import jdk.net.ExtendedSocketOptions;

import java.io.EOFException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;

/**
 * A socket of the relay and the state machine that its events go to now. Methods are for the
 * relay's thread.
 */
final class RelaySocket {
    /** Receives the events of a socket. */
    interface Events {
        /** Reading or writing may succeed, or a connection attempt has ended. */
        void ready(RelaySocket socket) throws IOException;

        /** An operation failed; the socket is still open. */
        void failed(RelaySocket socket, IOException cause);
    }

    private static final int KEEP_ALIVE_IDLE_S = 10;
    private static final int KEEP_ALIVE_INTERVAL_S = 3;
    private static final int KEEP_ALIVE_COUNT = 3;

    private final SocketChannel channel;
    private final SelectionKey key;
    private Events events;

    private RelaySocket(SocketChannel channel, SelectionKey key, Events events) {
        this.channel = channel;
        this.key = key;
        this.events = events;
    }

    /** An accepted connection, without interest in events; closes the channel when it fails. */
    static RelaySocket accepted(SocketChannel channel, Selector selector) throws IOException {
        return register(channel, selector, 0, null);
    }

    /** A connection that is being established. */
    static RelaySocket dial(InetSocketAddress address, Selector selector, Events events)
            throws IOException {
        SocketChannel channel = SocketChannel.open();
        RelaySocket socket = register(channel, selector, SelectionKey.OP_CONNECT, events);
        try {
            channel.connect(address);
            return socket;
        } catch (IOException e) {
            channel.close();
            throw e;
        } catch (IllegalArgumentException e) {
            // Of a kind of addresses that this host does not have.
            channel.close();
            throw new ConnectException("not an address to connect to: " + address);
        }
    }

    private static RelaySocket register(
            SocketChannel channel, Selector selector, int interest, Events events)
            throws IOException {
        try {
            channel.configureBlocking(false);
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            keepAlive(channel);
            SelectionKey key = channel.register(selector, interest);
            RelaySocket socket = new RelaySocket(channel, key, events);
            key.attach(socket);
            return socket;
        } catch (IOException e) {
            channel.close();
            throw e;
        }
    }

    /** Detects the death of the other host on a circuit that is idle, where the system can. */
    private static void keepAlive(SocketChannel channel) throws IOException {
        channel.setOption(StandardSocketOptions.SO_KEEPALIVE, true);
        if (channel.supportedOptions().contains(ExtendedSocketOptions.TCP_KEEPIDLE)) {
            channel.setOption(ExtendedSocketOptions.TCP_KEEPIDLE, KEEP_ALIVE_IDLE_S);
            channel.setOption(ExtendedSocketOptions.TCP_KEEPINTERVAL, KEEP_ALIVE_INTERVAL_S);
            channel.setOption(ExtendedSocketOptions.TCP_KEEPCOUNT, KEEP_ALIVE_COUNT);
        }
    }

    /** Changes the state machine; it receives no events until it awaits some. */
    void handOver(Events next) {
        events = next;
        if (key.isValid()) {
            key.interestOps(0);
        }
    }

    /** Delivers an event; failures go to the state machine as well. */
    void dispatch() {
        try {
            events.ready(this);
        } catch (IOException e) {
            events.failed(this, e);
        } catch (CancelledKeyException _) {
            // Closed while another event was handled.
        }
    }

    /** Whether the connection is established; throws why it will never be. */
    boolean finishConnect() throws IOException {
        return channel.finishConnect();
    }

    boolean isReadable() {
        return key.isValid() && key.isReadable();
    }

    boolean isWritable() {
        return key.isValid() && key.isWritable();
    }

    void awaitReadable(boolean awaited) {
        await(SelectionKey.OP_READ, awaited);
    }

    void awaitWritable(boolean awaited) {
        await(SelectionKey.OP_WRITE, awaited);
    }

    private void await(int operation, boolean awaited) {
        int before = key.interestOps();
        int after = awaited ? before | operation : before & ~operation;
        if (after != before) {
            key.interestOps(after);
        }
    }

    /** Reads what is there; -1 at the end of the stream. */
    int read(ByteBuffer buffer) throws IOException {
        return channel.read(buffer);
    }

    /** Reads a record up to the buffer's limit; true when it is complete. */
    boolean readFully(ByteBuffer buffer) throws IOException {
        while (buffer.hasRemaining()) {
            int bytes = channel.read(buffer);
            if (bytes < 0) {
                throw new EOFException("the connection was closed");
            }
            if (bytes == 0) {
                return false;
            }
        }
        return true;
    }

    void write(ByteBuffer buffer) throws IOException {
        channel.write(buffer);
    }

    /**
     * Writes a short record to a connection with nothing else under way, so that there is room for
     * it.
     */
    void writeRecord(byte[] record) throws IOException {
        ByteBuffer buffer = ByteBuffer.wrap(record);
        channel.write(buffer);
        if (buffer.hasRemaining()) {
            throw new IOException("no room for a record of " + record.length + " bytes");
        }
    }

    void shutdownOutput() throws IOException {
        channel.shutdownOutput();
    }

    boolean isOpen() {
        return channel.isOpen();
    }

    void close() {
        try {
            channel.close();
        } catch (IOException _) {
            // The descriptor is free in any case.
        }
    }
}
