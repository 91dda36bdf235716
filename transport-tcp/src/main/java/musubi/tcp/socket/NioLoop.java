package musubi.tcp.socket;

import io.netty.channel.IoEvent;
import io.netty.channel.IoRegistration;
import io.netty.channel.nio.NioIoHandle;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.nio.NioIoOps;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.SelectableChannel;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;

/** Sockets of the JDK, for machines without Netty's native library. */
public final class NioLoop extends SocketLoop {
    private ServerSocketChannel listening;
    private IoRegistration registration;

    public NioLoop() {
        super(NioIoHandler.newFactory());
    }

    @Override
    public boolean listen(ServerSocketChannel listener, Runnable onReady) throws IOException {
        listening = listener;
        registration = register(new ListenerHandle(listener, onReady));
        registration.submit(NioIoOps.ACCEPT);
        return true;
    }

    private record ListenerHandle(ServerSocketChannel channel, Runnable onReady)
            implements NioIoHandle {
        @Override
        public SelectableChannel selectableChannel() {
            return channel;
        }

        @Override
        public void handle(IoRegistration registration, IoEvent event) {
            registration.submit(NioIoOps.NONE);
            onReady.run();
        }

        @Override
        public void close() {}
    }

    @Override
    TcpStream acceptPlain() throws IOException {
        SocketChannel channel = listening.accept();
        if (channel == null) {
            registration.submit(NioIoOps.ACCEPT);
            return null;
        }
        try {
            return watch(channel, false);
        } catch (IOException e) {
            channel.close();
            throw e;
        }
    }

    @Override
    TcpStream connectPlain(InetSocketAddress address) throws IOException {
        SocketChannel channel = SocketChannel.open();
        channel.configureBlocking(false);
        try {
            return watch(channel, !channel.connect(address));
        } catch (IOException e) {
            channel.close();
            throw e;
        }
    }

    private TcpStream watch(SocketChannel channel, boolean connecting) throws IOException {
        channel.configureBlocking(false);
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        channel.setOption(StandardSocketOptions.SO_KEEPALIVE, true);
        NioStream stream = new NioStream(channel);
        stream.onRegistered(register(stream), connecting);
        return stream;
    }

    @Override
    public void close() {
        closeLoop();
    }
}
