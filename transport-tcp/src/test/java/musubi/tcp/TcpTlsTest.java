package musubi.tcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.adi.Endpoint;
import musubi.adi.SendOutcome;
import musubi.error.MpiFailure;
import musubi.region.Region;
import musubi.tcp.config.TcpSettings;
import musubi.tls.JobTls;
import musubi.tls.TlsFailure;

import org.junit.jupiter.api.Test;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;

import javax.net.ssl.SSLEngine;

/** Ranks with TLS, and unauthenticated connections to their ports. */
final class TcpTlsTest {
    private static final Map<String, String> TLS = TcpTlsTransportContractTest.TLS;
    private static final Map<String, String> PLAIN = Map.of(TcpSettings.SECRET.name(), "right");
    private static final Map<String, String> OTHER =
            Map.of(TcpSettings.TLS.name(), "true", TcpSettings.SECRET.name(), "wrong");

    /** Runs a body and returns its output on standard error. */
    private static List<String> complaintsOf(ThrowingRunnable body) throws IOException {
        PrintStream standardError = System.err;
        ByteArrayOutputStream lines = new ByteArrayOutputStream();
        System.setErr(new PrintStream(lines, true));
        try {
            body.run();
        } finally {
            System.setErr(standardError);
        }
        return lines.toString().lines().filter(line -> line.contains(" tcp: ")).toList();
    }

    private interface ThrowingRunnable {
        void run() throws IOException;
    }

    private static TcpJob job(Map<String, String> first, Map<String, String> second) {
        TcpJob job = new TcpJob(2);
        job.join(first);
        job.join(second);
        return job;
    }

    @Test
    void shouldRequireASecret() {
        try (TcpJob job = new TcpJob(2)) {
            Map<String, String> settings = Map.of(TcpSettings.TLS.name(), "true");
            MpiFailure failure = assertThrows(MpiFailure.class, () -> job.join(settings));
            assertTrue(failure.getMessage().contains("MUSUBI_SECRET"), failure.getMessage());
        }
    }

    @Test
    void shouldNameTheCauseWhenTwoRanksCannotConnect() throws IOException {
        Map<List<Map<String, String>>, List<String>> expected =
                Map.of(
                        List.of(PLAIN, TLS), List.of(TlsFailure.WANTS_TLS, TlsFailure.NO_TLS),
                        List.of(TLS, PLAIN), List.of(TlsFailure.NO_TLS, TlsFailure.WANTS_TLS),
                        List.of(OTHER, TLS), List.of(TlsFailure.OTHER_JOB, TlsFailure.OTHER_JOB));
        for (var entry : expected.entrySet()) {
            String[] reason = new String[1];
            List<String> messages = complaintsOf(() -> reason[0] = reasonOfLoss(entry.getKey()));
            String caller = entry.getValue().get(0);
            String called = entry.getValue().get(1);
            assertTrue(reason[0].contains(caller), () -> reason[0] + " expected: " + caller);
            assertEquals(1, messages.size(), messages::toString);
            assertTrue(messages.getFirst().contains(called), messages::toString);
        }
    }

    private static String reasonOfLoss(List<Map<String, String>> settings) {
        try (TcpJob job = job(settings.get(0), settings.get(1))) {
            Endpoint endpoint = job.connect(0, 1);
            job.pollUntil(() -> !job.inbounds.get(0).lostPeers.isEmpty());
            assertEquals(
                    SendOutcome.PEER_LOST,
                    endpoint.trySend(TcpJob.envelope(0), new Region(), 0, 0));
            assertTrue(job.inbounds.get(1).lostPeers.isEmpty());
            return job.inbounds.get(0).lossReasons.getFirst();
        }
    }

    @Test
    void shouldResolveSimultaneousConnectsWithoutLogging() throws IOException {
        List<String> messages =
                complaintsOf(
                        () -> {
                            for (int round = 0; round < 10; round++) {
                                meetBothWays(new Random(round));
                            }
                        });
        assertEquals(List.of(), messages);
    }

    private static void meetBothWays(Random random) {
        try (TcpJob job = job(TLS, TLS)) {
            Endpoint[] ends = {job.connect(0, 1), job.connect(1, 0)};
            Region nothing = new Region();
            int[] sent = new int[2];
            job.pollUntil(
                    () -> {
                        int from = random.nextInt(2);
                        if (sent[from] < 20
                                && ends[from].trySend(TcpJob.envelope(sent[from]), nothing, 0, 0)
                                        == SendOutcome.ACCEPTED) {
                            sent[from]++;
                        }
                        job.transports.get(random.nextInt(2)).poll(random.nextInt(3));
                        return sent[0] == 20 && sent[1] == 20;
                    });
            job.pollUntil(() -> job.tags(0).size() == 20 && job.tags(1).size() == 20);
            assertEquals(IntStream.range(0, 20).boxed().toList(), job.tags(0));
            assertEquals(IntStream.range(0, 20).boxed().toList(), job.tags(1));
        }
    }

    @Test
    void shouldWaitForAPeerThatComputesBeforeTheHandshake() {
        // A first handshake loads classes and may take longer than the limits below.
        meetBothWays(new Random(0));
        Map<String, String> impatient = new HashMap<>(TLS);
        impatient.put(TcpSettings.SILENCE.name(), "200");
        impatient.put(TcpSettings.RECONNECT.name(), "1000");
        try (TcpJob job = job(impatient, impatient)) {
            Endpoint there = job.connect(0, 1);
            job.send(there, 0, new byte[8]);
            job.pollUntil(() -> job.tags(1).size() == 1);
            job.send(there, 1, new byte[8]);
            long end = System.nanoTime() + 1_500_000_000;
            while (System.nanoTime() - end < 0) {
                job.transports.get(0).poll(8);
            }
            assertTrue(job.inbounds.get(0).lostPeers.isEmpty());
            job.send(there, 2, new byte[8]);
            job.pollUntil(() -> job.tags(1).size() == 3);
        }
    }

    @Test
    void shouldContinueUnderThousandsOfUnauthenticatedConnections() throws IOException {
        List<String> messages =
                complaintsOf(
                        () -> {
                            try (TcpJob job = job(TLS, TLS)) {
                                Endpoint endpoint = job.connect(0, 1);
                                job.send(endpoint, 0, new byte[8]);
                                Thread flood =
                                        Thread.ofPlatform().daemon().start(() -> flood(job, 5_000));
                                int sent = 1;
                                while (flood.isAlive()) {
                                    job.send(endpoint, sent++, new byte[8]);
                                }
                                int all = sent;
                                job.pollUntil(() -> job.tags(1).size() == all);
                                assertEquals(IntStream.range(0, all).boxed().toList(), job.tags(1));
                                assertTrue(job.inbounds.get(1).lostPeers.isEmpty());
                            }
                        });
        assertTrue(messages.size() >= 2 && messages.size() <= 6, messages::toString);
        assertEquals(messages.size(), Set.copyOf(messages).size());
    }

    /**
     * Silence, half a hello of TLS, a whole one of another job and of this one (as overheard on the
     * way), noise.
     */
    private static void flood(TcpJob job, int connects) {
        Random random = new Random(11);
        byte[] noise = new byte[500];
        random.nextBytes(noise);
        byte[] own = hello("right", job);
        byte[][] openings = {{}, hello("wrong", job), own, noise, own};
        ArrayDeque<Socket> open = new ArrayDeque<>();
        for (int i = 0; i < connects; i++) {
            byte[] opening = openings[i % openings.length];
            boolean half = i % openings.length == 4;
            try {
                Socket socket = new Socket(job.address(1).getAddress(), job.address(1).getPort());
                open.add(socket);
                OutputStream out = socket.getOutputStream();
                out.write(opening, 0, half ? random.nextInt(opening.length) : opening.length);
                if (open.size() > 100) {
                    Socket oldest = open.remove();
                    oldest.setSoLinger(i % 3 == 0, 0);
                    oldest.close();
                }
            } catch (IOException e) {
                // It was closed, as expected.
                continue;
            }
        }
    }

    private static byte[] hello(String secret, TcpJob job) {
        SSLEngine engine = JobTls.of(secret.getBytes(), job.jobId()).engine(true);
        ByteBuffer record = ByteBuffer.allocate(engine.getSession().getPacketBufferSize());
        try {
            engine.wrap(ByteBuffer.allocate(0), record);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        byte[] bytes = new byte[record.position()];
        record.flip().get(bytes);
        return bytes;
    }
}
