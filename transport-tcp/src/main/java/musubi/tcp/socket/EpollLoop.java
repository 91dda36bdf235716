package musubi.tcp.socket;

import io.netty.channel.DefaultSelectStrategyFactory;
import io.netty.channel.IoEvent;
import io.netty.channel.IoRegistration;
import io.netty.channel.epoll.EpollIoHandle;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollIoOps;
import io.netty.channel.epoll.LinuxSocket;
import io.netty.channel.socket.SocketProtocolFamily;
import io.netty.channel.unix.FileDescriptor;
import io.netty.channel.unix.Socket;

import musubi.error.ErrorClass;
import musubi.error.MpiFailure;
import musubi.memory.Accounted;
import musubi.memory.Component;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;

/** Linux sockets through Netty's native library, watched by epoll. */
@Accounted(Component.BUFFERS)
public final class EpollLoop extends SocketLoop {
    private static final int EVENTS = 256;
    private static final int BACKLOG = 4096;
    private static final int ADDRESS_BYTES = 26;
    private static final int IPPROTO_TCP = 6; // netinet/in.h
    private static final int TCP_KEEPCNT = 6; // netinet/tcp.h
    private static final int KEEPALIVE_IDLE_S = 10;
    private static final int KEEPALIVE_INTERVAL_S = 5;
    private static final int KEEPALIVE_PROBES = 2;

    private final String congestion;
    private final HeapArrayIo arrays;
    private final MemorySegment scratch =
            Arena.ofAuto().allocate(EpollStream.SCRATCH_BYTES, Long.BYTES);
    private final byte[] acceptedAddress = new byte[ADDRESS_BYTES];
    private Socket listening;
    private boolean startsSmall;

    /** Null until it is asked for. */
    private EpollPipe pipe;

    /**
     * Sockets with a congestion control.
     *
     * @param congestion the kernel's name of it; null for the system's default
     */
    public EpollLoop(String congestion, HeapArrayIo arrays) {
        super(EpollIoHandler.newFactory(EVENTS, DefaultSelectStrategyFactory.INSTANCE));
        this.congestion = congestion;
        this.arrays = arrays;
    }

    /**
     * The JDK does not expose the descriptor, so a second socket listens at the same address before
     * the caller closes the first one. Both set SO_REUSEPORT, which requires the same user.
     */
    @Override
    public boolean listen(ServerSocketChannel listener, Runnable onReady) throws IOException {
        InetSocketAddress address = (InetSocketAddress) listener.getLocalAddress();
        listening = create(() -> newSocket(address.getAddress()));
        listening.setReuseAddress(true);
        listening.setReusePort(true);
        if (startsSmall) {
            EpollStream.startSmall(listening);
        }
        listening.bind(address);
        listening.listen(BACKLOG);
        register(new ListenerHandle(listening, onReady))
                .submit(EpollIoOps.EPOLLIN.with(EpollIoOps.EPOLLET));
        return false;
    }

    private record ListenerHandle(Socket socket, Runnable onReady) implements EpollIoHandle {
        @Override
        public FileDescriptor fd() {
            return socket;
        }

        @Override
        public void handle(IoRegistration registration, IoEvent event) {
            onReady.run();
        }

        @Override
        public void close() {}
    }

    private static Socket newSocket(InetAddress address) {
        return LinuxSocket.newSocketStream(
                address instanceof Inet6Address
                        ? SocketProtocolFamily.INET6
                        : SocketProtocolFamily.INET);
    }

    @Override
    public void startSmall() {
        startsSmall = true;
    }

    @Override
    TcpStream acceptPlain() throws IOException {
        int descriptor = listening.accept(acceptedAddress);
        return descriptor < 0 ? null : watch(new Socket(descriptor));
    }

    @Override
    TcpStream connectPlain(InetSocketAddress address) throws IOException {
        Socket socket = newSocket(address.getAddress());
        try {
            if (startsSmall) {
                EpollStream.startSmall(socket);
            }
            socket.connect(address);
        } catch (IOException e) {
            socket.close();
            throw e;
        }
        return watch(socket);
    }

    private TcpStream watch(Socket socket) throws IOException {
        EpollStream stream = new EpollStream(socket, scratch, arrays);
        try {
            socket.setTcpNoDelay(true);
            enableKeepAlive(socket);
            stream.probeWhenIdle(KEEPALIVE_IDLE_S, KEEPALIVE_INTERVAL_S);
            if (congestion != null) {
                stream.useCongestionControl(congestion);
            }
            stream.onRegistered(register(stream));
        } catch (IOException | UncheckedIOException e) {
            stream.close();
            throw e;
        }
        return stream;
    }

    /**
     * The kernel ends an idle connection after about 20 s without a sign of the peer's kernel.
     * TCP_USER_TIMEOUT would end those to peers that compute and whose window is closed.
     */
    private static void enableKeepAlive(Socket socket) throws IOException {
        socket.setKeepAlive(true);
        socket.setIntOpt(IPPROTO_TCP, TCP_KEEPCNT, KEEPALIVE_PROBES);
    }

    @Override
    public int wakePipe() throws IOException {
        if (pipe == null) {
            EpollPipe fresh = create(EpollPipe::new);
            try {
                register(fresh).submit(EpollIoOps.EPOLLIN);
            } catch (IOException e) {
                fresh.close();
                throw e;
            }
            pipe = fresh;
        }
        return pipe.descriptor();
    }

    @Override
    public void stopListening() {
        try {
            if (listening != null) {
                listening.close();
            }
        } catch (IOException e) {
            throw new MpiFailure(ErrorClass.INTERN, "cannot close the listening socket", e)
                    .with("cause", e.getMessage());
        }
    }

    @Override
    public void close() {
        try {
            stopListening();
        } finally {
            closeLoop();
            if (pipe != null) {
                pipe.close();
            }
        }
    }
}
