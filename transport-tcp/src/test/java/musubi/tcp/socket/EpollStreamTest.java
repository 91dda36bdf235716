package musubi.tcp.socket;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.LinuxSocket;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

final class EpollStreamTest {
    private static final int IPPROTO_TCP = 6;
    private static final int TCP_WINDOW_CLAMP = 10;

    /**
     * Otherwise the window stays as it was when the first full packets came, for instance 80 KiB,
     * whatever the buffer.
     */
    @Test
    void shouldLimitTheWindowByTheReceiveBufferThatIsSet() throws IOException {
        assumeTrue(Epoll.isAvailable(), "no epoll");
        LinuxSocket socket = LinuxSocket.newSocketStream();
        try {
            EpollStream stream = new EpollStream(socket, null, null);
            stream.resizeBuffers(SocketBuffers.UNCHANGED, 100_000);
            assertEquals(200_000, socket.getReceiveBufferSize());
            assertEquals(200_000, socket.getIntOpt(IPPROTO_TCP, TCP_WINDOW_CLAMP));
            stream.resizeBuffers(SocketBuffers.UNCHANGED, SocketBuffers.MIN_BYTES);
            assertEquals(
                    2 * SocketBuffers.MIN_BYTES, socket.getIntOpt(IPPROTO_TCP, TCP_WINDOW_CLAMP));
        } finally {
            socket.close();
        }
    }

    /** Its descriptor may belong to any other file by then. */
    @Test
    void shouldNotTouchTheNextFileWhenItIsClosed() throws IOException {
        assumeTrue(Epoll.isAvailable(), "no epoll");
        LinuxSocket socket = LinuxSocket.newSocketStream();
        int descriptor = socket.intValue();
        MemorySegment scratch = MemorySegment.ofBuffer(ByteBuffer.allocateDirect(4096));
        EpollStream stream = new EpollStream(socket, scratch, null);
        stream.close();
        List<LinuxSocket> others = new ArrayList<>();
        try {
            do {
                others.add(LinuxSocket.newSocketStream());
            } while (others.getLast().intValue() < descriptor);
            LinuxSocket next = others.getLast();
            int size = next.getReceiveBufferSize();
            assertNull(stream.pathInfo());
            assertNull(stream.tcpInfo());
            assertEquals(0, stream.kernelBytes());
            assertFalse(stream.useCongestionControl("reno"));
            stream.resizeBuffers(SocketBuffers.UNCHANGED, SocketBuffers.MIN_BYTES);
            assertEquals(size, next.getReceiveBufferSize());
        } finally {
            for (LinuxSocket other : others) {
                other.close();
            }
        }
    }
}
