package musubi.tcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.adi.Endpoint;
import musubi.tcp.frame.FrameDescriptor;
import musubi.tcp.handshake.Handshake;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;

/** Connections that break while a rank shuts down. */
final class TcpShutdownTest {
    private static final int MESSAGES = 20;
    private static final int FRAME_BYTES = FrameDescriptor.HEADER_BYTES + 1000;

    private static void assertLeft(TcpJob job, int rank, int peer) {
        job.pollUntil(() -> !job.inbounds.get(rank).lostPeers.isEmpty());
        assertEquals(List.of(peer), job.inbounds.get(rank).lostPeers);
        String reason = job.inbounds.get(rank).lossReasons.getFirst();
        assertTrue(reason.contains("has left the job"), reason);
    }

    @Test
    void shouldDeliverAcceptedMessagesWhenTheConnectionBreaksAtTheGoodbye() throws IOException {
        try (TcpJob job = TcpJob.patient(2);
                BlackHoleProxy proxy = new BlackHoleProxy(job.address(1))) {
            Endpoint there = job.connectThrough(proxy.port(), 0, 1);
            job.send(there, 0, new byte[1000]);
            job.pollUntil(() -> job.tags(1).size() == 1);
            proxy.passOnly(0, Long.MAX_VALUE);
            for (int i = 1; i <= MESSAGES; i++) {
                job.send(there, i, new byte[1000]);
            }
            CompletableFuture<Void> leaving = job.leave(0);
            long untilGoodbye = (long) MESSAGES * FRAME_BYTES + FrameDescriptor.HEADER_BYTES;
            job.pollUntil(() -> proxy.swallowed() >= untilGoodbye);
            proxy.breakAndHeal();
            job.pollUntil(() -> job.tags(1).size() > MESSAGES);
            assertEquals(IntStream.rangeClosed(0, MESSAGES).boxed().toList(), job.tags(1));
            assertLeft(job, 1, 0);
            leaving.join();
        }
    }

    @Test
    void shouldRepeatALostGoodbye() throws IOException {
        try (TcpJob job = TcpJob.patient(2);
                BlackHoleProxy proxy = new BlackHoleProxy(job.address(1))) {
            Endpoint there = job.connectThrough(proxy.port(), 0, 1);
            job.send(there, 0, new byte[1000]);
            job.pollUntil(() -> job.tags(1).size() == 1);
            job.pollFor(20_000_000);
            proxy.passOnly(0, Long.MAX_VALUE);
            CompletableFuture<Void> leaving = job.leave(0);
            job.pollUntil(() -> proxy.swallowed() >= FrameDescriptor.HEADER_BYTES);
            proxy.breakAndHeal();
            assertLeft(job, 1, 0);
            leaving.join();
        }
    }

    /** Rank 1 has accepted the hello of rank 0, whose welcome is lost. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void shouldSendGoodbyeAfterALostWelcome(int leaver) throws IOException {
        try (TcpJob job = TcpJob.patient(2);
                BlackHoleProxy proxy = new BlackHoleProxy(job.address(1))) {
            proxy.passOnly(Long.MAX_VALUE, Handshake.CHALLENGE_BYTES);
            job.connectThrough(proxy.port(), 0, 1);
            job.pollUntil(() -> proxy.swallowed() >= Handshake.WELCOME_BYTES);
            CompletableFuture<Void> leaving = job.leave(leaver);
            long goodbye = leaver == 1 ? FrameDescriptor.HEADER_BYTES : 0;
            job.pollUntil(() -> proxy.swallowed() >= Handshake.WELCOME_BYTES + goodbye);
            proxy.breakAndHeal();
            assertLeft(job, 1 - leaver, leaver);
            leaving.join();
        }
    }

    @Test
    void shouldShutDownAtOnceWhenAllRanksDo() throws IOException {
        try (TcpJob job = TcpJob.patient(2);
                BlackHoleProxy proxy = new BlackHoleProxy(job.address(1))) {
            Endpoint there = job.connectThrough(proxy.port(), 0, 1);
            job.send(there, 0, new byte[1000]);
            proxy.passOnly(0, 0);
            List<CompletableFuture<Void>> leaving = List.of(job.leave(0), job.leave(1));
            while (proxy.swallowed() < 2 * FrameDescriptor.HEADER_BYTES) {
                Thread.onSpinWait();
            }
            proxy.breakAndHeal();
            leaving.forEach(CompletableFuture::join);
            assertTrue(job.inbounds.get(0).lostPeers.isEmpty(), "a closing rank reports no loss");
        }
    }
}
