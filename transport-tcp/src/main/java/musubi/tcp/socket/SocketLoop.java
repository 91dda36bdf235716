package musubi.tcp.socket;

import io.netty.channel.IoHandle;
import io.netty.channel.IoHandler;
import io.netty.channel.IoHandlerContext;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.IoRegistration;
import io.netty.util.concurrent.ThreadAwareExecutor;

import musubi.tcp.tls.TlsContext;
import musubi.tcp.tls.TlsStream;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;

/**
 * Makes sockets of one kind and drives the event loop that watches them.
 *
 * <p>The loop is a Netty 4.2 {@link IoHandler} run by whichever thread holds the rank, inside
 * {@link #awaitEvents}. It is used without an {@code EventLoop} around it, because even Netty's
 * {@code ManualIoEventLoop} belongs to one thread for life, while a rank may be called by any
 * thread of its process; and without channels, because their outbound buffers allocate per message
 * and keep references to payload that MPI has to give back at once. Handles note what is ready and
 * do nothing else, so they never throw into Netty.
 */
public abstract class SocketLoop {
    private final IoHandler loop;
    private final Waiting waiting = new Waiting();

    /** Null when nothing is encrypted. */
    private TlsContext tls;

    SocketLoop(IoHandlerFactory factory) {
        loop = factory.newHandler(new CallingThread());
        loop.initialize();
    }

    /** Runs what the loop wants to run at once. */
    private static final class CallingThread implements ThreadAwareExecutor {
        @Override
        public boolean isExecutorThread(Thread thread) {
            // Never, so that wakeup reaches a sleeper.
            return false;
        }

        @Override
        public void execute(Runnable command) {
            command.run();
        }
    }

    /** How long the loop may wait for events. */
    private static final class Waiting implements IoHandlerContext {
        private long timeoutNs;

        @Override
        public boolean canBlock() {
            return timeoutNs > 0;
        }

        @Override
        public long delayNanos(long currentTimeNanos) {
            return timeoutNs;
        }

        @Override
        public long deadlineNanos() {
            return System.nanoTime() + timeoutNs;
        }
    }

    final IoRegistration register(IoHandle handle) throws IOException {
        try {
            return loop.register(handle);
        } catch (IOException e) {
            throw e;
        } catch (Exception e) {
            throw new IOException("cannot watch the socket", e);
        }
    }

    /** Looks which streams have become ready; waits so long (in nanoseconds) for the first. */
    public final int awaitEvents(long timeoutNs) {
        waiting.timeoutNs = timeoutNs;
        return loop.run(waiting);
    }

    /** Ends a wait in {@link #awaitEvents}; for other threads. */
    public final void wakeup() {
        loop.wakeup();
    }

    final void closeLoop() {
        loop.prepareToDestroy();
        loop.destroy();
    }

    /**
     * Listens where this socket listens.
     *
     * @param onReady what to do when somebody may have connected; must not throw
     */
    public abstract void listen(ServerSocketChannel listener, Runnable onReady) throws IOException;

    /** Refuses who calls from now on, if the listening socket is this one's. */
    public void stopListening() {}

    /** From now on connections are encrypted. */
    public final void encrypt(TlsContext kit) {
        tls = kit;
    }

    /** A connection that a peer has made, or null. */
    public final TcpStream accept() throws IOException {
        TcpStream plain = acceptPlain();
        return plain == null || tls == null ? plain : new TlsStream(plain, tls, false);
    }

    /** Begins to connect. */
    public final TcpStream connect(InetSocketAddress address) throws IOException {
        TcpStream plain = connectPlain(address);
        return tls == null ? plain : new TlsStream(plain, tls, true);
    }

    abstract TcpStream acceptPlain() throws IOException;

    abstract TcpStream connectPlain(InetSocketAddress address) throws IOException;

    /** Closes the listener and the loop. */
    public abstract void close();
}
