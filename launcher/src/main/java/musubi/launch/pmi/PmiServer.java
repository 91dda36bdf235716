package musubi.launch.pmi;

import musubi.error.MpiFailure;
import musubi.launch.failure.LaunchFailure;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.Iterator;

/**
 * Serves PMI to the ranks over a unix-domain socket in the job's private directory. One thread
 * reads lines and passes them to a {@link PmiLineHandler}, usually {@link PmiProtocol}. A client
 * that violates the protocol gets an error or loses its connection; the server continues.
 */
public final class PmiServer implements AutoCloseable {
    private final String socket;
    private final ServerSocketChannel listener;
    private final Selector selector;
    private final PmiLineHandler lines;
    private final Thread thread;
    private volatile boolean closed;

    /**
     * Starts listening.
     *
     * @param socket the path of the socket
     * @param lines handles the lines of the ranks, on the server's thread
     */
    public PmiServer(Path socket, PmiLineHandler lines) {
        this.socket = socket.toString();
        this.lines = lines;
        try {
            selector = Selector.open();
            listener = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
            listener.bind(UnixDomainSocketAddress.of(socket), 1024);
            listener.configureBlocking(false);
            listener.register(selector, SelectionKey.OP_ACCEPT);
        } catch (IOException e) {
            throw LaunchFailure.of("cannot listen for the ranks", e)
                    .with("socket", socket)
                    .with("cause", e.getMessage());
        }
        thread = new Thread(this::serve, "pmi-server");
        thread.setDaemon(true);
        thread.start();
    }

    /**
     * Loads what the first unix-domain socket of a JVM needs, the security providers among it, on a
     * thread of its own.
     */
    public static void prepare() {
        Thread.ofPlatform().daemon().name("first-socket").start(PmiServer::openSocket);
    }

    private static void openSocket() {
        try {
            ServerSocketChannel.open(StandardProtocolFamily.UNIX).close();
        } catch (IOException e) {
            // The socket of the server reports it.
            return;
        }
    }

    private void serve() {
        while (!closed) {
            try {
                selector.select();
                serveSelected();
            } catch (IOException e) {
                lines.serverFailed(e);
                return;
            }
        }
    }

    private void serveSelected() throws IOException {
        Iterator<SelectionKey> keys = selector.selectedKeys().iterator();
        while (keys.hasNext()) {
            SelectionKey key = keys.next();
            keys.remove();
            if (!key.isValid()) {
                continue;
            }
            if (key.channel() == listener) {
                accept();
            } else {
                serve(key, (PmiSession) key.attachment());
            }
        }
    }

    private void accept() throws IOException {
        SocketChannel channel;
        while ((channel = listener.accept()) != null) {
            channel.configureBlocking(false);
            SelectionKey key = channel.register(selector, SelectionKey.OP_READ);
            key.attach(new PmiSession(channel, key));
        }
    }

    private void serve(SelectionKey key, PmiSession session) {
        boolean open;
        try {
            if (key.isWritable()) {
                session.flush();
            }
            open = !key.isReadable() || session.fill();
            for (String line = session.nextLine(); line != null; line = session.nextLine()) {
                lines.handle(session, line);
            }
        } catch (IOException | MpiFailure | CancelledKeyException e) {
            // Too long a line, an invalid character, or a disconnected client.
            open = false;
        }
        if (!open) {
            lines.disconnected(session);
            session.close();
        }
    }

    /** The path of the socket, for the ranks. */
    public String socket() {
        return socket;
    }

    /** Stops the server and closes all connections. */
    @Override
    public void close() {
        closed = true;
        selector.wakeup();
        try {
            thread.join();
            for (SelectionKey key : selector.keys()) {
                key.channel().close();
            }
            selector.close();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IOException e) {
            throw LaunchFailure.of("cannot close the PMI server", e).with("cause", e);
        }
    }
}
