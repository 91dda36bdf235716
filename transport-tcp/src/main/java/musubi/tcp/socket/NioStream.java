package musubi.tcp.socket;

import io.netty.channel.IoEvent;
import io.netty.channel.IoRegistration;
import io.netty.channel.nio.NioIoEvent;
import io.netty.channel.nio.NioIoHandle;
import io.netty.channel.nio.NioIoOps;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SocketChannel;

/** A stream on a channel of the JDK. Each call allocates a buffer object. */
final class NioStream extends TcpStream implements NioIoHandle {
    private final SocketChannel channel;
    private IoRegistration registration;

    NioStream(SocketChannel channel) {
        this.channel = channel;
    }

    /** Requests events, first that the connection is established. */
    void onRegistered(IoRegistration watching, boolean connecting) {
        registration = watching;
        watching.submit(connecting ? NioIoOps.CONNECT : NioIoOps.READ_AND_WRITE);
    }

    @Override
    public SelectableChannel selectableChannel() {
        return channel;
    }

    @Override
    public void handle(IoRegistration watching, IoEvent event) {
        NioIoOps seen = ((NioIoEvent) event).ops();
        boolean room = seen.contains(NioIoOps.WRITE) || seen.contains(NioIoOps.CONNECT);
        if (room) {
            watching.submit(NioIoOps.READ);
        }
        setReady(seen.contains(NioIoOps.READ), room, false);
    }

    @Override
    protected void requestWritable() {
        registration.submit(NioIoOps.READ_AND_WRITE);
    }

    @Override
    protected boolean finishConnecting() throws IOException {
        return channel.finishConnect();
    }

    @Override
    protected int receive(MemorySegment memory, long offset, int bytes) throws IOException {
        return channel.read(buffer(memory, offset, bytes));
    }

    @Override
    protected long send(MemorySegment memory, long offset, int bytes) throws IOException {
        return channel.write(buffer(memory, offset, bytes));
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
        ByteBuffer[] both = {buffer(first, firstOffset, firstBytes), buffer(second, offset, bytes)};
        return channel.write(both);
    }

    private static ByteBuffer buffer(MemorySegment memory, long offset, int bytes) {
        return memory.asSlice(offset, bytes).asByteBuffer();
    }

    @Override
    protected void shutdownOutput() throws IOException {
        channel.shutdownOutput();
    }

    @Override
    public void close() {
        try {
            if (registration != null) {
                registration.cancel();
            }
            channel.close();
        } catch (IOException e) {
            // The channel is released all the same.
            return;
        }
    }
}
