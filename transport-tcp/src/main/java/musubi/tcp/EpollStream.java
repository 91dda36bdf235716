package musubi.tcp;

import io.netty.channel.IoEvent;
import io.netty.channel.IoRegistration;
import io.netty.channel.epoll.EpollIoEvent;
import io.netty.channel.epoll.EpollIoHandle;
import io.netty.channel.epoll.EpollIoOps;
import io.netty.channel.unix.FileDescriptor;
import io.netty.channel.unix.Socket;

import musubi.adi.Region;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * A stream on a socket of Linux. Watched edge-triggered: the kernel tells of each change once, and
 * nothing has to be told to it while messages come and go. It takes arrays, see {@link
 * ArrayAccess}.
 */
final class EpollStream extends TcpStream implements EpollIoHandle {
    /** Native memory that a stream uses during calls only, for gathering and for a short copy. */
    static final int SCRATCH_BYTES = 4096;

    private static final int IN = EpollIoOps.EPOLLIN.value();
    private static final int OUT = EpollIoOps.EPOLLOUT.value();
    private static final int END = EpollIoOps.EPOLLERR.value() | EpollIoOps.EPOLLRDHUP.value();
    private static final EpollIoOps READING =
            EpollIoOps.EPOLLIN.with(EpollIoOps.EPOLLRDHUP).with(EpollIoOps.EPOLLET);
    private static final EpollIoOps READING_AND_WRITING = READING.with(EpollIoOps.EPOLLOUT);

    private final Socket socket;
    private final MemorySegment scratch;
    private final ArrayAccess arrays;
    private IoRegistration registration;
    private boolean awaitsRoom;

    /**
     * A stream on a socket.
     *
     * @param scratch {@link #SCRATCH_BYTES}, shared with other streams
     */
    EpollStream(Socket socket, MemorySegment scratch, ArrayAccess arrays) {
        this.socket = socket;
        this.scratch = scratch;
        this.arrays = arrays;
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

    /** Not all the time: Netty makes an object for each event that tells of arrivals and room. */
    @Override
    void awaitRoom() {
        if (!awaitsRoom) {
            awaitsRoom = true;
            registration.submit(READING_AND_WRITING);
        }
    }

    @Override
    MemorySegment source(Region payload, long from, int bytes) {
        return arrays.source(payload, from, bytes);
    }

    @Override
    MemorySegment target(Region zone, int bytes) {
        return arrays.target(zone, bytes);
    }

    @Override
    boolean finishConnecting() throws IOException {
        return socket.finishConnect();
    }

    @Override
    int receive(MemorySegment memory, long offset, int bytes) throws IOException {
        if (!memory.isNative()) {
            return receiveIntoArray(memory, offset, bytes);
        }
        return socket.recvAddress(memory.address() + offset, 0, bytes);
    }

    private int receiveIntoArray(MemorySegment memory, long offset, int bytes) throws IOException {
        int received = arrays.receive(socket.intValue(), memory, offset, bytes);
        if (received >= 0) {
            return received > 0 ? received : -1;
        }
        // Nothing is there, or the connection is broken: this call throws then.
        int more = socket.recvAddress(scratch.address(), 0, Math.min(SCRATCH_BYTES, bytes));
        if (more > 0) {
            MemorySegment.copy(scratch, 0, memory, offset, more);
        }
        return more;
    }

    @Override
    long send(MemorySegment memory, long offset, int bytes) throws IOException {
        if (!memory.isNative()) {
            return sendArray(memory, offset, bytes);
        }
        return socket.sendAddress(memory.address() + offset, 0, bytes);
    }

    private long sendArray(MemorySegment memory, long offset, int bytes) throws IOException {
        int sent = arrays.send(socket.intValue(), memory, offset, bytes);
        if (sent >= 0) {
            return sent;
        }
        // There is no room, or the connection is broken: this call throws then.
        int few = Math.min(SCRATCH_BYTES, bytes);
        MemorySegment.copy(memory, offset, scratch, 0, few);
        return socket.sendAddress(scratch.address(), 0, few);
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
        if (!second.isNative()) {
            return sendBefore(first.address() + firstOffset, firstBytes, second, offset, bytes);
        }
        scratch.set(ValueLayout.JAVA_LONG, 0, first.address() + firstOffset);
        scratch.set(ValueLayout.JAVA_LONG, 8, firstBytes);
        scratch.set(ValueLayout.JAVA_LONG, 16, second.address() + offset);
        scratch.set(ValueLayout.JAVA_LONG, 24, bytes);
        return socket.writevAddresses(scratch.address(), 2);
    }

    /** An array cannot be gathered: its address is not known outside of a call. */
    private long sendBefore(
            long firstAddress, int firstBytes, MemorySegment second, long offset, int bytes)
            throws IOException {
        long sent = SocketCalls.sendFirst(socket.intValue(), firstAddress, firstBytes);
        if (sent < 0) {
            return socket.sendAddress(firstAddress, 0, firstBytes);
        }
        if (sent < firstBytes) {
            return sent;
        }
        // Whatever comes of this, the first bytes are on their way and must be counted.
        return sent + Math.max(0, arrays.send(socket.intValue(), second, offset, bytes));
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
