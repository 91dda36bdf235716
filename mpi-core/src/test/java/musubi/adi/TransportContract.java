package musubi.adi;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import musubi.region.AddressSpace;
import musubi.region.Region;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * The contract of every transport. A subclass supplies the transport; the ranks are objects in this
 * JVM. Tests in which ranks run in threads of their own, and those of remote memory, are in {@link
 * ConcurrentTransportContract}.
 */
@ExtendWith(ContractWatch.class)
@Timeout(value = 600, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
public abstract class TransportContract {
    static final String SEED = "contract.seed";

    private static final int ROUND_MESSAGES = 4_000;
    private static final int LARGEST_TRIED_BYTES = 1 << 20;
    private static final long BACK_PRESSURE_WITHIN_BYTES = 256L << 20;
    private static final List<Class<?>> OF_TRANSPORTS =
            List.of(
                    MemoryPool.class,
                    NodeMemory.class,
                    SleepElsewhere.class,
                    SleepElsewhere.WakePipe.class);
    private static final List<Class<?>> OF_ENDPOINTS =
            List.of(RemoteMemory.class, RdmaMemory.class, PostedReceives.class, ZeroCopySend.class);

    /** Makes a run repeatable. */
    protected final long seed = Long.getLong(SEED, System.nanoTime());

    /** Random choices of a test. */
    protected final Random random = new Random(seed);

    protected TransportContract() {}

    /** The transport under test. */
    protected abstract TransportProvider provider();

    /** A setting of the transport under test; null when it is not set. */
    protected String setting(String name) {
        return null;
    }

    /** Whether a rank reaches only itself. */
    protected boolean isLoopback() {
        return false;
    }

    /** Whether the ranks share an address space. */
    protected boolean sharesAddressSpace() {
        return false;
    }

    /** The capabilities of the transport under test and of its endpoints. */
    protected Set<Class<?>> capabilities() {
        return Set.of();
    }

    /** Whether the transport under test declares a capability. */
    protected final boolean has(Class<?> capability) {
        return capabilities().contains(capability);
    }

    /** Payload sizes around the limits between the transport's protocols. */
    protected int[] boundaries() {
        return new int[0];
    }

    /** The limit on bytes of Java objects for a message. */
    protected double allocatedBytesPerMessage() {
        return 0.1;
    }

    protected final ContractJob open(int ranks) {
        AddressSpace space = sharesAddressSpace() ? new AddressSpace() : null;
        return ContractJob.open(provider(), isLoopback() ? 1 : ranks, this::setting, space);
    }

    /** The receiver in tests with one pair; the sender is rank 0. */
    protected final int receiver() {
        return isLoopback() ? 0 : 1;
    }

    static Envelope envelope(int tag, long cookie) {
        Envelope envelope = new Envelope();
        envelope.set(1, 7, 0, tag, 0, cookie);
        return envelope;
    }

    @Test
    void shouldReachPeersOnly() {
        try (ContractJob job = open(3)) {
            Transport transport = job.transport(0);
            assertTrue(transport.distanceTo(job.peer(receiver())) >= 0);
            assertTrue(transport.distanceTo(new PeerInfo(9, null)) < 0);
            assertTrue(transport.distanceTo(new PeerInfo(9, "elsewhere/1")) < 0);
            assertTrue(transport.businessCard().matches("[^\\s\\\\]+"));
            assertSame(transport.traits(), transport.traits());
        }
    }

    @Test
    void shouldHaveTheDeclaredCapabilitiesAndNoOthers() {
        try (ContractJob job = open(2)) {
            Transport transport = job.transport(0);
            Endpoint endpoint = job.endpoint(0, receiver());
            for (Class<?> capability : OF_TRANSPORTS) {
                assertSame(transport.capability(capability), transport.capability(capability));
                assertEquals(has(capability), transport.capability(capability) != null);
            }
            for (Class<?> capability : OF_ENDPOINTS) {
                assertEquals(has(capability), endpoint.capability(capability) != null);
            }
            boolean claims = transport.traits().claimBytes() < Integer.MAX_VALUE;
            assertEquals(has(PostedReceives.class), claims);
        }
    }

    @Test
    void shouldDeliverThePayloadWhateverItsSize() {
        try (ContractJob job = open(2)) {
            int sent = 0;
            for (int bytes : sizes(job.transport(0).traits())) {
                byte[] content = Patterns.bytes(seed + bytes, bytes);
                job.drive(0, receiver(), envelope(bytes, sent), Patterns.region(content));
                job.driveUntil(receiver(), ++sent);
                Received last = job.messages(receiver()).getLast();
                assertEquals(bytes, last.envelope().tag);
                assertArrayEquals(content, last.payload(), "bytes=" + bytes);
                assertEquals(0, last.from());
            }
        }
    }

    private SortedSet<Integer> sizes(TransportTraits traits) {
        int largest = Math.max(traits.eagerLimitBytes(), traits.fragmentBytes());
        SortedSet<Integer> sizes = new TreeSet<>();
        for (int bytes = 0; bytes <= 130; bytes++) {
            sizes.add(bytes);
        }
        for (int bytes = 256; bytes > 0 && bytes <= largest; bytes *= 2) {
            addAround(sizes, bytes);
        }
        addAround(sizes, traits.eagerLimitBytes());
        addAround(sizes, traits.fragmentBytes());
        for (int boundary : boundaries()) {
            addAround(sizes, boundary);
        }
        sizes.removeIf(bytes -> bytes < 0 || bytes > Math.min(largest, LARGEST_TRIED_BYTES));
        return sizes;
    }

    private static void addAround(SortedSet<Integer> sizes, int bytes) {
        for (int difference = -2; difference <= 2; difference++) {
            sizes.add(bytes + difference);
        }
    }

    @Test
    void shouldSendPartOfARegion() {
        try (ContractJob job = open(2)) {
            byte[] content = Patterns.bytes(seed, 300);
            Region region = new Region().wrapArray(content, 17, 200);
            Endpoint endpoint = job.endpoint(0, receiver());
            while (endpoint.trySend(envelope(1, 1), region, 33, 100) != SendOutcome.ACCEPTED) {
                job.pollAll();
            }
            job.driveUntil(receiver(), 1);
            byte[] expected = java.util.Arrays.copyOfRange(content, 50, 150);
            assertArrayEquals(expected, job.messages(receiver()).getLast().payload());
        }
    }

    @Test
    void shouldSendFromEveryKindOfMemory() {
        try (ContractJob job = open(2)) {
            for (int bytes : new int[] {0, 8, 24, 40, 64, 1000, 4000}) {
                sendFromEveryKindOfMemory(job, Patterns.bytes(seed, bytes));
            }
        }
    }

    private void sendFromEveryKindOfMemory(ContractJob job, byte[] content) {
        for (int offset : new int[] {0, 1, 5}) {
            for (Region region : Patterns.inAllKinds(content, offset)) {
                int sent = job.inbound(receiver()).arrived();
                job.drive(0, receiver(), envelope(0, 0), region);
                job.driveUntil(receiver(), sent + 1);
                assertArrayEquals(content, job.messages(receiver()).getLast().payload());
            }
        }
    }

    @Test
    void shouldSendBooleansAsBytes() {
        try (ContractJob job = open(2)) {
            Region region = Patterns.booleans(new boolean[100], 11, 50);
            job.drive(0, receiver(), envelope(0, 0), region);
            job.driveUntil(receiver(), 1);
            byte[] payload = job.messages(receiver()).getFirst().payload();
            assertEquals(50, payload.length);
            for (int i = 0; i < payload.length; i++) {
                assertEquals(i % 3 == 0 ? 1 : 0, payload[i]);
            }
        }
    }

    @Test
    void shouldKeepEveryFieldOfTheEnvelope() {
        try (ContractJob job = open(2)) {
            Envelope envelope = new Envelope();
            int[] ints = {0, 1, -1, Integer.MAX_VALUE, Integer.MIN_VALUE, random.nextInt()};
            long[] longs = {0, 1, -1, Long.MAX_VALUE, Long.MIN_VALUE, random.nextLong()};
            for (int i = 0; i < 36; i++) {
                int a = ints[i % 6];
                long b = longs[i / 6];
                envelope.set(i * 7 & 0xff, a, ~a, a ^ i, b, ~b);
                envelope.flags = 255 - i;
                job.drive(0, receiver(), envelope, Patterns.region(new byte[i]));
                job.driveUntil(receiver(), i + 1);
                Envelope arrived = job.messages(receiver()).getLast().envelope();
                assertEquals(envelope.toString(), arrived.toString());
            }
        }
    }

    @Test
    void shouldDeliverToALandingZoneOrByMessage() {
        try (ContractJob job = open(2)) {
            byte[] content = Patterns.bytes(seed, 3000);
            Envelope envelope = envelope(5, 6);
            envelope.kind = RecordingInbound.LANDING_KIND;
            for (int i = 1; i <= 20; i++) {
                job.drive(0, receiver(), envelope, Patterns.region(content));
                job.driveUntil(receiver(), i);
                assertArrayEquals(content, job.messages(receiver()).getLast().payload());
            }
        }
    }

    @Test
    void shouldLeaveTheSendersMemoryFreeWhenAccepted() {
        try (ContractJob job = open(2)) {
            byte[] content = new byte[600];
            Envelope envelope = new Envelope();
            for (int i = 0; i < 200; i++) {
                java.util.Arrays.fill(content, (byte) i);
                envelope.set(1, 0, 0, i, 0, 0);
                job.drive(0, receiver(), envelope, Patterns.region(content));
            }
            job.driveUntil(receiver(), 200);
            for (int i = 0; i < 200; i++) {
                assertEquals(i, job.messages(receiver()).get(i).envelope().tag);
                assertEquals((byte) i, job.messages(receiver()).get(i).payload()[599]);
            }
        }
    }

    @Test
    void shouldReleaseTheBufferWhenAZeroCopySendCompletes() {
        assumeTrue(has(ZeroCopySend.class));
        try (ContractJob job = open(2)) {
            ZeroCopySend zeroCopy = job.endpoint(0, receiver()).capability(ZeroCopySend.class);
            int fragment = job.transport(0).traits().fragmentBytes();
            int bytes = Math.min(fragment, LARGEST_TRIED_BYTES);
            byte[] content = Patterns.bytes(seed, bytes);
            int sent = 0;
            for (Region region : Patterns.inAllKinds(content, 0)) {
                long ticket = sendZeroCopy(job, zeroCopy, envelope(sent, 0), region);
                job.driveUntil(receiver(), ++sent);
                while (!zeroCopy.completedUpTo(ticket)) {
                    job.pollAll();
                }
                assertArrayEquals(content, job.messages(receiver()).getLast().payload());
            }
        }
    }

    private static long sendZeroCopy(
            ContractJob job, ZeroCopySend zeroCopy, Envelope envelope, Region region) {
        long ticket = zeroCopy.sendZeroCopy(envelope, region, 0, region.length(), true);
        while (ticket < 0) {
            assertEquals(ZeroCopySend.BACK_PRESSURED, ticket);
            job.pollAll();
            ticket = zeroCopy.sendZeroCopy(envelope, region, 0, region.length(), true);
        }
        return ticket;
    }

    @Test
    void shouldLoseNothingWhenBackPressured() {
        try (ContractJob job = open(2)) {
            TransportTraits traits = job.transport(0).traits();
            assumeTrue(!isLoopback());
            Endpoint endpoint = job.endpoint(0, 1);
            for (int bytes : new int[] {8, 700, traits.eagerLimitBytes()}) {
                int before = job.messages(1).size();
                int sent = fill(endpoint, bytes);
                job.driveUntil(1, before + sent);
                job.drive(0, 1, envelope(sent, 0), Patterns.region(new byte[bytes]));
                job.driveUntil(1, before + sent + 1);
                for (int i = 0; i <= sent; i++) {
                    assertEquals(i, job.messages(1).get(before + i).envelope().tag);
                }
                job.messages(1).clear();
                job.inbound(1).reset();
            }
        }
    }

    /** Sends to a rank that does not poll until there is no room. */
    private static int fill(Endpoint endpoint, int bytes) {
        Region payload = Patterns.region(new byte[bytes]);
        long limit = BACK_PRESSURE_WITHIN_BYTES / (bytes + 64);
        int sent = 0;
        for (int refused = 0; refused < 100; ) {
            if (endpoint.trySend(envelope(sent, 0), payload, 0, bytes) == SendOutcome.ACCEPTED) {
                assertTrue(++sent < limit, "accepts messages without end: bytes=" + bytes);
                refused = 0;
            } else {
                refused++;
            }
        }
        return sent;
    }

    @Test
    void shouldReachOthersWhenOnePeerDoesNotPoll() {
        assumeTrue(!isLoopback());
        try (ContractJob job = open(4)) {
            Endpoint silent = job.endpoint(0, 1);
            int eager = job.transport(0).traits().eagerLimitBytes();
            Region payload = Patterns.region(new byte[eager]);
            for (int i = 0; i < 2000; i++) {
                silent.trySend(envelope(i, 0), payload, 0, eager);
            }
            for (int i = 1; i <= 300; i++) {
                int to = 2 + i % 2;
                job.endpoint(0, to);
                while (job.endpoint(0, to).trySend(envelope(i, 0), payload, 0, eager)
                        != SendOutcome.ACCEPTED) {
                    job.transport(0).poll(1);
                    job.transport(2).poll(1);
                    job.transport(3).poll(1);
                }
            }
            job.driveUntil(2, 150);
            job.driveUntil(3, 150);
        }
    }

    @Test
    void shouldRespectThePollLimit() {
        try (ContractJob job = open(2)) {
            assumeTrue(!isLoopback());
            for (int i = 0; i < 40; i++) {
                job.drive(0, 1, envelope(i, 0), Patterns.region(new byte[i * 20]));
            }
            job.inbound(1).reset();
            int before = job.messages(1).size();
            assertEquals(0, job.transport(1).poll(0));
            while (job.messages(1).size() < 40) {
                int had = job.messages(1).size();
                job.transport(0).poll(1);
                int limit = 1 + random.nextInt(5);
                job.transport(1).poll(limit);
                assertTrue(job.messages(1).size() - had <= limit);
            }
            assertTrue(before <= 40);
        }
    }

    @Test
    void shouldRefuseToPollWhenCalledFromAnUpcall() {
        try (ContractJob job = open(2)) {
            assumeTrue(!isLoopback());
            job.drive(0, 1, envelope(0, 0), Patterns.region(new byte[8]));
            job.driveUntil(1, 1);
            for (int i = 0; i < 2000; i++) {
                // A transport may do less in polls after many that found nothing.
                job.transport(1).poll(1);
            }
            Throwable[] seen = new Throwable[1];
            job.inbound(1)
                    .deliverTo(
                            _ ->
                                    seen[0] =
                                            assertThrows(
                                                    IllegalStateException.class,
                                                    () -> job.transport(1).poll(1)));
            job.drive(0, 1, envelope(0, 0), Patterns.region(new byte[8]));
            job.driveUntil(1, 2);
            assertNotEquals(null, seen[0]);
        }
    }

    @Test
    void shouldContinueWhenAnUpcallThrows() {
        try (ContractJob job = open(2)) {
            assumeTrue(!isLoopback());
            job.drive(0, 1, envelope(1, 0), Patterns.region(new byte[8]));
            job.inbound(1).deliverTo(_ -> throwFailure());
            assertThrows(ArithmeticException.class, () -> job.driveUntil(1, 2));
            job.inbound(1).deliverTo(job.messages(1)::add);
            job.drive(0, 1, envelope(2, 0), Patterns.region(new byte[8]));
            job.driveUntil(1, 2);
            assertEquals(2, job.messages(1).getLast().envelope().tag);
        }
    }

    private static void throwFailure() {
        throw new ArithmeticException("a failure of the core");
    }

    @Test
    void shouldLoseNothingWhenDrainedAndClosed() {
        try (ContractJob job = open(2)) {
            int eager = Math.min(job.transport(0).traits().eagerLimitBytes(), LARGEST_TRIED_BYTES);
            for (int i = 0; i < 10; i++) {
                job.drive(0, receiver(), envelope(i, 0), Patterns.region(new byte[eager]));
            }
            Endpoint endpoint = job.endpoint(0, receiver());
            while (!endpoint.isDrained()) {
                job.pollAll();
            }
            CompletableFuture<Void> leaving =
                    isLoopback() ? CompletableFuture.completedFuture(null) : job.leave(0);
            while (job.messages(receiver()).size() < 10 || !leaving.isDone()) {
                job.transport(receiver()).poll(10);
            }
            leaving.join();
            assertEquals(9, job.messages(receiver()).getLast().envelope().tag);
        }
    }

    @Test
    void shouldAllocateNothingPerMessage() {
        assumeTrue(allocatedBytesPerMessage() < Double.MAX_VALUE);
        try (ContractJob job = open(2)) {
            job.inbound(receiver()).deliverTo(null);
            for (int bytes : new int[] {0, 8, 100, 4000}) {
                Region payload = Patterns.region(new byte[bytes]);
                Envelope envelope = envelope(0, 0);
                double perMessage =
                        LeastAllocation.perOperation(
                                ROUND_MESSAGES,
                                allocatedBytesPerMessage(),
                                messages -> exchange(job, envelope, payload, messages));
                assertTrue(
                        perMessage < allocatedBytesPerMessage(),
                        "bytes=" + bytes + " allocated per message=" + perMessage);
            }
        }
    }

    private void exchange(ContractJob job, Envelope envelope, Region payload, int messages) {
        Endpoint endpoint = job.endpoint(0, receiver());
        Transport there = job.transport(receiver());
        for (int i = 0; i < messages; i++) {
            while (endpoint.trySend(envelope, payload, 0, payload.length())
                    != SendOutcome.ACCEPTED) {
                there.poll(16);
            }
            if (i % 4 == 0) {
                there.poll(16);
            }
        }
        while (there.poll(16) > 0) {
            Thread.onSpinWait();
        }
    }
}
