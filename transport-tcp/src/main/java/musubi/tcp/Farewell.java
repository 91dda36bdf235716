package musubi.tcp;

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
final class Farewell implements Runnable {
    private static final long SHORT_NS = 100_000_000;
    private static final long LONG_NS = 10_000_000_000L;
    private static final long WAIT_NS = 1_000_000;

    private final List<Remains> all = new ArrayList<>();
    private final Sockets sockets;
    private final List<Remains> open = new ArrayList<>();

    /** Of a rank that has said goodbye to all and does not use the sockets any more. */
    Farewell(List<Link> links, Sockets sockets) {
        links.stream().map(Link::end).filter(Objects::nonNull).forEach(all::add);
        this.sockets = sockets;
    }

    /** Closes, or begins to. */
    void say() {
        for (Remains remains : all) {
            if (remains.endOutput()) {
                open.add(remains);
            }
        }
        if (isOver(SHORT_NS)) {
            close();
        } else {
            Thread.ofPlatform().daemon().name("musubi-tcp-farewell").start(this);
        }
    }

    @Override
    public void run() {
        isOver(LONG_NS);
        close();
    }

    private boolean isOver(long timeoutNs) {
        long deadline = System.nanoTime() + timeoutNs;
        open.removeIf(Remains::hasPeerEnded);
        while (!open.isEmpty() && System.nanoTime() - deadline < 0) {
            sockets.run(WAIT_NS);
            open.removeIf(Remains::hasPeerEnded);
        }
        return open.isEmpty();
    }

    private void close() {
        all.forEach(Remains::close);
        sockets.close();
    }
}
