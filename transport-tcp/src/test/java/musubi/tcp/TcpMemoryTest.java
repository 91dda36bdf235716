package musubi.tcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.adi.Endpoint;
import musubi.adi.Envelope;
import musubi.adi.Inbound;
import musubi.adi.PeerInfo;
import musubi.adi.SendOutcome;
import musubi.adi.ZeroCopySend;
import musubi.config.HostAddress;
import musubi.region.Region;
import musubi.tcp.config.RankIdentity;
import musubi.tcp.config.TcpOptions;
import musubi.tcp.config.TcpSettings;
import musubi.tcp.frame.ControlFrames;
import musubi.tcp.frame.FrameDescriptor;
import musubi.tcp.session.ConnectionCounters;
import musubi.tcp.session.ConnectionTable;
import musubi.tcp.session.PeerConnection;
import musubi.tcp.socket.EpollLoop;
import musubi.tcp.socket.HeapArrayIo;
import musubi.tcp.socket.SocketLoop;

import org.junit.jupiter.api.Test;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;

/**
 * One rank with many busy connections, to ranks that each have one: 64 KiB for each connection,
 * those of the kernel included.
 */
final class TcpMemoryTest {
    private static final int PEERS = Integer.getInteger("musubi.test.connections", 1024);
    private static final long LIMIT_BYTES = PEERS * (64L << 10);
    private static final int[] SIZES = {8, 60_000, 700, 100_000, 5000, 65_536, 0, 20_000};
    private static final int MESSAGES = Integer.getInteger("musubi.test.messages", 3);
    private static final int LARGEST = 100_000;
    private static final int PEERS_PER_POLL = 8;
    private static final MemorySegment PATTERN = pattern();

    private final TcpJob job = new TcpJob(PEERS + 1);
    private final Link[] links = new Link[PEERS];
    private long mostBytes;
    private long mostUserBytes;

    private static MemorySegment pattern() {
        byte[] bytes = new byte[LARGEST];
        new Random(1).nextBytes(bytes);
        return Arena.ofAuto().allocate(LARGEST).copyFrom(MemorySegment.ofArray(bytes));
    }

    private static int size(int peer, int number) {
        return SIZES[(peer + number) % SIZES.length];
    }

    /** Sends a message; false when there is no room. */
    private interface Sender {
        boolean send(Envelope envelope, Region payload, int bytes);
    }

    /** Messages in one direction of a connection. */
    private static final class Flow {
        private final int peer;
        private int sent;
        private int received;

        Flow(int peer) {
            this.peer = peer;
        }

        /** Sends until a message is refused; returns whether it sent any. */
        boolean send(Sender sender) {
            int before = sent;
            while (sent < MESSAGES && sendNext(sender)) {
                sent++;
            }
            return sent > before;
        }

        private boolean sendNext(Sender sender) {
            int bytes = size(peer, sent);
            return sender.send(TcpJob.envelope(sent), new Region().wrap(PATTERN, 0, bytes), bytes);
        }

        void check(Envelope envelope, Region payload) {
            assertEquals(received, envelope.tag, "lost, doubled or reordered: peer=" + peer);
            long bytes = size(peer, received);
            assertEquals(bytes, payload.length());
            MemorySegment memory = payload.segment();
            long base = payload.base();
            long difference = MemorySegment.mismatch(memory, base, base + bytes, PATTERN, 0, bytes);
            assertEquals(-1, difference, "content");
            received++;
        }
    }

    /**
     * Both directions of a connection, with the rank at its other end. That is the transport's
     * table of connections only: the transport itself has threads for what its rank does not send.
     */
    private static final class Link {
        private final Flow out;
        private final Flow in;
        private final ConnectionTable table;
        private final PeerConnection back;
        private Endpoint there;

        Link(int peer, ConnectionTable table, InetSocketAddress address) {
            out = new Flow(peer);
            in = new Flow(peer);
            this.table = table;
            back = table.connect(0, address);
        }

        boolean sendBack() {
            return in.send(this::sendBack);
        }

        private boolean sendBack(Envelope envelope, Region payload, int bytes) {
            if (!back.acceptsMessages()) {
                return false;
            }
            SendOutcome outcome =
                    bytes < LARGEST
                            ? back.trySend(envelope, payload, 0, bytes)
                            : back.trySendZeroCopy(
                                    envelope, payload, 0, bytes, FrameDescriptor.FLAG_ACK_NOW);
            if (back.streams().isHolding()) {
                table.held().add(back);
            } else if (!back.isDrained()) {
                table.addBacklog(back);
            }
            return outcome == SendOutcome.ACCEPTED;
        }

        boolean sendThere() {
            return out.send(this::sendThere);
        }

        private boolean sendThere(Envelope envelope, Region payload, int bytes) {
            return bytes < LARGEST
                    ? there.trySend(envelope, payload, 0, bytes) == SendOutcome.ACCEPTED
                    : ((ZeroCopySend) there).sendZeroCopy(envelope, payload, 0, bytes, true) >= 0;
        }

        void poll() {
            table.held().endBursts();
            table.poll(64);
            table.held().send();
            table.flush();
        }

        boolean isDone() {
            return out.received == MESSAGES && in.received == MESSAGES;
        }
    }

    /** Arrivals at the rank of many connections, or at the rank of one. */
    private final class Arrivals implements Inbound {
        private final int rank;
        private final Region zone = new Region();
        private final MemorySegment landing = Arena.ofAuto().allocate(LARGEST);

        Arrivals(int rank) {
            this.rank = rank;
        }

        private Flow flow(int from) {
            return rank == 0 ? links[from - 1].in : links[rank - 1].out;
        }

        @Override
        public void onMessage(int from, Envelope envelope, Region payload) {
            flow(from).check(envelope, payload);
        }

        /** All payloads are equal as far as they go, so they may land in the same memory. */
        @Override
        public Region landingZone(int from, Envelope envelope, long bytes) {
            return bytes < LARGEST ? null : zone.wrap(landing, 0, bytes);
        }

        @Override
        public void onLanded(int from, Envelope envelope, long bytes) {
            flow(from).check(envelope, new Region().wrap(landing, 0, bytes));
        }

        @Override
        public void onPeerLost(int peer, String reason) {
            assertEquals(ControlFrames.PEER_LEFT, reason.substring(reason.indexOf(": ") + 2));
        }
    }

    private void connectAll() {
        Map<String, String> settings =
                Map.of(
                        TcpSettings.MEMORY.name(),
                        Long.toString(LIMIT_BYTES),
                        TcpSettings.SILENCE.name(),
                        "0");
        job.join(settings, new Arrivals(0));
        SocketLoop loop = new EpollLoop("cubic", HeapArrayIo.of(_ -> null));
        TcpOptions options = TcpOptions.of(settings::get, PEERS, 1);
        ConnectionCounters counters = new ConnectionCounters(_ -> {}, _ -> {}, null);
        InetSocketAddress address = job.address(0);
        for (int peer = 1; peer <= PEERS; peer++) {
            RankIdentity self =
                    new RankIdentity(peer, PEERS + 1, job.jobId(), null, peer, address, null);
            links[peer - 1] =
                    new Link(
                            peer,
                            new ConnectionTable(
                                    self, new Arrivals(peer), loop, options, counters, null),
                            address);
            job.transports.get(0).poll(64);
            links[peer - 1].poll();
        }
        pollUntil(() -> job.transport(0).connectionCount() == PEERS);
        for (int peer = 1; peer <= PEERS; peer++) {
            links[peer - 1].there =
                    job.transports.get(0).connect(new PeerInfo(peer, HostAddress.format(address)));
        }
    }

    private void pollUntil(BooleanSupplier done) {
        long deadline = System.nanoTime() + TcpJob.DEADLINE_NS;
        while (!done.getAsBoolean()) {
            assertTrue(System.nanoTime() < deadline, "no progress");
            job.transports.get(0).poll(64);
            for (Link link : links) {
                link.poll();
            }
        }
    }

    private void sample() {
        TcpTransport transport = job.transport(0);
        long[] bytes = {-1, 0};
        while (bytes[0] < 0) {
            transport.withAccess(
                    () -> {
                        bytes[0] = transport.connections().memory().bytes();
                        bytes[1] = transport.connections().paths().budget().usedBytes();
                    });
        }
        long user = bytes[0];
        long kernel = bytes[1];
        mostBytes = Math.max(mostBytes, user + kernel);
        mostUserBytes = Math.max(mostUserBytes, user);
        assertTrue(
                user + kernel <= LIMIT_BYTES,
                () -> "user=" + user + " kernel=" + kernel + " limit=" + LIMIT_BYTES);
    }

    /** All ranks send and poll, the one with many connections as often as several others. */
    private void exchange() {
        for (int i = 0; i < PEERS; i++) {
            links[i].sendThere();
            links[i].sendBack();
            links[i].poll();
            if (i % PEERS_PER_POLL == 0) {
                job.transports.get(0).poll(64);
            }
        }
        sample();
    }

    private boolean isDone() {
        for (Link link : links) {
            if (!link.isDone()) {
                return false;
            }
        }
        return true;
    }

    @Test
    void shouldKeepManyBusyConnectionsWithinTheLimit() {
        connectAll();
        pollUntil(
                () -> {
                    exchange();
                    return isDone();
                });
        CompletableFuture<Void> closed = TcpJob.leave(job.transports.get(0));
        while (!closed.isDone()) {
            for (Link link : links) {
                link.poll();
            }
        }
        System.out.printf(
                "connections=%d messages=%d most: all=%d KiB user=%d KiB limit=%d KiB%n",
                PEERS,
                2 * PEERS * MESSAGES,
                mostBytes >> 10,
                mostUserBytes >> 10,
                LIMIT_BYTES >> 10);
        assertTrue(mostBytes > LIMIT_BYTES / 4, "the connections were not busy");
    }
}
