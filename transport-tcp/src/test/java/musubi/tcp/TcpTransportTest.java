package musubi.tcp;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.adi.Endpoint;
import musubi.adi.Envelope;
import musubi.adi.Inbound;
import musubi.adi.LocalContext;
import musubi.adi.PeerInfo;
import musubi.adi.RecordingInbound;
import musubi.adi.SendOutcome;
import musubi.adi.Transport;
import musubi.adi.TransportContext;
import musubi.error.MpiFailure;
import musubi.region.Region;
import musubi.tcp.config.TcpSettings;
import musubi.tcp.frame.FrameDescriptor;

import org.junit.jupiter.api.Test;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.stream.IntStream;

/** Behaviour of the TCP transport beyond the contract. */
final class TcpTransportTest {
    private static final int MESSAGES = 50;
    private static final Function<String, String> ASKED = TcpJob.asked(Map.of());

    @Test
    void shouldNotOpenForASingleRank() {
        TransportContext context = LocalContext.of(0, 1, "job", new RecordingInbound(), _ -> null);
        assertNull(new TcpTransportProvider().open(context));
    }

    @Test
    void shouldNotOpenOnASingleNodeWithoutARequest() {
        TransportContext oneNode = LocalContext.of(0, 2, "job", new RecordingInbound(), _ -> null);
        assertNull(new TcpTransportProvider().open(oneNode));
    }

    @Test
    void shouldRefuseToListenForOtherHostsWithoutASecret() {
        try (TcpJob job = new TcpJob(2)) {
            Map<String, String> settings = Map.of(TcpSettings.HOST.name(), "0.0.0.0");
            assertThrows(MpiFailure.class, () -> job.join(settings));
        }
    }

    @Test
    void shouldNotReachPeersWithoutAnAddress() {
        try (TcpJob job = TcpJob.of(2)) {
            for (String card :
                    new String[] {"", ":1", "1.2.3.4", "1.2.3.4:0", "host:7", "[::1]:x"}) {
                assertTrue(job.transports.get(0).distanceTo(new PeerInfo(1, card)) < 0, card);
            }
            assertTrue(job.transports.get(0).distanceTo(new PeerInfo(1, "[::1]:7")) > 1);
        }
    }

    @Test
    void shouldResolveSimultaneousConnects() {
        List<Integer> expected = IntStream.range(0, MESSAGES).boxed().toList();
        for (int round = 0; round < 20; round++) {
            try (TcpJob job = TcpJob.of(2)) {
                Endpoint[] ends = {job.connect(0, 1), job.connect(1, 0)};
                Random random = new Random(round);
                int[] sent = new int[2];
                job.pollUntil(
                        () -> {
                            int from = random.nextInt(2);
                            sendNext(ends[from], sent, from);
                            job.transports.get(random.nextInt(2)).poll(random.nextInt(3));
                            return sent[0] == MESSAGES && sent[1] == MESSAGES;
                        });
                job.pollUntil(
                        () -> job.tags(0).size() == MESSAGES && job.tags(1).size() == MESSAGES);
                assertEquals(expected, job.tags(0));
                assertEquals(expected, job.tags(1));
            }
        }
    }

    private static void sendNext(Endpoint endpoint, int[] sent, int from) {
        Region region = new Region().wrapArray(new byte[8], 0, 8);
        if (sent[from] < MESSAGES
                && endpoint.trySend(TcpJob.envelope(sent[from]), region, 0, 8)
                        == SendOutcome.ACCEPTED) {
            sent[from]++;
        }
    }

    @Test
    void shouldResolveSimultaneousConnectsOfThreads() throws InterruptedException {
        int ranks = 4;
        for (int round = 0; round < 5; round++) {
            try (TcpJob job = TcpJob.of(ranks)) {
                List<Thread> threads =
                        IntStream.range(0, ranks)
                                .mapToObj(me -> Thread.ofPlatform().start(() -> meetAll(job, me)))
                                .toList();
                for (Thread thread : threads) {
                    thread.join();
                }
                for (int rank = 0; rank < ranks; rank++) {
                    assertEquals(ranks - 1, job.tags(rank).size());
                }
            }
        }
    }

    private static void meetAll(TcpJob job, int me) {
        Region region = new Region().wrapArray(new byte[8], 0, 8);
        Transport transport = job.transports.get(me);
        for (int i = 1; i < job.transports.size(); i++) {
            Endpoint endpoint = job.connect(me, (me + i) % job.transports.size());
            while (endpoint.trySend(TcpJob.envelope(me), region, 0, 8) != SendOutcome.ACCEPTED) {
                transport.poll(8);
            }
        }
        long deadline = System.nanoTime() + TcpJob.DEADLINE_NS;
        while (job.tags(me).size() < job.transports.size() - 1 && System.nanoTime() < deadline) {
            transport.poll(8);
        }
    }

    @Test
    void shouldReportALostPeerOnceAndAfterItsMessages() {
        try (TcpJob job = TcpJob.of(2)) {
            Endpoint there = job.connect(1, 0);
            for (int i = 0; i < 10; i++) {
                job.send(there, i, new byte[30_000]);
            }
            Endpoint back = job.connect(0, 1);
            job.pollUntil(there::isDrained);
            job.leave(1);
            job.pollUntil(() -> !job.inbounds.get(0).lostPeers.isEmpty());
            assertEquals(10, job.tags(0).size());
            Region nothing = new Region();
            assertEquals(SendOutcome.PEER_LOST, back.trySend(TcpJob.envelope(0), nothing, 0, 0));
            assertTrue(back.isDrained());
            for (int i = 0; i < 5000; i++) {
                job.transports.get(0).poll(8);
            }
            assertEquals(List.of(1), job.inbounds.get(0).lostPeers);
        }
    }

    @Test
    void shouldLoseAPeerThatDoesNotExist() {
        try (TcpJob job = TcpJob.of(2)) {
            PeerInfo peer = new PeerInfo(1, job.transports.get(1).businessCard());
            job.transports.get(1).close();
            Endpoint endpoint = job.transports.get(0).connect(peer);
            job.pollUntil(() -> !job.inbounds.get(0).lostPeers.isEmpty());
            assertEquals(
                    SendOutcome.PEER_LOST,
                    endpoint.trySend(TcpJob.envelope(0), new Region(), 0, 0));
        }
    }

    @Test
    void shouldDeliverAcceptedMessagesWhenTheSenderDoesNotPoll() {
        try (TcpJob job = TcpJob.of(2)) {
            Endpoint endpoint = job.connect(0, 1);
            job.send(endpoint, 0, new byte[8]);
            // Usually unsent data is left, unless the kernel's buffers have grown enough.
            int sent = 1 + fill(endpoint);
            long deadline = System.nanoTime() + TcpJob.DEADLINE_NS;
            while (job.tags(1).size() < sent && System.nanoTime() < deadline) {
                job.transports.get(1).poll(8);
            }
            assertEquals(sent, job.tags(1).size());
            // The last bytes may arrive before the sending thread returns from the kernel.
            while (!endpoint.isDrained() && System.nanoTime() < deadline) {
                LockSupport.parkNanos(1_000_000);
            }
            assertTrue(endpoint.isDrained());
        }
    }

    private static int fill(Endpoint endpoint) {
        Region region = new Region().wrapArray(new byte[60_000], 0, 60_000);
        int sent = 0;
        for (int refused = 0; refused < 100; ) {
            if (endpoint.trySend(TcpJob.envelope(0), region, 0, 60_000) == SendOutcome.ACCEPTED) {
                sent++;
            } else {
                refused++;
            }
        }
        return sent;
    }

    @Test
    void shouldSendABurstWhenTheSenderDoesNotPoll() {
        try (TcpJob job = TcpJob.of(2)) {
            Endpoint there = job.connect(0, 1);
            job.send(there, 0, new byte[8]);
            job.pollUntil(() -> job.tags(1).size() == 1);
            List<Integer> expected = IntStream.range(0, MESSAGES).boxed().toList();
            Region region = new Region().wrapArray(new byte[8], 0, 8);
            for (int tag = 1; tag < MESSAGES; tag++) {
                // Refused while another thread sends.
                while (there.trySend(TcpJob.envelope(tag), region, 0, 8) != SendOutcome.ACCEPTED) {
                    Thread.onSpinWait();
                }
            }
            long deadline = System.nanoTime() + TcpJob.DEADLINE_NS;
            while (job.tags(1).size() < MESSAGES && System.nanoTime() < deadline) {
                job.transports.get(1).poll(8);
            }
            assertEquals(expected, job.tags(1));
        }
    }

    @Test
    void shouldCarry64MiBBothWaysWithoutReadingFirst() {
        int fragments = (64 << 20) / FrameDescriptor.FRAGMENT_BYTES;
        MemorySegment memory = Arena.ofAuto().allocate(FrameDescriptor.FRAGMENT_BYTES);
        Region region = new Region().wrap(memory, 0, memory.byteSize());
        try (TcpJob job = TcpJob.of(2)) {
            job.inbounds.forEach(inbound -> inbound.messages.clear());
            Endpoint[] ends = {job.connect(0, 1), job.connect(1, 0)};
            job.send(ends[0], 0, new byte[8]);
            int[] sent = new int[2];
            AtomicBoolean refused = new AtomicBoolean();
            for (int from = 0; from < 2; from++) {
                while (ends[from].trySend(TcpJob.envelope(sent[from]), region, 0, memory.byteSize())
                        == SendOutcome.ACCEPTED) {
                    sent[from]++;
                    assertTrue(sent[from] < fragments, "takes 64 MiB without a reader");
                }
                refused.set(true);
            }
            job.pollUntil(
                    () -> {
                        for (int from = 0; from < 2; from++) {
                            if (sent[from] < fragments
                                    && ends[from].trySend(
                                                    TcpJob.envelope(sent[from]),
                                                    region,
                                                    0,
                                                    memory.byteSize())
                                            == SendOutcome.ACCEPTED) {
                                sent[from]++;
                            }
                        }
                        return job.tags(0).size() == fragments
                                && job.tags(1).size() == fragments + 1;
                    });
            assertTrue(refused.get());
            assertEquals(IntStream.range(0, fragments).boxed().toList(), job.tags(0));
        }
    }

    @Test
    void shouldConnectToTheSenderFromWithinAnUpcall() {
        AnsweringInbound answering = new AnsweringInbound();
        TransportContext first = LocalContext.of(0, 2, "answer", new RecordingInbound(), ASKED);
        TransportContext second = LocalContext.of(1, 2, "answer", answering, ASKED);
        Transport sender = new TcpTransportProvider().open(first);
        Transport receiver = new TcpTransportProvider().open(second);
        answering.transport = receiver;
        answering.sender = new PeerInfo(0, sender.businessCard());
        Endpoint endpoint = sender.connect(new PeerInfo(1, receiver.businessCard()));
        Region nothing = new Region();
        long deadline = System.nanoTime() + TcpJob.DEADLINE_NS;
        while (endpoint.trySend(TcpJob.envelope(1), nothing, 0, 0) != SendOutcome.ACCEPTED
                && System.nanoTime() < deadline) {
            receiver.poll(1);
        }
        while (answering.answer == null && System.nanoTime() < deadline) {
            receiver.poll(1);
        }
        assertEquals(
                SendOutcome.ACCEPTED, answering.answer.trySend(TcpJob.envelope(2), nothing, 0, 0));
        TcpJob.close(List.of(sender, receiver));
    }

    /** Connects to the sender of each message, as the core does. */
    private static final class AnsweringInbound implements Inbound {
        private Transport transport;
        private PeerInfo sender;
        private Endpoint answer;

        @Override
        public void onMessage(int from, Envelope envelope, Region payload) {
            answer = transport.connect(sender);
        }

        @Override
        public Region landingZone(int from, Envelope envelope, long bytes) {
            return null;
        }

        @Override
        public void onLanded(int from, Envelope envelope, long bytes) {}

        @Override
        public void onPeerLost(int peer, String reason) {}
    }

    @Test
    void shouldReadLargeFramesIntoTheLandingZone() {
        MemorySegment zone = Arena.ofAuto().allocate(4L * FrameDescriptor.FRAGMENT_BYTES);
        byte[] content = new byte[FrameDescriptor.FRAGMENT_BYTES];
        new Random(1).nextBytes(content);
        LandingInbound landing = new LandingInbound(zone);
        TransportContext first = LocalContext.of(0, 2, "landing", new RecordingInbound(), ASKED);
        TransportContext second = LocalContext.of(1, 2, "landing", landing, ASKED);
        Transport sender = new TcpTransportProvider().open(first);
        Transport receiver = new TcpTransportProvider().open(second);
        Endpoint endpoint = sender.connect(new PeerInfo(1, receiver.businessCard()));
        Region region = new Region().wrapArray(content, 0, content.length);
        long deadline = System.nanoTime() + TcpJob.DEADLINE_NS;
        for (int sent = 0; landing.landed < 4 && System.nanoTime() < deadline; ) {
            Envelope envelope = TcpJob.envelope(sent);
            envelope.length = (long) sent * content.length;
            if (sent < 4
                    && endpoint.trySend(envelope, region, 0, content.length)
                            == SendOutcome.ACCEPTED) {
                sent++;
            }
            sender.poll(1);
            receiver.poll(1);
        }
        for (int i = 0; i < 4; i++) {
            assertArrayEquals(
                    content,
                    zone.asSlice((long) i * content.length, content.length)
                            .toArray(ValueLayout.JAVA_BYTE));
        }
        TcpJob.close(List.of(sender, receiver));
    }

    /** Provides landing zones at offsets given by the length in the envelope. */
    private static final class LandingInbound implements Inbound {
        private final MemorySegment zone;
        private final Region region = new Region();
        private int landed;

        LandingInbound(MemorySegment zone) {
            this.zone = zone;
        }

        @Override
        public void onMessage(int from, Envelope envelope, Region payload) {
            throw new AssertionError("not landed");
        }

        @Override
        public Region landingZone(int from, Envelope envelope, long bytes) {
            return region.wrap(zone, envelope.length, bytes);
        }

        @Override
        public void onLanded(int from, Envelope envelope, long bytes) {
            assertEquals(landed++, envelope.tag);
        }

        @Override
        public void onPeerLost(int peer, String reason) {}
    }
}
