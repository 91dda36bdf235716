package musubi.tcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.adi.Envelope;
import musubi.adi.Inbound;
import musubi.adi.LocalContext;
import musubi.adi.PeerInfo;
import musubi.adi.SendOutcome;
import musubi.adi.Transport;
import musubi.adi.TransportContext;
import musubi.config.HostAddress;
import musubi.region.Region;
import musubi.tcp.config.TcpSettings;
import musubi.tcp.frame.FrameDescriptor;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/** Two ranks whose connections break repeatedly: no message is lost, duplicated or reordered. */
final class TcpChaosTest {
    private static final long SEED = Long.getLong("chaos.seed", System.nanoTime());
    private static final int LARGEST_BYTES = 256 << 10;
    private static final int PATTERN_BYTES = LARGEST_BYTES + 1024;
    private static final long DEADLINE_NS = 500_000_000_000L;
    private static final AtomicInteger JOBS = new AtomicInteger();
    private static final List<Fault> ALL =
            List.of(
                    Fault.RESET,
                    Fault.RESET,
                    Fault.RESET,
                    Fault.RESET,
                    Fault.CUT,
                    Fault.CUT,
                    Fault.CUT,
                    Fault.CUT,
                    Fault.STALL,
                    Fault.STALL,
                    Fault.STALL,
                    Fault.STALL,
                    Fault.DUPLICATE,
                    Fault.DUPLICATE,
                    Fault.DUPLICATE,
                    Fault.HALF_OPEN);

    /** Content of the payloads, each of which starts at an offset given by its message number. */
    private static final MemorySegment PATTERN = pattern();

    private static final byte[] PATTERN_ARRAY = PATTERN.toArray(ValueLayout.JAVA_BYTE);

    private static MemorySegment pattern() {
        byte[] bytes = new byte[PATTERN_BYTES];
        new java.util.Random(5).nextBytes(bytes);
        MemorySegment memory = Arena.ofAuto().allocate(PATTERN_BYTES);
        return memory.copyFrom(MemorySegment.ofArray(bytes));
    }

    /** Most payloads are short; some are sent without a copy. */
    private static int bytesOf(int number) {
        int hash = (number * 0x9e3779b1 ^ number >>> 3) & 0x7fff_ffff;
        int size = hash >>> 10;
        return switch (hash % 1000) {
            case 0 -> (64 << 10) + size % (LARGEST_BYTES - (64 << 10) + 1);
            case 1, 2, 3, 4 -> size % ((64 << 10) + 1);
            default -> hash % 1000 < 60 ? size % 8192 : hash % 1000 < 250 ? size % 1024 : size % 65;
        };
    }

    /** Whether a payload is sent from an array, and received into one. */
    private static boolean isInArray(int number) {
        return number % 7 < 4;
    }

    private static int startOf(int number) {
        return number % 1021;
    }

    /** One rank with its thread. */
    private static final class Rank implements Inbound, Runnable {
        private final int rank;
        private final int messages;
        private final MemorySegment zoneMemory = Arena.ofAuto().allocate(LARGEST_BYTES);
        private final byte[] zoneArray = new byte[LARGEST_BYTES];
        private final Region zone = new Region();
        private final Region region = new Region();
        private Transport transport;
        private PeerInfo peer;
        private Rank other;
        private volatile int received;
        private volatile boolean finished;
        private volatile String failure;

        Rank(int rank, int messages) {
            this.rank = rank;
            this.messages = messages;
        }

        @Override
        public void run() {
            try {
                exchange();
            } catch (RuntimeException | AssertionError e) {
                failure = "rank=" + rank + " " + e;
            }
        }

        private void exchange() {
            ZeroCopyRecorder endpoint = ZeroCopyRecorder.of(transport.connect(peer));
            long deadline = System.nanoTime() + DEADLINE_NS;
            int sent = 0;
            while (!isDone(sent, endpoint)) {
                while (sent < messages && trySend(endpoint, sent)) {
                    sent++;
                }
                if (transport.poll(64) == 0) {
                    Thread.yield();
                }
                if (System.nanoTime() > deadline) {
                    throw new AssertionError("no progress: sent=" + sent + " got=" + received);
                }
            }
        }

        private boolean isDone(int sent, ZeroCopyRecorder endpoint) {
            finished |= sent == messages && received == messages && endpoint.isCompleted();
            // The other rank may still wait for acknowledgements.
            return finished && other.finished || failure != null || other.failure != null;
        }

        private boolean trySend(ZeroCopyRecorder endpoint, int number) {
            int bytes = bytesOf(number);
            if (isInArray(number)) {
                region.wrapArray(PATTERN_ARRAY, startOf(number), bytes);
            } else {
                region.wrap(PATTERN, startOf(number), bytes);
            }
            Envelope envelope = TcpJob.envelope(number);
            if (bytes <= FrameDescriptor.EAGER_LIMIT_BYTES) {
                return accepted(endpoint.trySend(envelope, region, 0, bytes));
            }
            return accepted(endpoint.send(envelope, region, bytes, true));
        }

        private boolean accepted(SendOutcome outcome) {
            assertTrue(outcome != SendOutcome.PEER_LOST, "peer lost");
            return outcome == SendOutcome.ACCEPTED;
        }

        @Override
        public void onMessage(int from, Envelope envelope, Region payload) {
            check(envelope, payload.segment(), payload.base(), payload.length());
        }

        private void check(Envelope envelope, MemorySegment memory, long base, long bytes) {
            int number = received;
            assertEquals(number, envelope.tag, "lost, doubled or reordered");
            assertEquals(bytesOf(number), bytes, "length of " + number);
            long start = startOf(number);
            long difference =
                    MemorySegment.mismatch(
                            memory, base, base + bytes, PATTERN, start, start + bytes);
            assertEquals(-1, difference, "content of " + number);
            received = number + 1;
        }

        @Override
        public Region landingZone(int from, Envelope envelope, long bytes) {
            if (envelope.tag % 2 != 0) {
                return null;
            }
            return isInArray(envelope.tag)
                    ? zone.wrapArray(zoneArray, 0, bytes)
                    : zone.wrap(zoneMemory, 0, bytes);
        }

        @Override
        public void onLanded(int from, Envelope envelope, long bytes) {
            boolean inArray = isInArray(envelope.tag);
            check(envelope, inArray ? MemorySegment.ofArray(zoneArray) : zoneMemory, 0, bytes);
        }

        @Override
        public void onPeerLost(int lostPeer, String reason) {
            failure = "rank=" + rank + " lost its peer: " + reason;
        }
    }

    private static Rank open(int rank, int messages, String jobId, Map<String, String> settings) {
        Rank opened = new Rank(rank, messages);
        TransportContext context = LocalContext.of(rank, 2, jobId, opened, TcpJob.asked(settings));
        opened.transport = new TcpTransportProvider().open(context);
        return opened;
    }

    /** Both ranks send a number of messages to each other, through proxies. */
    private static void exchange(
            int messages, List<Fault> menu, int meanBytes, int faults, Map<String, String> more)
            throws Exception {
        System.out.println("chaos.seed=" + SEED);
        Map<String, String> settings = new HashMap<>(more);
        settings.put(TcpSettings.SILENCE.name(), "100");
        settings.put(TcpSettings.NATIVE_ARRAYS_AFTER.name(), "0");
        String jobId = "chaos-" + JOBS.incrementAndGet();
        List<Rank> ranks =
                List.of(open(0, messages, jobId, settings), open(1, messages, jobId, settings));
        List<ChaosProxy> proxies = new ArrayList<>();
        AtomicInteger faultsLeft = new AtomicInteger(faults);
        for (int i = 0; i < 2; i++) {
            Rank target = ranks.get(1 - i);
            var address = HostAddress.parse(target.transport.businessCard());
            proxies.add(new ChaosProxy(address, SEED + i, menu, meanBytes, faultsLeft));
            ranks.get(i).peer = new PeerInfo(1 - i, "127.0.0.1:" + proxies.get(i).port());
            ranks.get(i).other = target;
        }
        List<Thread> threads = new ArrayList<>();
        for (Rank rank : ranks) {
            threads.add(Thread.ofPlatform().daemon().start(rank));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(proxies.get(0).counts() + "/ " + proxies.get(1).counts());
        for (Rank rank : ranks) {
            assertEquals(null, rank.failure);
        }
        for (Rank rank : ranks) {
            assertEquals(messages, rank.received);
        }
        TcpJob.close(ranks.stream().map(rank -> rank.transport).toList());
        for (ChaosProxy proxy : proxies) {
            proxy.close();
        }
        assertTrue(faultsLeft.get() <= 0, "too few bytes for the faults: " + faultsLeft);
    }

    @Test
    void shouldSurviveAThousandFaultsDuringAMillionMessages() throws Exception {
        exchange(500_000, ALL, 250_000, 1000, Map.of());
    }

    @ParameterizedTest
    @EnumSource(
            value = Fault.class,
            names = {"CORRUPT", "REPEAT"},
            mode = EnumSource.Mode.EXCLUDE)
    void shouldSurviveEachFault(Fault fault) throws Exception {
        exchange(5000, List.of(fault), 100_000, fault == Fault.HALF_OPEN ? 8 : 30, Map.of());
    }

    @Test
    void shouldResendCorruptFrames() throws Exception {
        Map<String, String> checked = Map.of(TcpSettings.CHECKSUMS.name(), "true");
        exchange(20_000, List.of(Fault.CORRUPT), 300_000, 40, checked);
    }

    @Test
    void shouldSurviveFaultsWithNio() throws Exception {
        exchange(20_000, ALL, 200_000, 60, Map.of(TcpSettings.LOOP.name(), "nio"));
    }

    /** TLS detects corruption by itself. */
    @ParameterizedTest
    @ValueSource(strings = {"epoll", "nio"})
    void shouldSurviveFaultsWithTls(String loop) throws Exception {
        List<Fault> menu = new ArrayList<>(ALL);
        menu.addAll(List.of(Fault.CORRUPT, Fault.CORRUPT));
        Map<String, String> settings = new HashMap<>(TcpTlsTransportContractTest.TLS);
        settings.put(TcpSettings.LOOP.name(), loop);
        exchange(50_000, menu, 150_000, 250, settings);
    }

    @ParameterizedTest
    @ValueSource(strings = {"hmac-sha256", "aes-gcm"})
    void shouldSurviveFaultsWithAMac(String mac) throws Exception {
        List<Fault> menu = new ArrayList<>(ALL);
        for (int i = 0; i < 4; i++) {
            menu.add(Fault.CORRUPT);
            menu.add(Fault.REPEAT);
        }
        exchange(20_000, menu, 150_000, 100, TcpMacTransportContractTest.settings(mac));
    }

    @Test
    void shouldSurviveFaultsWithASecret() throws Exception {
        exchange(20_000, ALL, 200_000, 60, Map.of(TcpSettings.SECRET.name(), "mum"));
    }
}
