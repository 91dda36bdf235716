package musubi.tcp.socket;

import io.netty.channel.IoEvent;
import io.netty.channel.IoRegistration;
import io.netty.channel.unix.Socket;
import io.netty.channel.uring.IoUringIoEvent;
import io.netty.channel.uring.IoUringIoHandle;

import java.lang.foreign.MemorySegment;

/**
 * A stream that a ring watches. Its bytes go through the same calls as those of {@link
 * EpollStream}; what a ring saves is to ask the kernel whether anything has arrived.
 */
final class UringStream extends UnixStream implements IoUringIoHandle {
    private final UringPolls polls;
    private final Runnable submission;

    /**
     * A stream on a socket.
     *
     * @param submission runs the ring
     */
    UringStream(Socket socket, MemorySegment scratch, HeapArrayIo arrays, Runnable submission) {
        super(socket, scratch, arrays);
        polls = new UringPolls(socket.intValue());
        this.submission = submission;
    }

    @Override
    void onRegistered(IoRegistration watching) {
        polls.begin(watching);
        polls.awaitRoom();
    }

    @Override
    public void handle(IoRegistration watching, IoEvent event) {
        int seen = polls.seen((IoUringIoEvent) event);
        if (seen != 0) {
            setReady(
                    (seen & UringPolls.IN) != 0,
                    (seen & UringPolls.OUT) != 0,
                    (seen & UringPolls.END) != 0);
        }
    }

    @Override
    public void requestWritable() {
        polls.awaitRoom();
    }

    /** At once: as long as the kernel polls the socket, the peer does not see that it is closed. */
    @Override
    void deregister() {
        polls.cancel();
        submission.run();
    }
}
