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
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;

class RelayServerTest {
    private static final int MEGABYTE = 1 << 20;
    private static final int PAUSE_MS = 20;

    @Test
    void shouldCopyBothWaysWhenACircuitPassesTwoRelays() throws Exception {
        try (RelayJob job = new RelayJob()) {
            RelayServer last = job.relay(1);
            ServerSocket rank = job.rank();
            Socket caller = job.circuit(job.relay(0), hop(1, last), hop(5, rank));
            Socket called = rank.accept();
            RelayJob.transfer(caller, called, 8 * MEGABYTE);
            RelayJob.transfer(called, caller, 8 * MEGABYTE);
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
            RelayJob.transfer(called, caller, MEGABYTE);
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

    @Test
    void shouldCloseTheOtherEndWhenOneIsReset() throws Exception {
        try (RelayJob job = new RelayJob()) {
            RelayServer relay = job.relay(0);
            ServerSocket rank = job.rank();
            Socket caller = job.circuit(relay, hop(5, rank));
            reset(rank.accept());
            assertEquals(-1, caller.getInputStream().read());
            reset(job.circuit(relay, hop(5, rank)));
            assertEquals(-1, rank.accept().getInputStream().read());
        }
    }

    private static void reset(Socket socket) throws IOException {
        socket.setSoLinger(true, 0);
        socket.close();
    }

    @Test
    void shouldKeepItsMemoryAndServeOthersWhenReceiversDoNotRead() throws Exception {
        long limit = 1 << 20;
        int stuck = 40;
        try (RelayJob job = new RelayJob()) {
            RelayOptions options =
                    new RelayOptions(0, RelayJob.KEY, RelayJob.LOOPBACK, 0, 0, limit);
            RelayServer relay = job.relay(options);
            ServerSocket rank = job.rank();
            List<SocketChannel> senders = new ArrayList<>();
            try {
                for (int i = 0; i < stuck; i++) {
                    Socket caller = job.circuit(relay, hop(5, rank));
                    senders.add(fill(caller.getChannel()));
                    rank.accept();
                }
                Socket caller = job.circuit(relay, hop(5, rank));
                RelayJob.transfer(caller, rank.accept(), 8 * MEGABYTE);
                long used = relay.bufferBytes();
                assertTrue(used > limit / 4 && used <= limit, used + " bytes");
            } finally {
                for (SocketChannel sender : senders) {
                    sender.close();
                }
            }
        }
    }

    /** Writes until there is no room for a while: all buffers on the way are full. */
    private static SocketChannel fill(SocketChannel channel) throws IOException {
        channel.configureBlocking(false);
        ByteBuffer data = ByteBuffer.allocate(MEGABYTE);
        try (Selector selector = Selector.open()) {
            channel.register(selector, SelectionKey.OP_WRITE);
            while (selector.select(PAUSE_MS) > 0) {
                selector.selectedKeys().clear();
                channel.write(data.clear());
            }
        }
        return channel;
    }
}
