package musubi.tcp;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.adi.Endpoint;
import musubi.adi.Envelope;
import musubi.adi.RecordingInbound;
import musubi.adi.SendOutcome;
import musubi.config.Setting;
import musubi.region.Region;
import musubi.tcp.config.TcpSettings;
import musubi.tcp.frame.FrameDescriptor;
import musubi.tcp.memory.FrameMemory;
import musubi.tcp.session.StreamGroup;
import musubi.tcp.session.StreamSample;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/** Several connections between two ranks. */
final class TcpStreamsTest {
    private static final long SEED = Long.getLong("streams.seed", System.nanoTime());
    private static final int WINDOW_BYTES = 64 << 10;
    private static final int DELAY_MS = 5;
    private static final long CARRIED_BYTES = 6 << 20;
    private static final int MESSAGES_PER_NUMBER = 60;
    private static final byte[] PATTERN = pattern();

    private static byte[] pattern() {
        byte[] bytes = new byte[2 << 20];
        new Random(3).nextBytes(bytes);
        return bytes;
    }

    private static TcpJob job(int streams, Map<String, String> more) {
        return job(Integer.toString(streams), more);
    }

    private static TcpJob job(String streams, Map<String, String> more) {
        Map<String, String> settings = new HashMap<>(more);
        settings.put(TcpSettings.STREAMS.name(), streams);
        settings.putIfAbsent(TcpSettings.SILENCE.name(), "300");
        settings.put(TcpSettings.NATIVE_ARRAYS_AFTER.name(), "0");
        TcpJob job = new TcpJob(2);
        job.join(settings);
        job.join(settings);
        return job;
    }

    private static int bytesOf(int number) {
        int hash = (number * 0x9e3779b1) >>> 12;
        return number % 3 == 0 ? hash % 2000 : 20_000 + hash % 500_000;
    }

    /** Sends large messages without copies, some into a landing zone. */
    private static boolean trySend(ZeroCopyRecorder there, int number, int bytes) {
        Envelope envelope = TcpJob.envelope(number);
        envelope.kind = number % 2 == 0 ? RecordingInbound.LANDING_KIND : envelope.kind;
        Region region = new Region().wrapArray(PATTERN, number, bytes);
        SendOutcome outcome =
                bytes < 20_000
                        ? there.trySend(envelope, region, 0, bytes)
                        : there.send(envelope, region, bytes, number % 5 == 0);
        assertTrue(outcome != SendOutcome.PEER_LOST, "peer lost");
        return outcome == SendOutcome.ACCEPTED;
    }

    private static void assertArrived(TcpJob job, int rank, int messages) {
        assertEquals(IntStream.range(0, messages).boxed().toList(), job.tags(rank));
        for (int i = 0; i < messages; i++) {
            byte[] expected = Arrays.copyOfRange(PATTERN, i, i + bytesOf(i));
            assertArrayEquals(expected, job.inbounds.get(rank).messages.get(i).payload());
        }
    }

    private static void exchange(TcpJob job, Endpoint endpoint, int messages) {
        ZeroCopyRecorder there = ZeroCopyRecorder.of(endpoint);
        for (int i = 0; i < messages; i++) {
            int number = i;
            job.pollUntil(() -> trySend(there, number, bytesOf(number)));
        }
        job.pollUntil(() -> job.tags(1).size() == messages);
        assertArrived(job, 1, messages);
        job.pollUntil(() -> there.isCompleted());
        assertTrue(job.inbounds.get(0).lostPeers.isEmpty());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "tcp.crc", "tcp.tls", "tcp.mac", "tcp.loop"})
    void shouldKeepMessageOrderOverBreakingStreams(String mode) throws IOException {
        System.out.println("streams.seed=" + SEED);
        Map<String, String> settings =
                switch (mode) {
                    case "" -> Map.of();
                    case "tcp.tls" -> TcpTlsTransportContractTest.TLS;
                    case "tcp.mac" -> TcpMacTransportContractTest.settings("hmac-sha256");
                    case "tcp.loop" -> Map.of(mode, "nio");
                    default -> Map.of(mode, "true");
                };
        AtomicInteger faults = new AtomicInteger(30);
        List<Fault> menu = List.of(Fault.RESET, Fault.CUT, Fault.STALL);
        try (TcpJob job = job(3, settings);
                ChaosProxy proxy = new ChaosProxy(job.address(1), SEED, menu, 500_000, faults)) {
            exchange(job, job.connectThrough(proxy.port(), 0, 1), 200);
            System.out.println(proxy.counts());
        }
    }

    @Test
    void shouldKeepMessageOrderWhileTheNumberOfStreamsChanges() throws IOException {
        System.out.println("streams.seed=" + SEED);
        AtomicInteger faults = new AtomicInteger(30);
        List<Fault> menu = List.of(Fault.RESET, Fault.CUT, Fault.STALL);
        try (TcpJob job = job(1, Map.of());
                ChaosProxy there = new ChaosProxy(job.address(1), SEED, menu, 500_000, faults);
                ChaosProxy back = new ChaosProxy(job.address(0), ~SEED, menu, 500_000, faults)) {
            job.connectThrough(there.port(), 0, 1);
            job.connectThrough(back.port(), 1, 0);
            List<ScriptedStreams> ends =
                    List.of(new ScriptedStreams(job, 0, 1), new ScriptedStreams(job, 1, 0));
            int sent = 0;
            for (int streams : new int[] {1, 4, 2, 8, 1}) {
                ends.forEach(end -> end.use(streams));
                for (int end = sent + MESSAGES_PER_NUMBER; sent < end; sent++) {
                    int number = sent;
                    ends.forEach(rank -> rank.send(number, bytesOf(number)));
                }
            }
            int all = sent;
            job.pollUntil(() -> job.tags(0).size() == all && job.tags(1).size() == all);
            for (int rank = 0; rank < 2; rank++) {
                assertArrived(job, rank, all);
                assertEquals(List.of(), job.inbounds.get(rank).lostPeers);
            }
            ends.forEach(ScriptedStreams::awaitOne);
        }
    }

    /** What is measured is the test's: no path of the job counts as long. */
    @Test
    void shouldKeepMessageOrderWhileSamplesChangeTheNumberOfStreams() {
        try (TcpJob job = job("Auto", Map.of(Setting.LONG_PATH.name(), "0"))) {
            StripedEndpoint endpoint = (StripedEndpoint) job.connect(0, 1);
            StreamGroup group = ((TunedStreams) endpoint.streams()).group();
            ZeroCopyRecorder sends = ZeroCopyRecorder.of(endpoint);
            int sent = 0;
            for (int streams : new int[] {1, StreamGroup.MOST, 1, 2, 1}) {
                job.pollUntil(() -> group.count() == streams || measured(job, group, streams));
                for (int end = sent + MESSAGES_PER_NUMBER; sent < end; sent++) {
                    int number = sent;
                    job.pollUntil(() -> trySend(sends, number, bytesOf(number)));
                }
                job.pollUntil(() -> job.transport(0).connectionCount() == streams);
            }
            int all = sent;
            job.pollUntil(() -> job.tags(1).size() == all && sends.isCompleted());
            assertArrived(job, 1, all);
        }
    }

    /** One sample more: streams with losses that share nothing, or that are not used. */
    private static boolean measured(TcpJob job, StreamGroup group, int wanted) {
        long us = group.count() * 50_000L;
        long bytes = group.count() * 1_000_000L;
        StreamSample sample =
                group.count() < wanted
                        ? new StreamSample(us, us, 0, us, bytes, bytes / 1000, 1)
                        : new StreamSample(us, 0, 0, 0, 0, 0, 0);
        job.transport(0).withAccess(() -> group.follow(sample));
        return group.count() == wanted;
    }

    /** The streams of a rank to another one, whose number the test chooses. */
    private static final class ScriptedStreams {
        private final TcpJob job;
        private final TcpTransport transport;
        private final StreamGroup group;
        private final StripedEndpoint endpoint;
        private final ZeroCopyRecorder sends;
        private int wanted = 1;

        ScriptedStreams(TcpJob job, int rank, int peer) {
            this.job = job;
            transport = job.transport(rank);
            group = new StreamGroup(transport.connections(), peer, _ -> wanted);
            endpoint = new StripedEndpoint(transport, new TunedStreams(group));
            sends = ZeroCopyRecorder.of(endpoint);
        }

        /** Another thread may have exclusive access for a short time. */
        void use(int streams) {
            wanted = streams;
            job.pollUntil(
                    () -> {
                        transport.withAccess(() -> group.follow(StreamSample.NONE));
                        return group.count() == streams;
                    });
        }

        void send(int number, int bytes) {
            job.pollUntil(() -> trySend(sends, number, bytes));
        }

        /** Connections that are not used any longer end, and their memory is free. */
        void awaitOne() {
            job.pollUntil(() -> sends.isCompleted() && endpoint.isDrained());
            FrameMemory memory = transport.connections().memory();
            FrameMemory ofOne = FrameMemory.of(TcpSettings.MEMORY.number(_ -> null));
            ofOne.open();
            job.pollUntil(
                    () ->
                            transport.connectionCount() == 1
                                    && memory.reads().share() == ofOne.reads().share()
                                    && memory.writes().share() == ofOne.writes().share());
        }
    }

    @Test
    void shouldLoseAPeerWithAllItsStreamsOnce() {
        try (TcpJob job = job(3, Map.of())) {
            Endpoint there = job.connect(0, 1);
            exchange(job, there, 30);
            job.leave(1);
            job.pollUntil(() -> !job.inbounds.get(0).lostPeers.isEmpty());
            job.pollFor(20_000_000);
            assertEquals(List.of(1), job.inbounds.get(0).lostPeers);
            Region region = new Region().wrapArray(PATTERN, 0, 100_000);
            assertEquals(
                    SendOutcome.PEER_LOST,
                    ZeroCopyRecorder.of(there).send(TcpJob.envelope(1), region, 100_000, true));
        }
    }

    /** Prints the bandwidths in docs/measurements/tcp.md. */
    @ParameterizedTest
    @ValueSource(ints = {1, 4})
    void shouldUseAllStreamsOnALongPath(int streams) throws IOException {
        int bytes = FrameDescriptor.FRAGMENT_BYTES;
        try (TcpJob job = job(streams, Map.of(TcpSettings.SILENCE.name(), "0"));
                DelayProxy path = new DelayProxy(job.address(1), WINDOW_BYTES, DELAY_MS)) {
            ZeroCopyRecorder there = ZeroCopyRecorder.of(job.connectThrough(path.port(), 0, 1));
            int[] sent = new int[1];
            long begin = System.nanoTime();
            job.pollUntil(
                    () -> {
                        sent[0] += trySend(there, sent[0], bytes) ? 1 : 0;
                        return path.carrying(CARRIED_BYTES) >= streams;
                    });
            double seconds = (System.nanoTime() - begin) / 1e9;
            int arrived = job.tags(1).size();
            System.out.printf("streams=%d MiB/s=%.1f%n", streams, arrived / seconds);
            assertEquals(IntStream.range(0, arrived).boxed().toList(), job.tags(1));
            assertEquals(streams, path.carrying(bytes), "what goes over each connection");
        }
    }
}
