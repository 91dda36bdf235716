package musubi.tcp.relay;

import static musubi.tcp.relay.RelayJob.hop;
import static musubi.tcp.relay.RelayJob.status;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;

class RelayServerTest {
    private static final int MEGABYTE = 1 << 20;

    @Test
    void shouldCopyBothWaysWhenACircuitPassesTwoRelays() throws Exception {
        try (RelayJob job = new RelayJob()) {
            RelayServer last = job.relay(1);
            ServerSocket rank = job.rank();
            Socket caller = job.circuit(job.relay(0), hop(1, last), hop(5, rank));
            Socket called = rank.accept();
            transfer(caller, called, 8 * MEGABYTE);
            transfer(called, caller, 8 * MEGABYTE);
            assertEquals(1, last.counters().circuits());
        }
    }

    @Test
    void shouldPassOnTheEndAndStillCopyBackWhenOneSideHasClosedItsOutput() throws Exception {
        try (RelayJob job = new RelayJob()) {
            ServerSocket rank = job.rank();
            Socket caller = job.circuit(job.relay(0), hop(5, rank));
            Socket called = rank.accept();
            caller.getOutputStream().write(1);
            caller.shutdownOutput();
            assertArrayEquals(new byte[] {1}, called.getInputStream().readAllBytes());
            transfer(called, caller, MEGABYTE);
            called.close();
            assertEquals(-1, caller.getInputStream().read());
        }
    }

    @Test
    void shouldReportTheAddressWhenTheRankDoesNotListen() throws Exception {
        try (RelayJob job = new RelayJob()) {
            ServerSocket gone = job.rank();
            gone.close();
            RelayServer relay = job.relay(1);
            CircuitHeader header = CircuitHeader.begin(1, List.of(hop(1, relay), hop(5, gone)));
            CircuitStatus status = status(job.open(job.relay(0), RelayJob.KEY, header));
            assertEquals(CircuitStatus.UNREACHABLE, status.code());
            assertTrue(status.text().startsWith("relay 1 at "), status.text());
            assertTrue(status.text().contains(":" + gone.getLocalPort()), status.text());
        }
    }

    private static void transfer(Socket from, Socket to, int bytes) throws Exception {
        byte[] sent = new byte[bytes];
        new Random(bytes).nextBytes(sent);
        CompletableFuture<Void> sending =
                CompletableFuture.runAsync(
                        () -> {
                            try {
                                from.getOutputStream().write(sent);
                            } catch (IOException e) {
                                throw new IllegalStateException(e);
                            }
                        });
        assertArrayEquals(sent, to.getInputStream().readNBytes(bytes));
        sending.get();
    }
}
