package musubi.tcp.close;

import musubi.tcp.session.PeerConnection;
import musubi.tcp.socket.SocketLoop;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Closes connections so that peers get all that was sent. A peer that still reads tells now and
 * then what it has received; if the socket was closed by then, the kernel would answer with a reset
 * and throw away what is on its way to the peer. So the sockets of peers that have not received all
 * yet stay until the peers have closed theirs, for some seconds at most, which a daemon thread
 * waits for if it takes longer.
 */
public final class LingeringClose implements Runnable {
    private static final long FOREGROUND_NS = 100_000_000;
    private static final long BACKGROUND_NS = 10_000_000_000L;
    private static final long WAIT_NS = 1_000_000;

    private final List<ClosingConnection> all = new ArrayList<>();
    private final SocketLoop sockets;
    private final List<ClosingConnection> open = new ArrayList<>();

    /** Of a rank that has said goodbye to all and does not use the sockets any more. */
    public LingeringClose(List<PeerConnection> links, SocketLoop sockets) {
        links.stream().map(PeerConnection::detach).filter(Objects::nonNull).forEach(all::add);
        this.sockets = sockets;
    }

    /** Closes, or begins to. */
    public void close() {
        for (ClosingConnection remains : all) {
            if (remains.closeOutput()) {
                open.add(remains);
            }
        }
        if (awaitPeers(FOREGROUND_NS)) {
            closeAll();
        } else {
            Thread.ofPlatform().daemon().name("musubi-tcp-farewell").start(this);
        }
    }

    @Override
    public void run() {
        awaitPeers(BACKGROUND_NS);
        closeAll();
    }

    private boolean awaitPeers(long timeoutNs) {
        long deadline = System.nanoTime() + timeoutNs;
        open.removeIf(ClosingConnection::hasPeerEnded);
        while (!open.isEmpty() && System.nanoTime() - deadline < 0) {
            sockets.awaitEvents(WAIT_NS);
            open.removeIf(ClosingConnection::hasPeerEnded);
        }
        return open.isEmpty();
    }

    private void closeAll() {
        all.forEach(ClosingConnection::close);
        sockets.close();
    }
}
