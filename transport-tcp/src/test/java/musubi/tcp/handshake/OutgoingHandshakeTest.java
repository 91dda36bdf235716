package musubi.tcp.handshake;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.netty.channel.epoll.Epoll;

import musubi.tcp.UringTest;
import musubi.tcp.config.RankIdentity;
import musubi.tcp.config.TcpAddress;
import musubi.tcp.config.TcpOptions;
import musubi.tcp.session.PeerConnection;
import musubi.tcp.socket.EpollLoop;
import musubi.tcp.socket.HeapArrayIo;
import musubi.tcp.socket.NioLoop;
import musubi.tcp.socket.SocketLoop;
import musubi.tcp.socket.UringLoop;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;

/** One side of a call, against a listener of the test. */
final class OutgoingHandshakeTest {
    private static RankIdentity identity(int rank) {
        TcpAddress address = TcpAddress.parse("127.0.0.1:4567");
        return new RankIdentity(rank, 2, "job", null, rank + 100, address);
    }

    private static SocketLoop sockets(String loop) {
        if (loop.equals("nio")) {
            return new NioLoop();
        }
        HeapArrayIo arrays = HeapArrayIo.of(_ -> null);
        if (loop.equals("io_uring")) {
            UringTest.assumeRing();
            return new UringLoop(null, arrays);
        }
        assumeTrue(Epoll.isAvailable(), "no epoll");
        return new EpollLoop(null, arrays);
    }

    /**
     * Two ranks call each other; one is answered before it has seen that its own call is through.
     */
    @ParameterizedTest
    @ValueSource(strings = {"nio", "epoll", "io_uring"})
    void shouldSayWhoCalledWhenItIsGivenUpBeforeItsFirstWord(String loop) throws IOException {
        SocketLoop sockets = sockets(loop);
        try (ServerSocket peer = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            PeerConnection link = new PeerConnection(1, null, 5, null, 0);
            link.session()
                    .setAddress(new InetSocketAddress(peer.getInetAddress(), peer.getLocalPort()));
            OutgoingHandshake caller =
                    new OutgoingHandshake(link, sockets, identity(0), TcpOptions.of(_ -> null));
            assertTrue(caller.advance(System.nanoTime()));
            try (Socket called = peer.accept()) {
                called.getOutputStream().write(new byte[Handshake.CHALLENGE_BYTES]);
                caller.complete(null);
                byte[] said = called.getInputStream().readNBytes(Handshake.OPENING_BYTES);
                assertTrue(new Handshake(identity(1)).isOpening(MemorySegment.ofArray(said)));
            }
        } finally {
            sockets.close();
        }
    }
}
