package musubi.tcp;

import musubi.tcp.handshake.Handshake;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * A proxy of one rank's port that injects the faults of bad networks at positions determined by a
 * seed. In each direction of a connection a number of bytes pass before the next fault.
 */
final class ChaosProxy implements AutoCloseable {
    private static final int BUFFER_BYTES = 64 << 10;
    private static final int LONGEST_STALL_MS = 5;

    private final InetSocketAddress target;
    private final ServerSocket listener;
    private final Random random;
    private final List<Fault> menu;
    private final int meanBytes;
    private final AtomicInteger faultsLeft;
    private final int[] counts = new int[Fault.values().length];
    private final List<Socket> sockets = new CopyOnWriteArrayList<>();
    private volatile boolean closed;

    /**
     * A proxy that passes on everything between two faults.
     *
     * @param menu the faults to choose from; repeated ones are more frequent
     * @param meanBytes how many bytes pass between two faults of a direction, in the mean
     * @param faultsLeft the number of further faults, which proxies can share
     */
    ChaosProxy(
            InetSocketAddress target,
            long seed,
            List<Fault> menu,
            int meanBytes,
            AtomicInteger faultsLeft)
            throws IOException {
        this.target = target;
        this.menu = menu;
        this.meanBytes = meanBytes;
        random = new Random(seed);
        this.faultsLeft = faultsLeft;
        listener = new ServerSocket(0, 1000, InetAddress.getLoopbackAddress());
        start("accept", this::accept);
    }

    int port() {
        return listener.getLocalPort();
    }

    /** All counts, as text. */
    synchronized String counts() {
        StringBuilder text = new StringBuilder();
        for (Fault fault : Fault.values()) {
            text.append(fault).append('=').append(counts[fault.ordinal()]).append(' ');
        }
        return text.toString();
    }

    /** Ends all connections with a reset. */
    void resetAll() {
        for (Socket socket : sockets) {
            reset(socket);
        }
    }

    private static void start(String name, Runnable body) {
        Thread.ofPlatform().daemon().name("chaos-" + name).start(body);
    }

    private void accept() {
        while (!closed) {
            try {
                connect(listener.accept());
            } catch (IOException e) {
                LockSupport.parkNanos(100_000);
            }
        }
    }

    private void connect(Socket caller) throws IOException {
        Socket called = new Socket();
        sockets.add(caller);
        sockets.add(called);
        try {
            caller.setTcpNoDelay(true);
            called.setTcpNoDelay(true);
            called.connect(target);
        } catch (IOException e) {
            // Like the peer's kernel.
            reset(caller);
            return;
        }
        Pair pair = new Pair(caller, called);
        start("there", () -> pair.pump(caller, called, true));
        start("back", () -> pair.pump(called, caller, false));
    }

    private static void reset(Socket socket) {
        try {
            socket.setSoLinger(true, 0);
            socket.close();
        } catch (IOException e) {
            return;
        }
    }

    private synchronized int nextFuse() {
        return random.nextInt(4) == 0 ? random.nextInt(300) : random.nextInt(2 * meanBytes);
    }

    /** The next fault; null when there are enough. */
    private synchronized Fault nextFault() {
        if (menu.isEmpty() || faultsLeft.getAndDecrement() <= 0) {
            return null;
        }
        Fault fault = menu.get(random.nextInt(menu.size()));
        counts[fault.ordinal()]++;
        return fault;
    }

    private synchronized int random(int bound) {
        return random.nextInt(bound);
    }

    /** One connection. */
    private final class Pair {
        private final Socket caller;
        private final Socket called;
        private final byte[] hello = new byte[Handshake.HELLO_BYTES];
        private int helloBytes;
        private volatile boolean silent;

        Pair(Socket caller, Socket called) {
            this.caller = caller;
            this.called = called;
        }

        void pump(Socket from, Socket to, boolean isHello) {
            byte[] buffer = new byte[BUFFER_BYTES];
            int fuse = nextFuse();
            try {
                InputStream in = from.getInputStream();
                OutputStream out = to.getOutputStream();
                for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                    if (isHello && helloBytes < hello.length) {
                        int more = Math.min(n, hello.length - helloBytes);
                        System.arraycopy(buffer, 0, hello, helloBytes, more);
                        helloBytes += more;
                    }
                    int passed = 0;
                    while (n - passed > fuse) {
                        forward(out, buffer, passed, fuse);
                        passed += fuse;
                        passed += burn(out, buffer, passed);
                        fuse = nextFuse();
                    }
                    forward(out, buffer, passed, n - passed);
                    fuse -= n - passed;
                }
                to.shutdownOutput();
            } catch (IOException e) {
                reset(caller);
                reset(called);
            }
        }

        private void forward(OutputStream out, byte[] buffer, int from, int bytes)
                throws IOException {
            if (!silent) {
                out.write(buffer, from, bytes);
            }
        }

        /** Injects a fault; returns the number of further bytes processed. */
        private int burn(OutputStream out, byte[] buffer, int at) throws IOException {
            Fault fault = nextFault();
            if (fault == null) {
                return 0;
            }
            switch (fault) {
                case RESET -> throw new IOException("reset");
                case CUT -> {
                    caller.close();
                    called.close();
                }
                case STALL -> LockSupport.parkNanos(1_000_000L * random(LONGEST_STALL_MS));
                case HALF_OPEN -> silent = true;
                case DUPLICATE -> duplicate();
                case REPEAT -> forward(out, buffer, 0, at);
                case CORRUPT -> {
                    buffer[at] ^= (byte) (1 << random(8));
                    forward(out, buffer, at, 1);
                    return 1;
                }
            }
            return 0;
        }

        private void duplicate() throws IOException {
            byte[] replayed = Arrays.copyOf(hello, helloBytes);
            Socket copy = new Socket();
            sockets.add(copy);
            copy.connect(target);
            copy.getOutputStream().write(replayed);
        }
    }

    @Override
    public void close() throws IOException {
        closed = true;
        listener.close();
        resetAll();
    }
}
