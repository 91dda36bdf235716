package musubi.tcp.handshake;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.netty.channel.epoll.Epoll;

import musubi.config.HostAddress;
import musubi.tcp.config.RankIdentity;
import musubi.tcp.config.TcpOptions;
import musubi.tcp.socket.EpollLoop;
import musubi.tcp.socket.HeapArrayIo;
import musubi.tcp.socket.NioLoop;
import musubi.tcp.socket.SocketLoop;
import musubi.tcp.socket.TcpStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;

/** Outgoing handshakes with a listener of the test. */
final class OutgoingHandshakeTest {
    /** A connection that must be neither established nor lost by a handshake. */
    private record Target(PeerSession session) implements HandshakeTarget {
        @Override
        public int peer() {
            return 1;
        }

        @Override
        public int stream() {
            return 0;
        }

        @Override
        public long received() {
            return 0;
        }

        @Override
        public int verdict(Handshake hello) {
            throw new AssertionError("no hello expected");
        }

        @Override
        public void establish(TcpStream connected, Handshake handshake) {
            throw new AssertionError("not expected to succeed");
        }

        @Override
        public void losePeer(String reason) {
            throw new AssertionError(reason);
        }
    }

    private static RankIdentity identity(int rank) {
        InetSocketAddress address = HostAddress.parse("127.0.0.1:4567");
        return new RankIdentity(rank, 2, "job", null, rank + 100, address, null);
    }

    private static SocketLoop loop(String name) {
        if (name.equals("nio")) {
            return new NioLoop();
        }
        HeapArrayIo arrays = HeapArrayIo.of(_ -> null);
        assumeTrue(Epoll.isAvailable(), "no epoll");
        return new EpollLoop(null, arrays);
    }

    /** Two ranks connect to each other; one accepts before its own attempt has completed. */
    @ParameterizedTest
    @ValueSource(strings = {"nio", "epoll"})
    void shouldSendTheOpeningWhenCompletedBeforeIt(String loopName) throws IOException {
        SocketLoop loop = loop(loopName);
        try (ServerSocket peer = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            PeerSession session = new PeerSession(5);
            session.setAddress(new InetSocketAddress(peer.getInetAddress(), peer.getLocalPort()));
            OutgoingHandshake outgoing =
                    new OutgoingHandshake(
                            new Target(session),
                            loop,
                            identity(0),
                            TcpOptions.of(_ -> null, 1, 1),
                            null);
            assertTrue(outgoing.advance(System.nanoTime()));
            try (Socket accepted = peer.accept()) {
                accepted.getOutputStream().write(new byte[Handshake.CHALLENGE_BYTES]);
                outgoing.complete(null);
                byte[] sent = accepted.getInputStream().readNBytes(Handshake.OPENING_BYTES);
                assertTrue(new Handshake(identity(1)).isOpening(MemorySegment.ofArray(sent)));
            }
        } finally {
            loop.close();
        }
    }

    /** A rank that computes makes no attempts, which does not mean that its peer is lost. */
    @Test
    void shouldCountOnlyTheTimeOfAttemptsAsUnreachable() {
        SocketLoop loop = loop("nio");
        try {
            loop.wrapStreams(
                    (plain, _) -> {
                        plain.close();
                        throw new IOException("no route");
                    });
            TcpOptions options = TcpOptions.of(_ -> null, 1, 1);
            PeerSession session = new PeerSession(5);
            session.setAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), 9));
            session.establish(6, 1);
            long began = System.nanoTime();
            OutgoingHandshake outgoing =
                    new OutgoingHandshake(new Target(session), loop, identity(0), options, null);
            assertTrue(outgoing.advance(began));
            long pause = 3 * options.reconnectNs();
            long[] end = {began + pause};
            assertTrue(outgoing.advance(end[0]));
            AssertionError lost =
                    assertThrows(
                            AssertionError.class,
                            () -> {
                                while (outgoing.advance(end[0])) {
                                    end[0] += outgoing.nextStepNs(end[0]);
                                }
                            });
            assertTrue(lost.getMessage().contains("no route"), lost.getMessage());
            long firstBackoffNs = 1_000_000;
            assertTrue(end[0] - began >= pause + options.reconnectNs() - firstBackoffNs);
        } finally {
            loop.close();
        }
    }
}
