package musubi.tcp.relay;

import static musubi.tcp.relay.RelayJob.hop;

import static org.junit.jupiter.api.Assertions.assertEquals;

import musubi.tcp.relay.CircuitHeader.Hop;

import org.junit.jupiter.api.Test;

import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * Relays of sites that accept no calls: the other relay has an address of theirs at which nothing
 * listens.
 */
class CallBackTest {
    private final BlockingQueue<String> events = new LinkedBlockingQueue<>();

    private RelayServer open(RelayJob job, int id) throws Exception {
        return job.relay(
                RelayOptions.at(id, RelayJob.KEY, RelayJob.LOOPBACK),
                (other, success) -> events.add(id + (success ? " reached " : " missed ") + other));
    }

    /** Waits until a relay has reported this. */
    private void await(String event) throws InterruptedException {
        String next = events.take();
        while (!next.equals(event)) {
            next = events.take();
        }
    }

    private static RelayPeer peer(int id, String site, RelayServer server) {
        return new RelayPeer(id, site, server.address());
    }

    private static InetSocketAddress closedPort(RelayJob job) throws Exception {
        try (ServerSocket closed = job.rank()) {
            return (InetSocketAddress) closed.getLocalSocketAddress();
        }
    }

    @Test
    void shouldReachARelayOverItsControlConnectionWhenItAcceptsNoCalls() throws Exception {
        try (RelayJob job = new RelayJob()) {
            RelayServer outer = open(job, 0);
            RelayServer inner = open(job, 1);
            RelayPeer unreachable = new RelayPeer(1, "B", closedPort(job));
            outer.join("A", List.of(unreachable));
            await("0 missed 1");
            inner.join("B", List.of(peer(0, "A", outer)));
            await("1 reached 0");
            ServerSocket rank = job.rank();
            Hop next = new Hop(1, unreachable.address());
            Socket caller = job.circuit(outer, next, hop(5, rank));
            Socket called = rank.accept();
            RelayJob.transfer(caller, called, 1 << 20);
            RelayJob.transfer(called, caller, 1 << 20);
            assertEquals(1, inner.counters().circuits());
        }
    }

    @Test
    void shouldConnectTwoPrivateSitesWhenARelayOfAThirdIsBetweenThem() throws Exception {
        try (RelayJob job = new RelayJob()) {
            RelayServer left = open(job, 0);
            RelayServer middle = open(job, 1);
            RelayServer right = open(job, 2);
            RelayPeer hidden = new RelayPeer(2, "C", closedPort(job));
            left.join("A", List.of(peer(1, "B", middle), hidden));
            middle.join("B", List.of(hidden));
            right.join("C", List.of(peer(1, "B", middle)));
            await("2 reached 1");
            ServerSocket rank = job.rank();
            Hop last = new Hop(2, hidden.address());
            Socket caller = job.circuit(left, hop(1, middle), last, hop(5, rank));
            RelayJob.transfer(caller, rank.accept(), 1 << 20);
        }
    }

    @Test
    void shouldCallAgainWhenTheOtherRelayHasBeenReplaced() throws Exception {
        try (RelayJob job = new RelayJob()) {
            RelayServer caller = open(job, 0);
            RelayServer first = open(job, 1);
            caller.join("A", List.of(peer(1, "B", first)));
            await("0 reached 1");
            int port = first.address().getPort();
            job.end(first);
            await("0 missed 1");
            job.relay(new RelayOptions(1, RelayJob.KEY, RelayJob.LOOPBACK, port, port, 1 << 20));
            await("0 reached 1");
        }
    }

    @Test
    void shouldCloseTheCircuitsOfARelayWhenItNoLongerAnswers() throws Exception {
        try (RelayJob job = new RelayJob();
                ServerSocket silent = job.rank()) {
            RelayServer relay = open(job, 0);
            relay.join("A", List.of(new RelayPeer(1, "B", hop(1, silent).address())));
            try (Socket control = silent.accept()) {
                byte[] challenge = RelayJob.KEY.newChallenge();
                control.getOutputStream().write(challenge);
                ByteBuffer prefix =
                        ByteBuffer.wrap(
                                control.getInputStream().readNBytes(RelayOpening.PREFIX_BYTES));
                int length = RelayOpening.length(prefix, RelayJob.KEY);
                control.getInputStream().readNBytes(length - RelayOpening.PREFIX_BYTES);
                byte[] ping = new byte[ControlLink.RECORD_BYTES];
                ping[0] = 16;
                control.getOutputStream().write(ping);
                await("0 reached 1");
                CircuitHeader header =
                        CircuitHeader.begin(1, List.of(hop(1, silent), hop(5, job.rank())));
                Socket caller = job.open(relay, RelayJob.KEY, header);
                try (Socket circuit = silent.accept()) {
                    circuit.getOutputStream().write(challenge);
                    circuit.getOutputStream().write(1);
                    assertEquals(1, caller.getInputStream().read());
                    assertEquals(-1, caller.getInputStream().read());
                }
            }
        }
    }
}
