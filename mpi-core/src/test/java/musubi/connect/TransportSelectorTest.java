package musubi.connect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.adi.Endpoint;
import musubi.adi.Envelope;
import musubi.adi.MemoryPool;
import musubi.adi.PeerInfo;
import musubi.adi.SendOutcome;
import musubi.adi.Transport;
import musubi.adi.TransportTraits;
import musubi.bootstrap.Bootstrap;
import musubi.error.ErrorClass;
import musubi.error.MpiFailure;
import musubi.region.Lifetime;
import musubi.region.Region;

import org.junit.jupiter.api.Test;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Which transport reaches a peer; {@link Transports} requests memory from all. */
class TransportSelectorTest {
    private final Job job = new Job();
    private final Map<String, Transport> byName = new LinkedHashMap<>();
    private final TransportSelector selector = new TransportSelector(byName, job);

    /** Rank 3 of a job on two nodes; ranks 0 to 3 are on node 0. */
    private static final class Job implements Bootstrap {
        private final Map<String, String> values = new HashMap<>();
        private int looks;

        @Override
        public int worldRank() {
            return 3;
        }

        @Override
        public int worldSize() {
            return 2000;
        }

        @Override
        public int localRank() {
            return 3;
        }

        @Override
        public int localSize() {
            return 4;
        }

        @Override
        public int nodeOf(int worldRank) {
            return worldRank / 4;
        }

        @Override
        public String jobId() {
            return "job";
        }

        @Override
        public void put(String key, String value) {
            values.put(key, value);
        }

        @Override
        public void fence() {}

        @Override
        public String get(String key) {
            looks++;
            return values.get(key);
        }

        @Override
        public void abort(int exitCode, String message) {}

        @Override
        public void leave() {}

        @Override
        public void close() {}
    }

    /** Reaches peers that have a card, at a fixed distance. */
    private static final class Carded extends Transport implements MemoryPool {
        private final int distance;
        private final List<String> connected = new ArrayList<>();
        private MemorySegment memory;
        private boolean closed;
        private boolean complete;

        Carded(String card, int distance) {
            super(new TransportTraits(1, 1, distance > 0), card);
            this.distance = distance;
        }

        @Override
        public int distanceTo(PeerInfo peer) {
            return peer.businessCard() == null ? -1 : distance;
        }

        @Override
        public Endpoint connect(PeerInfo peer) {
            connected.add(peer.worldRank() + " " + peer.businessCard());
            return new Endpoint() {
                @Override
                public SendOutcome trySend(
                        Envelope envelope, Region payload, long from, long bytes) {
                    return SendOutcome.ACCEPTED;
                }

                @Override
                public boolean isDrained() {
                    return true;
                }

                @Override
                public void close() {}
            };
        }

        @Override
        public void onJobComplete() {
            complete = true;
        }

        @Override
        public int poll(int limit) {
            return 0;
        }

        @Override
        public void close() {
            closed = true;
        }

        @Override
        public Lifetime.Lent lend(long bytes) {
            return memory == null ? null : Lifetime.lendCollected(memory, () -> {});
        }

        @Override
        public MemorySegment share(int[] numbers) {
            return memory;
        }
    }

    private Carded add(String name, String card, int distance) {
        Carded transport = new Carded(card, distance);
        byName.put(name, transport);
        return transport;
    }

    @Test
    void shouldPublishTheCardsOfItsTransports() {
        add("shm", "a", 1);
        add("none", null, 1);
        add("tcp", "b:1", 2);
        selector.publish();
        assertEquals(Map.of("card-3", "shm=a;tcp=b:1;"), job.values);
        assertTrue(selector.isSelf(3));
        assertFalse(selector.isSelf(2));
    }

    @Test
    void shouldConnectOverTheNearestTransportThatReachesThePeer() {
        Carded far = add("tcp", "x", 5);
        Carded near = add("shm", "y", 1);
        add("equal", "z", 1);
        job.put("card-0", "tcp=host:1;shm=seg;equal=q;");
        job.put("card-9", "tcp=host:9;");
        TransportSelector.Route route = selector.connect(0, false);
        assertEquals("shm", route.name());
        assertSame(near, route.transport());
        assertEquals("node", route.place());
        assertEquals(List.of("0 seg"), near.connected);
        TransportSelector.Route remote = selector.connect(9, false);
        assertEquals("tcp", remote.name());
        assertEquals("remote", remote.place());
        assertEquals(List.of("9 host:9"), far.connected);
        assertTrue(remote.endpoint().isDrained());
    }

    @Test
    void shouldLookForNoCardsOfItsOwn() {
        byName.put(
                "self",
                new Transport(new TransportTraits(1, 1, false), null) {
                    @Override
                    public int distanceTo(PeerInfo peer) {
                        assertNull(peer.businessCard());
                        return 0;
                    }

                    @Override
                    public Endpoint connect(PeerInfo peer) {
                        return null;
                    }

                    @Override
                    public int poll(int limit) {
                        return 0;
                    }

                    @Override
                    public void close() {}
                });
        assertEquals("self", selector.connect(3, false).place());
        assertEquals(0, job.looks);
    }

    @Test
    void shouldFailWhenNoTransportReachesThePeer() {
        add("shm", "y", 1);
        job.put("card-9", "tcp=host:9;");
        MpiFailure failure = assertThrows(MpiFailure.class, () -> selector.connect(9, false));
        assertEquals(ErrorClass.OTHER, failure.errorClass());
        assertTrue(
                failure.getMessage().contains("rank=3 peer=9 transports=[shm] peer's=[tcp]"),
                failure.getMessage());
        assertThrows(MpiFailure.class, () -> selector.connect(10, true));
    }

    @Test
    void shouldKeepTheCardsOfPeersThatAreConnectedAgain() {
        Carded tcp = add("tcp", "x", 5);
        for (int peer = 4; peer < 4 + 1025; peer++) {
            job.put("card-" + peer, "tcp=" + peer + ";");
        }
        selector.connect(4, false);
        selector.connect(4, true);
        assertEquals(2, job.looks);
        selector.connect(4, true);
        assertEquals(2, job.looks);
        for (int peer = 5; peer < 4 + 1024; peer++) {
            selector.connect(peer, true);
        }
        job.looks = 0;
        selector.connect(4, true);
        assertEquals(0, job.looks);
        selector.connect(4 + 1024, true);
        assertEquals(1, job.looks);
        selector.connect(4, true);
        assertEquals(2, job.looks);
        assertEquals("4 4", tcp.connected.getLast());
    }

    @Test
    void shouldExplainTheTransportsThatWereUsed() {
        Carded shm = add("shm", "x", 1);
        Carded tcp = add("tcp", "x", 5);
        assertEquals("", selector.explain(Map.of()));
        assertEquals(
                "shm with rank 1, tcp with ranks 4-6",
                selector.explain(Map.of(tcp, List.of(4, 5, 6), shm, List.of(1))));
    }

    @Test
    void shouldPassOnToItsTransport() {
        Carded polled = new Carded("x", 1);
        Transports one = Transports.only("one", polled);
        assertEquals(Map.of("one", polled), one.byName());
        assertEquals(1, one.polled().length);
        assertEquals(0, Transports.only("two", new Carded("x", 0)).polled().length);
        assertNull(one.lend(8));
        assertNull(one.share(new int[1]));
        assertNull(one.nodeMemory());
        polled.memory = Arena.ofAuto().allocate(8);
        assertSame(polled.memory, one.lend(8).memory());
        assertSame(polled.memory, one.share(new int[1]));
        one.jobIsComplete();
        assertTrue(polled.complete);
        assertFalse(polled.closed);
        one.close();
        assertTrue(polled.closed);
    }
}
