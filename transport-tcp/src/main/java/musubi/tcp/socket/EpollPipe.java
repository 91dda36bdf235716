package musubi.tcp.socket;

import io.netty.channel.IoEvent;
import io.netty.channel.IoRegistration;
import io.netty.channel.epoll.EpollIoHandle;
import io.netty.channel.unix.FileDescriptor;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.ByteBuffer;

/**
 * A pipe that ends the waits of an epoll loop: other processes write to it, the loop takes out what
 * is there. To be watched without edge triggering, so that bytes that are left end the next wait.
 */
final class EpollPipe implements EpollIoHandle {
    private static final int BYTES = 256;

    private final FileDescriptor reader;

    /** Kept open, so that the reader never finds the end of the file. */
    private final FileDescriptor writer;

    private final ByteBuffer bytes = Arena.ofAuto().allocate(BYTES).asByteBuffer();

    EpollPipe() throws IOException {
        FileDescriptor[] ends = FileDescriptor.pipe();
        reader = ends[0];
        writer = ends[1];
    }

    /** The number of the descriptor to write to. */
    int descriptor() {
        return writer.intValue();
    }

    @Override
    public FileDescriptor fd() {
        return reader;
    }

    @Override
    public void handle(IoRegistration registration, IoEvent event) {
        try {
            reader.read(bytes, 0, BYTES);
        } catch (IOException e) {
            // Cannot be: the pipe is open as long as the loop. Bytes that stay only end waits.
            return;
        }
    }

    @Override
    public void close() {
        close(reader);
        close(writer);
    }

    private static void close(FileDescriptor end) {
        try {
            end.close();
        } catch (IOException e) {
            // The descriptor is released all the same.
            return;
        }
    }
}
