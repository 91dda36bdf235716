package musubi.tcp.socket;

import io.netty.channel.IoHandle;
import io.netty.channel.IoRegistration;
import io.netty.channel.unix.Socket;

import musubi.region.Region;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;

/**
 * A stream on a socket of Linux, however it is watched. It takes arrays, see {@link HeapArrayIo}.
 */
abstract class UnixStream extends TcpStream implements IoHandle {
    private static final int IPPROTO_TCP = 6; // netinet/in.h
    private static final int TCP_INFO = 11; // netinet/tcp.h
    private static final int SOL_SOCKET = 1; // asm-generic/socket.h
    private static final int SO_BUF_LOCK = 72;
    private static final int SNDBUF_LOCK = 1;
    private static final int RCVBUF_LOCK = 2;

    /** Native memory that a stream uses during calls only, for gathering and for a short copy. */
    static final int SCRATCH_BYTES = 4096;

    private final Socket socket;
    private final MemorySegment scratch;
    private final HeapArrayIo arrays;

    /**
     * A stream on a socket.
     *
     * @param scratch {@link #SCRATCH_BYTES}, shared with other streams
     */
    UnixStream(Socket socket, MemorySegment scratch, HeapArrayIo arrays) {
        this.socket = socket;
        this.scratch = scratch;
        this.arrays = arrays;
    }

    final Socket socket() {
        return socket;
    }

    /** Begins to listen for events, first that the connection has come about. */
    abstract void onRegistered(IoRegistration watching);

    /** The opposite, perhaps before it has begun. */
    abstract void deregister();

    @Override
    public final MemorySegment heapSource(Region payload, long from, int bytes) {
        return arrays.sendSlice(payload, from, bytes);
    }

    @Override
    public final MemorySegment heapTarget(Region zone, int bytes) {
        return arrays.receiveSlice(zone, bytes);
    }

    @Override
    public final boolean finishConnecting() throws IOException {
        return socket.finishConnect();
    }

    @Override
    public final int receive(MemorySegment memory, long offset, int bytes) throws IOException {
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
    public final long send(MemorySegment memory, long offset, int bytes) throws IOException {
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
    public final long send(
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
        long sent = LibcSocketCalls.sendMore(socket.intValue(), firstAddress, firstBytes);
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
    public final boolean readTcpInfo(TcpInfo into) {
        try {
            MemorySegment info = scratch.asSlice(0, TcpInfo.BYTES).fill((byte) 0);
            ByteBuffer figures = info.asByteBuffer();
            socket.getRawOpt(IPPROTO_TCP, TCP_INFO, figures);
            into.set(figures, socket.getSendBufferSize() + socket.getReceiveBufferSize());
            return true;
        } catch (IOException e) {
            // The connection is broken, which the next call finds out.
            return false;
        }
    }

    @Override
    public final void resizeBuffers(int sendBytes, int receiveBytes) {
        try {
            if (sendBytes > 0) {
                socket.setSendBufferSize(sendBytes);
            }
            if (receiveBytes > 0) {
                socket.setReceiveBufferSize(receiveBytes);
            }
            int freed =
                    (sendBytes == SocketBuffers.AUTOTUNED ? SNDBUF_LOCK : 0)
                            | (receiveBytes == SocketBuffers.AUTOTUNED ? RCVBUF_LOCK : 0);
            if (freed != 0) {
                int locks = socket.getIntOpt(SOL_SOCKET, SO_BUF_LOCK);
                socket.setIntOpt(SOL_SOCKET, SO_BUF_LOCK, locks & ~freed);
            }
        } catch (IOException e) {
            // Broken, or a kernel before 5.14, which keeps the sizes that it has.
            return;
        }
    }

    @Override
    public final void shutdownOutput() throws IOException {
        socket.shutdown(false, true);
    }

    @Override
    public final void close() {
        try {
            deregister();
            socket.close();
        } catch (IOException e) {
            // It is gone all the same.
            return;
        }
    }
}
