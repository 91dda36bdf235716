package musubi.tcp;

import static org.junit.jupiter.api.Assertions.assertEquals;

import musubi.adi.Endpoint;
import musubi.adi.PeerInfo;
import musubi.tcp.session.AckTimer;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The cost of idle connections. */
final class AckTimerTest {
    private static final int IDLE = 256;
    private static final int WORLD = 300;
    private static final int TICKS = 20;

    @Test
    void shouldCheckOnlyConnectionsWithOutstandingAcknowledgements() throws IOException {
        try (TcpJob job = new TcpJob(WORLD)) {
            job.join(Map.of());
            job.join(Map.of());
            List<Socket> idle = new ArrayList<>();
            for (int peer = 2; peer < 2 + IDLE; peer++) {
                idle.add(RawPeer.connect(job, peer, 0, 9));
            }
            AckTimer timer = job.transport(0).connections().ackTimer();
            job.pollForTicks(0, TICKS);
            long settled = timer.visits();
            job.pollForTicks(0, TICKS);
            assertEquals(settled, timer.visits(), "idle connections were checked");

            PeerInfo silent = new PeerInfo(2, "127.0.0.1:9");
            Endpoint there = job.transports.get(0).connect(silent);
            job.send(there, 0, new byte[8]);
            long begin = timer.ticks();
            long before = timer.visits();
            job.pollForTicks(0, TICKS);
            long made = timer.ticks() - begin;
            assertEquals(made, timer.visits() - before, "one connection awaits an acknowledgement");
            for (Socket socket : idle) {
                socket.close();
            }
        }
    }
}
