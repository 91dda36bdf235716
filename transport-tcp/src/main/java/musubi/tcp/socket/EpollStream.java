package musubi.tcp.socket;

import io.netty.channel.IoEvent;
import io.netty.channel.IoRegistration;
import io.netty.channel.epoll.EpollIoEvent;
import io.netty.channel.epoll.EpollIoHandle;
import io.netty.channel.epoll.EpollIoOps;
import io.netty.channel.unix.FileDescriptor;
import io.netty.channel.unix.Socket;

import musubi.region.Region;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.charset.StandardCharsets;

/**
 * A stream on a Linux socket. It is watched edge-triggered: the kernel reports each change once,
 * and no system call is needed to wait for the next message. It reads and writes arrays through
 * {@link HeapArrayIo}.
 */
final class EpollStream extends TcpStream implements EpollIoHandle {
    private static final int IN = EpollIoOps.EPOLLIN.value();
    private static final int OUT = EpollIoOps.EPOLLOUT.value();
    private static final int END = EpollIoOps.EPOLLERR.value() | EpollIoOps.EPOLLRDHUP.value();
    private static final EpollIoOps READING =
            EpollIoOps.EPOLLIN.with(EpollIoOps.EPOLLRDHUP).with(EpollIoOps.EPOLLET);
    private static final EpollIoOps READING_AND_WRITING = READING.with(EpollIoOps.EPOLLOUT);

    private static final int IPPROTO_TCP = 6; // netinet/in.h
    private static final int TCP_KEEPIDLE = 4; // netinet/tcp.h
    private static final int TCP_KEEPINTVL = 5;
    private static final int TCP_INFO = 11;
    private static final int TCP_WINDOW_CLAMP = 10;
    private static final int TCP_CONGESTION = 13;
    private static final int SOL_SOCKET = 1; // asm-generic/socket.h
    private static final int SO_MEMINFO = 55;
    private static final int SO_BUF_LOCK = 72;
    private static final int SO_MAX_PACING_RATE = 47;

    /** 4.3 GB/s: the option is an unsigned number, whose highest value means no pacing. */
    private static final int HIGHEST_PACING_RATE = -2;

    private static final int SNDBUF_LOCK = 1;
    private static final int RCVBUF_LOCK = 2;

    /** Native memory for gathering and short copies, used during a call only. */
    static final int SCRATCH_BYTES = 4096;

    private final Socket socket;
    private final MemorySegment scratch;
    private final HeapArrayIo arrays;
    private IoRegistration registration;
    private boolean writableRequested;

    /**
     * A stream on a socket.
     *
     * @param scratch memory of {@link #SCRATCH_BYTES}, shared with other streams
     */
    EpollStream(Socket socket, MemorySegment scratch, HeapArrayIo arrays) {
        this.socket = socket;
        this.scratch = scratch;
        this.arrays = arrays;
    }

    /** Requests events, first that the connection is established. */
    void onRegistered(IoRegistration watching) {
        registration = watching;
        requestWritable();
    }

    @Override
    public FileDescriptor fd() {
        return socket;
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

    /** Not permanently: Netty allocates an object for each event with both readiness flags. */
    @Override
    protected void requestWritable() {
        if (!writableRequested) {
            writableRequested = true;
            registration.submit(READING_AND_WRITING);
        }
    }

    @Override
    public MemorySegment heapSource(Region payload, long from, int bytes) {
        return arrays.sendSlice(payload, from, bytes);
    }

    @Override
    public MemorySegment heapTarget(Region zone, int bytes) {
        return arrays.receiveSlice(zone, bytes);
    }

    @Override
    protected boolean finishConnecting() throws IOException {
        return socket.finishConnect();
    }

    @Override
    protected int receive(MemorySegment memory, long offset, int bytes) throws IOException {
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
        // No data, or a broken connection, which this call throws.
        int more = socket.recvAddress(scratch.address(), 0, Math.min(SCRATCH_BYTES, bytes));
        if (more > 0) {
            MemorySegment.copy(scratch, 0, memory, offset, more);
        }
        return more;
    }

    @Override
    protected long send(MemorySegment memory, long offset, int bytes) throws IOException {
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
        // No room, or a broken connection, which this call throws.
        int few = Math.min(SCRATCH_BYTES, bytes);
        MemorySegment.copy(memory, offset, scratch, 0, few);
        return socket.sendAddress(scratch.address(), 0, few);
    }

    @Override
    protected long send(
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

    /** An array cannot be gathered: its address is valid within a call only. */
    private long sendBefore(
            long firstAddress, int firstBytes, MemorySegment second, long offset, int bytes)
            throws IOException {
        long sent = LibcSocketCalls.sendMore(socket.intValue(), firstAddress, firstBytes);
        if (sent < 0) {
            return socket.sendAddress(firstAddress, 0, firstBytes);
        }
        if (sent < firstBytes) {
            return sent;
        }
        // Even if this fails the first bytes are sent and have to be counted.
        return sent + Math.max(0, arrays.send(socket.intValue(), second, offset, bytes));
    }

    /** The number of a closed descriptor may be that of another file by now. */
    private void checkOpen() throws IOException {
        if (!socket.isOpen()) {
            throw new ClosedChannelException();
        }
    }

    @Override
    public TcpInfo tcpInfo() {
        try {
            return TcpInfo.decode(
                    figures(), socket.getSendBufferSize() + socket.getReceiveBufferSize());
        } catch (IOException e) {
            // The connection is broken: the next read or write reports it.
            return null;
        }
    }

    private ByteBuffer figures() throws IOException {
        checkOpen();
        MemorySegment info = scratch.asSlice(0, TcpInfo.BYTES).fill((byte) 0);
        ByteBuffer figures = info.asByteBuffer();
        socket.getRawOpt(IPPROTO_TCP, TCP_INFO, figures);
        return figures;
    }

    @Override
    public PathInfo pathInfo() {
        try {
            return PathInfo.decode(figures());
        } catch (IOException e) {
            // As above.
            return null;
        }
    }

    @Override
    public void probeWhenIdle(int idleSeconds, int intervalSeconds) {
        try {
            checkOpen();
            socket.setIntOpt(IPPROTO_TCP, TCP_KEEPIDLE, idleSeconds);
            socket.setIntOpt(IPPROTO_TCP, TCP_KEEPINTVL, intervalSeconds);
        } catch (IOException e) {
            // As above.
            return;
        }
    }

    @Override
    public boolean useCongestionControl(String name) {
        try {
            checkOpen();
            byte[] text = name.getBytes(StandardCharsets.US_ASCII);
            socket.setRawOpt(IPPROTO_TCP, TCP_CONGESTION, ByteBuffer.wrap(text));
            return true;
        } catch (IOException e) {
            // The kernel lacks it or does not permit it: the present one is good enough.
            return false;
        }
    }

    @Override
    public void pacePackets() {
        try {
            checkOpen();
            socket.setIntOpt(SOL_SOCKET, SO_MAX_PACING_RATE, HIGHEST_PACING_RATE);
        } catch (IOException e) {
            // As above.
            return;
        }
    }

    @Override
    public long kernelBytes() {
        try {
            checkOpen();
            MemorySegment info = scratch.asSlice(0, SocketMemory.BYTES).fill((byte) 0);
            ByteBuffer figures = info.asByteBuffer();
            socket.getRawOpt(SOL_SOCKET, SO_MEMINFO, figures);
            return SocketMemory.usedBytes(figures);
        } catch (IOException e) {
            // The connection is broken: its buffers are being freed.
            return 0;
        }
    }

    @Override
    public void resizeBuffers(int sendBytes, int receiveBytes) {
        if (sendBytes != SocketBuffers.UNCHANGED) {
            boolean isSmall = sendBytes > 0 && sendBytes < SocketBuffers.IDLE_BYTES;
            limitPieces(isSmall ? SocketBuffers.MIN_BYTES : Integer.MAX_VALUE);
        }
        try {
            checkOpen();
            if (sendBytes > 0) {
                socket.setSendBufferSize(sendBytes);
            }
            if (receiveBytes > 0) {
                socket.setReceiveBufferSize(receiveBytes);
                // Once full packets have come, only autotuning raises the limit with the buffer.
                int limit = (int) Math.min(2L * receiveBytes, Integer.MAX_VALUE);
                socket.setIntOpt(IPPROTO_TCP, TCP_WINDOW_CLAMP, limit);
            }
            int freed =
                    (sendBytes == SocketBuffers.AUTOTUNED ? SNDBUF_LOCK : 0)
                            | (receiveBytes == SocketBuffers.AUTOTUNED ? RCVBUF_LOCK : 0);
            unlock(socket, freed);
        } catch (IOException e) {
            // Broken, or a kernel before 5.14, which keeps the current sizes.
            return;
        }
    }

    private static void unlock(Socket socket, int freed) throws IOException {
        if (freed != 0) {
            int locks = socket.getIntOpt(SOL_SOCKET, SO_BUF_LOCK);
            socket.setIntOpt(SOL_SOCKET, SO_BUF_LOCK, locks & ~freed);
        }
    }

    /**
     * Gives a socket without a connection a small receive buffer, which the kernel tunes later. One
     * of a fixed size would limit all later windows of the connection as well.
     */
    static void startSmall(Socket socket) {
        try {
            int before = socket.getReceiveBufferSize();
            socket.setReceiveBufferSize(SocketBuffers.MIN_BYTES);
            try {
                unlock(socket, RCVBUF_LOCK);
            } catch (IOException e) {
                // A kernel before 5.14.
                socket.setReceiveBufferSize(before);
            }
        } catch (IOException e) {
            // The buffer remains large.
            return;
        }
    }

    @Override
    protected void shutdownOutput() throws IOException {
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
            // The socket is released all the same.
            return;
        }
    }
}
