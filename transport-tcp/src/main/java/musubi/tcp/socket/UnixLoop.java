package musubi.tcp.socket;

import io.netty.channel.IoHandlerFactory;
import io.netty.channel.epoll.LinuxSocket;
import io.netty.channel.socket.SocketProtocolFamily;
import io.netty.channel.unix.Socket;

import musubi.memory.Accounted;
import musubi.memory.Component;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.charset.StandardCharsets;

/** Sockets of Linux, through Netty's native libraries. */
@Accounted(Component.BUFFERS)
public abstract class UnixLoop extends SocketLoop {
    private static final int BACKLOG = 4096;
    private static final int ADDRESS_BYTES = 26;
    private static final int IPPROTO_TCP = 6; // netinet/in.h
    private static final int TCP_KEEPIDLE = 4; // netinet/tcp.h
    private static final int TCP_KEEPINTVL = 5;
    private static final int TCP_KEEPCNT = 6;
    private static final int TCP_CONGESTION = 13;
    private static final int TCP_USER_TIMEOUT = 18;
    private static final int KEEPALIVE_IDLE_S = 10;
    private static final int KEEPALIVE_INTERVAL_S = 5;
    private static final int KEEPALIVE_PROBES = 3;
    private static final int UNACKNOWLEDGED_MS = 25_000;

    private final String congestion;
    private final HeapArrayIo arrays;
    private final MemorySegment scratch =
            Arena.ofAuto().allocate(UnixStream.SCRATCH_BYTES, Long.BYTES);
    private final byte[] acceptedAddress = new byte[ADDRESS_BYTES];
    private Socket listening;

    /**
     * Sockets with this congestion control.
     *
     * @param factory makes the event loop
     * @param congestion the kernel's name of it; null for the system's choice
     */
    UnixLoop(IoHandlerFactory factory, String congestion, HeapArrayIo arrays) {
        super(factory);
        this.congestion = congestion;
        this.arrays = arrays;
    }

    /**
     * The JDK does not give away the descriptor, so a second socket listens at the same address,
     * and the first one is closed by the caller afterwards. Both say SO_REUSEPORT, which needs the
     * same user; there is no time at which nobody listens.
     */
    @Override
    public final void listen(ServerSocketChannel listener, Runnable onReady) throws IOException {
        InetSocketAddress address = (InetSocketAddress) listener.getLocalAddress();
        listening = newSocket(address.getAddress());
        listening.setReuseAddress(true);
        listening.setReusePort(true);
        listening.bind(address);
        listening.listen(BACKLOG);
        watchListener(listening, onReady);
    }

    /** Makes the event loop tell when somebody may have connected. */
    abstract void watchListener(Socket socket, Runnable onReady) throws IOException;

    /**
     * A stream on a socket, not watched yet.
     *
     * @param memory {@link UnixStream#SCRATCH_BYTES}, shared with other streams
     */
    abstract UnixStream newStream(Socket socket, MemorySegment memory, HeapArrayIo access);

    private static Socket newSocket(InetAddress address) {
        return LinuxSocket.newSocketStream(
                address instanceof Inet6Address
                        ? SocketProtocolFamily.INET6
                        : SocketProtocolFamily.INET);
    }

    @Override
    final TcpStream acceptPlain() throws IOException {
        int descriptor = listening.accept(acceptedAddress);
        return descriptor < 0 ? null : watch(new Socket(descriptor));
    }

    @Override
    final TcpStream connectPlain(InetSocketAddress address) throws IOException {
        Socket socket = newSocket(address.getAddress());
        try {
            socket.connect(address);
        } catch (IOException e) {
            socket.close();
            throw e;
        }
        return watch(socket);
    }

    private TcpStream watch(Socket socket) throws IOException {
        UnixStream stream = newStream(socket, scratch, arrays);
        try {
            socket.setTcpNoDelay(true);
            enableKeepAlive(socket);
            chooseCongestionControl(socket);
            stream.onRegistered(register(stream));
        } catch (IOException e) {
            stream.close();
            throw e;
        }
        return stream;
    }

    /** The kernel ends a connection when the peer's kernel is silent for about 25 s. */
    private static void enableKeepAlive(Socket socket) throws IOException {
        socket.setKeepAlive(true);
        socket.setIntOpt(IPPROTO_TCP, TCP_KEEPIDLE, KEEPALIVE_IDLE_S);
        socket.setIntOpt(IPPROTO_TCP, TCP_KEEPINTVL, KEEPALIVE_INTERVAL_S);
        socket.setIntOpt(IPPROTO_TCP, TCP_KEEPCNT, KEEPALIVE_PROBES);
        socket.setIntOpt(IPPROTO_TCP, TCP_USER_TIMEOUT, UNACKNOWLEDGED_MS);
    }

    private void chooseCongestionControl(Socket socket) {
        if (congestion == null) {
            return;
        }
        try {
            byte[] name = congestion.getBytes(StandardCharsets.US_ASCII);
            socket.setRawOpt(IPPROTO_TCP, TCP_CONGESTION, ByteBuffer.wrap(name));
        } catch (IOException e) {
            // The kernel has none of that name: its own choice is good enough.
            return;
        }
    }

    @Override
    public final void stopListening() {
        try {
            if (listening != null) {
                listening.close();
            }
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    @Override
    public final void close() {
        try {
            stopListening();
        } finally {
            closeLoop();
        }
    }
}
