package musubi.tcp.handshake;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.adi.Endpoint;
import musubi.adi.Envelope;
import musubi.adi.LocalContext;
import musubi.adi.PeerInfo;
import musubi.adi.RecordingInbound;
import musubi.adi.SendOutcome;
import musubi.adi.Transport;
import musubi.config.HostAddress;
import musubi.config.Setting;
import musubi.region.Region;
import musubi.tcp.TcpTransportProvider;
import musubi.tcp.config.RankIdentity;
import musubi.tcp.frame.FrameDescriptor;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import java.io.EOFException;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/**
 * Two ranks that connect to each other at the same time, one of them a part of the test: its hello
 * arrives when the other connection exists.
 */
final class LateHelloTest {
    private static final String JOB = "late-hello";
    private static final int ZERO = 0;
    private static final int ONE = 1;
    private static final long INCARNATION = 101;

    private final RecordingInbound inbound = new RecordingInbound();
    private final Transport zero =
            new TcpTransportProvider()
                    .open(
                            LocalContext.of(
                                    ZERO,
                                    2,
                                    JOB,
                                    inbound,
                                    name -> name.equals(Setting.TRANSPORT.name()) ? "tcp" : null));

    @AfterEach
    void close() {
        zero.close();
    }

    @Test
    void shouldKeepTheConnectionWhenACancelledHelloArrives() throws IOException {
        try (ServerSocket listener = new ServerSocket(0, 10, InetAddress.getLoopbackAddress())) {
            PeerInfo one = new PeerInfo(ONE, "127.0.0.1:" + listener.getLocalPort());
            Endpoint endpoint = zero.connect(one);
            CompletableFuture<Integer> verdict =
                    CompletableFuture.supplyAsync(() -> verdictOfLateHello(listener));
            boolean isSent = false;
            while (!verdict.isDone()) {
                isSent = isSent || isSent(endpoint);
                zero.poll(64);
            }
            assertTrue(isSent);
            assertEquals(Handshake.SUPERSEDED, verdict.join());
        }
    }

    private static boolean isSent(Endpoint endpoint) {
        Region message = new Region().wrapArray(new byte[8], 0, 8);
        return endpoint.trySend(new Envelope(), message, 0, 8) == SendOutcome.ACCEPTED;
    }

    private int verdictOfLateHello(ServerSocket listener) {
        InetSocketAddress own = (InetSocketAddress) listener.getLocalSocketAddress();
        RankIdentity self = new RankIdentity(ONE, 2, JOB, null, INCARNATION, own, null);
        PeerSession session = new PeerSession(INCARNATION);
        assertEquals(1, session.nextAttempt(), "one that failed");
        InetSocketAddress address = HostAddress.parse(zero.businessCard());
        try (Socket calling = new Socket(address.getAddress(), address.getPort())) {
            Handshake late = new Handshake(self);
            MemorySegment hello = record();
            late.writeOpening(hello, ZERO);
            send(calling, hello, 0, Handshake.OPENING_BYTES);
            MemorySegment challenge = record();
            receive(calling, challenge, 0, Handshake.CHALLENGE_BYTES);
            assertTrue(late.readChallenge(challenge));
            late.writeHello(hello, session, 0);
            try (Socket called = accept(listener, self, session)) {
                receive(called, record(), 0, FrameDescriptor.HEADER_BYTES);
                send(calling, hello, Handshake.OPENING_BYTES, Handshake.HELLO_BYTES);
                MemorySegment welcome = record();
                receive(calling, welcome, 0, Handshake.WELCOME_BYTES);
                return late.readWelcome(welcome);
            }
        } catch (IOException e) {
            throw new CompletionException(e);
        }
    }

    /** Accepts the attempt of rank 0. */
    private static Socket accept(ServerSocket listener, RankIdentity self, PeerSession session)
            throws IOException {
        Socket called = listener.accept();
        Handshake handshake = new Handshake(self);
        MemorySegment challenge = record();
        handshake.writeChallenge(challenge);
        send(called, challenge, 0, Handshake.CHALLENGE_BYTES);
        MemorySegment hello = record();
        receive(called, hello, 0, Handshake.HELLO_BYTES);
        assertTrue(handshake.readHello(hello));
        assertEquals(1, handshake.attempt());
        MemorySegment welcome = record();
        handshake.writeWelcome(welcome, Handshake.ACCEPTED, session.latestAttempt(), 0);
        session.establish(handshake.peerIncarnation(), handshake.latestAttempt());
        send(called, welcome, 0, Handshake.WELCOME_BYTES);
        return called;
    }

    private static MemorySegment record() {
        return MemorySegment.ofArray(new byte[Handshake.HELLO_BYTES]);
    }

    private static byte[] bytes(MemorySegment record) {
        return (byte[]) record.heapBase().orElseThrow();
    }

    private static void send(Socket socket, MemorySegment record, int from, int to)
            throws IOException {
        socket.getOutputStream().write(bytes(record), from, to - from);
    }

    private static void receive(Socket socket, MemorySegment record, int from, int to)
            throws IOException {
        if (socket.getInputStream().readNBytes(bytes(record), from, to - from) < to - from) {
            throw new EOFException();
        }
    }
}
