package musubi.tcp;

import io.netty.channel.IoEvent;
import io.netty.channel.IoRegistration;
import io.netty.channel.epoll.EpollIoEvent;
import io.netty.channel.epoll.EpollIoHandle;
import io.netty.channel.epoll.EpollIoOps;
import io.netty.channel.unix.FileDescriptor;
import io.netty.channel.unix.Socket;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * A stream on a socket of Linux. Watched edge-triggered: the kernel tells of each change once, and
 * nothing has to be told to it while messages come and go.
 */
final class EpollStream extends TcpStream implements EpollIoHandle {
    /** Two entries of {@code struct iovec}. */
    static final int IO_VECTOR_BYTES = 32;

    private static final int IN = EpollIoOps.EPOLLIN.value();
    private static final int OUT = EpollIoOps.EPOLLOUT.value();
    private static final int END = EpollIoOps.EPOLLERR.value() | EpollIoOps.EPOLLRDHUP.value();
    private static final EpollIoOps READING =
            EpollIoOps.EPOLLIN.with(EpollIoOps.EPOLLRDHUP).with(EpollIoOps.EPOLLET);
    private static final EpollIoOps READING_AND_WRITING = READING.with(EpollIoOps.EPOLLOUT);

    private final Socket socket;
    private final MemorySegment ioVector;
    private IoRegistration registration;
    private boolean awaitsRoom;

    /** A stream that uses the given memory for gathering, during calls only. */
    EpollStream(Socket socket, MemorySegment ioVector) {
        this.socket = socket;
        this.ioVector = ioVector;
    }

    /** Begins to listen for events, first that the connection has come about. */
    void watchedBy(IoRegistration watching) {
        registration = watching;
        awaitRoom();
    }

    @Override
    public FileDescriptor fd() {
        return socket;
    }

    @Override
    public void handle(IoRegistration watching, IoEvent event) {
        int seen = ((EpollIoEvent) event).ops().value();
        if ((seen & OUT) != 0 && awaitsRoom) {
            awaitsRoom = false;
            watching.submit(READING);
        }
        setReady((seen & IN) != 0, (seen & OUT) != 0, (seen & END) != 0);
    }

    @Override
    void awaitRoom() {
        if (!awaitsRoom) {
            awaitsRoom = true;
            registration.submit(READING_AND_WRITING);
        }
    }

    @Override
    boolean finishConnecting() throws IOException {
        return socket.finishConnect();
    }

    @Override
    int receive(MemorySegment memory, long offset, int bytes) throws IOException {
        return socket.recvAddress(memory.address() + offset, 0, bytes);
    }

    @Override
    long send(MemorySegment memory, long offset, int bytes) throws IOException {
        return socket.sendAddress(memory.address() + offset, 0, bytes);
    }

    @Override
    long send(
            MemorySegment first,
            long firstOffset,
            int firstBytes,
            MemorySegment second,
            long offset,
            int bytes)
            throws IOException {
        ioVector.set(ValueLayout.JAVA_LONG, 0, first.address() + firstOffset);
        ioVector.set(ValueLayout.JAVA_LONG, 8, firstBytes);
        ioVector.set(ValueLayout.JAVA_LONG, 16, second.address() + offset);
        ioVector.set(ValueLayout.JAVA_LONG, 24, bytes);
        return socket.writevAddresses(ioVector.address(), 2);
    }

    @Override
    void shutdownOutput() throws IOException {
        socket.shutdown(false, true);
    }

    @Override
    public void close() {
        try {
            if (registration != null) {
                registration.cancel();
            }
            socket.close();
        } catch (IOException e) {
            // It is gone all the same.
            return;
        }
    }
}
