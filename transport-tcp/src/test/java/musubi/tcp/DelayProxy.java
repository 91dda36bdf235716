package musubi.tcp;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/** A long path to one rank's port: each connection carries a number of bytes per interval. */
final class DelayProxy implements AutoCloseable {
    private final InetSocketAddress target;
    private final int windowBytes;
    private final long delayNs;
    private final ServerSocket listener = new ServerSocket(0, 9, InetAddress.getLoopbackAddress());
    private final List<Socket> sockets = new CopyOnWriteArrayList<>();
    private final List<AtomicLong> carried = new CopyOnWriteArrayList<>();

    DelayProxy(InetSocketAddress target, int windowBytes, int delayMs) throws IOException {
        this.target = target;
        this.windowBytes = windowBytes;
        delayNs = delayMs * 1_000_000L;
        start(this::accept);
    }

    int port() {
        return listener.getLocalPort();
    }

    /** Number of connections that have carried a number of bytes to the rank. */
    long carrying(long bytes) {
        return carried.stream().filter(count -> count.get() >= bytes).count();
    }

    private static void start(Runnable body) {
        Thread.ofPlatform().daemon().name("long-path").start(body);
    }

    private void accept() {
        try {
            while (true) {
                Socket caller = listener.accept();
                caller.setReceiveBufferSize(windowBytes);
                Socket called = new Socket(target.getAddress(), target.getPort());
                sockets.addAll(List.of(caller, called));
                AtomicLong there = new AtomicLong();
                carried.add(there);
                start(() -> pump(caller, called, there));
                start(() -> pump(called, caller, new AtomicLong()));
            }
        } catch (IOException e) {
            sockets.forEach(DelayProxy::close);
        }
    }

    private void pump(Socket from, Socket to, AtomicLong count) {
        byte[] window = new byte[windowBytes];
        try {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            for (int n = in.read(window); n >= 0; n = in.read(window)) {
                LockSupport.parkNanos(delayNs);
                out.write(window, 0, n);
                count.addAndGet(n);
            }
            to.shutdownOutput();
        } catch (IOException e) {
            close(from);
            close(to);
        }
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            return;
        }
    }

    @Override
    public void close() throws IOException {
        listener.close();
        sockets.forEach(DelayProxy::close);
    }
}
