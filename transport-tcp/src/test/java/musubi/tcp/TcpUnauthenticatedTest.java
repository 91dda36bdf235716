package musubi.tcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.adi.Endpoint;
import musubi.adi.PeerInfo;
import musubi.adi.SendOutcome;
import musubi.tcp.config.TcpSettings;
import musubi.tcp.handshake.Handshake;

import org.junit.jupiter.api.Test;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/** Connections of other programs, or of an erroneous rank. */
final class TcpUnauthenticatedTest {
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
            List<Socket> sockets = new ArrayList<>();
            for (int i = 0; i < 200; i++) {
                Socket socket = new Socket(job.address(1).getAddress(), job.address(1).getPort());
                sockets.add(socket);
                scribble(socket, random, i % 4);
                job.poll();
            }
            Endpoint endpoint = job.connect(0, 1);
            job.send(endpoint, 5, new byte[8]);
            job.pollUntil(() -> job.tags(1).equals(List.of(5)));
            for (Socket socket : sockets) {
                socket.close();
            }
            job.send(endpoint, 6, new byte[8]);
            job.pollUntil(() -> job.tags(1).equals(List.of(5, 6)));
            assertTrue(job.inbounds.get(1).lostPeers.isEmpty());
        }
    }

    private static void scribble(Socket socket, Random random, int how) throws IOException {
        try {
            switch (how) {
                case 0 -> socket.getOutputStream().write(random(random, random.nextInt(500)));
                case 1 -> socket.getOutputStream().write(random(random, 20));
                case 2 -> socket.close();
                default -> socket.shutdownOutput();
            }
        } catch (java.net.SocketException e) {
            assertFalse(socket.isConnected() && how == 2, "the first ones are closed");
        }
    }

    @Test
    void shouldConnectWithTheSameSecret() {
        try (TcpJob job = new TcpJob(2)) {
            job.join(RIGHT);
            job.join(RIGHT);
            job.send(job.connect(0, 1), 3, new byte[100]);
            job.pollUntil(() -> job.tags(1).equals(List.of(3)));
        }
    }

    @Test
    void shouldRefuseARankWithAnotherSecret() {
        for (Map<String, String> other : List.of(WRONG, Map.<String, String>of())) {
            try (TcpJob job = new TcpJob(2)) {
                job.join(other);
                job.join(RIGHT);
                Endpoint endpoint = job.connect(0, 1);
                job.pollUntil(() -> !job.inbounds.get(0).lostPeers.isEmpty());
                assertEquals(
                        SendOutcome.PEER_LOST,
                        endpoint.trySend(TcpJob.envelope(0), new musubi.region.Region(), 0, 0));
                assertTrue(job.inbounds.get(1).lostPeers.isEmpty());
            }
        }
    }

    @Test
    void shouldLoseOnlyThePeerThatSendsInvalidFrames() throws IOException {
        try (TcpJob job = TcpJob.of(3)) {
            try (Socket liar = RawPeer.connect(job, 0, 1, job.address(0).getPort())) {
                liar.getOutputStream().write(random(new Random(3), 4000));
                job.pollUntil(() -> !job.inbounds.get(1).lostPeers.isEmpty());
            }
            assertEquals(List.of(0), job.inbounds.get(1).lostPeers);
            job.send(job.connect(2, 1), 4, new byte[8]);
            job.pollUntil(() -> job.tags(1).equals(List.of(4)));
        }
    }

    /** As after a kernel has dropped a connection together with its listening socket. */
    @Test
    void shouldConnectAgainWhenTheKernelHasDroppedTheConnection() throws IOException {
        InetAddress loopback = InetAddress.getLoopbackAddress();
        try (TcpJob job = TcpJob.of(2);
                ServerSocket silent = new ServerSocket(0, 10, loopback)) {
            String card = loopback.getHostAddress() + ":" + silent.getLocalPort();
            job.transports.get(0).connect(new PeerInfo(1, card));
            for (int call = 0; call < 3; call++) {
                try (Socket half = accept(job, silent)) {
                    assertNotNull(
                            RawPeer.read(job, half, Handshake.OPENING_BYTES), "it speaks first");
                    half.setSoLinger(true, 0);
                }
            }
        }
    }

    /** Accepts a connection while polling the ranks. */
    private static Socket accept(TcpJob job, ServerSocket server) throws IOException {
        server.setSoTimeout(1);
        long deadline = System.nanoTime() + TcpJob.DEADLINE_NS;
        while (System.nanoTime() < deadline) {
            job.poll();
            try {
                return server.accept();
            } catch (SocketTimeoutException e) {
                Thread.onSpinWait();
            }
        }
        throw new AssertionError("no connection");
    }

    @Test
    void shouldContinueUnderThousandsOfConnections() throws IOException {
        PrintStream standardError = System.err;
        ByteArrayOutputStream lines = new ByteArrayOutputStream();
        System.setErr(new PrintStream(lines, true));
        try (TcpJob job = new TcpJob(2)) {
            job.join(RIGHT);
            job.join(RIGHT);
            Endpoint endpoint = job.connect(0, 1);
            job.send(endpoint, 0, new byte[8]);
            Thread flood = Thread.ofPlatform().daemon().start(() -> flood(job, 3_000));
            int sent = 1;
            while (flood.isAlive()) {
                job.send(endpoint, sent++, new byte[8]);
            }
            int all = sent;
            job.pollUntil(() -> job.tags(1).size() == all);
            assertEquals(IntStream.range(0, all).boxed().toList(), job.tags(1));
            assertTrue(job.inbounds.get(1).lostPeers.isEmpty());
        } finally {
            System.setErr(standardError);
        }
        List<String> printed = lines.toString().lines().filter(l -> l.contains(" tcp: ")).toList();
        assertTrue(printed.size() >= 2 && printed.size() <= 5, "printed=" + printed);
        assertEquals(printed.size(), Set.copyOf(printed).size());
    }

    /** Connections without data, with half a hello, random bytes, or a replayed hello. */
    private static void flood(TcpJob job, int connects) {
        Random random = new Random(11);
        byte[] nonsense = random(random, 2 * Handshake.HELLO_BYTES);
        ArrayDeque<Socket> open = new ArrayDeque<>();
        for (int i = 0; i < connects; i++) {
            try {
                Socket socket = new Socket(job.address(1).getAddress(), job.address(1).getPort());
                open.add(socket);
                if (i % 4 != 0) {
                    int bytes =
                            i % 4 == 1 ? random.nextInt(Handshake.HELLO_BYTES) : nonsense.length;
                    socket.getOutputStream().write(nonsense, 0, bytes);
                }
                if (open.size() > 200) {
                    Socket oldest = open.remove();
                    oldest.setSoLinger(i % 3 == 0, 0);
                    oldest.close();
                }
            } catch (IOException e) {
                // It was closed, as expected.
                continue;
            }
        }
    }

    @Test
    void shouldNotAcceptAReplayedHello() throws IOException {
        try (TcpJob job = new TcpJob(2)) {
            job.join(RIGHT);
            job.join(RIGHT);
            AtomicInteger faults = new AtomicInteger(20);
            try (ChaosProxy proxy =
                    new ChaosProxy(job.address(1), 1, List.of(Fault.DUPLICATE), 2000, faults)) {
                Endpoint endpoint = job.connectThrough(proxy.port(), 0, 1);
                int sent = 0;
                while (faults.get() > 0) {
                    job.send(endpoint, sent++, new byte[500]);
                }
                int all = sent;
                job.pollUntil(() -> job.tags(1).size() == all);
                assertEquals(IntStream.range(0, all).boxed().toList(), job.tags(1));
            }
        }
    }
}
