package musubi.tcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.adi.Endpoint;
import musubi.adi.SendOutcome;
import musubi.region.Region;
import musubi.tcp.config.TcpSettings;
import musubi.tcp.frame.FrameDescriptor;
import musubi.tcp.frame.FrameWriter;
import musubi.tcp.session.AckTimer;
import musubi.tcp.session.PeerConnection;
import musubi.tcp.socket.SocketBuffers;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/** Sessions whose connections break. */
final class TcpSessionTest {
    private static final String FOREVER = "3600000";

    private static ChaosProxy proxyTo(TcpJob job, int rank) throws IOException {
        return new ChaosProxy(job.address(rank), 1, List.of(), 1000, new AtomicInteger());
    }

    private static TcpJob job(Map<String, String> settings) {
        TcpJob job = new TcpJob(3);
        for (int rank = 0; rank < 3; rank++) {
            job.join(settings);
        }
        return job;
    }

    @Test
    void shouldContinueAfterAReset() throws IOException {
        try (TcpJob job = TcpJob.of(2);
                ChaosProxy proxy = proxyTo(job, 1)) {
            Endpoint there = job.connectThrough(proxy.port(), 0, 1);
            for (int i = 0; i < 50; i++) {
                job.send(there, i, new byte[i * 1000]);
                if (i % 10 == 0) {
                    proxy.resetAll();
                }
            }
            job.pollUntil(() -> job.tags(1).size() == 50);
            assertEquals(IntStream.range(0, 50).boxed().toList(), job.tags(1));
            assertTrue(job.inbounds.get(0).lostPeers.isEmpty());
            assertTrue(job.inbounds.get(1).lostPeers.isEmpty());
        }
    }

    @Test
    void shouldCompleteAZeroCopySendOnlyWhenAcknowledged() throws IOException {
        int bytes = FrameDescriptor.FRAGMENT_BYTES;
        MemorySegment memory = Arena.ofAuto().allocate(bytes).fill((byte) 7);
        Region region = new Region().wrap(memory, 0, bytes);
        try (TcpJob job = TcpJob.of(2);
                ChaosProxy proxy = proxyTo(job, 1)) {
            Endpoint there = job.connectThrough(proxy.port(), 0, 1);
            ZeroCopyRecorder zeroCopy = ZeroCopyRecorder.of(there);
            job.send(there, 0, new byte[8]);
            job.pollUntil(() -> job.tags(1).size() == 1);
            assertEquals(
                    SendOutcome.ACCEPTED, zeroCopy.send(TcpJob.envelope(1), region, bytes, true));
            assertEquals(1, zeroCopy.ticket());
            proxy.resetAll();
            for (int i = 0; i < 100; i++) {
                job.transports.get(0).poll(8);
            }
            assertFalse(zeroCopy.completedUpTo(1), "rank 1 has not looked");
            job.pollUntil(() -> zeroCopy.completedUpTo(1));
            assertEquals(List.of(0, 1), job.tags(1));
            assertEquals(7, job.inbounds.get(1).messages.getLast().payload()[bytes - 1]);
        }
    }

    @Test
    void shouldWaitForAPeerThatComputes() {
        Map<String, String> impatient =
                Map.of(TcpSettings.SILENCE.name(), "20", TcpSettings.RECONNECT.name(), "200");
        try (TcpJob job = job(impatient)) {
            Endpoint there = job.connect(0, 1);
            job.send(there, 0, new byte[8]);
            job.pollUntil(() -> job.tags(1).size() == 1);
            job.send(there, 1, new byte[8]);
            long end = System.nanoTime() + 600_000_000;
            while (System.nanoTime() - end < 0) {
                job.transports.get(0).poll(8);
            }
            assertTrue(job.inbounds.get(0).lostPeers.isEmpty());
            job.send(there, 2, new byte[8]);
            job.pollUntil(() -> job.tags(1).size() == 3);
            assertEquals(List.of(0, 1, 2), job.tags(1));
        }
    }

    /** Its kernel does answer, also that there is no room. */
    @Test
    void shouldKeepTheConnectionToAPeerThatComputesWithAClosedWindow() {
        int limitMs = 600;
        Map<String, String> settings =
                Map.of(
                        TcpSettings.SILENCE.name(),
                        "0",
                        TcpSettings.HOST_SILENCE.name(),
                        Integer.toString(limitMs),
                        // More than the kernel's buffers.
                        TcpSettings.REPLAY_BYTES.name(),
                        "67108864");
        try (TcpJob job = job(settings)) {
            Endpoint there = job.connect(0, 1);
            job.send(there, 0, new byte[8]);
            job.pollUntil(() -> job.tags(1).size() == 1);
            PeerConnection connection = job.transport(0).connections().connectionTo(1);
            SocketBuffers ofConnection = connection.buffers();
            byte[] content = new byte[FrameDescriptor.FRAGMENT_BYTES];
            Region region = new Region().wrapArray(content, 0, content.length);
            int sent = 1;
            while (there.trySend(TcpJob.envelope(sent), region, 0, content.length)
                    == SendOutcome.ACCEPTED) {
                sent++;
            }
            AckTimer timer = job.transport(0).connections().ackTimer();
            long ticks = timer.ticks() + 3 * limitMs / 5;
            while (timer.ticks() < ticks) {
                job.transports.get(0).poll(8);
            }
            int all = sent;
            job.pollUntil(() -> job.tags(1).size() == all);
            assertSame(ofConnection, connection.buffers());
            assertTrue(job.inbounds.get(0).lostPeers.isEmpty());
        }
    }

    @Test
    void shouldLoseAPeerSoonWhenItsPortRefuses() throws IOException {
        try (TcpJob job = job(Map.of(TcpSettings.RECONNECT.name(), FOREVER))) {
            int port;
            try (ServerSocket gone = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
                port = gone.getLocalPort();
            }
            RawPeer.connect(job, 0, 1, port).close();
            job.pollUntil(() -> !job.inbounds.get(1).lostPeers.isEmpty());
            assertEquals(List.of(0), job.inbounds.get(1).lostPeers);
        }
    }

    @Test
    void shouldLoseAPeerAfterTheReconnectTime() throws IOException {
        try (TcpJob job = job(Map.of(TcpSettings.RECONNECT.name(), "200"));
                ServerSocket mute = new ServerSocket(0, 100, InetAddress.getLoopbackAddress())) {
            Thread.ofPlatform().daemon().start(() -> closeAll(mute));
            RawPeer.connect(job, 0, 1, mute.getLocalPort()).close();
            job.pollUntil(() -> !job.inbounds.get(1).lostPeers.isEmpty());
            assertEquals(List.of(0), job.inbounds.get(1).lostPeers);
        }
    }

    private static void closeAll(ServerSocket listener) {
        while (!listener.isClosed()) {
            try {
                listener.accept().close();
            } catch (IOException e) {
                return;
            }
        }
    }

    @Test
    void shouldLoseAPeerWithoutTheSession() throws IOException {
        try (TcpJob job = job(Map.of(TcpSettings.RECONNECT.name(), FOREVER))) {
            RawPeer.connect(job, 0, 1, job.address(0).getPort()).close();
            job.pollUntil(() -> !job.inbounds.get(1).lostPeers.isEmpty());
            assertEquals(List.of(0), job.inbounds.get(1).lostPeers);
        }
    }

    @Test
    void shouldLoseOnlyThePeerThatAcknowledgesUnsentData() throws IOException {
        try (TcpJob job = job(Map.of());
                Socket liar = RawPeer.connect(job, 0, 1, 9, 1_000_000)) {
            job.pollUntil(() -> !job.inbounds.get(1).lostPeers.isEmpty());
            assertEquals(List.of(0), job.inbounds.get(1).lostPeers);
            job.send(job.connect(2, 1), 4, new byte[8]);
            job.pollUntil(() -> job.tags(1).equals(List.of(4)));
            assertFalse(liar.isClosed());
        }
    }

    @Test
    void shouldAcknowledgeBeforeSleeping() {
        try (TcpJob job = TcpJob.of(2)) {
            int bytes = FrameDescriptor.FRAGMENT_BYTES;
            Region region = new Region().wrap(Arena.ofAuto().allocate(bytes), 0, bytes);
            Endpoint there = job.connect(0, 1);
            ZeroCopyRecorder zeroCopy = ZeroCopyRecorder.of(there);
            job.pollUntil(
                    () ->
                            zeroCopy.send(TcpJob.envelope(1), region, bytes, false)
                                    == SendOutcome.ACCEPTED);
            job.pollUntil(() -> job.tags(1).size() == 1);
            job.transports.get(1).sleep(1_000_000);
            long deadline = System.nanoTime() + TcpJob.DEADLINE_NS;
            while (!zeroCopy.completedUpTo(1) && System.nanoTime() - deadline < 0) {
                job.transports.get(0).poll(8);
            }
            assertTrue(zeroCopy.completedUpTo(1));
        }
    }

    @Test
    void shouldLimitUnacknowledgedData() {
        int limit = FrameWriter.MIN_BUFFER_BYTES;
        try (TcpJob job = job(Map.of(TcpSettings.REPLAY_BYTES.name(), "1"))) {
            Endpoint there = job.connect(0, 1);
            job.send(there, 0, new byte[8]);
            job.pollUntil(() -> job.tags(1).size() == 1);
            Region region = new Region().wrapArray(new byte[10_000], 0, 10_000);
            int sent = 0;
            while (there.trySend(TcpJob.envelope(0), region, 0, 10_000) == SendOutcome.ACCEPTED) {
                sent++;
            }
            assertTrue(sent > 20 && sent * 10_000 < limit, "sent=" + sent);
            int all = sent + 1;
            job.pollUntil(() -> job.tags(1).size() == all);
            job.send(there, 0, new byte[10_000]);
        }
    }
}
