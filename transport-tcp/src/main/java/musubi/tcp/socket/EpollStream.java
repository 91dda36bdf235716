package musubi.tcp.socket;

import io.netty.channel.IoEvent;
import io.netty.channel.IoRegistration;
import io.netty.channel.epoll.EpollIoEvent;
import io.netty.channel.epoll.EpollIoHandle;
import io.netty.channel.epoll.EpollIoOps;
import io.netty.channel.unix.FileDescriptor;
import io.netty.channel.unix.Socket;

import java.lang.foreign.MemorySegment;

/**
 * A stream that is watched edge-triggered: the kernel tells of each change once, and nothing has to
 * be told to it while messages come and go.
 */
final class EpollStream extends UnixStream implements EpollIoHandle {
    private static final int IN = EpollIoOps.EPOLLIN.value();
    private static final int OUT = EpollIoOps.EPOLLOUT.value();
    private static final int END = EpollIoOps.EPOLLERR.value() | EpollIoOps.EPOLLRDHUP.value();
    private static final EpollIoOps READING =
            EpollIoOps.EPOLLIN.with(EpollIoOps.EPOLLRDHUP).with(EpollIoOps.EPOLLET);
    private static final EpollIoOps READING_AND_WRITING = READING.with(EpollIoOps.EPOLLOUT);

    private IoRegistration registration;
    private boolean writableRequested;

    EpollStream(Socket socket, MemorySegment scratch, HeapArrayIo arrays) {
        super(socket, scratch, arrays);
    }

    @Override
    void onRegistered(IoRegistration watching) {
        registration = watching;
        requestWritable();
    }

    @Override
    public FileDescriptor fd() {
        return socket();
    }

    @Override
    public void handle(IoRegistration watching, IoEvent event) {
        int seen = ((EpollIoEvent) event).ops().value();
        if ((seen & OUT) != 0 && writableRequested) {
            writableRequested = false;
            watching.submit(READING);
        }
        setReady((seen & IN) != 0, (seen & OUT) != 0, (seen & END) != 0);
    }

    /** Not all the time: Netty makes an object for each event that tells of arrivals and room. */
    @Override
    public void requestWritable() {
        if (!writableRequested) {
            writableRequested = true;
            registration.submit(READING_AND_WRITING);
        }
    }

    @Override
    void deregister() {
        if (registration != null) {
            registration.cancel();
        }
    }
}
