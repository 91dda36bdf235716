package musubi.launch.pmi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.bootstrap.Bootstrap;
import musubi.bootstrap.pmi.BootstrapSelector;
import musubi.bootstrap.pmi.LineBuffer;
import musubi.error.MpiFailure;
import musubi.launch.hosts.RankPlacement;
import musubi.launch.job.JobEvent;
import musubi.launch.job.RankStates.RankState;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

class PmiServerTest {
    private static final int SIZE = 4;
    private final BlockingQueue<JobEvent> events = new LinkedBlockingQueue<>();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final PmiProtocol protocol =
            new PmiProtocol("job", new int[SIZE], RankPlacement.onThisHost(SIZE), events::add);
    private PmiServer server;

    @BeforeEach
    void start(@TempDir Path directory) {
        server = new PmiServer(directory.resolve("pmi"), protocol);
    }

    @AfterEach
    void stop() {
        server.close();
        threads.shutdownNow();
    }

    private Map<String, String> environment(int rank) {
        Map<String, String> environment = new HashMap<>();
        environment.put("MUSUBI_PMI", server.socket());
        environment.put("PMI_RANK", Integer.toString(rank));
        environment.put("PMI_SIZE", Integer.toString(SIZE));
        return environment;
    }

    private String live(int rank, int epochs) {
        String id = null;
        for (int epoch = 0; epoch < epochs; epoch++) {
            try (Bootstrap bootstrap = BootstrapSelector.fromEnvironment(environment(rank))) {
                id = bootstrap.jobId();
                assertNull(bootstrap.get("key-" + rank));
                bootstrap.put("key-" + rank, id + "=" + rank);
                bootstrap.fence();
                int next = (rank + 1) % SIZE;
                assertEquals(id + "=" + next, bootstrap.get("key-" + next));
                assertEquals(rank, bootstrap.localRank());
                assertEquals(SIZE, bootstrap.localSize());
                bootstrap.leave();
            }
        }
        return id;
    }

    @Test
    void shouldAnswerGetsOfRelaysWhenTheyArePublished() throws Exception {
        protocol.expectRelays();
        try (Bootstrap early = BootstrapSelector.fromEnvironment(environment(0))) {
            Future<String> count = threads.submit(() -> early.get("relays"));
            try (Bootstrap late = BootstrapSelector.fromEnvironment(environment(1))) {
                protocol.publishRelays(Map.of("relays", "2", "relay-1", "site=A"));
                assertEquals("2", count.get());
                assertNull(late.get("relay-0"));
                assertEquals("site=A", late.get("relay-1"));
            }
        }
    }

    @Test
    void shouldFindNoRelaysWhenTheJobHasNone() {
        try (Bootstrap rank = BootstrapSelector.fromEnvironment(environment(0))) {
            assertNull(rank.get("relays"));
        }
    }

    @Test
    void shouldServeEveryEpochAfreshWhenRanksComeBack() throws Exception {
        List<Future<String>> results = new ArrayList<>();
        for (int rank = 0; rank < SIZE; rank++) {
            int own = rank;
            Callable<String> call = () -> live(own, 20);
            results.add(threads.submit(call));
        }
        for (Future<String> result : results) {
            assertEquals("job-19", result.get());
        }
        for (int rank = 0; rank < SIZE; rank++) {
            assertEquals(RankState.FINALIZED, protocol.stateOf(rank));
        }
        assertTrue(events.isEmpty());
    }

    @Test
    void shouldStoreValuesWhenTheyAreLongOrLookLikePieces() {
        try (Bootstrap bootstrap = BootstrapSelector.fromEnvironment(environment(1))) {
            String longValue = "abcdefghij".repeat(20_000);
            bootstrap.put("long", longValue);
            bootstrap.put("plus", "+3");
            bootstrap.put("empty", "");
            assertEquals(longValue, bootstrap.get("long"));
            assertEquals("+3", bootstrap.get("plus"));
            assertEquals("", bootstrap.get("empty"));
            bootstrap.leave();
        }
    }

    @Test
    void shouldRejectAProcessWhenItsRankIsConnectedAlready() {
        try (Bootstrap first = BootstrapSelector.fromEnvironment(environment(2))) {
            MpiFailure failure =
                    assertThrows(
                            MpiFailure.class,
                            () -> BootstrapSelector.fromEnvironment(environment(2)));
            assertTrue(failure.getMessage().contains("already"), failure.getMessage());
            first.leave();
        }
    }

    @Test
    void shouldReportWhenARankWaitsForOneThatHasEnded() throws Exception {
        try (Client waiting = new Client(server.socket())) {
            waiting.ask("cmd=initack pmiid=0", 4);
            waiting.ask("cmd=init pmi_version=1 pmi_subversion=1", 1);
            waiting.ask("cmd=barrier_in", 0);
            waiting.ask("cmd=get_maxes", 1);
            protocol.rankEnded(3);
            JobEvent event = events.poll(300, TimeUnit.SECONDS);
            assertEquals(
                    new JobEvent.ProtocolBroken(
                            3, "rank 0 waits for rank 3, which has left the job"),
                    event);
        }
    }

    @Test
    void shouldReplyAsExpectedWhenTheClientIsMpichs() throws Exception {
        try (Client client = new Client(server.socket())) {
            List<String> ack = client.ask("cmd=initack pmiid=1", 4);
            assertEquals("cmd=initack rc=0 rank=1 size=4 appnum=0", ack.get(0));
            assertEquals("cmd=set size=4", ack.get(1));
            assertEquals("cmd=set rank=1", ack.get(2));
            assertEquals(
                    List.of("cmd=response_to_init rc=0 pmi_version=1 pmi_subversion=2"),
                    client.ask("cmd=init pmi_version=1 pmi_subversion=1", 1));
            assertEquals(
                    List.of("cmd=maxes rc=0 kvsname_max=256 keylen_max=64 vallen_max=1024"),
                    client.ask("cmd=get_maxes", 1));
            assertEquals(
                    List.of("cmd=get_result rc=0 msg=success value=(vector,(0,1,4))"),
                    client.ask("cmd=get kvsname=job-0 key=PMI_process_mapping", 1));
            assertEquals(
                    List.of("cmd=get_result rc=-1 msg=key_not_found"),
                    client.ask("cmd=get kvsname=job-0 key=none", 1));
            assertEquals(
                    List.of("cmd=universe_size rc=0 size=4"),
                    client.ask("cmd=get_universe_size", 1));
            assertEquals(List.of("cmd=appnum rc=0 appnum=0"), client.ask("cmd=get_appnum", 1));
            client.ask("cmd=abort exitcode=7 message=on%20purpose", 0);
            assertEquals(
                    new JobEvent.AbortRequested(1, 7, "on purpose"),
                    events.poll(300, TimeUnit.SECONDS));
        }
    }

    @Test
    void shouldRejectARequestWhenItIsUnknown() throws Exception {
        try (Client client = new Client(server.socket())) {
            assertTrue(client.ask("hello", 1).getFirst().contains("rc=-1"));
            assertTrue(client.ask("cmd=put key=a value=b", 1).getFirst().contains("rc=-1"));
            assertTrue(client.ask("cmd=initack pmiid=99", 1).getFirst().contains("rc=-1"));
            assertTrue(client.ask("cmd=init pmi_version=1", 1).getFirst().contains("rc=-1"));
            client.ask("cmd=initack pmiid=3", 4);
            assertTrue(client.ask("cmd=init pmi_version=3", 1).getFirst().contains("rc=-1"));
            client.ask("cmd=init pmi_version=1", 1);
            assertTrue(client.ask("cmd=put", 1).getFirst().contains("rc=-1"));
            assertTrue(client.ask("cmd=put key=PMI_x value=1", 1).getFirst().contains("rc=-1"));
            assertTrue(client.ask("cmd=dance", 1).getFirst().contains("cmd=dance_result rc=-1"));
        }
    }

    @Test
    void shouldFindANameWhenItIsPublished() throws Exception {
        try (Client client = new Client(server.socket())) {
            client.ask("cmd=initack pmiid=1", 4);
            client.ask("cmd=init pmi_version=1 pmi_subversion=1", 1);
            assertEquals(
                    List.of("cmd=publish_result info=ok rc=0 msg=success"),
                    client.ask("cmd=publish_name service=s port=tag#0$port#1", 1));
            assertEquals(
                    List.of("cmd=lookup_result info=ok rc=0 msg=success port=tag#0$port#1"),
                    client.ask("cmd=lookup_name service=s", 1));
            assertEquals(
                    List.of("cmd=unpublish_result info=ok rc=0 msg=success"),
                    client.ask("cmd=unpublish_name service=s", 1));
            assertEquals(
                    List.of("cmd=lookup_result info=fail rc=1 msg=service_not_found"),
                    client.ask("cmd=lookup_name service=s", 1));
        }
    }

    @Test
    void shouldReplyOnceWhenASpawnIsRejected() throws Exception {
        try (Client client = new Client(server.socket())) {
            String first = "mcmd=spawn\nnprocs=1\nexecname=a b\ntotspawns=2\nspawnssofar=1\nendcmd";
            String second = "mcmd=spawn\nnprocs=1\ntotspawns=2\nspawnssofar=2\nendcmd";
            assertEquals(
                    List.of("cmd=spawn_result rc=-1 msg=spawning_is_not_supported"),
                    client.ask(first + "\n" + second, 1));
            assertTrue(client.ask("cmd=get_maxes", 1).getFirst().startsWith("cmd=maxes"));
        }
    }

    @Test
    void shouldReturnTheSameSecretWhenAnyRankRequestsIt() {
        try (Bootstrap one = BootstrapSelector.fromEnvironment(environment(0));
                Bootstrap other = BootstrapSelector.fromEnvironment(environment(1))) {
            assertEquals(64, one.secret().length());
            assertEquals(one.secret(), other.secret());
            one.leave();
            other.leave();
        }
    }

    @Test
    void shouldContinueServingWhenClientsSendGarbage() throws Exception {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int i = 0; i < 200; i++) {
            byte[] bytes = new byte[random.nextInt(3000)];
            random.nextBytes(bytes);
            try (Client client = new Client(server.socket())) {
                client.send("cmd=initack pmiid=2\ncmd=".getBytes(StandardCharsets.US_ASCII));
                client.send(bytes);
            }
        }
        try (Client endless = new Client(server.socket())) {
            byte[] block = new byte[16 * 1024];
            assertThrows(IOException.class, () -> endless.sendForEver(block), "seed=" + seed);
        }
        assertEquals("job-0", jobIdOf(0), "seed=" + seed);
    }

    private String jobIdOf(int rank) {
        try (Bootstrap bootstrap = BootstrapSelector.fromEnvironment(environment(rank))) {
            bootstrap.leave();
            return bootstrap.jobId();
        }
    }

    /** A client that sends arbitrary lines. */
    private static final class Client implements AutoCloseable {
        private final SocketChannel channel;
        private final LineBuffer lines = new LineBuffer(64 * 1024);

        Client(String socket) throws IOException {
            channel = SocketChannel.open(StandardProtocolFamily.UNIX);
            channel.connect(UnixDomainSocketAddress.of(socket));
        }

        void send(byte[] bytes) throws IOException {
            ByteBuffer buffer = ByteBuffer.wrap(bytes);
            while (buffer.hasRemaining()) {
                channel.write(buffer);
            }
        }

        void sendForEver(byte[] bytes) throws IOException {
            for (int i = 0; i < 10_000; i++) {
                send(bytes);
            }
        }

        List<String> ask(String line, int answers) throws IOException {
            send((line + "\n").getBytes(StandardCharsets.ISO_8859_1));
            List<String> received = new ArrayList<>();
            while (received.size() < answers) {
                String answer = lines.next();
                if (answer != null) {
                    received.add(answer);
                } else if (lines.fill(channel) < 0) {
                    throw new IOException("the server closed the connection after " + line);
                }
            }
            return received;
        }

        @Override
        public void close() throws IOException {
            channel.close();
        }
    }
}
