package musubi.tcp.socket;

import musubi.error.Descriptors;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ProtocolFamily;
import java.net.StandardProtocolFamily;
import java.net.StandardSocketOptions;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;

/**
 * The listening socket of a rank before its first connection. Each check for a pending connection
 * is a system call, so checks are rare: every 16th call reads the clock, and the kernel is asked at
 * most every 200 µs.
 */
public final class PassiveListener {
    private static final int BACKLOG = 4096;
    static final int CHECKS_PER_CLOCK_READ = 16;
    static final long INTERVAL_NS = 200_000;

    private final ServerSocketChannel listener;
    private final SpareDescriptors spare;
    private int checks;
    private long clockReads;
    private long accepts;
    private long nextAcceptNs = System.nanoTime();
    private SocketChannel pending;

    private PassiveListener(ServerSocketChannel listener, SpareDescriptors spare) {
        this.listener = listener;
        this.spare = spare;
    }

    /**
     * Listens at a free port of an address.
     *
     * @param spare the descriptors for the event loop that follows; released in {@link #close}, too
     */
    public static PassiveListener open(InetAddress address, SpareDescriptors spare)
            throws IOException {
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
        return new PassiveListener(listener, spare);
    }

    /** Number of checks that have read the clock. */
    long clockReads() {
        return clockReads;
    }

    /** Number of checks that have called the kernel. */
    long accepts() {
        return accepts;
    }

    /** The listening channel. */
    public ServerSocketChannel channel() {
        return listener;
    }

    /** The descriptors for the event loop that follows. */
    public SpareDescriptors spare() {
        return spare;
    }

    /** The port of the listening channel. */
    public int port() {
        return listener.socket().getLocalPort();
    }

    /** Whether a connection is pending; most calls return false without a check. */
    public boolean hasPendingConnection() {
        return ++checks % CHECKS_PER_CLOCK_READ == 0 && acceptSlowPath();
    }

    private boolean acceptSlowPath() {
        if (pending != null) {
            return true;
        }
        clockReads++;
        long now = System.nanoTime();
        if (now - nextAcceptNs < 0) {
            return false;
        }
        nextAcceptNs = now + INTERVAL_NS;
        accepts++;
        try {
            pending = listener.accept();
        } catch (IOException e) {
            // The connection was closed; or it waits for a descriptor, and so for the event loop.
            return Descriptors.areExhausted(e);
        }
        return pending != null;
    }

    /** Closes the pending connections; their initiators connect again, to the later listener. */
    public void dropPending() throws IOException {
        while (pending != null) {
            pending.close();
            pending = listener.accept();
        }
    }

    /** Closes the channel and all pending connections. */
    public void close() throws IOException {
        dropPending();
        listener.close();
        spare.release();
    }
}
