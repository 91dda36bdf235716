package musubi.tcp.socket;

import io.netty.channel.DefaultSelectStrategyFactory;
import io.netty.channel.IoEvent;
import io.netty.channel.IoRegistration;
import io.netty.channel.epoll.EpollIoHandle;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollIoOps;
import io.netty.channel.unix.FileDescriptor;
import io.netty.channel.unix.Socket;

import java.io.IOException;
import java.lang.foreign.MemorySegment;

/** Sockets that are watched by epoll. */
public final class EpollLoop extends UnixLoop {
    private static final int EVENTS = 256;

    /** Sockets with this congestion control; null for the system's choice. */
    public EpollLoop(String congestion, HeapArrayIo arrays) {
        super(
                EpollIoHandler.newFactory(EVENTS, DefaultSelectStrategyFactory.INSTANCE),
                congestion,
                arrays);
    }

    @Override
    void watchListener(Socket socket, Runnable onReady) throws IOException {
        register(new ListenerHandle(socket, onReady)).submit(EpollIoOps.EPOLLIN);
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

    @Override
    UnixStream newStream(Socket socket, MemorySegment memory, HeapArrayIo access) {
        return new EpollStream(socket, memory, access);
    }
}
