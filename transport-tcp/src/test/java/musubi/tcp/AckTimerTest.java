package musubi.tcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.adi.Endpoint;
import musubi.adi.PeerInfo;
import musubi.tcp.session.AckTimer;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What open connections cost that nothing comes over. */
final class AckTimerTest {
    private static final int IDLE = 256;
    private static final int WORLD = 300;
    private static final long NANOSECONDS = 100_000_000;

    @Test
    void shouldLookOnlyAtLinksThatOweOrAwaitSomething() throws IOException {
        try (TcpJob job = new TcpJob(WORLD)) {
            job.join(Map.of());
            job.join(Map.of());
            List<Socket> idle = new ArrayList<>();
            for (int peer = 2; peer < 2 + IDLE; peer++) {
                idle.add(RawPeer.connect(job, peer, 0, 9));
            }
            AckTimer rounds = ((TcpTransport) job.transports.get(0)).connections().ackTimer();
            job.pollFor(NANOSECONDS);
            long settled = rounds.visits();
            job.pollFor(NANOSECONDS);
            assertEquals(settled, rounds.visits(), "idle links were looked at");

            PeerInfo silent = new PeerInfo(2, "127.0.0.1:9");
            Endpoint there = job.transports.get(0).connect(silent);
            job.send(there, 0, new byte[8]);
            long begin = rounds.ticks();
            long before = rounds.visits();
            job.pollFor(NANOSECONDS);
            long made = rounds.ticks() - begin;
            assertTrue(made > 0, "no round was made");
            assertEquals(made, rounds.visits() - before, "one link awaits a receipt");
            for (Socket socket : idle) {
                socket.close();
            }
        }
    }
}
