package musubi.tcp.close;

import musubi.tcp.socket.SocketLoop;

import java.util.ArrayList;
import java.util.List;

/**
 * Closes connections without loss of data in flight. A peer that still reads sends
 * acknowledgements; to a closed socket the kernel would answer with a reset and discard the data on
 * its way to the peer. So the connections of peers that have not acknowledged everything stay open
 * until the peers have closed theirs, for a bounded time, on a daemon thread if it takes longer.
 */
public final class LingeringClose implements Runnable {
    private static final long FOREGROUND_NS = 100_000_000;
    private static final long BACKGROUND_NS = 10_000_000_000L;

    private final List<ClosingConnection> all;
    private final SocketLoop loop;
    private final List<ClosingConnection> open = new ArrayList<>();

    /** A close of all connections of a rank that has shut down, and of its event loop. */
    public LingeringClose(List<ClosingConnection> all, SocketLoop loop) {
        this.all = all;
        this.loop = loop;
    }

    /** Closes, or starts to. */
    public void close() {
        all.stream().filter(ClosingConnection::closeOutput).forEach(open::add);
        if (awaitPeers(FOREGROUND_NS)) {
            closeAll();
        } else {
            Thread.ofPlatform().daemon().name("musubi-tcp-close").start(this);
        }
    }

    @Override
    public void run() {
        awaitPeers(BACKGROUND_NS);
        closeAll();
    }

    private boolean awaitPeers(long timeoutNs) {
        return GracefulShutdown.removeComplete(
                loop, () -> {}, open, ClosingConnection::hasPeerEnded, timeoutNs);
    }

    private void closeAll() {
        all.forEach(ClosingConnection::close);
        loop.close();
    }
}
