package musubi.tcp;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import musubi.adi.Endpoint;
import musubi.adi.Envelope;
import musubi.adi.RecordingInbound;
import musubi.adi.SendOutcome;
import musubi.adi.Transport;
import musubi.region.Region;
import musubi.tcp.config.TcpSettings;
import musubi.tcp.frame.FrameDescriptor;
import musubi.tcp.socket.HeapArrayIo;
import musubi.tcp.socket.SocketLoop;
import musubi.tcp.socket.TcpStream;
import musubi.tcp.socket.UringLoop;
import musubi.tcp.socket.UringObstacle;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;

/** What a ring makes difficult: threads that change, threads that end, and sockets that close. */
public final class UringTest {
    static final Map<String, String> RING = Map.of(TcpSettings.LOOP.name(), "io_uring");

    private static final int TURNS = 40;

    /** Skips a test where this kernel or its administrator does not permit io_uring. */
    public static void assumeRing() {
        String obstacle = UringObstacle.find();
        assumeTrue(obstacle == null, () -> "no io_uring: " + obstacle);
    }

    private static TcpJob job(Map<String, String> settings) {
        assumeRing();
        TcpJob job = new TcpJob(2);
        Map<String, String> all = new HashMap<>(settings);
        all.putAll(RING);
        job.join(all);
        job.join(all);
        return job;
    }

    private static void inThread(Runnable body) throws InterruptedException {
        AtomicReference<Throwable> failure = new AtomicReference<>();
        Thread.ofPlatform().uncaughtExceptionHandler((_, e) -> failure.set(e)).start(body).join();
        if (failure.get() != null) {
            throw new AssertionError(failure.get());
        }
    }

    /** Each thread ends, and with it what it has asked the ring, before the next one comes. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldServeOneThreadAfterTheOther(boolean tls) throws InterruptedException {
        try (TcpJob job = job(tls ? TcpTlsTransportContractTest.TLS : Map.of())) {
            AtomicReference<Endpoint> there = new AtomicReference<>();
            inThread(() -> there.set(job.connect(0, 1)));
            for (int turn = 0; turn < TURNS; turn++) {
                int tag = turn;
                inThread(() -> job.send(there.get(), tag, new byte[8]));
                inThread(() -> job.pollUntil(() -> job.tags(1).size() > tag));
            }
            assertEquals(IntStream.range(0, TURNS).boxed().toList(), job.tags(1));
        }
    }

    /** One thread lives on and computes while the other calls, in turns. */
    @Test
    void shouldServeTwoThreadsInTurns() throws Exception {
        try (TcpJob job = job(Map.of())) {
            Endpoint there = job.connect(0, 1);
            for (int turn = 0; turn < TURNS; turn++) {
                int tag = turn;
                if (turn % 2 == 0) {
                    inThread(() -> job.send(there, tag, new byte[9000]));
                    job.pollUntil(() -> job.tags(1).size() > tag);
                } else {
                    job.send(there, tag, new byte[9000]);
                    inThread(() -> job.pollUntil(() -> job.tags(1).size() > tag));
                }
            }
            assertEquals(IntStream.range(0, TURNS).boxed().toList(), job.tags(1));
        }
    }

    /** The sleeper waits for what another thread has asked, and that one ends meanwhile. */
    @Test
    void shouldWakeASleeperThatDidNotMakeTheConnection() throws Exception {
        try (TcpJob job = job(Map.of())) {
            AtomicReference<Endpoint> there = new AtomicReference<>();
            inThread(
                    () -> {
                        there.set(job.connect(0, 1));
                        job.send(there.get(), 0, new byte[8]);
                        job.pollUntil(() -> job.tags(1).size() == 1);
                    });
            CountDownLatch asleep = new CountDownLatch(1);
            Transport receiver = job.transports.get(1);
            Thread sleeper =
                    Thread.ofPlatform()
                            .start(
                                    () -> {
                                        asleep.countDown();
                                        while (job.tags(1).size() < 2) {
                                            receiver.sleep(20_000_000_000L);
                                            receiver.poll(8);
                                        }
                                    });
            asleep.await();
            Region region = new Region().wrapArray(new byte[8], 0, 8);
            SendOutcome outcome = there.get().trySend(TcpJob.envelope(1), region, 0, 8);
            assertEquals(SendOutcome.ACCEPTED, outcome);
            sleeper.join();
            assertEquals(List.of(0, 1), job.tags(1));
        }
    }

    /** What the kernel polls stays open; the peer has to see the end at once all the same. */
    @Test
    void shouldEndAConnectionAtOnceThoughTheRingIsNotRunAgain() throws IOException {
        assumeRing();
        SocketLoop sockets = new UringLoop(null, HeapArrayIo.of(_ -> null));
        try (ServerSocket peer = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            InetSocketAddress there =
                    new InetSocketAddress(peer.getInetAddress(), peer.getLocalPort());
            TcpStream stream = sockets.connect(there);
            try (Socket called = peer.accept()) {
                while (!stream.isWritable()) {
                    sockets.awaitEvents(1_000_000);
                }
                assertTrue(stream.finishConnect());
                stream.close();
                called.setSoTimeout(10_000);
                assertEquals(-1, called.getInputStream().read());
            }
        } finally {
            sockets.close();
        }
    }

    @Test
    void shouldReadAndWriteArraysInPlace() {
        int bytes = FrameDescriptor.FRAGMENT_BYTES;
        byte[] content = new byte[bytes];
        new Random(bytes).nextBytes(content);
        Map<String, String> atOnce = Map.of(TcpSettings.NATIVE_ARRAYS_AFTER.name(), "0");
        try (TcpJob job = job(atOnce)) {
            ZeroCopyRecorder there = ZeroCopyRecorder.of(job.connect(0, 1));
            Envelope envelope = TcpJob.envelope(0);
            envelope.kind = RecordingInbound.LANDING_KIND;
            Region region = new Region().wrapArray(content, 0, bytes);
            for (int i = 1; i <= TURNS; i++) {
                int arrivals = i;
                job.pollUntil(
                        () -> there.send(envelope, region, bytes, true) == SendOutcome.ACCEPTED);
                job.pollUntil(
                        () -> job.tags(1).size() == arrivals && there.completedUpTo(arrivals));
                byte[] landed = job.inbounds.get(1).messages.getLast().payload();
                assertArrayEquals(content, landed);
            }
            assertEquals(TURNS, there.ticket());
        }
    }
}
