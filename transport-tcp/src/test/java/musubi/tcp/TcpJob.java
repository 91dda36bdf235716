package musubi.tcp;

import musubi.adi.Endpoint;
import musubi.adi.Envelope;
import musubi.adi.Inbound;
import musubi.adi.LocalContext;
import musubi.adi.PeerInfo;
import musubi.adi.RecordingInbound;
import musubi.adi.SendOutcome;
import musubi.adi.Transport;
import musubi.adi.TransportContext;
import musubi.config.HostAddress;
import musubi.config.Setting;
import musubi.region.Region;
import musubi.tcp.session.AckTimer;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Function;

/** Ranks in one JVM, driven by the calling thread, each with its own settings. */
final class TcpJob implements AutoCloseable {
    static final long DEADLINE_NS = 200_000_000_000L;

    private static final int MIN_POLLS = 1000;
    private static final AtomicInteger JOBS = new AtomicInteger();

    final List<Transport> transports = new ArrayList<>();
    final List<RecordingInbound> inbounds = new ArrayList<>();
    private final String jobId = "tcp-test-" + JOBS.incrementAndGet();
    private final int size;
    private final TcpTransportProvider provider;
    private final BitSet left = new BitSet();

    TcpJob(int size) {
        this(size, new TcpTransportProvider());
    }

    private TcpJob(int size, TcpTransportProvider provider) {
        this.size = size;
        this.provider = provider;
    }

    static TcpJob of(int size) {
        return joined(new TcpJob(size));
    }

    /** As {@link #of}; a rank that shuts down waits for its peers until the deadline. */
    static TcpJob patient(int size) {
        return joined(new TcpJob(size, new TcpTransportProvider(DEADLINE_NS)));
    }

    private static TcpJob joined(TcpJob job) {
        for (int rank = 0; rank < job.size; rank++) {
            job.join(Map.of());
        }
        return job;
    }

    /** Opens the next rank. */
    void join(Map<String, String> settings) {
        RecordingInbound inbound = new RecordingInbound();
        join(settings, inbound);
        inbounds.add(inbound);
    }

    /** As above, with arrivals of its own. */
    void join(Map<String, String> settings, Inbound inbound) {
        int rank = transports.size();
        TransportContext context = LocalContext.of(rank, size, jobId, inbound, asked(settings));
        transports.add(provider.open(context));
    }

    /** These settings and an explicit request for TCP, which is necessary on a single node. */
    static Function<String, String> asked(Map<String, String> settings) {
        return name -> name.equals(Setting.TRANSPORT.name()) ? "tcp" : settings.get(name);
    }

    TcpTransport transport(int rank) {
        return (TcpTransport) transports.get(rank);
    }

    String jobId() {
        return jobId;
    }

    InetSocketAddress address(int rank) {
        return HostAddress.parse(transports.get(rank).businessCard());
    }

    Endpoint connect(int from, int to) {
        return transports.get(from).connect(new PeerInfo(to, transports.get(to).businessCard()));
    }

    /** As {@link #connect}, through another port of this host. */
    Endpoint connectThrough(int port, int from, int to) {
        return transports.get(from).connect(new PeerInfo(to, "127.0.0.1:" + port));
    }

    static Envelope envelope(int tag) {
        Envelope envelope = new Envelope();
        envelope.set(1, 7, 0, tag, 0, 0);
        return envelope;
    }

    void poll() {
        for (int rank = 0; rank < transports.size(); rank++) {
            if (!left.get(rank)) {
                transports.get(rank).poll(64);
            }
        }
    }

    /** Polls for some time, and many times even if this thread does not run meanwhile. */
    void pollFor(long nanoseconds) {
        long end = System.nanoTime() + nanoseconds;
        int[] polls = new int[1];
        pollUntil(() -> polls[0]++ >= MIN_POLLS && System.nanoTime() - end >= 0);
    }

    /** Polls until the connections of a rank have been checked a number of times. */
    void pollForTicks(int rank, int ticks) {
        AckTimer timer = transport(rank).connections().ackTimer();
        long end = timer.ticks() + ticks;
        pollUntil(() -> timer.ticks() >= end);
    }

    void pollUntil(BooleanSupplier done) {
        long deadline = System.nanoTime() + DEADLINE_NS;
        while (!done.getAsBoolean()) {
            poll();
            if (System.nanoTime() > deadline) {
                throw new AssertionError("no progress");
            }
        }
    }

    /** Sends a byte array while polling all ranks. */
    void send(Endpoint endpoint, int tag, byte[] content) {
        Region region = new Region().wrapArray(content, 0, content.length);
        pollUntil(
                () ->
                        endpoint.trySend(envelope(tag), region, 0, content.length)
                                == SendOutcome.ACCEPTED);
    }

    List<Integer> tags(int rank) {
        return inbounds.get(rank).messages.stream().map(m -> m.envelope().tag).toList();
    }

    @Override
    public void close() {
        close(transports);
    }

    /** Closes all at once, because a rank that shuts down waits for its peers. */
    static void close(List<Transport> transports) {
        transports.stream().map(TcpJob::leave).toList().forEach(CompletableFuture::join);
    }

    /** Closes a transport on another thread. */
    static CompletableFuture<Void> leave(Transport transport) {
        return CompletableFuture.runAsync(transport::close, Thread.ofPlatform()::start);
    }

    /** As above; the rank is not polled any longer. */
    CompletableFuture<Void> leave(int rank) {
        left.set(rank);
        return leave(transports.get(rank));
    }
}
