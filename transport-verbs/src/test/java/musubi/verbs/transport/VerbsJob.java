package musubi.verbs.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.adi.Endpoint;
import musubi.adi.Envelope;
import musubi.adi.Inbound;
import musubi.adi.LocalContext;
import musubi.adi.PeerInfo;
import musubi.adi.SendOutcome;
import musubi.adi.Transport;
import musubi.region.Region;
import musubi.verbs.transport.engine.VerbsEngine;
import musubi.verbs.transport.protocol.MessageHeader;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;

/** Ranks of one JVM with numbered messages of random length, checked on arrival. */
public final class VerbsJob implements AutoCloseable {
    private static final long DEADLINE_NS = 300_000_000_000L;
    private static final AtomicInteger JOBS = new AtomicInteger();

    private final List<Rank> ranks = new ArrayList<>();

    /** A rank; arrivals are checked against the numbers of each source. */
    private static final class Rank implements Inbound {
        private final int number;
        private final Endpoint[] endpoints;
        private final int[] sent;
        private final int[] seen;
        private final Envelope envelope = new Envelope();
        private final byte[] content = new byte[MessageHeader.MOST_PAYLOAD];
        private Transport transport;
        private int arrived;

        Rank(int number, int size) {
            this.number = number;
            endpoints = new Endpoint[size];
            sent = new int[size];
            seen = new int[size];
        }

        boolean send(int to, int bytes) {
            content[0] = (byte) sent[to];
            envelope.set(1, 0, number, sent[to], bytes, 0);
            Region region = new Region().wrapArray(content, 0, content.length);
            SendOutcome outcome = endpoints[to].trySend(envelope, region, 0, bytes);
            assertTrue(outcome != SendOutcome.PEER_LOST, "lost=" + to);
            sent[to] += outcome == SendOutcome.ACCEPTED ? 1 : 0;
            return outcome == SendOutcome.ACCEPTED;
        }

        @Override
        public void onMessage(int from, Envelope arriving, Region payload) {
            assertEquals(seen[from]++, arriving.tag, "from=" + from);
            assertEquals(arriving.length, payload.length());
            byte[] first = new byte[1];
            if (payload.length() > 0) {
                payload.copyTo(0, new Region().wrapArray(first, 0, 1), 0, 1);
                assertEquals((byte) arriving.tag, first[0]);
            }
            arrived++;
        }

        @Override
        public Region landingZone(int from, Envelope arriving, long bytes) {
            return null;
        }

        @Override
        public void onLanded(int from, Envelope arriving, long bytes) {}

        @Override
        public void onPeerLost(int peer, String reason) {}
    }

    public VerbsJob(int size, VerbsTransportProvider provider, Map<String, String> settings) {
        String jobId = "verbs-" + ProcessHandle.current().pid() + "-" + JOBS.incrementAndGet();
        for (int i = 0; i < size; i++) {
            Rank rank = new Rank(i, size);
            rank.transport =
                    provider.open(
                            LocalContext.of(
                                    i,
                                    size,
                                    jobId,
                                    rank,
                                    name ->
                                            name.equals("transport")
                                                    ? "verbs"
                                                    : settings.get(name)));
            ranks.add(rank);
        }
        for (Rank rank : ranks) {
            rank.transport.onJobComplete();
            for (int to = 0; to < size; to++) {
                PeerInfo peer = new PeerInfo(to, ranks.get(to).transport.businessCard());
                rank.endpoints[to] = rank.transport.connect(peer);
            }
        }
    }

    public VerbsEngine engine(int rank) {
        return ((VerbsTransport) ranks.get(rank).transport).engine();
    }

    /** Each rank sends {@code messages} to each other rank, from a thread of its own. */
    public void exchange(long seed, int messages) throws Exception {
        List<CompletableFuture<Void>> ends = new ArrayList<>();
        for (Rank rank : ranks) {
            ends.add(
                    CompletableFuture.runAsync(
                            () -> exchange(rank, new Random(seed + rank.number), messages),
                            Thread.ofPlatform()::start));
        }
        for (CompletableFuture<Void> end : ends) {
            end.get();
        }
    }

    private void exchange(Rank rank, Random random, int messages) {
        long start = System.nanoTime();
        int others = ranks.size() - 1;
        int left = messages * others;
        while (left > 0 || rank.arrived < messages * others) {
            int to = random.nextInt(ranks.size());
            int bytes = random.nextInt(random.nextInt(20) == 0 ? rank.content.length : 100);
            boolean wanted = left > 0 && to != rank.number && rank.sent[to] < messages;
            if (wanted && rank.send(to, bytes)) {
                left--;
            } else if (rank.transport.poll(16) == 0) {
                Thread.yield();
            }
            assertTrue(
                    System.nanoTime() - start < DEADLINE_NS,
                    "no progress: rank=" + rank.number + " arrived=" + rank.arrived);
        }
    }

    public int sent(int from, int to) {
        return ranks.get(from).sent[to];
    }

    public int arrived(int rank) {
        return ranks.get(rank).arrived;
    }

    /** Sends {@code messages}, driving all ranks from this thread. */
    public void drive(int from, int to, int messages) {
        for (int i = 0; i < messages; i++) {
            driveUntil(() -> ranks.get(from).send(to, 8));
        }
    }

    public void driveUntil(BooleanSupplier done) {
        long start = System.nanoTime();
        while (!done.getAsBoolean()) {
            ranks.forEach(rank -> rank.transport.poll(64));
            assertTrue(System.nanoTime() - start < DEADLINE_NS, "no progress");
        }
    }

    @Override
    public void close() {
        ranks.stream()
                .map(rank -> CompletableFuture.runAsync(rank.transport::close))
                .toList()
                .forEach(CompletableFuture::join);
    }
}
