package musubi.tcp.socket;

import io.netty.channel.IoEvent;
import io.netty.channel.IoRegistration;
import io.netty.channel.unix.Socket;
import io.netty.channel.uring.IoUringIoEvent;
import io.netty.channel.uring.IoUringIoHandle;

import java.io.IOException;
import java.lang.foreign.MemorySegment;

/** Sockets that are watched by io_uring; where that works, see {@link UringObstacle}. */
public final class UringLoop extends UnixLoop {
    /** Sockets with this congestion control; null for the system's choice. */
    public UringLoop(String congestion, HeapArrayIo arrays) {
        super(SharedRing::new, congestion, arrays);
    }

    @Override
    void watchListener(Socket socket, Runnable onReady) throws IOException {
        UringPolls polls = new UringPolls(socket.intValue());
        polls.begin(register(new ListenerHandle(polls, onReady)));
    }

    private record ListenerHandle(UringPolls polls, Runnable onReady) implements IoUringIoHandle {
        @Override
        public void handle(IoRegistration registration, IoEvent event) {
            if (polls.seen((IoUringIoEvent) event) != 0) {
                onReady.run();
            }
        }

        @Override
        public void close() {
            polls.cancel();
        }
    }

    @Override
    UnixStream newStream(Socket socket, MemorySegment memory, HeapArrayIo access) {
        return new UringStream(socket, memory, access, () -> awaitEvents(0));
    }
}
