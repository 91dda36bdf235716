package musubi.tcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.adi.Endpoint;
import musubi.adi.PeerInfo;
import musubi.adi.SendOutcome;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Connections that do not come from a rank of the job, or not from a sane one. */
@Timeout(60)
final class TcpStrangersTest {
    private static final Map<String, String> RIGHT = Map.of(TcpSettings.SECRET.name(), "right");
    private static final Map<String, String> WRONG = Map.of(TcpSettings.SECRET.name(), "wrong");

    private static byte[] random(Random random, int bytes) {
        byte[] content = new byte[bytes];
        random.nextBytes(content);
        return content;
    }

    @Test
    void shouldSurviveGarbageOnThePort() throws IOException {
        Random random = new Random(7);
        try (TcpJob job = TcpJob.of(2)) {
            List<Socket> strangers = new ArrayList<>();
            for (int i = 0; i < 200; i++) {
                Socket stranger = new Socket(job.address(1).getAddress(), job.address(1).getPort());
                strangers.add(stranger);
                scribble(stranger, random, i % 4);
                job.poll();
            }
            Endpoint endpoint = job.connect(0, 1);
            job.send(endpoint, 5, new byte[8]);
            job.pollUntil(() -> job.tags(1).equals(List.of(5)));
            for (Socket stranger : strangers) {
                stranger.close();
            }
            job.send(endpoint, 6, new byte[8]);
            job.pollUntil(() -> job.tags(1).equals(List.of(5, 6)));
            assertTrue(job.inbounds.get(1).lostPeers.isEmpty());
        }
    }

    private static void scribble(Socket stranger, Random random, int how) throws IOException {
        try {
            switch (how) {
                case 0 -> stranger.getOutputStream().write(random(random, random.nextInt(500)));
                case 1 -> stranger.getOutputStream().write(random(random, 20));
                case 2 -> stranger.close();
                default -> stranger.shutdownOutput();
            }
        } catch (java.net.SocketException e) {
            assertFalse(stranger.isConnected() && how == 2, "the first ones are sent away");
        }
    }

    @Test
    void shouldMeetWithTheSameSecret() {
        try (TcpJob job = new TcpJob(2)) {
            job.join(RIGHT);
            job.join(RIGHT);
            job.send(job.connect(0, 1), 3, new byte[100]);
            job.pollUntil(() -> job.tags(1).equals(List.of(3)));
        }
    }

    @Test
    void shouldKeepOutARankWithAnotherSecret() {
        for (Map<String, String> other : List.of(WRONG, Map.<String, String>of())) {
            try (TcpJob job = new TcpJob(2)) {
                job.join(other);
                job.join(RIGHT);
                Endpoint endpoint = job.connect(0, 1);
                job.pollUntil(() -> !job.inbounds.get(0).lostPeers.isEmpty());
                assertEquals(
                        SendOutcome.PEER_LOST,
                        endpoint.trySend(TcpJob.envelope(0), new musubi.adi.Region(), 0, 0));
                assertTrue(job.inbounds.get(1).lostPeers.isEmpty());
            }
        }
    }

    @Test
    void shouldLoseOnlyThePeerThatSendsWhatIsNoFrame() throws IOException {
        try (TcpJob job = TcpJob.of(3)) {
            try (Socket liar = introduced(job, 0, 1)) {
                liar.getOutputStream().write(random(new Random(3), 4000));
                job.pollUntil(() -> !job.inbounds.get(1).lostPeers.isEmpty());
            }
            assertEquals(List.of(0), job.inbounds.get(1).lostPeers);
            job.send(job.connect(2, 1), 4, new byte[8]);
            job.pollUntil(() -> job.tags(1).equals(List.of(4)));
        }
    }

    /** As a kernel does to a connection that it dropped together with a listening socket. */
    @Test
    void shouldCallAgainWhenTheKernelKnowsNothingOfTheConnection() throws IOException {
        InetAddress loopback = InetAddress.getLoopbackAddress();
        try (TcpJob job = TcpJob.of(2);
                ServerSocket silent = new ServerSocket(0, 10, loopback)) {
            silent.setSoTimeout(20_000);
            String card = loopback.getHostAddress() + ":" + silent.getLocalPort();
            job.transports.get(0).connect(new PeerInfo(1, card));
            for (int call = 0; call < 3; call++) {
                try (Socket half = silent.accept()) {
                    assertNotNull(read(job, half, Handshake.OPENING_BYTES), "it speaks first");
                    half.setSoLinger(true, 0);
                }
                job.pollFor(20_000_000);
            }
        }
    }

    /** A connection on which somebody has passed for a rank. */
    private static Socket introduced(TcpJob job, int as, int to) throws IOException {
        String jobId = job.jobId();
        Handshake handshake = new Handshake(new Identity(as, 3, jobId, null));
        while (true) {
            Socket socket = new Socket(job.address(to).getAddress(), job.address(to).getPort());
            MemorySegment hello = MemorySegment.ofArray(new byte[Handshake.HELLO_BYTES]);
            handshake.writeOpening(hello, to);
            int opening = Handshake.OPENING_BYTES;
            socket.getOutputStream().write(hello.toArray(ValueLayout.JAVA_BYTE), 0, opening);
            byte[] challenge = read(job, socket, Handshake.CHALLENGE_BYTES);
            if (challenge == null) {
                socket.close();
                continue;
            }
            assertTrue(handshake.readChallenge(MemorySegment.ofArray(challenge)));
            handshake.writeProofOfCaller(hello);
            byte[] whole = hello.toArray(ValueLayout.JAVA_BYTE);
            socket.getOutputStream().write(whole, opening, whole.length - opening);
            byte[] welcome = read(job, socket, Handshake.WELCOME_BYTES);
            assertEquals(Handshake.ACCEPTED, handshake.readWelcome(MemorySegment.ofArray(welcome)));
            return socket;
        }
    }

    /** So many bytes, while the ranks are polled; null when the socket was closed before. */
    private static byte[] read(TcpJob job, Socket socket, int bytes) throws IOException {
        socket.setSoTimeout(1);
        byte[] content = new byte[bytes];
        long deadline = System.nanoTime() + TcpJob.DEADLINE_NS;
        for (int got = 0; got < bytes && System.nanoTime() < deadline; ) {
            job.poll();
            try {
                int n = socket.getInputStream().read(content, got, bytes - got);
                if (n < 0) {
                    return null;
                }
                got += n;
            } catch (java.net.SocketTimeoutException e) {
                Thread.onSpinWait();
            } catch (java.net.SocketException e) {
                return null;
            }
        }
        return content;
    }
}
