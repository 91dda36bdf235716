package musubi.tcp.relay;

import static musubi.tcp.relay.RelayJob.hop;
import static musubi.tcp.relay.RelayJob.status;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

class RelayRefusalTest {
    @Test
    void shouldRefuseWhenTheCallerHasAnotherSecret() throws Exception {
        try (RelayJob job = new RelayJob()) {
            RelayKey other = new RelayKey("relay-job", "other".getBytes(StandardCharsets.UTF_8));
            CircuitHeader header = CircuitHeader.begin(1, List.of(hop(5, job.rank())));
            CircuitStatus status = status(job.open(job.relay(0), other, header));
            assertEquals(CircuitStatus.UNAUTHENTICATED, status.code());
            assertTrue(status.text().contains("secret"), status.text());
        }
    }

    @Test
    void shouldRefuseWhenTheNextRelayHasAnotherSecret() throws Exception {
        try (RelayJob job = new RelayJob()) {
            RelayKey other = new RelayKey("relay-job", "other".getBytes(StandardCharsets.UTF_8));
            RelayServer next = job.relay(RelayOptions.at(1, other, RelayJob.LOOPBACK));
            CircuitHeader header =
                    CircuitHeader.begin(1, List.of(hop(1, next), hop(5, job.rank())));
            CircuitStatus status = status(job.open(job.relay(0), RelayJob.KEY, header));
            assertEquals(CircuitStatus.UNAUTHENTICATED, status.code());
            assertTrue(status.text().startsWith("relay 1 at "), status.text());
        }
    }

    @Test
    void shouldRefuseWhenTheCircuitPassesARelayTwice() throws Exception {
        try (RelayJob job = new RelayJob()) {
            RelayServer first = job.relay(0);
            RelayServer second = job.relay(1);
            CircuitHeader header =
                    CircuitHeader.begin(
                            1, List.of(hop(1, second), hop(0, first), hop(5, job.rank())));
            CircuitStatus status = status(job.open(first, RelayJob.KEY, header));
            assertEquals(CircuitStatus.LOOP, status.code());
            assertTrue(status.text().startsWith("relay 0 at "), status.text());
        }
    }

    @Test
    void shouldRefuseWhenTheHopLimitIsReached() throws Exception {
        try (RelayJob job = new RelayJob()) {
            RelayServer second = job.relay(1);
            CircuitHeader header =
                    new CircuitHeader(1, 1, List.of(hop(1, second), hop(5, job.rank())), List.of());
            CircuitStatus status = status(job.open(job.relay(0), RelayJob.KEY, header));
            assertEquals(CircuitStatus.TOO_MANY_HOPS, status.code());
            assertTrue(status.text().startsWith("relay 1 at "), status.text());
        }
    }

    @Test
    void shouldRefuseWhenTheOpeningIsNoRecordOfARelay() throws Exception {
        try (RelayJob job = new RelayJob();
                Socket socket = new Socket(RelayJob.LOOPBACK, job.relay(0).address().getPort())) {
            socket.getInputStream().readNBytes(RelayOpening.CHALLENGE_BYTES);
            socket.getOutputStream().write("GET / HTTP/1.1\r\nHost: relay\r\n\r\n".getBytes());
            assertEquals(CircuitStatus.MALFORMED, status(socket).code());
            assertEquals(-1, socket.getInputStream().read());
        }
    }

    @Test
    void shouldRefuseWhenThereIsNoMemoryAndAcceptAgainWhenACircuitHasEnded() throws Exception {
        long bytesOfTwo = 2 * 2 * 2 * CircuitBuffers.SMALL_BYTES;
        try (RelayJob job = new RelayJob()) {
            RelayOptions options =
                    new RelayOptions(0, RelayJob.KEY, RelayJob.LOOPBACK, 0, 0, bytesOfTwo);
            RelayServer relay = job.relay(options);
            ServerSocket rank = job.rank();
            Socket first = job.circuit(relay, hop(5, rank));
            job.circuit(relay, hop(5, rank));
            CircuitHeader header = CircuitHeader.begin(1, List.of(hop(5, rank)));
            assertEquals(CircuitStatus.BUSY, status(job.open(relay, RelayJob.KEY, header)).code());
            rank.accept().close();
            first.close();
            CircuitStatus status = status(job.open(relay, RelayJob.KEY, header));
            while (status.code() == CircuitStatus.BUSY) {
                status = status(job.open(relay, RelayJob.KEY, header));
            }
            assertEquals(CircuitStatus.CONNECTED, status.code());
        }
    }

    @Test
    void shouldCloseTheOldestWhenTooManyConnectionsSendNoOpening() throws Exception {
        try (RelayJob job = new RelayJob()) {
            RelayServer relay = job.relay(0);
            List<Socket> silent = new ArrayList<>();
            try {
                for (int i = 0; i < 257; i++) {
                    Socket socket = new Socket(RelayJob.LOOPBACK, relay.address().getPort());
                    silent.add(socket);
                    socket.getInputStream().readNBytes(RelayOpening.CHALLENGE_BYTES);
                }
                assertEquals(-1, silent.getFirst().getInputStream().read());
                job.circuit(relay, hop(5, job.rank()));
            } finally {
                for (Socket socket : silent) {
                    socket.close();
                }
            }
        }
    }

    @Test
    void shouldNotListenForOtherHostsWhenThereIsNoSecret() {
        RelayKey key = new RelayKey("relay-job", null);
        RelayOptions options = RelayOptions.at(0, key, InetAddress.ofLiteral("0.0.0.0"));
        assertThrows(IOException.class, () -> RelayServer.open(options));
    }

    @Test
    void shouldTakeTheNextPortWhenTheFirstIsInUse() throws Exception {
        try (RelayJob job = new RelayJob();
                ServerSocket used = job.rank()) {
            int port = Math.min(used.getLocalPort(), 65000);
            RelayServer relay =
                    job.relay(
                            new RelayOptions(
                                    0, RelayJob.KEY, RelayJob.LOOPBACK, port, port + 500, 1 << 20));
            int chosen = relay.address().getPort();
            assertTrue(chosen >= port && chosen <= port + 500, "port " + chosen);
            assertTrue(chosen != used.getLocalPort(), "port " + chosen);
        }
    }
}
