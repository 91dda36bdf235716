package musubi.tcp;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ProtocolFamily;
import java.net.StandardProtocolFamily;
import java.net.StandardSocketOptions;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;

/**
 * The listening socket of a rank to which nobody has come yet. Looking whether somebody has costs a
 * system call, so it is done rarely: the clock is read at every 16th look, and the kernel asked
 * every 200 µs at most.
 */
final class Doorstep {
    private static final int BACKLOG = 4096;
    private static final int LOOKS_PER_CLOCK_READ = 16;
    private static final long INTERVAL_NS = 200_000;

    private final ServerSocketChannel listener;
    private int looks;
    private long nextLookNs = System.nanoTime();
    private SocketChannel visitor;

    private Doorstep(ServerSocketChannel listener) {
        this.listener = listener;
    }

    /** Listens at a free port of the address. */
    static Doorstep open(InetAddress address) throws IOException {
        ProtocolFamily family =
                address.getAddress().length == 4
                        ? StandardProtocolFamily.INET
                        : StandardProtocolFamily.INET6;
        ServerSocketChannel listener = ServerSocketChannel.open(family);
        try {
            if (listener.supportedOptions().contains(StandardSocketOptions.SO_REUSEPORT)) {
                listener.setOption(StandardSocketOptions.SO_REUSEPORT, true);
            }
            listener.bind(new InetSocketAddress(address, 0), BACKLOG);
            listener.configureBlocking(false);
        } catch (IOException e) {
            listener.close();
            throw e;
        }
        return new Doorstep(listener);
    }

    ServerSocketChannel listener() {
        return listener;
    }

    int port() {
        return listener.socket().getLocalPort();
    }

    /** Whether somebody has come; most calls do not look. */
    boolean hasVisitor() {
        return ++looks % LOOKS_PER_CLOCK_READ == 0 && lookSlowPath();
    }

    private boolean lookSlowPath() {
        long now = System.nanoTime();
        if (now - nextLookNs < 0) {
            return false;
        }
        nextLookNs = now + INTERVAL_NS;
        try {
            visitor = listener.accept();
        } catch (IOException e) {
            // The visitor has gone, or there are no descriptors left: look again later.
            return false;
        }
        return visitor != null;
    }

    /** Sends away who has come so far; they call again, and are served by what listens then. */
    void sendAway() throws IOException {
        while (visitor != null) {
            visitor.close();
            visitor = listener.accept();
        }
    }

    void close() throws IOException {
        sendAway();
        listener.close();
    }
}
