package musubi.tcp.socket;

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
public final class PassiveListener {
    private static final int BACKLOG = 4096;
    private static final int CHECKS_PER_CLOCK_READ = 16;
    private static final long INTERVAL_NS = 200_000;

    private final ServerSocketChannel listener;
    private int checks;
    private long nextAcceptNs = System.nanoTime();
    private SocketChannel pending;

    private PassiveListener(ServerSocketChannel listener) {
        this.listener = listener;
    }

    /** Listens at a free port of the address. */
    public static PassiveListener open(InetAddress address) throws IOException {
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
        return new PassiveListener(listener);
    }

    public ServerSocketChannel channel() {
        return listener;
    }

    public int port() {
        return listener.socket().getLocalPort();
    }

    /** Whether somebody has come; most calls do not look. */
    public boolean hasPendingConnection() {
        return ++checks % CHECKS_PER_CLOCK_READ == 0 && acceptSlowPath();
    }

    private boolean acceptSlowPath() {
        long now = System.nanoTime();
        if (now - nextAcceptNs < 0) {
            return false;
        }
        nextAcceptNs = now + INTERVAL_NS;
        try {
            pending = listener.accept();
        } catch (IOException e) {
            // The visitor has gone, or there are no descriptors left: look again later.
            return false;
        }
        return pending != null;
    }

    /** Sends away who has come so far; they call again, and are served by what listens then. */
    public void dropPending() throws IOException {
        while (pending != null) {
            pending.close();
            pending = listener.accept();
        }
    }

    public void close() throws IOException {
        dropPending();
        listener.close();
    }
}
