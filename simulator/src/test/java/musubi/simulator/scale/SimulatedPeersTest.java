package musubi.simulator.scale;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.adi.Endpoint;
import musubi.adi.Envelope;
import musubi.adi.Inbound;
import musubi.adi.PeerInfo;
import musubi.adi.SendOutcome;
import musubi.adi.Transport;
import musubi.adi.TransportContext;
import musubi.region.Region;
import musubi.verbs.adapter.JobNetwork;
import musubi.verbs.transport.VerbsTransportProvider;
import musubi.verbs.wire.Packet;
import musubi.verbs.wire.PacketOpcode;
import musubi.verbs.wire.Wire;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import java.lang.foreign.MemorySegment;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.function.BooleanSupplier;

/** One rank of four million; the others send back all messages. */
class SimulatedPeersTest {
    private static final int RANKS = 1 << 22;
    private static final int SELF = RANKS / 2;
    private static final int STEP = 100_003;
    private static final int PEERS = 40;
    private static final int RINGS = 24;
    private static final int RELIABLE = 8;
    private static final long DEADLINE_NS = 300_000_000_000L;

    private final Deque<Echo> echoes = new ArrayDeque<>();
    private final Map<Integer, Integer> arrived = new HashMap<>();
    private final Map<Integer, Integer> heard = new HashMap<>();
    private boolean silent;
    private final Map<String, String> settings =
            new HashMap<>(
                    Map.of(
                            "transport", "simulated",
                            "verbs.wire", "udp",
                            "verbs.period", "5",
                            "verbs.periods", "4",
                            "verbs.least.percent", "0",
                            "verbs.least.messages", "1",
                            "verbs.reliable", Integer.toString(2 * RELIABLE),
                            "verbs.rings", Integer.toString(RINGS)));
    private final TransportContext context =
            new TransportContext(
                    SELF,
                    RANKS,
                    0,
                    1,
                    0,
                    "simulated",
                    () -> null,
                    new Arrivals(),
                    settings::get,
                    null,
                    (_, _) -> _ -> {},
                    null,
                    null);
    private final SimulatedPeers peers = new SimulatedPeers(context, new EchoScript());
    private final Transport transport =
            new VerbsTransportProvider().open(context, JobNetwork.over(new Counter(), address(1)));
    private long ringMessages;
    private final Map<Integer, Endpoint> endpoints = new HashMap<>();
    private final Map<Integer, Integer> sent = new HashMap<>();
    private final byte[] content = new byte[SimulatedPeers.MOST_PAYLOAD];

    private record Echo(int from, int tag, byte[] content) implements SimulatedPeers.Message {
        @Override
        public int write(MemorySegment memory, long at) {
            Envelope envelope = new Envelope();
            envelope.set(1, 0, from, tag, content.length, 0);
            envelope.encode(memory, at);
            MemorySegment.copy(
                    MemorySegment.ofArray(content), 0, memory, at + Envelope.BYTES, content.length);
            return content.length;
        }
    }

    private final class EchoScript implements SimulatedPeers.Script {
        @Override
        public void onMessage(int to, Envelope envelope, Region payload) {
            byte[] bytes = new byte[(int) payload.length()];
            payload.copyTo(0, new Region().wrapArray(bytes, 0, bytes.length), 0, bytes.length);
            heard.merge(to, 1, Integer::sum);
            if (!silent) {
                echoes.add(new Echo(to, envelope.tag, bytes));
            }
        }

        @Override
        public SimulatedPeers.Message next() {
            return echoes.poll();
        }
    }

    /** The peers, with a count of the messages that they write to rings. */
    private final class Counter implements Wire {
        @Override
        public int lid() {
            return peers.lid();
        }

        @Override
        public boolean offer(Packet packet) {
            return peers.offer(packet);
        }

        @Override
        public boolean poll(Packet into) {
            boolean found = peers.poll(into);
            ringMessages += found && into.opcode() == PacketOpcode.RDMA_WRITE ? 1 : 0;
            return found;
        }

        @Override
        public void close() {
            peers.close();
        }
    }

    private final class Arrivals implements Inbound {
        @Override
        public void onMessage(int from, Envelope envelope, Region payload) {
            assertEquals(arrived.merge(from, 1, Integer::sum), envelope.tag, "from=" + from);
            byte[] bytes = new byte[length(from, envelope.tag)];
            assertEquals(bytes.length, payload.length());
            payload.copyTo(0, new Region().wrapArray(bytes, 0, bytes.length), 0, bytes.length);
            assertEquals((byte) (from + envelope.tag), bytes[bytes.length - 1]);
        }

        @Override
        public Region landingZone(int from, Envelope envelope, long bytes) {
            return null;
        }

        @Override
        public void onLanded(int from, Envelope envelope, long bytes) {}

        @Override
        public void onPeerLost(int peer, String reason) {
            throw new AssertionError("lost=" + peer + " reason=" + reason);
        }
    }

    @AfterEach
    void close() {
        transport.close();
    }

    @Test
    void shouldGetEchoesInOrderThroughAllRingsWhenTheWorldHasFourMillionRanks() {
        until(
                () -> {
                    long before = ringMessages;
                    forEachPeer();
                    // A ring that opened during the round has carried none of its messages.
                    return ringMessages - before == RINGS
                            && peers.rings() == RINGS
                            && peers.connections() == RELIABLE;
                });
        assertEquals(PEERS, arrived.size());
        assertTrue(arrived.keySet().stream().anyMatch(rank -> rank > 1 << 21));
    }

    @Test
    void shouldGetCreditWhenPeersDoNotAnswer() {
        silent = true;
        for (int i = 0; i < 1000; i++) {
            send(peer(0));
        }
        until(() -> heard.equals(sent));
    }

    /** Sends to all and waits for the answers. */
    private void forEachPeer() {
        for (int i = 0; i < PEERS; i++) {
            send(peer(i));
        }
        until(() -> arrived.equals(sent));
    }

    private void send(int peer) {
        int tag = sent.merge(peer, 1, Integer::sum);
        int bytes = length(peer, tag);
        content[bytes - 1] = (byte) (peer + tag);
        Endpoint endpoint =
                endpoints.computeIfAbsent(
                        peer, rank -> transport.connect(new PeerInfo(rank, "-/10.0.0.2:1")));
        Envelope envelope = new Envelope();
        envelope.set(1, 0, SELF, tag, bytes, 0);
        Region region = new Region().wrapArray(content, 0, bytes);
        until(() -> endpoint.trySend(envelope, region, 0, bytes) == SendOutcome.ACCEPTED);
    }

    private void until(BooleanSupplier done) {
        long start = System.nanoTime();
        while (!done.getAsBoolean()) {
            transport.poll(64);
            assertTrue(System.nanoTime() - start < DEADLINE_NS, "no progress");
        }
    }

    private static int peer(int i) {
        return (SELF + (i + 1) * STEP) % RANKS;
    }

    private static int length(int peer, int tag) {
        return 1 + Math.floorMod(peer * 31 + tag * 977, SimulatedPeers.MOST_PAYLOAD);
    }

    private static InetSocketAddress address(int last) {
        return new InetSocketAddress(InetAddress.ofLiteral("10.0.0." + last), 1);
    }
}
