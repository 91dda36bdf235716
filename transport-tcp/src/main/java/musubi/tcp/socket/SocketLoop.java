package musubi.tcp.socket;

import io.netty.channel.ChannelException;
import io.netty.channel.IoHandle;
import io.netty.channel.IoHandler;
import io.netty.channel.IoHandlerContext;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.IoRegistration;
import io.netty.util.concurrent.ThreadAwareExecutor;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;

/**
 * Opens sockets of one kind and drives the event loop that watches them.
 *
 * <p>The loop is a Netty 4.2 {@link IoHandler}, run by the calling thread in {@link #awaitEvents}.
 * It has no {@code EventLoop} around it, because even Netty's {@code ManualIoEventLoop} belongs to
 * one thread for life, while any thread of a process may call its rank; and no channels, because
 * their outbound buffers allocate per message and keep references to payloads that MPI has to
 * release at once. Handles record readiness and do nothing else, so they never throw into Netty.
 */
public abstract class SocketLoop {
    private final IoHandler loop;
    private final Waiting waiting = new Waiting();

    private StreamWrapper wrapper = (plain, _) -> plain;

    /** Null for none. */
    private FrameProtection protection;

    SocketLoop(IoHandlerFactory factory) {
        loop = factory.newHandler(new CallingThread());
        loop.initialize();
    }

    /** Creates a socket or a loop, whose failures in Netty are unchecked exceptions. */
    @FunctionalInterface
    public interface Creation<T> {
        /** The new object. */
        T create() throws IOException;
    }

    /**
     * Creates a socket or a loop.
     *
     * @throws IOException in place of any exception of Netty; a {@link DescriptorShortage} when no
     *     descriptor is free
     */
    public static <T> T create(Creation<T> creation) throws IOException {
        try {
            return creation.create();
        } catch (IOException | UncheckedIOException | ChannelException | IllegalStateException e) {
            throw DescriptorShortage.of(e);
        }
    }

    /** Adds a layer such as TLS to the streams of a loop. */
    public interface StreamWrapper {
        /**
         * Adds the layer to a stream that has carried no data yet.
         *
         * @param client whether this rank initiates the connection
         */
        TcpStream wrap(TcpStream plain, boolean client) throws IOException;
    }

    /** Adds authentication to streams whose handshakes are complete. */
    public interface FrameProtection {
        /**
         * Adds the layer to a stream, which is not used directly any longer.
         *
         * @param sendKey for the data that this rank sends
         * @param receiveKey for that of the other side
         */
        TcpStream protect(TcpStream stream, byte[] sendKey, byte[] receiveKey);
    }

    /** Runs the loop's tasks immediately. */
    private static final class CallingThread implements ThreadAwareExecutor {
        @Override
        public boolean isExecutorThread(Thread thread) {
            // Always false, so that wakeup interrupts a sleeper.
            return false;
        }

        @Override
        public void execute(Runnable command) {
            command.run();
        }
    }

    /** The time-out of the next wait. */
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
            throw new IOException("cannot register the socket with the event loop", e);
        }
    }

    /** Handles the events of ready streams, waiting for the first one up to a time in ns. */
    public final int awaitEvents(long timeoutNs) {
        waiting.timeoutNs = timeoutNs;
        return loop.run(waiting);
    }

    /** Ends a wait in {@link #awaitEvents}; called by other threads. */
    public final void wakeup() {
        loop.wakeup();
    }

    /**
     * The descriptor of a pipe that the loop reads: a byte in it ends a wait in {@link
     * #awaitEvents}, or the next one. Negative when the loop has none.
     *
     * @throws IOException when no descriptor is free
     */
    public int wakePipe() throws IOException {
        return -1;
    }

    final void closeLoop() {
        loop.prepareToDestroy();
        loop.destroy();
    }

    /**
     * Accepts connections at the address of a listening channel.
     *
     * @param onReady called when a connection may be pending, and not necessarily again until
     *     {@link #accept} has found none: one that has to wait would end each sleep; it must not
     *     throw
     * @return whether the channel itself goes on listening; if not, the caller closes it
     */
    public abstract boolean listen(ServerSocketChannel listener, Runnable onReady)
            throws IOException;

    /**
     * Starts all connections with small receive buffers, which the kernel tunes like others: a
     * buffer that is reduced later has no room for what its first window has promised to the peer.
     * Called before {@link #listen}.
     */
    public void startSmall() {}

    /** Closes the listening socket, unless it is the caller's channel. */
    public void stopListening() {}

    /** Wraps the streams of all later connections. */
    public final void wrapStreams(StreamWrapper streamWrapper) {
        wrapper = streamWrapper;
    }

    /** Sets what {@link #protect} adds. */
    public final void protectStreams(FrameProtection frameProtection) {
        protection = frameProtection;
    }

    /** As {@link FrameProtection#protect}, of the layer that was set. */
    public final TcpStream protect(TcpStream stream, byte[] sendKey, byte[] receiveKey) {
        return protection.protect(stream, sendKey, receiveKey);
    }

    /** The next incoming connection; null when there is none. */
    public final TcpStream accept() throws IOException {
        TcpStream plain = create(this::acceptPlain);
        return plain == null ? null : wrapper.wrap(plain, false);
    }

    /** Starts to connect to an address. */
    public final TcpStream connect(InetSocketAddress address) throws IOException {
        return wrapper.wrap(create(() -> connectPlain(address)), true);
    }

    /** As {@link #connect}, to a relay: {@link #throughRelay} adds the layer. */
    public final TcpStream connectToRelay(InetSocketAddress address) throws IOException {
        return create(() -> connectPlain(address));
    }

    /** The stream to a rank, over a connection to a relay that has carried records of its own. */
    public final TcpStream throughRelay(TcpStream plain) throws IOException {
        TcpStream wrapped = wrapper.wrap(plain, true);
        // The layer sees only events that are still to come.
        wrapped.setReady(plain.isReadable(), plain.isWritable(), false);
        return wrapped;
    }

    abstract TcpStream acceptPlain() throws IOException;

    abstract TcpStream connectPlain(InetSocketAddress address) throws IOException;

    /** Closes the listener and the loop. */
    public abstract void close();
}
