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

/**
 * A proxy of one rank's port that discards the bytes of a connection beyond a number, until the
 * test breaks the connections and passes on new ones. So a test determines which data was in flight
 * when a connection broke.
 */
final class BlackHoleProxy implements AutoCloseable {
    private final InetSocketAddress target;
    private final ServerSocket listener = new ServerSocket(0, 9, InetAddress.getLoopbackAddress());
    private final List<Socket> sockets = new CopyOnWriteArrayList<>();
    private final AtomicLong swallowed = new AtomicLong();
    private volatile long mostThere = Long.MAX_VALUE;
    private volatile long mostBack = Long.MAX_VALUE;

    BlackHoleProxy(InetSocketAddress target) throws IOException {
        this.target = target;
        start(this::accept);
    }

    int port() {
        return listener.getLocalPort();
    }

    /** Numbers of bytes of each connection that pass, from its initiator and to it. */
    void passOnly(long there, long back) {
        mostThere = there;
        mostBack = back;
    }

    /** Number of bytes discarded. */
    long swallowed() {
        return swallowed.get();
    }

    /** Breaks the existing connections; new ones pass. */
    void breakAndHeal() {
        passOnly(Long.MAX_VALUE, Long.MAX_VALUE);
        sockets.forEach(BlackHoleProxy::reset);
        sockets.clear();
    }

    private static void start(Runnable body) {
        Thread.ofPlatform().daemon().name("swallowing").start(body);
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                Socket caller = listener.accept();
                sockets.add(caller);
                Socket called = new Socket(target.getAddress(), target.getPort());
                sockets.add(called);
                start(() -> pump(caller, called, true));
                start(() -> pump(called, caller, false));
            } catch (IOException e) {
                sockets.forEach(BlackHoleProxy::reset);
            }
        }
    }

    private void pump(Socket from, Socket to, boolean there) {
        byte[] buffer = new byte[64 << 10];
        long passed = 0;
        try {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                long most = there ? mostThere : mostBack;
                int passing = Math.clamp(most - passed, 0, n);
                out.write(buffer, 0, passing);
                passed += passing;
                swallowed.addAndGet(n - passing);
            }
            to.shutdownOutput();
        } catch (IOException e) {
            reset(from);
            reset(to);
        }
    }

    private static void reset(Socket socket) {
        try {
            socket.setSoLinger(true, 0);
            socket.close();
        } catch (IOException e) {
            return;
        }
    }

    @Override
    public void close() throws IOException {
        listener.close();
        breakAndHeal();
    }
}
